use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, Statement, read_all};
use runtime::{gate::Busy, wiring::App};

/// Reads a file of the bank, a large one when it is its turn: under the gate of documents, on a thread of the pool.
/// A statement for each account in it.
///
/// # Errors
/// What is wrong with it, and where; 503 when too much is being read.
pub async fn read_statements(
    app: &App,
    bytes: Bytes,
    format: Option<Format>,
) -> Result<Vec<Statement>, ApiError> {
    let read = app.intake.read(bytes.len(), move || read_all(&bytes, format)).await;
    Ok(read.map_err(Busy::from)?.map_err(ApiError::internal)??)
}
