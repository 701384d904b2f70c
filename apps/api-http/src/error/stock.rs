use super::api_error::ApiError;
use ::stock::{StockError, StockRefused};
use actix_web::http::StatusCode;
use use_cases::ledger::stock::StockFailure;

impl From<StockFailure> for ApiError {
    fn from(error: StockFailure) -> Self {
        match error {
            StockFailure::Stock(StockError::Refused(refused)) => refused.into(),
            StockFailure::Stock(StockError::Store(error)) => error.into(),
            StockFailure::Stock(other) => ApiError::internal(other),
            StockFailure::Key(error) => error.into(),
        }
    }
}

impl From<StockRefused> for ApiError {
    fn from(refused: StockRefused) -> Self {
        match (refused.code(), refused) {
            (_, StockRefused::Invalid(violations)) => violations.into(),
            (Some(code), refused) => {
                let message = refused.into();
                ApiError::Coded { status: StatusCode::CONFLICT, code, message }
            }
            (None, refused) => ApiError::internal(refused),
        }
    }
}
