use crate::ports::{Ports, Runtime};
use access::OrganizationId;
use events::Unwritable;
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore,
    states::{Links, ViewStore},
};
use persistence::StoreError;

/// Why a view was not published.
#[derive(Debug, thiserror::Error)]
pub enum ViewedError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event that cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// What a link of an invoice leads to: nothing of a draft, nor of one that was deleted.
///
/// # Errors
/// Storage.
pub async fn invoice_of_link<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<Option<AnyInvoice>, StoreError> {
    match ports.database().invoice(organization, id).await {
        Err(StoreError::NotFound) => Ok(None),
        Ok(invoice) if invoice.status.is_draft() => Ok(None),
        invoice => invoice.map(Some),
    }
}

/// Keeps that the other party has opened an invoice's link, and publishes it: once an hour, however often it does.
///
/// # Errors
/// [`ViewedError`].
pub async fn viewed<P: Ports>(ports: &P, invoice: &AnyInvoice) -> Result<(), ViewedError> {
    let event = invoice.viewed_event(ports.runtime().now(), &Links::to(ports.base_url()))?;
    Ok(ports.database().keep_view(invoice.organization, invoice.id, &event).await?)
}
