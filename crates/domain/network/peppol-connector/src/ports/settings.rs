use crate::sending::SendMode;
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// Where the send settings are kept.
    pub trait SendSettingsStore: Send + Sync {
        /// How an organization's own invoices leave; the default when nothing was set.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode, StoreError>;

        /// Sets it; a time of day to the minute. Sends that are held already keep their time.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<(), StoreError>;
    }
}
