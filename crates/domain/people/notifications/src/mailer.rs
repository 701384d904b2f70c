use crate::Message;
use std::future::Future;

/// Why a message was not handed over, in words of the domain.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The server does not answer, or asks to retry. The same message can be sent later.
    #[error("mail cannot be handed over now: {0}")]
    Unreachable(String),
    /// Never: this message to this recipient is not taken.
    #[error("the mail was refused: {0}")]
    Refused(String),
}

/// Sends mail.
pub trait Mailer: Send + Sync {
    /// Hands a message over to the service that brings it to its recipient.
    ///
    /// When the answer is lost, a message that was taken is [`MailError::Unreachable`]: sent again
    /// it can arrive twice, and both have the same [`crate::DedupKey`].
    ///
    /// # Errors
    /// [`MailError`].
    fn send(&self, message: &Message) -> impl Future<Output = Result<(), MailError>> + Send;
}
