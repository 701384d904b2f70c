use crate::sending::SendMode;
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// Stores the send settings.
    pub trait SendSettingsStore: Send + Sync {
        /// When an organization's own invoices leave; the default mode when none was set.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode, StoreError>;

        /// Sets the send mode; a time of day is stored to the minute. Sends that are held already keep their time.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<(), StoreError>;
    }
}
