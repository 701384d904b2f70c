use access::OrganizationId;
use persistence::{StoreError, port};
use service_day::Month;

port! {
    /// Where transactions over Peppol are counted: in the transaction that keeps them
    /// ([`super::SubmissionStore::advance`], [`super::InboxStore::receive`]), by [`crate::volume`].
    pub trait VolumeStore: Send + Sync {
        /// How many transactions over Peppol of an organization count in a month.
        async fn transactions_of_month(
            &self, organization: OrganizationId, month: Month
        ) -> Result<u64, StoreError>;
    }
}
