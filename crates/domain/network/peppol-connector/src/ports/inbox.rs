use crate::{
    identifiers::{ParticipantId, ReceivedId},
    inbox::{Arrival, ArrivingDocument, ReceivedDocument, ReceivedFilter, ReceivedRecord},
    received_volume::ReceivedVolume,
};
use access::{Credential, OrganizationId};
use events::NewEvent;
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// Stores received documents with the evidence of their receipt.
    pub trait InboxStore: Send + Sync {
        /// Stores an arriving document with its event, its lines of the audit log and the message log, and the status
        /// owed to its sender with its job ([`crate::inbox::NewStatus`]), in one transaction, once for each network
        /// and message id: the second time nothing is stored, and the first result is returned.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist; [`StoreError::Taken`] when the message was
        /// received for another organization before.
        async fn receive(
            &self, organization: OrganizationId, document: &ReceivedDocument, event: &NewEvent
        ) -> Result<Arrival>;

        /// The first result for a message that came for the same receiver before, whichever organization that was
        /// then; `None` for a new message.
        async fn arrived_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>>;

        /// The number of bytes received by an organization since `since`, and the part of them from one sender.
        async fn received_volume(
            &self, organization: OrganizationId, sender: &ParticipantId, since: OffsetDateTime
        ) -> Result<ReceivedVolume>;

        /// A page of received documents.
        async fn received(
            &self, organization: OrganizationId, filter: &ReceivedFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<ReceivedRecord>>;

        /// Loads one received document, without its bytes.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_record(&self, organization: OrganizationId, id: ReceivedId) -> Result<ReceivedRecord>;

        /// Loads its original bytes.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_bytes(&self, organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;

        /// Loads the receipt that was sent for it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_evidence(&self, organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;

        /// Marks it as acknowledged by the caller's system. Repeating it changes nothing and returns the first time.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn acknowledge(
            &self, organization: OrganizationId, id: ReceivedId, by: Option<Credential>,
            now: OffsetDateTime
        ) -> Result<OffsetDateTime>;
    }
}
