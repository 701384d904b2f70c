//! What a client says of a document that it hands over.

use peppol_connector::identifiers::ParticipantId;
use time::OffsetDateTime;

/// The metadata that a client sends with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// Its number.
    pub document_id: String,
    /// Its document type, or a short word for it.
    pub document_type: String,
    /// Its process.
    pub process: String,
    /// The sender.
    pub sender: ParticipantId,
    /// To whom.
    pub receiver: ParticipantId,
    /// The time at which the client created the document.
    pub created_at: OffsetDateTime,
}
