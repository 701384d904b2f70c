use crate::ports::NoRandomness;
use notifications::{AddressError, KeyError, LinkError, MailError};
use persistence::StoreError;

/// Why a service mail, to a person or an organization, was not handed to the mail server.
#[derive(Debug, thiserror::Error)]
pub enum UnsentMail {
    /// The mailer failed.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The address is missing or not valid for mail.
    #[error("the e-mail address {0}")]
    Address(#[from] AddressError),
    /// The base URL cannot be made into a link.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The ids make no valid deduplication key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// No random token could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl UnsentMail {
    /// Whether a retry would fail in the same way.
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
