use crate::{Context, Ports};
use invoicing::{Invoice, InvoiceStore};
use peppol_connector::{RecordedInvoiceId, State, SubmissionLists};
use persistence::StoreError;
use ubl_builder::Options;
use uuid::Uuid;

/// A document to hand out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UblFile {
    /// The invoice's number.
    pub number: String,
    /// The XML.
    pub bytes: Vec<u8>,
    /// Where it comes from.
    pub source: UblSource,
}

/// Where the UBL of an invoice comes from (`X-Service-Ubl-Source`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UblSource {
    /// What was handed to the network, byte for byte.
    Archive,
    /// What would be sent now, without attachments.
    Preview,
}

/// The UBL of an invoice: what was handed to the network, else a preview. Also of a document that
/// was sent in and recorded.
///
/// # Errors
/// [`StoreError::NotFound`], and storage.
pub async fn archived_or_preview<P: Ports>(
    context: &Context<'_, P>,
    id: Uuid,
) -> Result<UblFile, StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let latest = database.latest_submission(organization, RecordedInvoiceId(id)).await?;
    let handed_over = |state| matches!(state, State::Sending | State::Sent | State::Delivered);
    match latest {
        // a recorded document has no preview: its newest bytes are it, however the send ended
        Some(record)
            if !record.submission.native || handed_over(record.submission.progress.state) =>
        {
            let bytes = database.submission_bytes(organization, record.submission.id).await?;
            let (number, bytes) = (record.submission.number, bytes.sent.to_vec());
            Ok(UblFile { number, bytes, source: UblSource::Archive })
        }
        _ => {
            let invoice = database.invoice(organization, id).await?;
            let bytes = ubl_preview(context, &invoice).into_bytes();
            let number = invoice.document.number;
            Ok(UblFile { number, bytes, source: UblSource::Preview })
        }
    }
}

/// The UBL of an invoice as it would be sent now, without its attachments.
#[must_use]
pub fn ubl_preview<P>(context: &Context<'_, P>, invoice: &Invoice) -> String {
    ubl_builder::build(&invoice.document, &Options { network: context.tier, attachments: &[] }).xml
}
