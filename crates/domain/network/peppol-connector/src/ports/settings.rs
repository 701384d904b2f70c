use crate::sending::SendMode;
use access::OrganizationId;
use persistence::StoreError;
use std::future::Future;

/// Where the send settings are kept.
pub trait SendSettingsStore: Send + Sync {
    /// How an organization's own invoices leave; the default when nothing was set.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn send_mode(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<SendMode, StoreError>> + Send;

    /// Sets it; a time of day to the minute. Sends that are held already keep their time.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when the organization does not exist.
    fn set_send_mode(
        &self,
        organization: OrganizationId,
        mode: SendMode,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
