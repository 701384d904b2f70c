//! Ids of what the connector keeps.

pub use ids::{ReceivedId, SubmissionId};

use ids::TaxReportId;
use persistence::typed_id;

typed_id!(
    /// A message between access points: its AS4 message id and the instance identifier of its envelope, the same in
    /// every attempt, so that the other side knows a repetition.
    MessageId,
    /// A staged document (`staged_id`).
    StagedId,
    /// A line of the audit log.
    AuditEntryId,
    /// A line of the ledger of credit.
    LedgerLineId,
    /// A document of the audit log: a submission, a staged or a received one.
    DocumentId,
);

impl From<TaxReportId> for MessageId {
    fn from(id: TaxReportId) -> Self {
        Self(id.0)
    }
}

impl From<MessageId> for TaxReportId {
    /// The report that a message would be, if it is one of ours.
    fn from(id: MessageId) -> Self {
        Self(id.0)
    }
}

impl From<SubmissionId> for DocumentId {
    fn from(id: SubmissionId) -> Self {
        Self(id.0)
    }
}

impl From<StagedId> for DocumentId {
    fn from(id: StagedId) -> Self {
        Self(id.0)
    }
}

impl From<ReceivedId> for DocumentId {
    fn from(id: ReceivedId) -> Self {
        Self(id.0)
    }
}
