use super::ApiError;
use use_cases::ledger::exports::ExportError;

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Invalid(violations) => violations.into(),
            ExportError::TooMany(_) | ExportError::NotReady(_) => ApiError::Conflict(error.into()),
            ExportError::Key(error) => error.into(),
            ExportError::Unwritable(error) => ApiError::internal(error),
            ExportError::Store(error) => error.into(),
        }
    }
}
