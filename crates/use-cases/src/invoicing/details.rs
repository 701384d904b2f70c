use crate::{context::Context, ports::Ports};
use document_intake::{DocumentIntake, IntakeBusy};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore, recording::AnyDocument};
use peppol_connector::{
    documents::DocumentContent, identifiers::Network, ports::SubmissionLists,
    sending::DocumentBytes, submissions::SubmissionRecord,
};
use persistence::StoreError;

/// An invoice with everything that it says.
#[derive(Debug)]
pub struct InvoiceDetails {
    /// The invoice.
    pub invoice: AnyInvoice,
    /// What the document of a recorded invoice says beyond that; `None` when it cannot be read.
    pub content: Option<DocumentContent>,
}

/// Why an invoice is not shown.
#[derive(Debug, thiserror::Error)]
pub enum DetailsError {
    /// Too many documents are being read.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// No such invoice, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One invoice, issued here or recorded.
///
/// # Errors
/// [`DetailsError`].
pub async fn invoice_details<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<InvoiceDetails, DetailsError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    details_of(context, invoice).await
}

/// The same of an invoice that was read.
///
/// # Errors
/// [`DetailsError`].
pub async fn details_of<P: Ports>(
    context: &Context<'_, P>,
    invoice: AnyInvoice,
) -> Result<InvoiceDetails, DetailsError> {
    let content = match invoice.document {
        AnyDocument::Issued(_) => None,
        AnyDocument::Recorded(_) => {
            let (_, bytes) = recorded_document(context, invoice.id).await?;
            context.ports.intake().content(bytes.sent).await?
        }
    };
    Ok(InvoiceDetails { invoice, content })
}

/// The send that a recorded invoice stands for, with its document: the newest live one, as test
/// sends change nothing of what went out; else the newest.
pub(crate) async fn recorded_document<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<(SubmissionRecord, DocumentBytes), StoreError> {
    let (database, organization) = (context.database(), context.organization);
    let counts = match database.latest_submission(organization, id, Network::Live).await? {
        Some(live) => live,
        None => {
            let test = database.latest_submission(organization, id, Network::Test).await?;
            test.ok_or(StoreError::NotFound)?
        }
    };
    let bytes = database.submission_bytes(organization, counts.submission.id).await?;
    Ok((counts, bytes))
}
