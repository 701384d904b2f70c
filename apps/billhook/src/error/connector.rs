use super::api_error::ApiError;
use crate::flows::connector::{DispatchError, SendError};

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Once(error) => error.into(),
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
