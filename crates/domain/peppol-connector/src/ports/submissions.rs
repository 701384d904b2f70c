use crate::{
    Commit, DocumentBytes, Moved, OrganizationFacts, Progress, Receipt, RecordedInvoice,
    RecordedInvoiceId, StagedDocument, StagedId, Submission, SubmissionFilter, SubmissionId,
    SubmissionRecord,
};
use access::{OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Claim};
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// Where submissions, staged documents and recorded invoices are kept. What a call keeps, it keeps
/// in one transaction, with the lines of the trail ([`crate::TrailKind`]) that belong to it.
pub trait SubmissionStore: Send + Sync {
    /// What counts of the organization for a document under this number.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<OrganizationFacts>> + Send;

    /// Keeps a decision with the answer under its idempotency key: the staged document, or
    /// submission, record, job (of kind [`crate::SEND_JOB`]) and reserved credit, and the staged
    /// document's end.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]; [`StoreError::Taken`] when the number became
    /// an invoice issued here, or the invoice issued here has another submission that has not
    /// failed; [`StoreError::LeaseLost`]; [`StoreError::NotFound`] when the staged
    /// document is gone. Nothing is kept then.
    fn commit(
        &self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<()>> + Send;

    /// A staged document that is not deleted.
    fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> impl Future<Output = Result<Option<StagedDocument>>> + Send;

    /// A submission with the bytes that are to be sent.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> impl Future<Output = Result<(Submission, Vec<u8>)>> + Send;

    /// Keeps what [`crate::advance`] decided, if the submission still stands at `from`: state and
    /// receipt, the job (again at its time, dead, or gone), the credit, and the events, which the
    /// caller has written for the effects that emit. Of an invoice issued here whose status is
    /// `issued` or `overdue`, the status becomes `sent` with [`crate::Effect::EmitSent`] when it is
    /// `issued`; its events are among `events`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it does not stand there any more.
    #[allow(clippy::too_many_arguments)] // one transaction
    fn advance(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        outcome: AttemptOutcome<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Lets held submissions leave now: these, or all. Returns those that were held.
    fn release_held(
        &self,
        organization: OrganizationId,
        only: Option<&[SubmissionId]>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Vec<SubmissionId>>> + Send;

    /// Deletes staged documents that expired by `now`, of all organizations. Returns how many.
    fn delete_expired(&self, now: OffsetDateTime) -> impl Future<Output = Result<usize>> + Send;
}

/// Reads what is kept of submissions.
pub trait SubmissionLists: Send + Sync {
    /// Submissions, the newest first.
    fn submissions(
        &self,
        organization: OrganizationId,
        filter: &SubmissionFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<SubmissionRecord>>> + Send;

    /// One submission with all that is kept of it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn submission_record(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> impl Future<Output = Result<SubmissionRecord>> + Send;

    /// The document of a submission: what is handed over, and what came in.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn submission_bytes(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> impl Future<Output = Result<DocumentBytes>> + Send;

    /// The receipts of a submission, the first first: the evidence that the network took it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn submission_receipts(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> impl Future<Output = Result<Vec<Vec<u8>>>> + Send;

    /// The newest submission of an invoice, issued here or recorded.
    fn latest_submission(
        &self,
        organization: OrganizationId,
        invoice: RecordedInvoiceId,
    ) -> impl Future<Output = Result<Option<SubmissionRecord>>> + Send;

    /// A recorded invoice.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn recorded_invoice(
        &self,
        organization: OrganizationId,
        id: RecordedInvoiceId,
    ) -> impl Future<Output = Result<(RecordedInvoice, OffsetDateTime)>> + Send;

    /// How many submissions of all organizations are due before `run_at` and not yet sent.
    fn ahead_in_queue(&self, run_at: OffsetDateTime) -> impl Future<Output = Result<u64>> + Send;
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
