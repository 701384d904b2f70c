use super::api_error::ApiError;
use crate::flows::connector::{DispatchError, SendError};
use peppol_connector::ConnectorStoreError;

impl From<ConnectorStoreError> for ApiError {
    fn from(error: ConnectorStoreError) -> Self {
        match error {
            ConnectorStoreError::NotFound => ApiError::NotFound("resource"),
            ConnectorStoreError::Taken(what) => ApiError::Conflict(format!("{what} is taken")),
            ConnectorStoreError::Insufficient | ConnectorStoreError::Stale => {
                ApiError::Conflict("something else changed at the same time; try again".to_owned())
            }
            ConnectorStoreError::ClaimLost => {
                ApiError::Conflict("a request with this Idempotency-Key is at work".to_owned())
            }
            error @ ConnectorStoreError::Backend(_) => ApiError::internal(error),
        }
    }
}

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
