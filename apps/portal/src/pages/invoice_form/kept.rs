//! The invoice that is edited.

use super::typed::typed;
use crate::{error::PageError, form::Form, visit::Visit};
use access::Scope;
use invoicing::{InvoiceId, InvoiceStore, recording::AnyDocument};

/// It as a form.
///
/// # Errors
/// 403, 404.
pub(super) async fn kept(visit: &Visit) -> Result<(InvoiceId, Form), PageError> {
    let organization = visit.require(Scope::InvoiceUpdate)?;
    let id = InvoiceId(visit.id("id")?);
    let invoice = visit.store.invoice(organization, id).await?;
    let AnyDocument::Issued(document) = &invoice.document else { return Err(PageError::Missing) };
    Ok((id, typed(document, invoice.version)))
}
