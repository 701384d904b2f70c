use crate::memory::{Result, store::MemoryStore};
use access::OrganizationId;
use bank_statements::{MappingId, MappingRecord, MappingStore};
use persistence::{Cursor, Page};

impl MappingStore for MemoryStore {
    async fn keep_mapping(&self, owner: OrganizationId, mapping: &MappingRecord) -> Result<()> {
        let fingerprint = mapping.mapping.fingerprint();
        let mut data = self.call("keep_mapping")?;
        let known = &mut data.bank.mappings;
        known.retain(|of, known| of != owner || known.mapping.fingerprint() != fingerprint);
        known.put(owner, mapping.clone());
        Ok(())
    }

    async fn mappings(
        &self,
        owner: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MappingRecord>> {
        Ok(self.call("mappings")?.bank.mappings.page(owner, |_| true, after, limit))
    }

    async fn mapping(&self, owner: OrganizationId, id: MappingId) -> Result<MappingRecord> {
        self.call("mapping")?.bank.mappings.one(owner, id).cloned()
    }

    async fn delete_mapping(&self, owner: OrganizationId, id: MappingId) -> Result<()> {
        self.call("delete_mapping")?.bank.mappings.remove(owner, id).map(drop)
    }
}
