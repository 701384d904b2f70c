//! The rows that a send creates: the recorded invoice, the submission, the job, the staged document.

use crate::{
    credit::Credits,
    identifiers::{
        DocumentTypeId, MessageId, Network, ParticipantId, ProcessId, StagedId, SubmissionId,
    },
    sending::recording::RecordedInvoice,
    submissions::Progress,
};
use access::{Credential, OrganizationId};
use events::Unwritable;
use invoicing::{InvoiceId, states::Links};
use jobs::{JobId, JobKind, NewJob, SubjectId};
use std::{fmt, sync::Arc};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

/// The kind of the job that sends a submission.
pub const SEND_JOB: JobKind = JobKind("peppol.send");

/// How long a staged document is kept (Limits).
pub const STAGED_FOR: Duration = Duration::days(7);

/// The bytes of a document: those handed over, and those submitted.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentBytes {
    /// The bytes sent over the network (`X-Service-Ubl-Source: archive`).
    pub sent: Arc<[u8]>,
    /// The bytes that the caller submitted; the same unless the document was repaired or converted.
    pub original: Arc<[u8]>,
}

impl DocumentBytes {
    /// A document that is sent unchanged.
    #[must_use]
    pub fn unchanged(bytes: impl Into<Arc<[u8]>>) -> Self {
        let sent = bytes.into();
        Self { original: Arc::clone(&sent), sent }
    }
}

impl fmt::Debug for DocumentBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, from {}", self.sent.len(), self.original.len())
    }
}

/// A document that waits to be dispatched, in the network of the key that staged it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedDocument {
    /// `staged_id`.
    pub id: StagedId,
    /// The network; a key of the other tier does not see it.
    pub network: Network,
    /// The document, repaired if requested.
    pub document: DocumentBytes,
    /// The receiver that the caller named.
    pub receiver: Option<ParticipantId>,
    /// When it is deleted unless it was dispatched.
    pub expires_at: OffsetDateTime,
}

impl StagedDocument {
    /// Whether it may still be dispatched.
    #[must_use]
    pub fn is_alive(&self, now: OffsetDateTime) -> bool {
        now < self.expires_at
    }
}

/// A submission: one send of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// `document_id` of answers; also the key of its credit.
    pub id: SubmissionId,
    /// The network that carries it.
    pub network: Network,
    /// The state of the submission and its attempts.
    pub progress: Progress,
    /// The invoice that records the document, or the invoice issued here that it is.
    pub invoice: InvoiceId,
    /// Whether that invoice was issued here.
    pub native: bool,
    /// Invoice number (BT-1), `cbc:ID`.
    pub number: String,
    /// Issue date (BT-2); from 2027 the day on which it must leave.
    pub issue_date: Option<Date>,
    /// The AS4 message id and the SBDH instance identifier, the same in every attempt, so that the receiver recognizes
    /// a repetition.
    pub message_id: MessageId,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// When it was queued, which is the time of its message in every attempt.
    pub queued_at: OffsetDateTime,
}

/// The job that sends a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendJob {
    /// `job_id` of answers.
    pub id: JobId,
    /// The submission to send.
    pub submission: SubmissionId,
    /// The earliest time at which it leaves.
    pub run_at: OffsetDateTime,
    /// Whether the send settings hold it; it may be released by hand before `run_at`.
    pub held: bool,
}

impl SendJob {
    /// The job for the queue.
    #[must_use]
    pub const fn queued(&self, organization: OrganizationId) -> NewJob {
        let about = (organization, SubjectId(self.submission.0));
        NewJob::about(about, self.id, SEND_JOB, self.run_at)
    }
}

/// The rows of one queued send, to be stored in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedSend {
    /// The submission, queued.
    pub submission: Submission,
    /// Type code (BT-3) of the document.
    pub type_code: Option<String>,
    /// The new or changed recorded invoice; `None` when the stored invoice matches the document.
    pub invoice: Option<RecordedInvoice>,
    /// The version of the invoice issued here that the document was made from; when the stored version differs,
    /// nothing is stored. `None` for a document of the connector.
    pub from_version: Option<i32>,
    /// The job that sends it.
    pub job: SendJob,
    /// The credit to reserve under the submission's id; zero in the test network.
    pub reserve: Credits,
    /// The bytes of the document.
    pub document: DocumentBytes,
    /// The staged document that is sent and deleted; when it is gone already, nothing is stored.
    pub unstage: Option<StagedId>,
    /// The credential that asked for it.
    pub actor: Option<Credential>,
}

/// The writes of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendWrites {
    /// Only the answer.
    Nothing,
    /// A staged document with the credential that requested it; no credit.
    Stage(Box<StagedDocument>, Option<Credential>),
    /// A queued submission.
    Queue(Box<QueuedSend>),
}

impl SendWrites {
    /// Sets the actor, and the events and the history line of the invoice that it records, if it does.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be serialized.
    pub fn published(
        self,
        now: OffsetDateTime,
        actor: Option<Credential>,
        links: &Links,
    ) -> Result<Self, Unwritable> {
        match self {
            SendWrites::Nothing => Ok(self),
            SendWrites::Stage(staged, _) => Ok(SendWrites::Stage(staged, actor)),
            SendWrites::Queue(send) => {
                let invoice = send.invoice.map(|one| one.published(now, actor, links));
                let send = QueuedSend { invoice: invoice.transpose()?, actor, ..*send };
                Ok(SendWrites::Queue(Box::new(send)))
            }
        }
    }
}

/// New ids for a decision, passed in so that the decision is pure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewIds {
    /// The id of the submission.
    pub submission: SubmissionId,
    /// The id of the recorded invoice.
    pub invoice: InvoiceId,
    /// The id of the job.
    pub job: JobId,
    /// The id of the staged document.
    pub staged: StagedId,
    /// The id of the message.
    pub message: MessageId,
}

impl NewIds {
    /// Makes all ids with one generator.
    pub fn made_by(mut new_id: impl FnMut() -> Uuid) -> Self {
        Self {
            submission: SubmissionId(new_id()),
            invoice: InvoiceId(new_id()),
            job: JobId(new_id()),
            staged: StagedId(new_id()),
            message: MessageId(new_id()),
        }
    }
}
