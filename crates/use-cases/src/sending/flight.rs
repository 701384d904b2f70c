//! How a document travelled: attempts, what proves them, and what the receiving side said.

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

/// Lines of the audit log that are looked at: many times those of all attempts.
const MOST_LINES: u16 = 100;

/// How a document that was sent travelled, or a status about one that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flight {
    /// Hash of the document without its envelope, as it was handed over.
    pub sha256: [u8; 32],
    /// Its size in bytes.
    pub size: usize,
    /// The attempts, the first first.
    pub attempts: Vec<FlightAttempt>,
    /// What came back, the first first.
    pub evidence: Vec<Evidence>,
}

/// Something that came back and is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// Its hash.
    pub sha256: [u8; 32],
    /// Who signed it: the seat id of the receiving access point. Nothing where it bears no signature.
    pub signer: Option<String>,
    /// The status (MLS) that it is; nothing of a receipt.
    pub status: Option<MessageStatus>,
}

impl Evidence {
    fn of(bytes: &[u8]) -> Self {
        // the signature around a status is that of its message, which is not kept
        let signer = signer_of(bytes).map(|certificate| certificate.common_name);
        Self { sha256: sha256(bytes), signer, status: MessageStatus::read(bytes).ok() }
    }
}

/// The flight record of a document that is sent.
///
/// # Errors
/// Storage.
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

/// What came back for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceKind {
    /// The receipt of the access point that took it.
    Receipt,
    /// The status that its receiver's provider sent.
    Status,
}

/// The first receipt that came back for a document, or the first status.
///
/// # Errors
/// [`StoreError::NotFound`]; storage.
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

/// The status that the sender of a received document is owed; nothing where nobody is owed one.
///
/// # Errors
/// [`StoreError::NotFound`] for a document that there is not, or of the other network; storage.
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

/// How that status travelled; nothing until it is decided.
///
/// # Errors
/// Storage.
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
