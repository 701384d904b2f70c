use crate::NoRandomness;
use notifications::{AddressError, KeyError, LinkError, MailError};
use persistence::StoreError;

/// Why a mail to a person was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum AccountMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The address is none that mail can be sent to.
    #[error("the e-mail address {0}")]
    Address(#[from] AddressError),
    /// The base URL makes no link.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The id makes no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// No token.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AccountMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            AccountMailError::Mail(MailError::Refused(_))
                | AccountMailError::Address(_)
                | AccountMailError::Link(_)
                | AccountMailError::Key(_)
        )
    }
}
