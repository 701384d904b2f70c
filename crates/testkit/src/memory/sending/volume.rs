use crate::memory::Result;
use crate::memory::store::{Data, MemoryStore};
use access::OrganizationId;
use peppol_connector::{ports::VolumeStore, volume::Volume};
use persistence::StoreError;
use service_day::Month;
use time::OffsetDateTime;

impl VolumeStore for MemoryStore {
    async fn transactions_of_month(
        &self,
        organization: OrganizationId,
        month: Month,
    ) -> Result<u64> {
        let data = self.data();
        Ok(data.sends.volumes.get(&(organization, month)).map_or(0, |volume| volume.used))
    }
}

impl Data {
    /// One more transaction of the month, on data that is thrown away when it fails.
    pub(in crate::memory) fn count_transaction(
        &mut self,
        organization: OrganizationId,
        now: OffsetDateTime,
    ) -> Result<()> {
        let plan = self.organizations.get(&organization).ok_or(StoreError::NotFound)?.plan;
        let key = (organization, Month::of(service_day::date(now)));
        let none = Volume { used: 0, is_reported: false };
        let volume = self.sends.volumes.entry(key).or_insert(none);
        volume.used += 1;
        let event = volume.exceeded(organization, plan, now);
        let event = event.map_err(|error| StoreError::Backend(error.into()))?;
        volume.is_reported |= event.is_some();
        self.add_events(event.as_slice());
        Ok(())
    }
}
