//! Why the service cannot start.

use crate::{config::ConfigError, peppol::PeppolError, secrets_key::SecretsKeyError};
use persistence::StoreError;

/// The service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No usable database.
    #[error("the database of BILLHOOK_DATABASE_URL cannot be used")]
    Store(#[from] StoreError),
    /// A set clock on real data.
    #[error(
        "BILLHOOK_CLOCK is refused: the database holds a live key (BILLHOOK_CLOCK_FORCE=true \
         allows it)"
    )]
    ClockOnLiveData,
    /// The folder of further fonts cannot be read.
    #[error("BILLHOOK_FONTS cannot be read")]
    Fonts(#[source] std::io::Error),
    /// Mail cannot be sent from here.
    #[error("BILLHOOK_MAIL_URL cannot be used")]
    Mail(#[from] mail::SetupError),
    /// The access point cannot be set up.
    #[error(transparent)]
    Peppol(#[from] PeppolError),
    /// The key of the secrets cannot be had.
    #[error(transparent)]
    SecretsKey(#[from] SecretsKeyError),
    /// Secrets could not be read.
    #[error(
        "the key of secrets is not the one that this database's secrets were encrypted with: webhook secrets, \
         second factors and keys that sign tokens could not be read. Set BILLHOOK_SECRETS_KEY to the right one, \
         or bring back the file <database>.key; BILLHOOK_ACCEPT_LOST_SECRETS=true goes on without them, for good"
    )]
    OtherSecretsKey,
    /// Passwords of people and invoices would go over the network in clear.
    #[error(
        "BILLHOOK_DATABASE_URL names a PostgreSQL on another machine, and connections to it are not encrypted: \
         the password and all data would be readable on the way. Put both on one machine or an encrypted network \
         (a tunnel, a VPN, a private network of your own) and say so by BILLHOOK_DATABASE_CLEAR_TEXT=true"
    )]
    ClearTextDatabase,
    /// Cookies and tokens would go over the network in clear.
    #[error(
        "BILLHOOK_BASE_URL is refused: it must be https, except on this machine (http://127.0.0.1, \
         http://localhost); it is \"{0}\""
    )]
    PlainHttp(String),
    /// Answers cannot be given again without a key that encrypts them.
    #[error(
        "BILLHOOK_OAUTH_REFRESH_GRACE_SECONDS needs BILLHOOK_SECRETS_KEY, with which lost answers are encrypted: set \
         it, or the grace to 0"
    )]
    GraceWithoutKey,
    /// A setting that cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// All clients would be one address, and one of them could keep all others out.
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
