use crate::{MappingId, MappingRecord};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError, port};

port! {
    /// Where mappings of columns are kept.
    pub trait MappingStore: Send + Sync {
        /// Keeps a mapping in place of those of files with the same names.
        async fn keep_mapping(
            &self, organization: OrganizationId, mapping: &MappingRecord
        ) -> Result<(), StoreError>;

        /// A page of mappings, the newest first.
        async fn mappings(
            &self, organization: OrganizationId, after: Option<Cursor>, limit: u16
        ) -> Result<Page<MappingRecord>, StoreError>;

        /// One mapping.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn mapping(
            &self, organization: OrganizationId, id: MappingId
        ) -> Result<MappingRecord, StoreError>;

        /// Forgets a mapping.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn delete_mapping(&self, organization: OrganizationId, id: MappingId) -> Result<(), StoreError>;
    }
}
