use super::api_error::ApiError;
use use_cases::connector::{DispatchError, SendError};

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Key(error) => error.into(),
            SendError::Store(error) => error.into(),
            error @ SendError::Unwritable(_) => ApiError::internal(error),
        }
    }
}

impl From<DispatchError> for ApiError {
    fn from(error: DispatchError) -> Self {
        match error {
            DispatchError::NotFound => ApiError::NotFound("staged document"),
            DispatchError::Store(error) => error.into(),
            error @ DispatchError::Unreadable => ApiError::internal(error),
        }
    }
}
