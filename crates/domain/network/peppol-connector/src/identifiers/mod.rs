//! Identifiers of the network: participants, document types, processes, and ids of rows.

mod document_type;
mod id;
pub(crate) mod participant;
mod profile;

pub use document_type::{
    DocumentTypeId, InvalidIdentifier, ProcessId, Root, UnnamedType, route_of,
};
pub use id::{
    AuditEntryId, DocumentId, LedgerLineId, MessageId, ReceivedId, StagedId, SubmissionId,
};
pub use invoicing::InvoiceId;
pub use participant::{InvalidParticipant, Network, PARTICIPANT_SCHEME, ParticipantId, is_dic};
pub use profile::Profile;
