use crate::memory::{page::page, store::MemoryStore};
use access::OrganizationId;
use bank_statements::{MappingId, MappingRecord, MappingStore};
use persistence::{Cursor, Page, StoreError};

type Result<T> = std::result::Result<T, StoreError>;

impl MappingStore for MemoryStore {
    async fn keep_mapping(&self, owner: OrganizationId, mapping: &MappingRecord) -> Result<()> {
        let fingerprint = mapping.mapping.fingerprint();
        let mut data = self.asked("keep_mapping")?;
        let known = &mut data.bank.mappings;
        known.retain(|(of, known)| *of != owner || known.mapping.fingerprint() != fingerprint);
        known.push((owner, mapping.clone()));
        Ok(())
    }

    async fn mappings(
        &self,
        owner: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<MappingRecord>> {
        let data = self.asked("mappings")?;
        let own = data.bank.mappings.iter().filter(|(of, _)| *of == owner);
        let rows = own.map(|(_, mapping)| mapping.clone()).collect();
        Ok(page(rows, after, limit, |mapping: &MappingRecord| (mapping.created_at, mapping.id.0)))
    }

    async fn mapping(&self, owner: OrganizationId, id: MappingId) -> Result<MappingRecord> {
        let data = self.asked("mapping")?;
        let mut own = data.bank.mappings.iter().filter(|(of, _)| *of == owner);
        own.find(|(_, it)| it.id == id).map(|(_, it)| it.clone()).ok_or(StoreError::NotFound)
    }

    async fn delete_mapping(&self, owner: OrganizationId, id: MappingId) -> Result<()> {
        let mut data = self.asked("delete_mapping")?;
        let known = &mut data.bank.mappings;
        let at = known.iter().position(|(of, mapping)| *of == owner && mapping.id == id);
        known.remove(at.ok_or(StoreError::NotFound)?);
        Ok(())
    }
}
