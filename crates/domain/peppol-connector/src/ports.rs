//! What the connector needs of the world. All errors are in words of the domain.

use crate::{
    Balance, Commit, CreditEntry, Credits, DocumentTypeId, Moved, Network, OrganizationFacts,
    ParticipantId, ProcessId, Progress, RetryClass, StagedDocument, StagedId, Submission,
    SubmissionId, Verdict,
};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Claim};
use std::{error::Error, future::Future};
use time::OffsetDateTime;

/// The source of an error, for the log.
pub type Cause = Box<dyn Error + Send + Sync>;

/// The validation runtime cannot be reached: nothing is known of the document.
#[derive(Debug, thiserror::Error)]
#[error("the validator is unavailable")]
pub struct ValidatorUnavailable(#[source] pub Cause);

/// Judges documents by the official rules. May run in this process or elsewhere.
pub trait DocumentValidator: Send + Sync {
    /// The verdict on these bytes. That they are no XML at all is a finding, not an error.
    ///
    /// # Errors
    /// [`ValidatorUnavailable`].
    fn validate(
        &self,
        document: &[u8],
    ) -> impl Future<Output = Result<Verdict, ValidatorUnavailable>> + Send;
}

/// Where a participant takes documents of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivingPoint {
    /// Address of the access point.
    pub url: String,
    /// Its certificate, DER.
    pub certificate: Vec<u8>,
}

/// Why the directory does not tell.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The participant is not registered: certain.
    #[error("{0} is not registered in the Peppol network")]
    NotRegistered(ParticipantId),
    /// It is, but takes no documents of this type in this process: certain.
    #[error("{0} does not receive documents of this type")]
    NotReceiving(ParticipantId),
    /// Nobody can tell now. Never to be taken for "not registered".
    #[error("the Peppol directory is unreachable")]
    Unreachable(#[source] Cause),
    /// The answer cannot be trusted: its signature or its dates are wrong.
    #[error("the answer of the Peppol directory cannot be trusted")]
    Untrusted(#[source] Cause),
}

impl DirectoryError {
    /// What it means for the attempt that asked.
    #[must_use]
    pub const fn class(&self) -> RetryClass {
        match self {
            DirectoryError::NotRegistered(_) | DirectoryError::NotReceiving(_) => {
                RetryClass::Permanent
            }
            DirectoryError::Unreachable(_) | DirectoryError::Untrusted(_) => RetryClass::Transient,
        }
    }
}

/// Whether a participant is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registration {
    /// Whether the public directory lists it.
    pub in_directory: bool,
}

/// The network's directory of participants (SML, SMP).
pub trait ParticipantDirectory: Send + Sync {
    /// Whether a participant is registered. `None`: certainly not.
    ///
    /// # Errors
    /// [`DirectoryError::Unreachable`], [`DirectoryError::Untrusted`].
    fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<Option<Registration>, DirectoryError>> + Send;

    /// Where it takes documents of this type in this process.
    ///
    /// # Errors
    /// [`DirectoryError`].
    fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
    ) -> impl Future<Output = Result<ReceivingPoint, DirectoryError>> + Send;
}

/// The network's receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The receiving side's id of the transaction.
    pub transaction_id: Option<String>,
    /// The signed receipt itself, kept as evidence.
    pub evidence: Vec<u8>,
    /// Whether the other side says that it had the message already: a success too.
    pub duplicate: bool,
    /// Whether it also reached the recipient (the sandbox knows at once).
    pub delivered: bool,
}

