use crate::{TrailFilter, TrailLine};
use access::OrganizationId;
use persistence::{Cursor, Page, StoreError};
use std::future::Future;

/// Reads the trail: what happened to an organization's documents and registration. It is written by
/// the calls of the other ports, in their transactions.
pub trait TrailStore: Send + Sync {
    /// The lines of a window, the oldest first, after a position.
    fn trail(
        &self,
        organization: OrganizationId,
        filter: &TrailFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<TrailLine>, StoreError>> + Send;
}
