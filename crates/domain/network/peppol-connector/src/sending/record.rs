//! What a send leaves behind: the recorded invoice, the submission, the job, the staged document.

use crate::{
    credit::Credits,
    identifiers::{
        DocumentTypeId, MessageId, Network, ParticipantId, ProcessId, StagedId, SubmissionId,
    },
    sending::recording::RecordedInvoice,
    submissions::Progress,
};
use access::Credential;
use events::Unwritable;
use invoicing::{InvoiceId, states::Links};
use jobs::JobId;
use std::{fmt, sync::Arc};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

/// The kind of the job that sends a submission.
pub const SEND_JOB: jobs::JobKind = jobs::JobKind("peppol.send");

/// How long a staged document is kept (Limits).
pub const STAGED_FOR: Duration = Duration::days(7);

/// The bytes of a document: what is handed over, and what came in.
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentBytes {
    /// What goes over the network, byte for byte (`X-Service-Ubl-Source: archive`).
    pub sent: Arc<[u8]>,
    /// What the caller sent; the same unless it was repaired or converted.
    pub original: Arc<[u8]>,
}

impl DocumentBytes {
    /// A document that is sent as it came.
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
    /// A key of the other tier does not see it.
    pub network: Network,
    /// The document, repaired if it was to be.
    pub document: DocumentBytes,
    /// The recipient that the caller named.
    pub receiver: Option<ParticipantId>,
    /// When it is deleted if it was not dispatched.
    pub expires_at: OffsetDateTime,
}

impl StagedDocument {
    /// Whether it may still be dispatched.
    #[must_use]
    pub fn is_alive(&self, now: OffsetDateTime) -> bool {
        now < self.expires_at
    }
}

/// One send of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// `document_id`; the key of its credit.
    pub id: SubmissionId,
    /// The network that carries it.
    pub network: Network,
    /// The state of the submission and its attempts.
    pub progress: Progress,
    /// As which invoice it is recorded, or which invoice issued here it is.
    pub invoice: InvoiceId,
    /// Whether that invoice was issued here.
    pub native: bool,
    /// `cbc:ID`.
    pub number: String,
    /// BT-2: from 2027 the day on which it has to leave.
    pub issue_date: Option<Date>,
    /// The AS4 message id and the SBDH instance identifier: the same in every attempt, so that the
    /// other side knows a repetition.
    pub message_id: MessageId,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// When it was queued: the time of its message in every attempt.
    pub queued_at: OffsetDateTime,
}

/// The job of sending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendJob {
    /// `job_id`.
    pub id: JobId,
    /// The submission to send.
    pub submission: SubmissionId,
    /// The earliest time at which it leaves.
    pub run_at: OffsetDateTime,
    /// Held by the send settings: may be released by hand before that.
    pub held: bool,
}

/// Everything that one queued send keeps, in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedSend {
    /// The submission, queued.
    pub submission: Submission,
    /// The code of its type (BT-3), as the document says it.
    pub type_code: Option<String>,
    /// What it changes among the invoices; `None` when the invoice is there as the document says.
    pub invoice: Option<RecordedInvoice>,
    /// The version of the invoice issued here that the document says; when it has another by now,
    /// nothing is kept. `None` of a document that the connector sends.
    pub from_version: Option<i32>,
    /// The job that sends it.
    pub job: SendJob,
    /// Credit to reserve under the submission's id; zero on the test tier.
    pub reserve: Credits,
    /// The bytes of the document.
    pub document: DocumentBytes,
    /// The staged document that this was, to be deleted; when it is gone already, nothing is kept.
    pub unstage: Option<StagedId>,
    /// The credential that asked for it.
    pub actor: Option<Credential>,
}

/// What a decision saves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendWrites {
    /// Only the answer is saved.
    Nothing,
    /// A staged document, and who asks; no credit.
    Stage(Box<StagedDocument>, Option<Credential>),
    /// A submission is queued.
    Queue(Box<QueuedSend>),
}

impl SendWrites {
    /// As `actor` asks for it, with the events and the history of the invoice that it records, if it does.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
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

/// New ids for a decision: they come from outside, so that the decision is pure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewIds {
    /// The id of the submission.
    pub submission: SubmissionId,
    /// For the recorded invoice.
    pub invoice: InvoiceId,
    /// The id of the job.
    pub job: JobId,
    /// The id of the staged document.
    pub staged: StagedId,
    /// The id of the message.
    pub message: MessageId,
}

impl NewIds {
    /// Ids that are made one after the other.
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
