use crate::error::ApiError;
use actix_web::web::Bytes;
use bank_statements::{Format, Mapping, ReadError, Statement, read_all, weight};
use runtime::{gate::Busy, wiring::App};

/// Why a file of the bank is not read.
#[derive(Debug)]
pub enum StatementNotRead {
    /// Something about it.
    Faulty(ReadError),
    /// The reading itself ended, or could not begin.
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

/// Reads a file of the bank with the mappings of its organization, a large one when it is its turn: under the gate of
/// documents, on a thread of the pool. A statement for each account in it.
///
/// # Errors
/// What is wrong with it, and where; 503 when too much is being read.
pub async fn read_statements(
    app: &App,
    bytes: Bytes,
    format: Option<Format>,
    mappings: Vec<Mapping>,
) -> Result<Vec<Statement>, StatementNotRead> {
    let read = app.intake.read(weight(&bytes), move || read_all(&bytes, format, &mappings)).await;
    let read = read.map_err(|busy| StatementNotRead::Broken(Busy::from(busy).into()))?;
    let read = read.map_err(|error| StatementNotRead::Broken(ApiError::internal(error)))?;
    read.map_err(StatementNotRead::Faulty)
}
