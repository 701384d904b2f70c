use crate::{
    Between, NetworkStatus, ReceivedResponse, ResponseId, ResponsesOf, SentDocument, SentResponse,
};
use access::OrganizationId;
use events::NewEvent;
use idempotency::{Answer, Lease};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ReceivedId},
    inbox::{Arrival, ReceivedDocument},
};
use persistence::{StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// Sends of one number between two participants that are looked at.
pub const LOOKED_AT: u16 = 20;

port! {
    /// Where responses come in.
    pub trait ResponseInbox: Send + Sync {
        /// Whether an organization receives responses: not unless it asked.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn takes_responses(&self, organization: OrganizationId) -> Result<bool>;

        /// What was sent under a number from one participant to another, the newest first, [`LOOKED_AT`] at most.
        async fn documents_numbered(
            &self, organization: OrganizationId, between: Between<'_>, number: &str
        ) -> Result<Vec<SentDocument>>;

        /// Keeps a response that came, as [`peppol_connector::ports::InboxStore::receive`] keeps documents. With what it is
        /// attached to and the event of that, in the same transaction; without, when it is about nothing that is known.
        ///
        /// # Errors
        /// As [`peppol_connector::ports::InboxStore::receive`].
        async fn receive_response(
            &self, organization: OrganizationId, document: &ReceivedDocument,
            attached: Option<(&ReceivedResponse, &NewEvent)>
        ) -> Result<Arrival>;
    }
}

port! {
    /// Where responses are kept, those that are sent and those that came.
    pub trait ResponseStore: ResponseInbox {
        /// The responses to a received document, the first first.
        async fn responses_to(
            &self, organization: OrganizationId, received: ReceivedId
        ) -> Result<Vec<SentResponse>>;

        /// Keeps a new response with its job, and the answer under the idempotency key; the answer alone where nothing new
        /// is said.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when its place is taken: another came in between; [`StoreError::LeaseLost`].
        async fn add_response(
            &self, organization: OrganizationId, new: Option<(&SentResponse, JobId)>,
            answered: Option<(&Lease, &Answer)>, now: OffsetDateTime
        ) -> Result<()>;

        /// One response that is sent.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn sent_response(&self, organization: OrganizationId, id: ResponseId) -> Result<SentResponse>;

        /// Keeps how a response stands from now on.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was changed meanwhile: `after` is not the next version.
        async fn advance_response(&self, organization: OrganizationId, after: &SentResponse) -> Result<()>;

        /// Whose response went over a network under this message id: a status names it.
        async fn response_sent_as(&self, network: Network, id: ResponseId) -> Result<Option<OrganizationId>>;

        /// The responses that came, the first first.
        async fn received_responses(
            &self, organization: OrganizationId, of: ResponsesOf
        ) -> Result<Vec<ReceivedResponse>>;

        /// Where those of these invoices stand that were sent over a network, in no order: one read for a list.
        async fn network_standings(
            &self, organization: OrganizationId, network: Network, invoices: &[InvoiceId]
        ) -> Result<Vec<NetworkStatus>>;

        /// Whether a received document is a response that is attached to something.
        async fn is_attached(&self, organization: OrganizationId, id: ReceivedId) -> Result<bool>;

        /// Sets whether an organization receives responses.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_takes_responses(&self, organization: OrganizationId, takes: bool) -> Result<()>;
    }
}
