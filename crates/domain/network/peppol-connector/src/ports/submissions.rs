use crate::{
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    ports::Receipt,
    sending::{
        DocumentBytes, DocumentKey, EarlierSend, NamedInvoice, OrganizationFacts, SendWrites,
        StagedDocument, Submission,
    },
    submissions::{Moved, Progress, QueuePlaces, SubmissionFilter, SubmissionRecord},
};
use access::{Credential, OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Lease};
use invoicing::InvoiceId;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// Stores submissions, staged documents and recorded invoices. Each call is one transaction, which also stores the
    /// lines of the audit log ([`crate::audit::AuditAction`]) for its changes.
    pub trait SubmissionStore: Send + Sync {
        /// Loads the organization's facts for a document with this number.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn organization_facts(
            &self, organization: OrganizationId, tier: Tier, number: Option<&str>, now: OffsetDateTime
        ) -> Result<OrganizationFacts>;

        /// The invoice with this number, issued here or recorded, that a note names; `None` when there is none.
        async fn named_invoice(
            &self, organization: OrganizationId, number: &str
        ) -> Result<Option<NamedInvoice>>;

        /// The send of this document in a network that has not failed. At most one exists.
        async fn earlier_send(
            &self, organization: OrganizationId, network: Network, key: &DocumentKey
        ) -> Result<Option<EarlierSend>>;

        /// Stores a decision with the answer under its idempotency key: the staged document, or submission, recorded
        /// invoice with its contact and events, job (of kind [`crate::sending::SEND_JOB`]) and reserved credit, and
        /// the deletion of the staged document. What a recorded note corrects, it changes as a note that is issued here does.
        ///
        /// # Errors
        /// [`StoreError::Conflict`], also when the recorded invoice, or what it corrects, changed; [`StoreError::Taken`] when another
        /// invoice, issued here or recorded, has the number now, or the invoice issued here has another submission to
        /// the same network that has not failed, or the document has one ([`DocumentKey::of_send`]);
        /// [`StoreError::LeaseLost`]; [`StoreError::NotFound`] when the staged document is gone. Nothing is stored
        /// then.
        async fn commit(
            &self, organization: OrganizationId, commit: &SendWrites, lease: Option<(&Lease, &Answer)>,
            now: OffsetDateTime
        ) -> Result<()>;

        /// A staged document that was not deleted.
        async fn staged(&self, organization: OrganizationId, id: StagedId) -> Result<Option<StagedDocument>>;

        /// The size in bytes of a submission's document, to be checked before it is loaded.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn document_size(&self, organization: OrganizationId, id: SubmissionId) -> Result<u64>;

        /// Loads a submission with the bytes to be sent.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<(Submission, Vec<u8>)>;

        /// Stores the decision of [`crate::submissions::advance`], if the submission is still in the state `from`:
        /// state and receipt, the job (rescheduled, dead, or deleted), the credit, and the events, which the caller
        /// has written for the effects that emit. When an invoice follows its submission
        /// ([`Submission::moves_invoice`]), its status changes from `issued` to `sent` with
        /// [`crate::submissions::Effect::EmitSent`]; its events are among `events`.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the submission has moved.
        #[allow(clippy::too_many_arguments)] // one transaction
        async fn advance(
            &self, organization: OrganizationId, id: SubmissionId, from: Progress, moved: &Moved,
            outcome: AttemptOutcome<'_>, events: &[NewEvent], now: OffsetDateTime
        ) -> Result<()>;

        /// Releases held submissions of a network: these, or the oldest [`crate::sending::MAX_RELEASED`]. Returns
        /// those that were held.
        async fn release_held(
            &self, organization: OrganizationId, network: Network, only: Option<&[SubmissionId]>,
            by: Option<Credential>, now: OffsetDateTime
        ) -> Result<Vec<SubmissionId>>;

        /// Deletes staged documents that expired by `now`, for all organizations. Returns how many.
        async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize>;
    }
}

port! {
    /// Reads stored submissions.
    pub trait SubmissionLists: Send + Sync {
        /// A page of submissions, newest first.
        async fn submissions(
            &self, organization: OrganizationId, filter: &SubmissionFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<SubmissionRecord>>;

        /// Loads one submission with its history.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission_record(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<SubmissionRecord>;

        /// Loads the document of a submission: the bytes to hand over, and the submitted ones.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission_bytes(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<DocumentBytes>;

        /// Loads the receipts of a submission, oldest first: the evidence that the network took it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission_receipts(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<Vec<Vec<u8>>>;

        /// The newest submission of an invoice, issued here or recorded, to a network.
        async fn latest_submission(
            &self, organization: OrganizationId, invoice: InvoiceId, network: Network
        ) -> Result<Option<SubmissionRecord>>;

        /// The submission with this message id in a network, and its organization: the status of another access point
        /// names the message id.
        async fn sent_as(
            &self, network: Network, message_id: MessageId
        ) -> Result<Option<(OrganizationId, SubmissionId)>>;

        /// The number of submissions of all organizations that need an operator. The query is cheap even among many
        /// other submissions.
        async fn needing_operator(&self) -> Result<u64>;

        /// The places of an organization's submissions in the queue of all organizations.
        async fn queue_places(
            &self, organization: OrganizationId, submissions: &[SubmissionId]
        ) -> Result<QueuePlaces>;
    }
}

/// The outcome of an attempt, to be stored with the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptOutcome<'a> {
    /// None: the move does not end an attempt.
    None,
    /// The receipt of the network.
    Receipt(&'a Receipt),
    /// The error text, for people.
    Error(&'a str),
}
