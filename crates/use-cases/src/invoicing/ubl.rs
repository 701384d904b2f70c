use crate::{context::Context, invoicing::details::recorded_document, ports::Ports};
use invoicing::{AnyInvoice, Invoice, InvoiceId, InvoiceStore, states::TransitionRefused};
use peppol_connector::{
    identifiers::Network, ports::SubmissionLists, submissions::SubmissionRecord,
};
use persistence::StoreError;
use ubl_builder::Options;

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
    /// What would be sent now, without attachments; of a recorded document, what is to be sent.
    Preview,
}

impl UblSource {
    /// The header's value.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UblSource::Archive => "archive",
            UblSource::Preview => "preview",
        }
    }

    /// A send is an archive to the keys of its network alone.
    fn of(send: &SubmissionRecord, network: Network) -> Self {
        let archived = send.submission.network == network && send.was_handed_over();
        if archived { UblSource::Archive } else { UblSource::Preview }
    }
}

/// Why there is no UBL of an invoice.
#[derive(Debug, thiserror::Error)]
pub enum UblError {
    /// A draft has no number yet, and no document that leaves.
    #[error(transparent)]
    NoDocument(#[from] TransitionRefused),
    /// No such invoice, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The UBL of an invoice: what was handed to the network of the key, else a preview. Also of a
/// document that was sent in and recorded: what went out live, else what was sent last.
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

/// The same of an invoice that was read.
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

/// The UBL of an invoice as it would be sent now, without its attachments.
fn ubl_preview<P>(context: &Context<'_, P>, invoice: &Invoice) -> String {
    ubl_builder::build(&invoice.document, &Options { network: context.tier, attachments: &[] }).xml
}
