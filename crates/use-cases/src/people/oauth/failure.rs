//! Why a client got an error.

use super::signing::KeyError;
use crate::ports::NoRandomness;
use oauth::{NoRoom, OAuthError, ports::SignError};
use persistence::StoreError;

/// What it was.
#[derive(Debug, thiserror::Error)]
pub enum OAuthFailure {
    /// It is the client's.
    #[error(transparent)]
    Refused(#[from] OAuthError),
    /// No token was signed.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// No secrets.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Too many clients came that nobody uses.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Storage.
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
