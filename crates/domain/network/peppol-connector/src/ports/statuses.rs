use crate::{identifiers::ReceivedId, inbox::OwedStatus, submissions::FlightAttempt};
use access::OrganizationId;
use persistence::{StoreError, port};

port! {
    /// Where it is kept what other access points are owed for their messages. The row is made with the received
    /// document ([`crate::ports::InboxStore::receive`]).
    pub trait StatusStore: Send + Sync {
        /// The status of a received message.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] where there is none: the document did not come from another access point.
        async fn owed_status(
            &self, organization: OrganizationId, id: ReceivedId
        ) -> Result<OwedStatus, StoreError>;

        /// Keeps how a status stands from now on, with the attempt that brought it there, which is over.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was changed meanwhile: `after` is not the next version. Nothing is kept then.
        async fn advance_status(
            &self, organization: OrganizationId, id: ReceivedId, after: &OwedStatus,
            attempt: Option<&FlightAttempt>
        ) -> Result<(), StoreError>;

        /// The attempts to tell a status, the first first.
        async fn status_attempts(
            &self, organization: OrganizationId, id: ReceivedId
        ) -> Result<Vec<FlightAttempt>, StoreError>;
    }
}
