//! The invoice that is edited.

use super::values::filled_form;
use crate::{error::PageError, form::Form, visit::Visit};
use access::Scope;
use invoicing::{AnyInvoice, InvoiceId, InvoiceStore, recording::AnyDocument};
use use_cases::invoicing::change_invoice::editable_invoice;

/// Loads the invoice of the path as a form.
///
/// # Errors
/// 403, 404.
pub(super) async fn load(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let organization = visit.require(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    Ok((id, as_form(&visit.store.invoice(organization, id).await?)?))
}

/// Loads the invoice of the path as a form, if its content may be changed now.
///
/// # Errors
/// 403, 404; 409 with the reason why it cannot be changed.
pub(super) async fn load_editable(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let context = visit.context(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    Ok((id, as_form(&editable_invoice(&context, id).await?)?))
}

fn as_form(invoice: &AnyInvoice) -> Result<Form, PageError> {
    let AnyDocument::Issued(document) = &invoice.document else { return Err(PageError::Missing) };
    Ok(filled_form(document, invoice.version))
}
