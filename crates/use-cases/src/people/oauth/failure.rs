//! Why a client got an error.

use super::signing::KeyError;
use crate::ports::NoRandomness;
use oauth::{NoRoom, OAuthError, ports::SignError};
use persistence::StoreError;

/// Why a request of a client failed.
#[derive(Debug, thiserror::Error)]
pub enum OAuthFailure {
    /// The client's request is at fault.
    #[error(transparent)]
    Refused(#[from] OAuthError),
    /// No token could be signed.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// No random secret could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Too many unused clients were registered recently.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<KeyError> for OAuthFailure {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Sign(error) => error.into(),
            KeyError::Store(error) => error.into(),
        }
    }
}
