//! OAuth 2.1: applications register, users consent, tokens are issued, calls are judged.

mod authorize;
mod bearer;
mod connections;
mod documents;
mod mail;
mod register;
mod signing;
mod token;
mod verified;

pub use authorize::{
    AuthorizeError, Consent, ConsentError, ConsentPage, answer_fault, approve, begin, consent_page,
    deny,
};
pub use bearer::{BearerCall, BearerError, bearer_call, user_info};
pub use connections::{
    VisibleConnection, end_connection, end_visible_connection, introspect, purge, revoke,
    visible_connections,
};
pub use mail::{send_connected_mail, send_ended_mail};
pub use register::register;
pub use signing::{KeyError, Signing, published_keys, rotate_key};
pub use token::token;

use crate::NoRandomness;
use ::oauth::{OAuthError, SignError};
use persistence::StoreError;

/// Why a client got an error.
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
