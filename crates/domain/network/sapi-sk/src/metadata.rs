//! What a client says of a document that it hands over.

use peppol_connector::identifiers::ParticipantId;
use time::OffsetDateTime;

/// What a client says of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// Its number.
    pub document_id: String,
    /// Its document type, or a short word for it.
    pub document_type: String,
    /// Its process.
    pub process: String,
    /// From whom.
    pub sender: ParticipantId,
    /// To whom.
    pub receiver: ParticipantId,
    /// When the client made it.
    pub created_at: OffsetDateTime,
}
