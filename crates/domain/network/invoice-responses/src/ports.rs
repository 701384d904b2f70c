use crate::{
    Between, NetworkStanding, ReceivedResponse, ResponseId, ResponsesOf, SentDocument, SentResponse,
};
use access::OrganizationId;
use events::NewEvent;
use idempotency::{Answer, Lease};
use jobs::JobId;
use peppol_connector::{
    identifiers::{InvoiceId, Network, ReceivedId},
    inbox::{Arrival, ReceivedDocument},
};
use persistence::StoreError;
use std::future::Future;
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

/// Sends of one number between two participants that are looked at.
pub const LOOKED_AT: u16 = 20;

/// Where responses come in.
pub trait ResponseInbox: Send + Sync {
    /// Whether an organization receives responses: not unless it asked.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn takes_responses(
        &self,
        organization: OrganizationId,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// What was sent under a number from one participant to another, the newest first, [`LOOKED_AT`] at most.
    fn documents_numbered(
        &self,
        organization: OrganizationId,
        between: Between<'_>,
        number: &str,
    ) -> impl Future<Output = Result<Vec<SentDocument>>> + Send;

    /// Keeps a response that came, as [`peppol_connector::ports::InboxStore::receive`] keeps documents. With what it is
    /// attached to and the event of that, in the same transaction; without, when it is about nothing that is known.
    ///
    /// # Errors
    /// As [`peppol_connector::ports::InboxStore::receive`].
    fn receive_response(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        attached: Option<(&ReceivedResponse, &NewEvent)>,
    ) -> impl Future<Output = Result<Arrival>> + Send;
}

/// Where responses are kept, those that are sent and those that came.
pub trait ResponseStore: ResponseInbox {
    /// The responses to a received document, the first first.
    fn responses_to(
        &self,
        organization: OrganizationId,
        received: ReceivedId,
    ) -> impl Future<Output = Result<Vec<SentResponse>>> + Send;

    /// Keeps a new response with its job, and the answer under the idempotency key; the answer alone where nothing new
    /// is said.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when its place is taken: another came in between; [`StoreError::LeaseLost`].
    fn add_response(
        &self,
        organization: OrganizationId,
        new: Option<(&SentResponse, JobId)>,
        answered: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<()>> + Send;

    /// One response that is sent.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn sent_response(
        &self,
        organization: OrganizationId,
        id: ResponseId,
    ) -> impl Future<Output = Result<SentResponse>> + Send;

    /// Keeps how a response stands from now on.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it was changed meanwhile: `after` is not the next version.
    fn advance_response(
        &self,
        organization: OrganizationId,
        after: &SentResponse,
    ) -> impl Future<Output = Result<()>> + Send;

    /// Whose response went over a network under this message id: a status names it.
    fn response_sent_as(
        &self,
        network: Network,
        id: ResponseId,
    ) -> impl Future<Output = Result<Option<OrganizationId>>> + Send;

    /// The responses that came, the first first.
    fn received_responses(
        &self,
        organization: OrganizationId,
        of: ResponsesOf,
    ) -> impl Future<Output = Result<Vec<ReceivedResponse>>> + Send;

    /// Where those of these invoices stand that were sent over a network, in no order: one read for a list.
    fn network_standings(
        &self,
        organization: OrganizationId,
        network: Network,
        invoices: &[InvoiceId],
    ) -> impl Future<Output = Result<Vec<NetworkStanding>>> + Send;

    /// Whether a received document is a response that is attached to something.
    fn is_attached(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Sets whether an organization receives responses.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn set_takes_responses(
        &self,
        organization: OrganizationId,
        takes: bool,
    ) -> impl Future<Output = Result<()>> + Send;
}
