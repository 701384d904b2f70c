use crate::{Ports, Runtime, events::invoice_data};
use ::events::{Data, Event, EventId, EventName, InvalidEventId, NewEvent, Unwritable};
use invoicing::{BecomesOverdue, Invoice, OverdueStore};
use persistence::StoreError;
use time::OffsetDateTime;

/// Invoices of one transaction.
const BATCH: u16 = 100;

/// Why invoices were not made overdue; those before stand.
#[derive(Debug, thiserror::Error)]
pub enum OverdueError {
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

/// Makes every open invoice whose due date is before today overdue. Returns how many.
///
/// # Errors
/// [`OverdueError`].
pub async fn make_overdue<P: Ports>(ports: &P) -> Result<usize, OverdueError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let (now, today) = (runtime.now(), runtime.today());
    let mut all = 0;
    loop {
        let found = store.past_due(today, BATCH).await?;
        let becoming = found.iter().filter_map(|invoice| {
            invoice.past_due(today).map(|overdue| becomes(invoice, &overdue, now, ports.base_url()))
        });
        let becoming = becoming.collect::<Result<Vec<_>, _>>()?;
        if becoming.is_empty() {
            return Ok(all);
        }
        all += store.make_overdue(&becoming).await?;
    }
}

/// `invoice.overdue`, once for each due date, and `invoice.updated`.
fn becomes(
    before: &Invoice,
    overdue: &Invoice,
    now: OffsetDateTime,
    base_url: &str,
) -> Result<BecomesOverdue, OverdueError> {
    let data = invoice_data(overdue, Some(before.status), base_url);
    let subject = format!("{}:{}", before.id, before.document.due_date);
    let id = EventId::once(EventName::InvoiceOverdue, &subject)?;
    let event = |data| Event { organization: before.organization, at: now, data };
    let events = vec![
        NewEvent::of(&event(Data::InvoiceOverdue(data.clone())), Some(id))?,
        NewEvent::of(&event(Data::InvoiceUpdated(data)), None)?,
    ];
    Ok(BecomesOverdue {
        organization: before.organization,
        invoice: before.id,
        version: before.version,
        events,
    })
}
