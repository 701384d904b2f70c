use crate::{Ports, Runtime};
use events::Unwritable;
use invoicing::{AnyInvoice, Links};
use persistence::StoreError;
use webhooks::EventLog;

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

/// Publishes that the other party has opened an invoice's link: once an hour, however often it does.
///
/// # Errors
/// [`ViewedError`].
pub async fn viewed<P: Ports>(ports: &P, invoice: &AnyInvoice) -> Result<(), ViewedError> {
    let event = invoice.viewed_event(ports.runtime().now(), &Links::to(ports.base_url()))?;
    Ok(ports.database().keep_event(&event).await?)
}
