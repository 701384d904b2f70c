use super::ApiError;
use use_cases::ledger::contracts::ContractError;

impl From<ContractError> for ApiError {
    fn from(error: ContractError) -> Self {
        match error {
            ContractError::Invalid(violations) => violations.into(),
            ContractError::Cancelled | ContractError::Stale(_) => ApiError::Conflict(error.into()),
            ContractError::Key(error) => error.into(),
            ContractError::Unwritable(error) => ApiError::internal(error),
            ContractError::Store(error) => error.into(),
        }
    }
}
