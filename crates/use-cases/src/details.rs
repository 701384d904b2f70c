use crate::{Context, Ports};
use document_intake::DocumentIntake;
use invoicing::{AnyDocument, AnyInvoice, InvoiceId, InvoiceStore};
use peppol_connector::{
    DocumentBytes, DocumentContent, Network, SubmissionFilter, SubmissionLists, SubmissionRecord,
};
use persistence::StoreError;

/// Sends of one recorded invoice that are looked at for the one that counts.
const SENDS: u16 = 100;

/// An invoice with everything that it says.
#[derive(Debug)]
pub struct InvoiceDetails {
    /// The invoice.
    pub invoice: AnyInvoice,
    /// What the document of a recorded invoice says beyond that; `None` when it cannot be read.
    pub content: Option<DocumentContent>,
}

/// One invoice, issued here or recorded.
///
/// # Errors
/// [`StoreError::NotFound`], and storage.
pub async fn invoice_details<P: Ports>(
    context: &Context<'_, P>,
    id: InvoiceId,
) -> Result<InvoiceDetails, StoreError> {
    let invoice = context.database().invoice(context.organization, id).await?;
    details_of(context, invoice).await
}

/// The same of an invoice that was read.
///
/// # Errors
/// Storage.
pub async fn details_of<P: Ports>(
    context: &Context<'_, P>,
    invoice: AnyInvoice,
) -> Result<InvoiceDetails, StoreError> {
    let content = match invoice.document {
        AnyDocument::Issued(_) => None,
        AnyDocument::Recorded(_) => {
            let (_, bytes) = recorded_document(context, invoice.id).await?;
            context.ports.intake().content(bytes.sent).await
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
    let filter = SubmissionFilter { invoice: Some(id), ..SubmissionFilter::default() };
    let sends = database.submissions(organization, &filter, None, SENDS).await?.rows;
    let is_live = |record: &&SubmissionRecord| record.submission.network == Network::Live;
    let counts = sends.iter().find(is_live).or(sends.first()).ok_or(StoreError::NotFound)?;
    let bytes = database.submission_bytes(organization, counts.submission.id).await?;
    Ok((counts.clone(), bytes))
}
