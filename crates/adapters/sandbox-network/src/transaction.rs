//! What comes back for a document that reached its recipient: its transaction.

use peppol_connector::{identifiers::MessageId, ports::Receipt};
use ring::digest::{SHA256, digest};
use uuid::Builder;

/// The sandbox knows at once that a document reached its recipient.
pub(crate) fn delivered(transaction_id: String, evidence: Vec<u8>, duplicate: bool) -> Receipt {
    Receipt { transaction_id: Some(transaction_id), evidence, duplicate, delivered: true }
}

/// The same for each repetition of a message.
pub(crate) fn transaction_of(message_id: MessageId) -> MessageId {
    let hash = digest(&SHA256, message_id.0.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_ref()[..16]);
    MessageId(Builder::from_custom_bytes(bytes).into_uuid())
}
