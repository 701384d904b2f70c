//! Why the service cannot start.

use crate::{config::ConfigError, peppol::PeppolError, secrets_key::SecretsKeyError};
use persistence::StoreError;

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error("the database of BILLHOOK_DATABASE_URL cannot be used")]
    Store(#[from] StoreError),
    /// The clock is set, but the database holds real data.
    #[error(
        "BILLHOOK_CLOCK is refused: the database holds a live key (BILLHOOK_CLOCK_FORCE=true \
         allows it)"
    )]
    ClockOnLiveData,
    /// The folder of further fonts cannot be read.
    #[error("BILLHOOK_FONTS cannot be read")]
    Fonts(#[source] std::io::Error),
    /// Mail cannot be sent with these settings.
    #[error("BILLHOOK_MAIL_URL cannot be used")]
    Mail(#[from] mail::SetupError),
    /// The access point cannot be set up.
    #[error(transparent)]
    Peppol(#[from] PeppolError),
    /// The secrets key cannot be loaded.
    #[error(transparent)]
    SecretsKey(#[from] SecretsKeyError),
    /// The stored secrets were encrypted with another key.
    #[error(
        "the key of secrets is not the one that this database's secrets were encrypted with: webhook secrets, \
         second factors and keys that sign tokens could not be read. Set BILLHOOK_SECRETS_KEY to the right one, \
         or bring back the file <database>.key; BILLHOOK_ACCEPT_LOST_SECRETS=true goes on without them, for good"
    )]
    OtherSecretsKey,
    /// Passwords and invoices would be sent over the network in clear.
    #[error(
        "BILLHOOK_DATABASE_URL names a PostgreSQL on another machine, and connections to it are not encrypted: \
         the password and all data would be readable on the way. Put both on one machine or an encrypted network \
         (a tunnel, a VPN, a private network of your own) and say so by BILLHOOK_DATABASE_CLEAR_TEXT=true"
    )]
    ClearTextDatabase,
    /// Cookies and tokens would be sent over the network in clear.
    #[error(
        "BILLHOOK_BASE_URL is refused: it must be https, except on this machine (http://127.0.0.1, \
         http://localhost); it is \"{0}\""
    )]
    PlainHttp(String),
    /// Lost answers cannot be repeated without a key that encrypts them.
    #[error(
        "BILLHOOK_OAUTH_REFRESH_GRACE_SECONDS needs BILLHOOK_SECRETS_KEY, with which lost answers are encrypted: set \
         it, or the grace to 0"
    )]
    GraceWithoutKey,
    /// A setting is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// All clients would have one address, so one of them could exhaust the limits of all.
    #[error(
        "BILLHOOK_CLIENT_ADDRESS_HEADER is not set although the address is https: limits by client address \
         need the header in which the proxy in front names it, for example X-Forwarded-For; `none` says \
         that there is none"
    )]
    ClientAddresses,
    /// Passwords cannot be hashed.
    #[error(transparent)]
    Passwords(#[from] sign_in::HashError),
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made")]
    Client(#[source] Box<dyn std::error::Error + Send + Sync>),
}
