use crate::{context::Context, ports::Ports};
use document_intake::{DocumentIntake, IntakeBusy};
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore, recording::AnyDocument};
use peppol_connector::{
    documents::DocumentContent, identifiers::Network, ports::SubmissionLists,
    sending::DocumentBytes, submissions::SubmissionRecord,
};
use persistence::StoreError;

/// An invoice with all its content.
#[derive(Debug)]
pub struct InvoiceDetails {
    /// The invoice.
    pub invoice: AnyInvoice,
    /// The parsed content of a recorded invoice's document; `None` for one issued here, or when it cannot be parsed.
    pub content: Option<DocumentContent>,
}

/// Why an invoice cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum DetailsError {
    /// Too many documents are being parsed.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// The invoice does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Loads one invoice, issued here or recorded.
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

/// Adds the content to an invoice that is loaded already.
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

/// The submission of a recorded invoice, with its document: the newest live one, because test sends do not change what
/// was sent to the customer; else the newest.
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
