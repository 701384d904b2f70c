//! The message in which another access point sent a document.

use crate::identifiers::MessageId;
use ring::digest::{Context, SHA256};
use uuid::Builder;

/// Whether the sender of a message wants a status of it, and where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusRequest {
    /// A service provider, `0242:…`; nobody in particular where nothing was said.
    pub to: Option<String>,
    /// Of every message, not only of those that fail.
    pub always: bool,
}

/// What is kept of a message beside its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// Seat id of the access point that sent it (C2): the common name of its certificate.
    pub provider: String,
    /// The AS4 message id, as written.
    pub message_id: String,
    /// The instance identifier of the envelope, as written.
    pub instance: String,
    /// Which status the sender wants.
    pub status: StatusRequest,
}

impl ReceivedMessage {
    /// The id of the document in our records: one for each instance of each access point. Nobody can take
    /// another's by naming it.
    #[must_use]
    pub fn key(&self) -> MessageId {
        let mut hash = Context::new(&SHA256);
        for part in [&self.provider, "\0", &self.instance] {
            hash.update(part.as_bytes());
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finish().as_ref()[..16]);
        MessageId(Builder::from_custom_bytes(bytes).into_uuid())
    }
}
