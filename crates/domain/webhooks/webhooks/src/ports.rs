//! The ports of the store and of the sender.

use crate::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Concluded, Outcome},
    endpoints::{NewEndpoint, Secrets},
    feed::{FeedCursor, FeedItem},
    signing::SignedRequest,
};
use access::{OrganizationId, PartnerId};
use events::{Body, EventName, NewEvent};
use persistence::{Cursor, Page, StoreError, port};
use std::future::Future;
use time::OffsetDateTime;

/// Why an endpoint was not added.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum AddEndpointError {
    /// The owner has [`crate::endpoints::MAX_ENDPOINTS`] endpoints already.
    #[error("the owner has as many endpoints as are allowed")]
    Full,
    /// The store failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

port! {
    /// The store of endpoints. Secrets are encrypted at rest.
    pub trait EndpointStore: Send + Sync {
        /// The owner's endpoints, the oldest first.
        async fn endpoints(&self, owner: Owner) -> Result<Vec<Endpoint>, StoreError>;

        /// One endpoint.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for an endpoint of another owner.
        async fn endpoint(&self, owner: Owner, id: EndpointId) -> Result<Endpoint, StoreError>;

        /// Stores a new endpoint. Counts and inserts atomically.
        ///
        /// # Errors
        /// [`AddEndpointError::Full`].
        async fn add_endpoint(
            &self, owner: Owner, id: EndpointId, new: &NewEndpoint, secrets: &Secrets,
            now: OffsetDateTime
        ) -> Result<Endpoint, AddEndpointError>;

        /// Replaces `before` by `after`. When this deactivates the endpoint, its open deliveries change as
        /// [`Delivery::endpoint_disabled`] says.
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when the endpoint has changed since `before` was read.
        async fn change_endpoint(
            &self, owner: Owner, before: &Endpoint, after: &Endpoint
        ) -> Result<(), StoreError>;

        /// Removes an endpoint with its secrets and deliveries.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn remove_endpoint(&self, owner: Owner, id: EndpointId) -> Result<(), StoreError>;

        /// The endpoint's secrets.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn secrets(&self, owner: Owner, id: EndpointId) -> Result<Secrets, StoreError>;

        /// Replaces the secrets `before` by `after`.
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when they were rotated since `before` was read.
        async fn change_secrets(
            &self, owner: Owner, id: EndpointId, before: &Secrets, after: &Secrets
        ) -> Result<(), StoreError>;
    }
}

/// A claimed delivery with everything that a worker needs to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The delivery as it was claimed.
    pub delivery: Delivery,
    /// The endpoint to deliver to.
    pub endpoint: Endpoint,
    /// The secrets that sign the delivery.
    pub secrets: Secrets,
    /// The body that is sent.
    pub body: Body,
}

/// An ended attempt, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedAttempt {
    /// The organization of the event.
    pub organization: OrganizationId,
    /// The id of the delivery.
    pub delivery: DeliveryId,
    /// The attempt with its outcome.
    pub attempt: Attempt,
}

/// The most attempts of a delivery that are shown: more than nine rounds.
pub const MAX_HISTORY: u32 = 100;

/// The filter of a list of deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryFilter {
    /// Only deliveries of this event.
    pub event: Option<EventName>,
    /// Only deliveries in the state of this name ([`crate::deliveries::DeliveryState::name`]).
    pub state: Option<&'static str>,
}

/// A delivery with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// The delivery with its state.
    pub delivery: Delivery,
    /// The body that was or will be sent.
    pub body: Body,
    /// Its latest [`MAX_HISTORY`] attempts, the oldest of them first.
    pub attempts: Vec<Attempt>,
}

persistence::listed!(DeliveryRecord: delivery.created_at, delivery.id);

