//! Why the service cannot start.

use crate::{peppol::PeppolError, secrets_key::SecretsKeyError};
use persistence::StoreError;

/// The service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No usable database.
    #[error("the database cannot be used")]
    Store(#[from] StoreError),
    /// A set clock on real data.
    #[error(
        "BILLHOOK_CLOCK is refused: the database holds a live key (BILLHOOK_CLOCK_FORCE=true \
         allows it)"
    )]
    ClockOnLiveData,
    /// Mail cannot be sent from here.
    #[error("BILLHOOK_MAIL_URL cannot be used")]
    Mail(#[from] mail::SetupError),
    /// The access point cannot be set up.
    #[error(transparent)]
    Peppol(#[from] PeppolError),
    /// The key of the secrets cannot be had.
    #[error(transparent)]
    SecretsKey(#[from] SecretsKeyError),
    /// Cookies and tokens would go over the network in clear.
    #[error(
        "BILLHOOK_BASE_URL is refused: it must be https, except on this machine (http://127.0.0.1, \
         http://localhost)"
    )]
    PlainHttp,
    /// Passwords cannot be hashed.
    #[error(transparent)]
    Passwords(#[from] sign_in::HashError),
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made")]
    Client(#[source] Box<dyn std::error::Error + Send + Sync>),
}
