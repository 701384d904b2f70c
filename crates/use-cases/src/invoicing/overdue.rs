use crate::ports::{Ports, Runtime};
use invoicing::{
    AnyInvoice,
    states::{BecomesOverdue, Links, OverdueStore},
};
use persistence::StoreError;

/// Maximum number of invoices in one transaction.
const BATCH: u16 = 100;

/// Marks every open invoice whose due date is before today as overdue. Returns how many. An invoice that cannot be
/// changed is logged and skipped.
///
/// # Errors
/// Storage failures; earlier batches stay committed.
pub async fn make_overdue<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let (now, today, links) = (runtime.now(), runtime.today(), Links::to(ports.base_url()));
    let becomes = |invoice: &AnyInvoice| -> Option<BecomesOverdue> {
        let decided = invoice.becomes_overdue(today, now, &links);
        decided.unwrap_or_else(|error| {
            tracing::error!(org.id = %invoice.organization, invoice.id = %invoice.id, %error, "invoice cannot be made overdue");
            None
        })
    };
    let (mut all, mut after) = (0, None);
    loop {
        let page = store.past_due(today, after, BATCH).await?;
        let becoming: Vec<_> = page.invoices.iter().filter_map(becomes).collect();
        if !becoming.is_empty() {
            all += store.make_overdue(&becoming).await?;
        }
        after = page.next;
        if after.is_none() {
            return Ok(all);
        }
    }
}
