use crate::{context::Context, invoicing::details::recorded_document, ports::Ports};
use invoicing::{AnyInvoice, Invoice, InvoiceId, InvoiceStore, states::TransitionRefused};
use peppol_connector::{
    identifiers::Network, ports::SubmissionLists, submissions::SubmissionRecord,
};
use persistence::StoreError;
use ubl_builder::Options;

/// An invoice as a UBL file for download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UblFile {
    /// The invoice number (BT-1).
    pub number: String,
    /// The XML bytes.
    pub bytes: Vec<u8>,
    /// Whether it is the archived document or a preview.
    pub source: UblSource,
}

/// Where the UBL of an invoice comes from (`X-Service-Ubl-Source`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UblSource {
    /// The bytes that were handed to the network.
    Archive,
    /// The document as it would be sent now, without attachments; for a recorded document, the one to be sent.
    Preview,
}

impl UblSource {
    /// The value of the header `X-Service-Ubl-Source`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UblSource::Archive => "archive",
            UblSource::Preview => "preview",
        }
    }

    /// A send counts as archive only for keys of its own network.
    fn of(send: &SubmissionRecord, network: Network) -> Self {
        let archived = send.submission.network == network && send.was_handed_over();
        if archived { UblSource::Archive } else { UblSource::Preview }
    }
}

/// Why no UBL of an invoice is available.
#[derive(Debug, thiserror::Error)]
pub enum UblError {
    /// A draft has no number and no document yet.
    #[error(transparent)]
    NoDocument(#[from] TransitionRefused),
    /// The invoice does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The UBL of an invoice: the document that was handed to the network of the key, else a preview. For a recorded
/// document: the newest live send, else the newest send.
///
/// # Errors
/// [`UblError`].
pub async fn archived_or_preview<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<UblFile, UblError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    ubl_of(context, &invoice).await
}

/// The UBL of an invoice that is loaded already.
///
/// # Errors
/// [`UblError`].
pub async fn ubl_of<P: Ports>(
    context: &Context<'_, P>,
    invoice: &AnyInvoice,
) -> Result<UblFile, UblError> {
    if invoice.status.is_draft() {
        return Err(TransitionRefused::NotIssued(invoice.status).into());
    }
    let (database, organization) = (context.database(), context.organization);
    let issued = match invoice.clone().issued() {
        Ok(issued) => issued,
        Err(recorded) => {
            let (send, bytes) = recorded_document(context, recorded.id).await?;
            let (number, source) =
                (recorded.document.number, UblSource::of(&send, context.network()));
            return Ok(UblFile { number, bytes: bytes.sent.to_vec(), source });
        }
    };
    let latest = database.latest_submission(organization, issued.id, context.network()).await?;
    let number = issued.document.number.clone();
    match latest.filter(SubmissionRecord::was_handed_over) {
        Some(send) => {
            let bytes = database.submission_bytes(organization, send.submission.id).await?;
            Ok(UblFile { number, bytes: bytes.sent.to_vec(), source: UblSource::Archive })
        }
        None => {
            let bytes = ubl_preview(context, &issued).into_bytes();
            Ok(UblFile { number, bytes, source: UblSource::Preview })
        }
    }
}

/// The UBL of an invoice as it would be sent now, without attachments.
fn ubl_preview<P>(context: &Context<'_, P>, invoice: &Invoice) -> String {
    ubl_builder::build(&invoice.document, &Options { network: context.tier, attachments: &[] }).xml
}
