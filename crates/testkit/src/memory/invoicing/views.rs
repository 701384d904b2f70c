use crate::memory::{Result, store::MemoryStore};
use access::OrganizationId;
use events::NewEvent;
use invoicing::{
    InvoiceId,
    states::{ViewStore, Views},
};

impl ViewStore for MemoryStore {
    async fn keep_view(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        event: &NewEvent,
    ) -> Result<()> {
        let mut data = self.call("keep_view")?;
        data.must_exist(organization)?;
        data.add_events(std::slice::from_ref(event));
        let first = Views { first: event.at, last: event.at };
        let views = data.views.entry((organization, invoice)).or_insert(first);
        views.last = views.last.max(event.at);
        Ok(())
    }

    async fn views(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
    ) -> Result<Option<Views>> {
        Ok(self.data().views.get(&(organization, invoice)).copied())
    }
}
