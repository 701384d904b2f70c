use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, Mapping, ReadError, Statement, read_all};
use runtime::{gate::Busy, wiring::App};

/// Why a bank statement file was not parsed.
#[derive(Debug)]
pub enum StatementNotRead {
    /// The file has a fault.
    Faulty(ReadError),
    /// Parsing failed or could not start.
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

/// Parses a bank statement file with the mappings of its organization, and returns a statement for each account in it.
/// A large file is parsed on a thread of the pool, within the limit on heavy work.
///
/// # Errors
/// The fault of the file with its place; 503 when too many files are being parsed.
pub async fn read_statements(
    app: &App,
    bytes: Bytes,
    format: Option<Format>,
    mappings: Vec<Mapping>,
) -> Result<Vec<Statement>, StatementNotRead> {
    let read = app.intake.read(bytes.len(), move || read_all(&bytes, format, &mappings)).await;
    let read = read.map_err(|busy| StatementNotRead::Broken(Busy::from(busy).into()))?;
    let read = read.map_err(|error| StatementNotRead::Broken(ApiError::internal(error)))?;
    read.map_err(StatementNotRead::Faulty)
}
