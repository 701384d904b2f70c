use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use invoicing::figures::{Usage, UsageStore};
use persistence::StoreError;
use service_day::Month;

impl UsageStore for MemoryStore {
    async fn invoices_of_month(&self, organization: OrganizationId, month: Month) -> Result<u64> {
        Ok(self.data().usage.get(&(organization, month)).copied().unwrap_or_default())
    }
}

impl Data {
    /// One more invoice of the month, on data that is thrown away when it fails.
    pub(in crate::memory) fn count_invoice(
        &mut self,
        organization: OrganizationId,
        usage: &Usage,
    ) -> Result<()> {
        let used = self.usage.entry((organization, usage.month)).or_default();
        if usage.at_most.is_some_and(|at_most| *used >= at_most) {
            return Err(StoreError::LimitReached);
        }
        *used += 1;
        Ok(())
    }
}
