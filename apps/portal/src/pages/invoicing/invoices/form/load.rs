//! The invoice that is edited.

use super::typed::typed;
use crate::{error::PageError, form::Form, visit::Visit};
use access::Scope;
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore, recording::AnyDocument};
use use_cases::invoicing::change_invoice::editable_invoice;

/// It as a form.
///
/// # Errors
/// 403, 404.
pub(super) async fn kept(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let organization = visit.require(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    Ok((id, as_form(&visit.store.invoice(organization, id).await?)?))
}

/// The same of one whose content may be changed now.
///
/// # Errors
/// 403, 404, 409: it says why not.
pub(super) async fn editable(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    Ok((id, as_form(&editable_invoice(&context, id).await?)?))
}

fn as_form(invoice: &AnyInvoice) -> Result<Form, PageError> {
    let AnyDocument::Issued(document) = &invoice.document else { return Err(PageError::Missing) };
    Ok(typed(document, invoice.version))
}
