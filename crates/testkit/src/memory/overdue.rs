use super::MemoryStore;
use invoicing::{BecomesOverdue, Invoice, InvoiceStatus, OverdueStore};
use persistence::StoreError;
use time::Date;

impl OverdueStore for MemoryStore {
    async fn past_due(&self, today: Date, limit: u16) -> Result<Vec<Invoice>, StoreError> {
        let data = self.data();
        let found = data.invoices.values().filter(|invoice| invoice.past_due(today).is_some());
        let mut found: Vec<_> = found.cloned().collect();
        found.sort_by_key(|invoice| invoice.document.due_date);
        found.truncate(limit.into());
        Ok(found)
    }

    async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize, StoreError> {
        let mut data = self.data();
        let mut made = 0;
        for one in invoices {
            let kept = data.invoices.get_mut(&(one.organization, one.invoice));
            if let Some(kept) = kept.filter(|kept| kept.version == one.version) {
                kept.status = InvoiceStatus::Overdue;
                kept.version += 1;
                data.add_events(&one.events);
                made += 1;
            }
        }
        Ok(made)
    }
}
