use crate::{Ports, Runtime};
use events::Unwritable;
use invoicing::{Links, OverdueStore};
use persistence::StoreError;

/// Invoices of one transaction.
const BATCH: u16 = 100;

/// Why invoices were not made overdue; those before stand.
#[derive(Debug, thiserror::Error)]
pub enum OverdueError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event that cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// Makes every open invoice whose due date is before today overdue. Returns how many.
///
/// # Errors
/// [`OverdueError`].
pub async fn make_overdue<P: Ports>(ports: &P) -> Result<usize, OverdueError> {
    let (store, runtime) = (ports.database(), ports.runtime());
    let (now, today, links) = (runtime.now(), runtime.today(), Links::to(ports.base_url()));
    let mut all = 0;
    loop {
        let found = store.past_due(today, BATCH).await?;
        let becoming = found
            .iter()
            .filter_map(|invoice| invoice.becomes_overdue(today, now, &links).transpose())
            .collect::<Result<Vec<_>, _>>()?;
        if becoming.is_empty() {
            return Ok(all);
        }
        all += store.make_overdue(&becoming).await?;
    }
}
