//! A message of another access point that carried a document.

use crate::identifiers::MessageId;
use ring::digest::{Context, SHA256};
use uuid::Builder;

/// Whether the sender of a message requests a status (MLS), and where to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusRequest {
    /// The service provider, `0242:…`; `None` when the envelope names none.
    pub to: Option<String>,
    /// Whether a status is requested for every message and not only for failures.
    pub always: bool,
}

/// The stored data of a message in addition to its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMessage {
    /// Seat id of the access point that sent it (C2): the common name of its certificate.
    pub provider: String,
    /// The AS4 message id, as written.
    pub message_id: String,
    /// The instance identifier of the envelope, as written.
    pub instance: String,
    /// The status that the sender requests.
    pub status: StatusRequest,
}

impl ReceivedMessage {
    /// The id of the document in our records, derived from the access point and the instance identifier, so that an
    /// access point cannot claim another's message by naming its id.
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
