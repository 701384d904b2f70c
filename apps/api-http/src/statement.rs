use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, Mapping, ReadError, Statement, read_mapped};

/// Statements longer than this are read on a thread of the pool: they would hold up other requests.
const AT_ONCE: usize = 16 * 1024;

/// Why a statement is not read.
#[derive(Debug)]
pub enum StatementNotRead {
    /// Something about it.
    Faulty(ReadError),
    /// The reading itself ended.
    Broken(ApiError),
}

impl From<StatementNotRead> for ApiError {
    fn from(error: StatementNotRead) -> Self {
        match error {
            StatementNotRead::Faulty(error) => error.into(),
            StatementNotRead::Broken(error) => error,
        }
    }
}

/// Reads a bank statement, with the mappings of its organization.
///
/// # Errors
/// What is wrong with it, and where.
pub async fn read_statement(
    bytes: Bytes,
    format: Option<Format>,
    mappings: Vec<Mapping>,
) -> Result<Statement, StatementNotRead> {
    if bytes.len() <= AT_ONCE {
        return read_mapped(&bytes, format, &mappings).map_err(StatementNotRead::Faulty);
    }
    let thread = tokio::task::spawn_blocking(move || read_mapped(&bytes, format, &mappings));
    let read = thread.await.map_err(|e| StatementNotRead::Broken(ApiError::internal(e)))?;
    read.map_err(StatementNotRead::Faulty)
}
