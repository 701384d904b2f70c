//! Documents that were sent or received, as a key sees them: those of the other network are not there.

use crate::{Context, Ports};
use ::tax_reports::{FsReport, ReportAbout, TaxReportStore};
use peppol_connector::{
    InboxStore, InvoiceId, Network, ReceivedId, ReceivedRecord, SubmissionId, SubmissionLists,
    SubmissionRecord,
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

/// Keeps that a received document was taken over: at the time of the first call, whatever comes after.
///
/// # Errors
/// [`StoreError::NotFound`], also for one of the other network; storage.
pub async fn acknowledge<P: Ports>(
    context: &Context<'_, P>,
    id: ReceivedId,
) -> Result<ReceivedRecord, StoreError> {
    let record = received_document(context, id).await?;
    let at = context.database().acknowledge(context.organization, id, context.now()).await?;
    Ok(ReceivedRecord { acknowledged_at: Some(at), ..record })
}

/// # Errors
/// [`StoreError::NotFound`] for what is in the other network than that of the key.
fn seen_from<P: Ports>(context: &Context<'_, P>, network: Network) -> Result<(), StoreError> {
    if network == context.network() { Ok(()) } else { Err(StoreError::NotFound) }
}
