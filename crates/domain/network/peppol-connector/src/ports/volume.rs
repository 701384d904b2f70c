use access::OrganizationId;
use persistence::StoreError;
use service_day::Month;
use std::future::Future;

/// Where transactions over Peppol are counted: in the transaction that keeps them
/// ([`super::SubmissionStore::advance`], [`super::InboxStore::receive`]), by [`crate::volume`].
pub trait VolumeStore: Send + Sync {
    /// How many transactions over Peppol of an organization count in a month.
    fn transactions_of_month(
        &self,
        organization: OrganizationId,
        month: Month,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;
}
