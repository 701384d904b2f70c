use crate::{MappingId, MappingRecord};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError};
use std::future::Future;

/// Where mappings of columns are kept.
pub trait MappingStore: Send + Sync {
    /// Keeps a mapping in place of those of files with the same names.
    fn keep_mapping(
        &self,
        organization: OrganizationId,
        mapping: &MappingRecord,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A page of mappings, the newest first.
    fn mappings(
        &self,
        organization: OrganizationId,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<MappingRecord>, StoreError>> + Send;

    /// One mapping.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn mapping(
        &self,
        organization: OrganizationId,
        id: MappingId,
    ) -> impl Future<Output = Result<MappingRecord, StoreError>> + Send;

    /// Forgets a mapping.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn delete_mapping(
        &self,
        organization: OrganizationId,
        id: MappingId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
