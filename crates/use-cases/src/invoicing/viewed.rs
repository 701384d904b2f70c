use crate::ports::{Ports, Runtime};
use access::OrganizationId;
use events::Unwritable;
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceStore,
    states::{Links, ViewStore},
};
use persistence::StoreError;

/// Why a view was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum ViewedError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The event cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// The invoice behind a public link; `None` for a draft or a deleted invoice.
///
/// # Errors
/// Storage failures.
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

/// Records that the other party opened an invoice's link, and publishes the event at most once an hour.
///
/// # Errors
/// [`ViewedError`].
pub async fn viewed<P: Ports>(ports: &P, invoice: &AnyInvoice) -> Result<(), ViewedError> {
    let event = invoice.viewed_event(ports.runtime().now(), &Links::to(ports.base_url()))?;
    Ok(ports.database().keep_view(invoice.organization, invoice.id, &event).await?)
}
