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

/// How many sends of one number between two participants are searched for the document of a response.
pub const LOOKED_AT: u16 = 20;

port! {
    /// The port through which arriving responses are stored.
    pub trait ResponseInbox: Send + Sync {
        /// Whether an organization receives responses; by default it does not.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn takes_responses(&self, organization: OrganizationId) -> Result<bool>;

        /// The documents that were sent with this number from one participant to another: the newest first, at most
        /// [`LOOKED_AT`].
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
    /// The port that stores the responses that are sent and those that arrive.
    pub trait ResponseStore: ResponseInbox {
        /// The responses to a received document, the oldest first.
        async fn responses_to(
            &self, organization: OrganizationId, received: ReceivedId
        ) -> Result<Vec<SentResponse>>;

        /// Stores a new response with its job, and the answer under the idempotency key. If the response repeats the
        /// last one, only the answer is stored.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another response has taken its position; [`StoreError::LeaseLost`].
        async fn add_response(
            &self, organization: OrganizationId, new: Option<(&SentResponse, JobId)>,
            answered: Option<(&Lease, &Answer)>, now: OffsetDateTime
        ) -> Result<()>;

        /// Loads one response that is sent.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn sent_response(&self, organization: OrganizationId, id: ResponseId) -> Result<SentResponse>;

        /// Stores the next state of a response.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it has changed in the meantime: `after` is not the next version.
        async fn advance_response(&self, organization: OrganizationId, after: &SentResponse) -> Result<()>;

        /// The organization whose response was sent over a network under this message id, which a status refers to.
        async fn response_sent_as(&self, network: Network, id: ResponseId) -> Result<Option<OrganizationId>>;

        /// The responses that arrived, the oldest first.
        async fn received_responses(
            &self, organization: OrganizationId, of: ResponsesOf
        ) -> Result<Vec<ReceivedResponse>>;

        /// The network status of those of these invoices that were sent over a network, in no particular order. One
        /// call serves a whole list.
        async fn network_standings(
            &self, organization: OrganizationId, network: Network, invoices: &[InvoiceId]
        ) -> Result<Vec<NetworkStatus>>;

        /// Whether a received document is a response that is attached to a sent document.
        async fn is_attached(&self, organization: OrganizationId, id: ReceivedId) -> Result<bool>;

        /// Sets whether an organization receives responses.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_takes_responses(&self, organization: OrganizationId, takes: bool) -> Result<()>;
    }
}
