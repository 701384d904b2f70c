//! The flight record of a document: attempts, evidence, and the statuses of the receiving side.

use crate::{
    context::Context, people::secrets::sha256, ports::Ports,
    receiving::documents::received_document,
};
use peppol_connector::{
    audit::AuditFilter,
    identifiers::{ReceivedId, SubmissionId},
    inbox::OwedStatus,
    ports::{AuditStore, FlightStore, StatusStore, SubmissionLists},
    submissions::{FlightAttempt, SubmissionRecord, attempts_of},
};
use peppol_messages::as4::signer_of;
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;

/// Maximum number of audit log lines that are read: far more than all attempts write.
const MOST_LINES: u16 = 100;

/// The flight record of a sent document, or of a status that we sent about a received one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flight {
    /// SHA-256 of the document without its envelope, as it was handed over.
    pub sha256: [u8; 32],
    /// Its size in bytes.
    pub size: usize,
    /// The attempts, oldest first.
    pub attempts: Vec<FlightAttempt>,
    /// The evidence that came back, oldest first.
    pub evidence: Vec<Evidence>,
}

/// A stored receipt or status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// Seat id of the receiving access point that signed it; `None` without a signature.
    pub signer: Option<String>,
    /// The status (MLS); `None` for a receipt.
    pub status: Option<MessageStatus>,
}

impl Evidence {
    fn of(bytes: &[u8]) -> Self {
        // the signature on a status belongs to its message, which is not stored
        let signer = signer_of(bytes).map(|certificate| certificate.common_name);
        Self { sha256: sha256(bytes), signer, status: MessageStatus::read(bytes).ok() }
    }
}

/// The flight record of a submission.
///
/// # Errors
/// Storage failures.
pub async fn flight<P: Ports>(
    context: &Context<'_, P>,
    record: &SubmissionRecord,
) -> Result<Flight, StoreError> {
    let (database, id) = (context.database(), record.submission.id);
    let filter = AuditFilter { document: Some(id.into()), ..AuditFilter::default() };
    let lines = database.audit(context.organization, &filter, None, MOST_LINES).await?;
    let hops = database.hops(context.organization, id).await?;
    let document = database.submission_bytes(context.organization, id).await?.sent;
    let receipts = database.submission_receipts(context.organization, id).await?;
    Ok(Flight {
        sha256: sha256(&document),
        size: document.len(),
        attempts: attempts_of(&lines.rows, hops),
        evidence: receipts.iter().map(|receipt| Evidence::of(receipt)).collect(),
    })
}

/// The kind of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceKind {
    /// The receipt of the access point that accepted the document.
    Receipt,
    /// The status that the receiver's provider sent.
    Status,
}

/// The first receipt or the first status that came back for a document.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn evidence<P: Ports>(
    context: &Context<'_, P>,
    id: SubmissionId,
    kind: EvidenceKind,
) -> Result<Option<Vec<u8>>, StoreError> {
    let kept = context.database().submission_receipts(context.organization, id).await?;
    let is_of_kind =
        |bytes: &Vec<u8>| MessageStatus::read(bytes).is_ok() == (kind == EvidenceKind::Status);
    Ok(kept.into_iter().find(is_of_kind))
}

/// The status owed to the sender of a received document; `None` when none is owed.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown document, or one of the other network; storage failures.
pub async fn owed_status<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<Option<OwedStatus>, StoreError> {
    received_document(context, id).await?;
    match context.database().owed_status(context.organization, id).await {
        Ok(owed) => Ok(Some(owed)),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The flight record of that status; `None` until the status is decided.
///
/// # Errors
/// Storage failures.
pub async fn status_flight<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
    owed: &OwedStatus,
) -> Result<Option<Flight>, StoreError> {
    let Some(outgoing) = &owed.outgoing else { return Ok(None) };
    let attempts = context.database().status_attempts(context.organization, id).await?;
    Ok(Some(Flight {
        sha256: sha256(&outgoing.document),
        size: outgoing.document.len(),
        attempts,
        evidence: owed.receipt.iter().map(|receipt| Evidence::of(receipt)).collect(),
    }))
}