/// Why no receipt came.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// Certainly not taken; later it may be.
    #[error("the receiving access point cannot be reached")]
    Unreachable(#[source] Cause),
    /// Certainly not taken, for good. The text is for people.
    #[error("the receiving access point refuses the document: {0}")]
    Refused(String),
    /// It may have been taken: the connection broke after the document went out, or the receipt
    /// cannot be verified.
    #[error("the receiving access point gave no valid receipt")]
    NoReceipt(#[source] Cause),
    /// What the directory said.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
}

impl DeliveryError {
    /// What it means for the submission.
    #[must_use]
    pub const fn class(&self) -> RetryClass {
        match self {
            DeliveryError::Unreachable(_) => RetryClass::Transient,
            DeliveryError::Refused(_) => RetryClass::Permanent,
            DeliveryError::NoReceipt(_) => RetryClass::Unknown,
            DeliveryError::Directory(error) => error.class(),
        }
    }
}

/// Hands documents to the network.
pub trait AccessPoint: Send + Sync {
    /// Sends one document under the submission's message id, which stays the same in every attempt.
    ///
    /// # Errors
    /// [`DeliveryError`].
    fn deliver(
        &self,
        submission: &Submission,
        document: &[u8],
    ) -> impl Future<Output = Result<Receipt, DeliveryError>> + Send;
}

/// What may go wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionStoreError {
    /// There is no such object for this organization.
    #[error("not found")]
    NotFound,
    /// The credit went to another send in the meantime: decide again.
    #[error("not enough credit")]
    Insufficient,
    /// The number became an invoice issued here in the meantime: decide again.
    #[error("taken: {0}")]
    Taken(String),
    /// The submission moved in the meantime: read it and decide again.
    #[error("the submission has moved")]
    Stale,
    /// The idempotency claim was lost to another request: nothing was kept.
    #[error("the idempotency claim was taken over")]
    ClaimLost,
    /// The storage does not answer as it should.
    #[error("storage")]
    Backend(#[source] Cause),
}

/// Where submissions, staged documents and recorded invoices are kept.
pub trait SubmissionStore: Send + Sync {
    /// What counts of the organization for a document under this number.
    ///
    /// # Errors
    /// [`SubmissionStoreError::NotFound`] when the organization does not exist.
    fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<OrganizationFacts, SubmissionStoreError>> + Send;

    /// Keeps a decision with the answer under its idempotency key, in one transaction: the staged
    /// document, or submission, record, job and reserved credit, and the staged document's end.
    ///
    /// # Errors
    /// [`SubmissionStoreError::Insufficient`], [`SubmissionStoreError::Taken`],
    /// [`SubmissionStoreError::ClaimLost`]; [`SubmissionStoreError::NotFound`] when the staged
    /// document is gone. Nothing is kept then.
    fn commit(
        &self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), SubmissionStoreError>> + Send;

    /// A staged document that is not deleted.
    ///
    /// # Errors
    /// [`SubmissionStoreError::Backend`].
    fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> impl Future<Output = Result<Option<StagedDocument>, SubmissionStoreError>> + Send;

    /// A submission with the bytes that are to be sent.
    ///
    /// # Errors
    /// [`SubmissionStoreError::NotFound`].
    fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> impl Future<Output = Result<(Submission, Vec<u8>), SubmissionStoreError>> + Send;

    /// Keeps what [`crate::advance`] decided, with all its effects, if the submission still stands at
    /// `from`.
    ///
    /// # Errors
    /// [`SubmissionStoreError::Stale`] when it does not.
    fn advance(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        receipt: Option<&Receipt>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), SubmissionStoreError>> + Send;

    /// Deletes staged documents that expired by `now`, of all organizations. Returns how many.
    ///
    /// # Errors
    /// [`SubmissionStoreError::Backend`].
    fn delete_expired(
        &self,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, SubmissionStoreError>> + Send;
}

/// Reads and tops up credit. Reserving, capturing and releasing happen inside
/// [`SubmissionStore::commit`] and [`SubmissionStore::advance`], by the arithmetic of this crate.
pub trait CreditLedger: Send + Sync {
    /// What goes wrong in the store.
    type Error;

    /// What stands on the account.
    fn balance(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<Balance, Self::Error>> + Send;

    /// The newest entries before `before`, newest first.
    fn entries(
        &self,
        organization: OrganizationId,
        before: Option<OffsetDateTime>,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<(OffsetDateTime, CreditEntry)>, Self::Error>> + Send;

    /// Adds bought credit, once for each key.
    fn top_up(
        &self,
        organization: OrganizationId,
        key: &str,
        amount: Credits,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Balance, Self::Error>> + Send;
}
