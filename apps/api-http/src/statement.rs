use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, ReadError, Statement, read};

/// Statements longer than this are read on a thread of the pool: they would hold up other requests.
const AT_ONCE: usize = 16 * 1024;

/// Reads a bank statement.
///
/// # Errors
/// What is wrong with it, and where.
pub async fn read_statement(bytes: Bytes, format: Option<Format>) -> Result<Statement, ApiError> {
    if bytes.len() <= AT_ONCE {
        return Ok(read(&bytes, format)?);
    }
    let thread = tokio::task::spawn_blocking(move || read(&bytes, format));
    let statement: Result<Statement, ReadError> = thread.await.map_err(ApiError::internal)?;
    Ok(statement?)
}
