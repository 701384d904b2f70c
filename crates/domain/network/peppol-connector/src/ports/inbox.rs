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
    /// Where documents that came over the network are kept, with the evidence of their receipt.
    pub trait InboxStore: Send + Sync {
        /// Keeps a document that arrived, with its event, its lines of the audit log and of the message log, and the
        /// status that its sender is owed with the job of it ([`crate::inbox::NewStatus`]), in one transaction, once for each
        /// network and message id: the second time nothing is kept, and what was kept first is returned.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist;
        /// [`StoreError::Taken`] when the message came for another organization before.
        async fn receive(
            &self, organization: OrganizationId, document: &ReceivedDocument, event: &NewEvent
        ) -> Result<Arrival>;

        /// What was answered when the message of a document came for the same receiver before, whichever organization
        /// that was then; nothing when it is new.
        async fn arrived_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>>;

        /// The bytes of documents that an organization has received since then, and of them those of a sender.
        async fn received_volume(
            &self, organization: OrganizationId, sender: &ParticipantId, since: OffsetDateTime
        ) -> Result<ReceivedVolume>;

        /// Received documents, the newest first.
        async fn received(
            &self, organization: OrganizationId, filter: &ReceivedFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<ReceivedRecord>>;

        /// One received document, without its bytes.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_record(&self, organization: OrganizationId, id: ReceivedId) -> Result<ReceivedRecord>;

        /// Its bytes, as they came.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_bytes(&self, organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;

        /// The receipt that was given for it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn received_evidence(&self, organization: OrganizationId, id: ReceivedId) -> Result<Vec<u8>>;

        /// Marks it as taken over by the caller's system. A second time changes nothing: the first
        /// time is returned.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn acknowledge(
            &self, organization: OrganizationId, id: ReceivedId, by: Option<Credential>,
            now: OffsetDateTime
        ) -> Result<OffsetDateTime>;
    }
}
