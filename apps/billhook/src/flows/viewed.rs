use events::Unwritable;
use invoicing::{Invoice, Links};
use persistence::StoreError;
use time::OffsetDateTime;
use webhooks::EventLog;

/// Why the event of a view was not saved.
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
pub async fn viewed<S: EventLog>(
    store: &S,
    invoice: &Invoice,
    now: OffsetDateTime,
    links: &Links,
) -> Result<(), ViewedError> {
    Ok(store.keep_event(&invoice.viewed_event(now, links)?).await?)
}
