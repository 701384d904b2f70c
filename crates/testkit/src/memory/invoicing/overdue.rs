use crate::memory::{Result, store::MemoryStore};
use invoicing::{
    AnyInvoice, InvoiceStatus,
    states::{BecomesOverdue, DueCursor, OverdueStore, PastDue},
};
use time::Date;

impl OverdueStore for MemoryStore {
    async fn past_due(&self, today: Date, after: Option<DueCursor>, limit: u16) -> Result<PastDue> {
        let data = self.data();
        let all = data.invoices.all().map(|(_, invoice)| invoice);
        let found = all.filter(|invoice| invoice.past_due(today).is_some());
        let found = found.filter(|invoice| after.is_none_or(|after| invoice.due_cursor() > after));
        let mut invoices: Vec<_> = found.cloned().collect();
        invoices.sort_by_key(AnyInvoice::due_cursor);
        invoices.truncate(limit.into());
        let is_full = invoices.len() == usize::from(limit);
        let next = invoices.last().filter(|_| is_full).map(AnyInvoice::due_cursor);
        Ok(PastDue { invoices, next })
    }

    async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize> {
        let mut data = self.data();
        let mut made = 0;
        for one in invoices {
            if let Ok(kept) = data.invoices.one_mut(one.organization, one.invoice)
                && kept.version == one.version
            {
                kept.status = InvoiceStatus::Overdue;
                kept.version += 1;
                data.add_history((one.organization, one.invoice), &one.entry);
                data.add_events(&one.events);
                made += 1;
            }
        }
        Ok(made)
    }
}
