use crate::ports::NoRandomness;
use notifications::{AddressError, KeyError, LinkError, MailError};
use persistence::StoreError;

/// Why a mail of the service, to a person or an organization, was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum UnsentMail {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// There is no address that mail can be sent to, or none any more.
    #[error("the e-mail address {0}")]
    Address(#[from] AddressError),
    /// The base URL makes no link.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The ids make no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// No token.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl UnsentMail {
    /// Whether every other attempt has the same end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            UnsentMail::Mail(MailError::Refused(_))
                | UnsentMail::Address(_)
                | UnsentMail::Link(_)
                | UnsentMail::Key(_)
        )
    }
}
