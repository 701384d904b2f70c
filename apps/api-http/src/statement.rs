use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, Statement, read};
use runtime::{gate::Busy, wiring::App};

/// Reads a bank statement, a large one when it is its turn: under the gate of documents, on a thread of the pool.
///
/// # Errors
/// What is wrong with it, and where; 503 when too much is being read.
pub async fn read_statement(
    app: &App,
    bytes: Bytes,
    format: Option<Format>,
) -> Result<Statement, ApiError> {
    let read = app.intake.read(bytes.len(), move || read(&bytes, format)).await;
    Ok(read.map_err(Busy::from)?.map_err(ApiError::internal)??)
}
