//! Ids of what the connector keeps.

pub use ids::{ReceivedId, SubmissionId};

use ids::TaxReportId;
use persistence::{same_id, typed_id};

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

same_id!(
    TaxReportId => MessageId,
    /// The report that a message would be, if it is one of ours.
    MessageId => TaxReportId,
    SubmissionId => DocumentId,
    StagedId => DocumentId,
    ReceivedId => DocumentId,
);