port! {
    /// The store of deliveries and of their history.
    ///
    /// Deliveries of events are added when the event is assigned its place in the feed, in the same transaction
    /// ([`FeedStore::assign_sequence`]).
    pub trait DeliveryStore: Send + Sync {
        /// Claims due deliveries ([`Delivery::claim`]), at most `limit`, and of one endpoint only as many that at most
        /// `per_endpoint` are in progress in all. Fair: a slow endpoint with many deliveries delays no other. No
        /// delivery is claimed twice.
        async fn claim_due(
            &self, now: OffsetDateTime, per_endpoint: usize, limit: usize
        ) -> Result<Vec<Work>, StoreError>;

        /// When [`DeliveryStore::claim_due`] will next find a delivery to claim, for a worker to sleep until; not
        /// after `now` when there is one already. An endpoint with `per_endpoint` deliveries in progress counts by the
        /// end of their leases: a worker that concludes one calls this again.
        async fn next_due(
            &self, now: OffsetDateTime, per_endpoint: usize
        ) -> Result<Option<OffsetDateTime>, StoreError>;

        /// Stores the results of attempts in one transaction: locks the deliveries and their endpoints, calls
        /// [`Delivery::conclude`] for each in turn, and stores the deliveries, the attempts and the endpoints' health.
        /// When that deactivates an endpoint, its other deliveries change as [`Delivery::endpoint_disabled`] says, and
        /// the mail to the organization that owns it is put into the queue ([`crate::endpoints::disabled_mail_job`]).
        /// Partners see it in their portal instead.
        ///
        /// Returns one result for each attempt, in their order: [`StoreError::Conflict`] when another worker has taken
        /// over, [`StoreError::NotFound`] when the endpoint was removed. Of such an attempt nothing is stored, and the
        /// others are not affected.
        ///
        /// # Errors
        /// [`StoreError::Backend`]: nothing was stored.
        async fn conclude_all(
            &self, attempts: Vec<FinishedAttempt>
        ) -> Result<Vec<Result<Concluded, StoreError>>, StoreError>;

        /// [`DeliveryStore::conclude_all`] for one attempt.
        ///
        /// # Errors
        /// As the result of one attempt, and [`StoreError::Backend`].
        async fn conclude(
            &self, organization: OrganizationId, delivery: DeliveryId, attempt: Attempt
        ) -> Result<Concluded, StoreError>;

        /// Stores the delivery of a test send. It is not in the feed.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the endpoint is neither the organization's nor that of a
        /// partner that manages it.
        async fn add_test(
            &self, organization: OrganizationId, delivery: &Delivery, body: &Body
        ) -> Result<(), StoreError>;

        /// A page of an endpoint's deliveries, the newest first, after a cursor.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the owner has no such endpoint.
        async fn deliveries(
            &self, owner: Owner, endpoint: EndpointId, filter: &DeliveryFilter, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<DeliveryRecord>, StoreError>;

        /// One delivery.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn delivery(
            &self, owner: Owner, endpoint: EndpointId, id: DeliveryId
        ) -> Result<DeliveryRecord, StoreError>;

        /// Replaces `before` by `after` ([`Delivery::redeliver`]).
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when the delivery has changed since `before` was read,
        /// or when it is to wait for an endpoint that is deactivated by now.
        async fn change_delivery(
            &self, owner: Owner, before: &Delivery, after: &Delivery
        ) -> Result<(), StoreError>;

        /// Purges a batch of deliveries that were created before this time and have ended. Returns how many.
        async fn purge_deliveries(&self, before: OffsetDateTime) -> Result<usize, StoreError>;
    }
}

port! {
    /// The store of the feed.
    ///
    /// An event is stored in the transaction of its cause, without a place in the feed. Places are assigned after that
    /// transaction has committed, by one process at a time. So an event that is committed late gets a later place, and
    /// no event ever appears before a cursor that was handed out.
    pub trait FeedStore: Send + Sync {
        /// Assigns places to the oldest events without one, at most `limit`, and stores in the same transaction the
        /// deliveries that [`crate::deliveries::fan_out`] returns. Only one process does this at a time. Returns how
        /// many events; when that is `limit`, more may wait. An event whose name this version does not know waits for
        /// a version that does, and delays no other.
        async fn assign_sequence(&self, limit: usize) -> Result<usize, StoreError>;

        /// The events that have no place yet, counted by name.
        async fn backlog(&self) -> Result<Vec<Backlog>, StoreError>;

        /// A page of the events of the organizations that a partner manages, after a cursor, the oldest first: at most
        /// `limit`, and as many as [`crate::feed::fitting`] says. Events that got their place before the partner
        /// managed the organization are left out: they would appear before a cursor that was handed out.
        async fn events(
            &self, partner: PartnerId, after: Option<FeedCursor>, limit: u16
        ) -> Result<Page<FeedItem>, StoreError>;

        /// Purges a batch of events from before this time. Those with a stored delivery stay until it is purged
        /// ([`DeliveryStore::purge_deliveries`]). Returns how many.
        async fn purge_events(&self, before: OffsetDateTime) -> Result<usize, StoreError>;
    }
}

/// Events of one name that have no place in the feed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backlog {
    /// The name of the event as it is stored.
    pub name: String,
    /// The number of events.
    pub count: u64,
    /// When the oldest of them was stored.
    pub since: OffsetDateTime,
}

impl Backlog {
    /// Whether this version knows the event; otherwise the event waits for a version that does.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.name.parse::<EventName>().is_ok()
    }
}

port! {
    /// Stores events that come with no other change, for example that an invoice was viewed.
    pub trait EventLog: Send + Sync {
        /// Stores an event, unless its organization has one with the same id already.
        async fn keep_event(&self, event: &NewEvent) -> Result<(), StoreError>;
    }
}

/// Sends deliveries over HTTP.
pub trait Sender: Send + Sync {
    /// Makes one attempt, within [`crate::deliveries::TIMEOUT`]. The host is resolved once, every address must pass
    /// [`network_addresses::check_resolved`], and the connection goes to one of these addresses. Redirects are not
    /// followed; at most [`crate::deliveries::MAX_ANSWER`] bytes of the answer are read, and a longer answer counts by
    /// its status.
    fn send(&self, request: &SignedRequest) -> impl Future<Output = Outcome> + Send;
}
