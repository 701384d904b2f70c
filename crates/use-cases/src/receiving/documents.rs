//! Documents that were sent or received, as a key sees them: those of the other network are not there.

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

/// A document that was sent over the network of the key, or is about to be.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
pub async fn sent_document<P: Ports>(
    context: &Context<'_, P>,
    id: SubmissionId,
) -> Result<SubmissionRecord, StoreError> {
    let record = context.database().submission_record(context.organization, id).await?;
    seen_from(context, record.submission.network)?;
    Ok(record)
}

/// A document that came over the network of the key.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
pub async fn received_document<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let record = context.database().received_record(context.organization, id).await?;
    seen_from(context, record.network)?;
    Ok(record)
}

/// The report of a document to the tax authority, if there is one: of an invoice the newest one in the network
/// of the key.
///
/// # Errors
/// Storage.
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

/// What a report is shown with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Documented {
    /// An invoice that was sent.
    Invoice(InvoiceId),
    /// A received document.
    Received(ReceivedId),
}

/// A received document, and what it says to a reader.
pub struct ReadDocument {
    /// What is kept of it.
    pub record: ReceivedRecord,
    /// As it was inspected now; CII as the UBL that it becomes.
    pub document: Document,
    /// What it says; none where it cannot be read as an invoice.
    pub content: Option<DocumentContent>,
}

/// Reads a received document.
///
/// # Errors
/// [`StoreError::NotFound`] within, also for one of the other network; storage; too many are being read.
pub async fn read_received<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReadDocument, DetailsError> {
    let record = received_document(context, id).await?;
    let bytes = context.database().received_bytes(context.organization, id).await?;
    let (document, content) = inspected(context, bytes).await?;
    Ok(ReadDocument { record, document, content })
}

/// A document that came over the network of the key, inspected, and what it says.
pub(crate) async fn inspected<P: Ports>(
    context: &Context<'_, P>,
    bytes: Vec<u8>,
) -> Result<(Document, Option<DocumentContent>), IntakeBusy> {
    let incoming = Incoming { bytes: bytes.into(), format: None, network: context.network() };
    let document = context.ports.intake().inspect(incoming).await?;
    let content = context.ports.intake().content(document.bytes.sent.clone()).await?;
    Ok((document, content))
}

/// Keeps that a received document was taken over: at the time of the first call, whatever comes after.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
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
