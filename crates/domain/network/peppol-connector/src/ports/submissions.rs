use crate::{
    identifiers::{MessageId, Network, StagedId, SubmissionId},
    ports::Receipt,
    sending::{
        DocumentBytes, DocumentKey, EarlierSend, OrganizationFacts, SendWrites, StagedDocument,
        Submission,
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
    /// Where submissions, staged documents and recorded invoices are kept. What a call keeps, it keeps
    /// in one transaction, with the lines of the audit log ([`crate::audit::AuditAction`]) that belong to it.
    pub trait SubmissionStore: Send + Sync {
        /// What counts of the organization for a document under this number.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn organization_facts(
            &self, organization: OrganizationId, tier: Tier, number: Option<&str>, now: OffsetDateTime
        ) -> Result<OrganizationFacts>;

        /// The send of a network under this key that has not failed. There is one at most.
        async fn earlier_send(
            &self, organization: OrganizationId, network: Network, key: &DocumentKey
        ) -> Result<Option<EarlierSend>>;

        /// Keeps a decision with the answer under its idempotency key: the staged document, or
        /// submission, recorded invoice with its contact and events, job (of kind [`crate::sending::SEND_JOB`])
        /// and reserved credit, and the staged document's end.
        ///
        /// # Errors
        /// [`StoreError::Conflict`], also when the recorded invoice changed; [`StoreError::Taken`] when
        /// the number became another invoice's, issued here or recorded, or the invoice issued here has
        /// another submission to the same network that has not failed, or the document has
        /// ([`DocumentKey::of_send`]); [`StoreError::LeaseLost`];
        /// [`StoreError::NotFound`] when the staged
        /// document is gone. Nothing is kept then.
        async fn commit(
            &self, organization: OrganizationId, commit: &SendWrites, lease: Option<(&Lease, &Answer)>,
            now: OffsetDateTime
        ) -> Result<()>;

        /// A staged document that is not deleted.
        async fn staged(&self, organization: OrganizationId, id: StagedId) -> Result<Option<StagedDocument>>;

        /// How many bytes are to be sent of a submission: asked before they are loaded.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn document_size(&self, organization: OrganizationId, id: SubmissionId) -> Result<u64>;

        /// A submission with the bytes that are to be sent.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<(Submission, Vec<u8>)>;

        /// Keeps what [`crate::submissions::advance`] decided, if the submission still stands at `from`: state and
        /// receipt, the job (again at its time, dead, or gone), the credit, and the events, which the
        /// caller has written for the effects that emit. Of an invoice that follows its submission
        /// ([`Submission::moves_invoice`]) the status becomes `sent` with [`crate::submissions::Effect::EmitSent`] when
        /// it is `issued`; its events are among `events`.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it does not stand there any more.
        #[allow(clippy::too_many_arguments)] // one transaction
        async fn advance(
            &self, organization: OrganizationId, id: SubmissionId, from: Progress, moved: &Moved,
            outcome: AttemptOutcome<'_>, events: &[NewEvent], now: OffsetDateTime
        ) -> Result<()>;

        /// Lets held submissions of a network leave now: these, or the oldest [`crate::sending::MAX_RELEASED`]. Returns
        /// those that were held.
        async fn release_held(
            &self, organization: OrganizationId, network: Network, only: Option<&[SubmissionId]>,
            by: Option<Credential>, now: OffsetDateTime
        ) -> Result<Vec<SubmissionId>>;

        /// Deletes staged documents that expired by `now`, of all organizations. Returns how many.
        async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize>;
    }
}

port! {
    /// Reads what is kept of submissions.
    pub trait SubmissionLists: Send + Sync {
        /// Submissions, the newest first.
        async fn submissions(
            &self, organization: OrganizationId, filter: &SubmissionFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<SubmissionRecord>>;

        /// One submission with all that is kept of it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission_record(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<SubmissionRecord>;

        /// The document of a submission: what is handed over, and what came in.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn submission_bytes(
            &self, organization: OrganizationId, id: SubmissionId
        ) -> Result<DocumentBytes>;

        /// The receipts of a submission, the first first: the evidence that the network took it.
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

        /// Whose submission went over a network under this message id, and which: another access point names it
        /// when it says what became of it.
        async fn sent_as(
            &self, network: Network, message_id: MessageId
        ) -> Result<Option<(OrganizationId, SubmissionId)>>;

        /// How many submissions of all organizations need an operator. Cheap, also when there are many
        /// others.
        async fn needing_operator(&self) -> Result<u64>;

        /// Where an organization's submissions stand among those of all organizations.
        async fn queue_places(
            &self, organization: OrganizationId, submissions: &[SubmissionId]
        ) -> Result<QueuePlaces>;
    }
}

/// What an attempt brought, to be kept with the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptOutcome<'a> {
    /// Nothing: the move is no end of an attempt.
    None,
    /// The network's receipt.
    Receipt(&'a Receipt),
    /// Why it failed, for people.
    Error(&'a str),
}
