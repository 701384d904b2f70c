use crate::{identifiers::ReceivedId, inbox::OwedStatus, submissions::FlightAttempt};
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// Stores the statuses owed to other access points for their messages. Their rows are created with the received
    /// document ([`crate::ports::InboxStore::receive`]).
    pub trait StatusStore: Send + Sync {
        /// Loads the status of a received message.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] without a status: the document did not come from another access point.
        async fn owed_status(
            &self, organization: OrganizationId, id: ReceivedId
        ) -> Result<OwedStatus, StoreError>;

        /// Stores the new state of a status with the finished attempt that led to it.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was changed in the meantime: `after` is not the next version. Nothing is
        /// stored then.
        async fn advance_status(
            &self, organization: OrganizationId, id: ReceivedId, after: &OwedStatus,
            attempt: Option<&FlightAttempt>
        ) -> Result<(), StoreError>;

        /// The attempts to send a status, oldest first.
        async fn status_attempts(
            &self, organization: OrganizationId, id: ReceivedId
        ) -> Result<Vec<FlightAttempt>, StoreError>;
    }
}
