use super::api_error::ApiError;
use peppol_connector::sending::EarlierSend;
use runtime::gate::Busy;
use use_cases::sending::connector::{DispatchError, PreflightError, SendError};

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Key(error) => error.into(),
            SendError::Store(error) => error.into(),
            SendError::Busy(busy) => Busy::from(busy).into(),
            SendError::Duplicate(earlier) => sent_before(earlier),
            error @ (SendError::Unwritable(_) | SendError::UnwritableEvent(_)) => {
                ApiError::internal(error)
            }
        }
    }
}

fn sent_before(earlier: EarlierSend) -> ApiError {
    ApiError::duplicate("document_id", &earlier.submission, earlier.into())
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
            DispatchError::Duplicate(earlier) => sent_before(earlier),
            error @ DispatchError::UnwritableEvent(_) => ApiError::internal(error),
        }
    }
}
