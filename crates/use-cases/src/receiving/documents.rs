//! Sent and received documents as a key sees them; those of the other network are not found.

use crate::{context::Context, invoicing::details::DetailsError, ports::Ports};
use ::tax_reports::{FsReport, ReportAbout, TaxReportStore};
use document_intake::{Document, DocumentIntake, Incoming, IntakeBusy};
use peppol_connector::{
    documents::DocumentContent,
    identifiers::{InvoiceId, Network, ReceivedId, SubmissionId},
    inbox::ReceivedRecord,
    ports::{InboxStore, SubmissionLists},
    submissions::SubmissionRecord,
};
use persistence::StoreError;

/// Loads a document that was sent over the network of the key, or is queued for it.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage failures.
pub async fn sent_document<P: Ports>(
    context: &Context<'_, P>,
    id: SubmissionId,
) -> Result<SubmissionRecord, StoreError> {
    let record = context.database().submission_record(context.organization, id).await?;
    seen_from(context, record.submission.network)?;
    Ok(record)
}

/// Loads a document that was received over the network of the key.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage failures.
pub async fn received_document<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let record = context.database().received_record(context.organization, id).await?;
    seen_from(context, record.network)?;
    Ok(record)
}

/// The tax report of a document, if there is one; for an invoice the newest in the network of the key.
///
/// # Errors
/// Storage failures.
pub async fn fs_report<P: Ports>(
    context: &Context<'_, P>,
    of: Documented,
) -> Result<Option<FsReport>, StoreError> {
    let about = match of {
        Documented::Invoice(id) => ReportAbout::Invoice(id, context.network()),
        Documented::Received(id) => ReportAbout::Received(id),
    };
    let report = context.database().latest_report(context.organization, about).await?;
    Ok(report.as_ref().map(FsReport::from))
}

/// The document that a tax report is shown for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documented {
    /// A sent invoice.
    Invoice(InvoiceId),
    /// A received document.
    Received(ReceivedId),
}

/// A received document with its parsed content.
pub struct ReadDocument {
    /// The stored record.
    pub record: ReceivedRecord,
    /// The document, inspected by the rules of the day on which it came; CII converted to UBL.
    pub document: Document,
    /// Its content; `None` when it cannot be parsed as an invoice.
    pub content: Option<DocumentContent>,
}

/// Loads and parses a received document.
///
/// # Errors
/// [`StoreError::NotFound`] within, also for a document of the other network; storage failures; too many documents
/// being parsed.
pub async fn read_received<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReadDocument, DetailsError> {
    let record = received_document(context, id).await?;
    let bytes = context.database().received_bytes(context.organization, id).await?;
    let (document, content) = inspected(context, &record, bytes).await?;
    Ok(ReadDocument { record, document, content })
}

/// A received document, inspected by the rules of the day on which it came, and its content.
pub(crate) async fn inspected<P: Ports>(
    context: &Context<'_, P>,
    record: &ReceivedRecord,
    bytes: Vec<u8>,
) -> Result<(Document, Option<DocumentContent>), IntakeBusy> {
    let (network, day) = (record.network, service_day::date(record.received_at));
    let incoming = Incoming { bytes: bytes.into(), format: None, network, day };
    let document = context.ports.intake().inspect(incoming).await?;
    let content = context.ports.intake().content(document.bytes.sent.clone()).await?;
    Ok((document, content))
}

/// Acknowledges a received document. The time is that of the first call; repeating it changes nothing.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage failures.
pub async fn acknowledge<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let record = received_document(context, id).await?;
    let (organization, by, now) = (context.organization, context.actor, context.now());
    let at = context.database().acknowledge(organization, id, by, now).await?;
    Ok(ReceivedRecord { acknowledged_at: Some(at), ..record })
}

/// # Errors
/// [`StoreError::NotFound`] for what is in the other network than that of the key.
fn seen_from<P: Ports>(context: &Context<'_, P>, network: Network) -> Result<(), StoreError> {
    if network == context.network() { Ok(()) } else { Err(StoreError::NotFound) }
}
