use crate::{OwedStatus, ReceivedId};
use access::OrganizationId;
use persistence::StoreError;
use std::future::Future;

/// Where it is kept what other access points are owed for their messages. The row is made with the received
/// document ([`crate::InboxStore::receive`]).
pub trait StatusStore: Send + Sync {
    /// The status of a received message.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] where there is none: the document did not come from another access point.
    fn owed_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> impl Future<Output = Result<OwedStatus, StoreError>> + Send;

    /// Keeps how a status stands from now on.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it was changed meanwhile: `after` is not the next version.
    fn advance_status(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        after: &OwedStatus,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
