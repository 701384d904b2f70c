use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, ReadError, Statement, read_all};

/// Statements longer than this are read on a thread of the pool: they would hold up other requests.
const AT_ONCE: usize = 16 * 1024;

/// Reads a file of the bank: a statement for each account in it.
///
/// # Errors
/// What is wrong with it, and where.
pub async fn read_statements(
    bytes: Bytes,
    format: Option<Format>,
) -> Result<Vec<Statement>, ApiError> {
    if bytes.len() <= AT_ONCE {
        return Ok(read_all(&bytes, format)?);
    }
    let thread = tokio::task::spawn_blocking(move || read_all(&bytes, format));
    let read: Result<Vec<Statement>, ReadError> = thread.await.map_err(ApiError::internal)?;
    Ok(read?)
}
