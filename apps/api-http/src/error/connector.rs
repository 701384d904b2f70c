use super::api_error::ApiError;
use runtime::gate::Busy;
use use_cases::connector::{DispatchError, PreflightError, SendError};

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Key(error) => error.into(),
            SendError::Store(error) => error.into(),
            SendError::Busy(busy) => Busy::from(busy).into(),
            error @ (SendError::Unwritable(_) | SendError::UnwritableEvent(_)) => {
                ApiError::internal(error)
            }
        }
    }
}

impl From<PreflightError> for ApiError {
    fn from(error: PreflightError) -> Self {
        match error {
            PreflightError::Busy(busy) => Busy::from(busy).into(),
            PreflightError::Store(error) => error.into(),
        }
    }
}

impl From<DispatchError> for ApiError {
    fn from(error: DispatchError) -> Self {
        match error {
            DispatchError::NotFound => ApiError::NotFound("staged document"),
            DispatchError::Busy(busy) => Busy::from(busy).into(),
            DispatchError::Store(error) => error.into(),
            error @ (DispatchError::Unreadable | DispatchError::UnwritableEvent(_)) => {
                ApiError::internal(error)
            }
        }
    }
}
