use crate::{Ports, Runtime, events::invoice_data};
use ::events::{Data, Event, EventId, EventName, InvalidEventId, NewEvent, Unwritable};
use invoicing::Invoice;
use persistence::StoreError;
use webhooks::EventLog;

/// Why a view was not published.
#[derive(Debug, thiserror::Error)]
pub enum ViewedError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event without JSON.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// An event without an id.
    #[error(transparent)]
    Id(#[from] InvalidEventId),
}

/// Publishes that the other party has opened an invoice's link: once an hour, however often it does.
///
/// # Errors
/// [`ViewedError`].
pub async fn viewed<P: Ports>(ports: &P, invoice: &Invoice) -> Result<(), ViewedError> {
    let now = ports.runtime().now().to_offset(time::UtcOffset::UTC);
    let subject = format!("{}:{}T{:02}", invoice.id, now.date(), now.hour());
    let id = EventId::once(EventName::InvoiceViewed, &subject)?;
    let data = Data::InvoiceViewed(invoice_data(invoice, None, ports.base_url()));
    let event = Event { organization: invoice.organization, at: now, data };
    ports.database().keep_event(&NewEvent::of(&event, Some(id))?).await?;
    Ok(())
}
