use access::OrganizationId;
use persistence::{StoreError, port};
use service_day::Month;

port! {
    /// Counts transactions over Peppol, in the transaction that stores them ([`super::SubmissionStore::advance`],
    /// [`super::InboxStore::receive`]), by the rules of [`crate::volume`].
    pub trait VolumeStore: Send + Sync {
        /// The number of an organization's Peppol transactions that count in a month.
        async fn transactions_of_month(
            &self, organization: OrganizationId, month: Month
        ) -> Result<u64, StoreError>;
    }
}
