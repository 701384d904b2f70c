//! What a store and a sender must do.

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
#[derive(Debug, thiserror::Error)]
pub enum AddEndpointError {
    /// The owner has [`crate::endpoints::MAX_ENDPOINTS`] endpoints already.
    #[error("the owner has as many endpoints as are allowed")]
    Full,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

port! {
    /// Where endpoints are kept. Secrets are encrypted at rest.
    pub trait EndpointStore: Send + Sync {
        /// The owner's endpoints, the oldest first.
        async fn endpoints(&self, owner: Owner) -> Result<Vec<Endpoint>, StoreError>;

        /// One endpoint.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for another owner's.
        async fn endpoint(&self, owner: Owner, id: EndpointId) -> Result<Endpoint, StoreError>;

        /// Keeps a new endpoint. Counts and inserts atomically.
        ///
        /// # Errors
        /// [`AddEndpointError::Full`].
        async fn add_endpoint(
            &self, owner: Owner, id: EndpointId, new: &NewEndpoint, secrets: &Secrets,
            now: OffsetDateTime
        ) -> Result<Endpoint, AddEndpointError>;

        /// Puts `after` in the place of `before`. When it is thereby switched off, its open
        /// deliveries become what [`Delivery::endpoint_disabled`] says.
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when it is no longer as `before`.
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

        /// Puts the secrets `after` in the place of `before`.
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when another rotation came first.
        async fn change_secrets(
            &self, owner: Owner, id: EndpointId, before: &Secrets, after: &Secrets
        ) -> Result<(), StoreError>;
    }
}

/// A claimed delivery with all that a worker needs.
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

/// An attempt that has ended, to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedAttempt {
    /// Whose event was delivered.
    pub organization: OrganizationId,
    /// The id of the delivery.
    pub delivery: DeliveryId,
    /// The attempt with its outcome.
    pub attempt: Attempt,
}

/// Attempts of a delivery that are shown: nine rounds and more.
pub const MAX_HISTORY: u32 = 100;

/// The filter of a list of deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryFilter {
    /// Only deliveries of this event.
    pub event: Option<EventName>,
    /// In the state of this name only ([`crate::deliveries::DeliveryState::name`]).
    pub state: Option<&'static str>,
}

/// A delivery with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// The delivery with its state.
    pub delivery: Delivery,
    /// What was or will be sent.
    pub body: Body,
    /// Its attempts, the first first: the latest [`MAX_HISTORY`] of them.
    pub attempts: Vec<Attempt>,
}

persistence::listed!(DeliveryRecord: delivery.created_at, delivery.id);

port! {
    /// Where deliveries wait and their history is kept.
    ///
    /// Deliveries of events come in when the event is given its place in the feed, in that transaction
    /// ([`FeedStore::assign_sequence`]).
    pub trait DeliveryStore: Send + Sync {
        /// Claims due deliveries ([`Delivery::claim`]), at most `limit`, and of one endpoint at most
        /// so many that `per_endpoint` are under way in all. Fair: a slow endpoint with many of them
        /// delays no other. No delivery is claimed twice.
        async fn claim_due(
            &self, now: OffsetDateTime, per_endpoint: usize, limit: usize
        ) -> Result<Vec<Work>, StoreError>;

        /// When [`DeliveryStore::claim_due`] will next find something to claim, for a worker to sleep
        /// until; not after `now` when it would already. An endpoint with `per_endpoint` deliveries under
        /// way counts by the end of their leases: whoever concludes one asks again.
        async fn next_due(
            &self, now: OffsetDateTime, per_endpoint: usize
        ) -> Result<Option<OffsetDateTime>, StoreError>;

        /// Keeps what attempts changed, in one transaction: locks the deliveries and their endpoints, asks
        /// [`Delivery::conclude`] for one after the other, and keeps the deliveries, the attempts in their
        /// history and the endpoints' health. Where that deactivates an endpoint, its other deliveries
        /// become what [`Delivery::endpoint_disabled`] says, and the mail to the organization that owns it is put
        /// into the queue ([`crate::endpoints::disabled_mail_job`]). Partners see it in their portal.
        ///
        /// Each attempt has its own result, in the order of the attempts: [`StoreError::Conflict`] when another
        /// worker has taken over, [`StoreError::NotFound`] when the endpoint was removed. Such an attempt
        /// keeps nothing and hinders no other.
        ///
        /// # Errors
        /// [`StoreError::Backend`]: nothing was kept.
        async fn conclude_all(
            &self, attempts: Vec<FinishedAttempt>
        ) -> Result<Vec<Result<Concluded, StoreError>>, StoreError>;

        /// The same for one attempt.
        ///
        /// # Errors
        /// As above.
        async fn conclude(
            &self, organization: OrganizationId, delivery: DeliveryId, attempt: Attempt
        ) -> Result<Concluded, StoreError>;

        /// Keeps the delivery of a test send. It is not in the feed.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the endpoint is neither the organization's nor that of a
        /// partner that manages it.
        async fn add_test(
            &self, organization: OrganizationId, delivery: &Delivery, body: &Body
        ) -> Result<(), StoreError>;

        /// A page of an endpoint's deliveries, the newest first, after a position.
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

        /// Puts `after` ([`Delivery::redeliver`]) in the place of `before`.
        ///
        /// # Errors
        /// [`StoreError::NotFound`]; [`StoreError::Conflict`] when it is no longer as `before`, or when it
        /// is to wait for an endpoint that is off by now.
        async fn change_delivery(
            &self, owner: Owner, before: &Delivery, after: &Delivery
        ) -> Result<(), StoreError>;

        /// Purges deliveries that were made before this and have ended, some at a time. Returns how many.
        async fn purge_deliveries(&self, before: OffsetDateTime) -> Result<usize, StoreError>;
    }
}

port! {
    /// The store of the feed.
    ///
    /// An event is kept in the transaction of what caused it, without a place. Places are given after
    /// that transaction has ended, by one at a time: so an event that is committed late gets a later
    /// place, and nothing ever appears behind a cursor that was handed out.
    pub trait FeedStore: Send + Sync {
        /// Gives the oldest events without a place theirs, at most `limit`, and keeps in the same
        /// transaction the deliveries that [`crate::deliveries::fan_out`] decides on. Excludes others that do the
        /// same. Returns how many events; when that is `limit`, more may wait. An event whose name this
        /// version does not know waits for one that does, and holds no other up.
        async fn assign_sequence(&self, limit: usize) -> Result<usize, StoreError>;

        /// The events that have no place yet, by name.
        async fn backlog(&self) -> Result<Vec<Backlog>, StoreError>;

        /// A page of the events of the organizations that a partner manages, after a cursor, the oldest
        /// first: at most `limit`, and as many as [`crate::feed::fitting`] says. Those that came into the feed
        /// before it managed the organization are left out:
        /// they would appear behind a cursor.
        async fn events(
            &self, partner: PartnerId, after: Option<FeedCursor>, limit: u16
        ) -> Result<Page<FeedItem>, StoreError>;

        /// Purges events of before, some at a time. Those of which a delivery is kept stay until it is
        /// purged ([`DeliveryStore::purge_deliveries`]). Returns how many.
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
    /// Since when the oldest waits.
    pub since: OffsetDateTime,
}

impl Backlog {
    /// Whether this version knows the event: else it waits until one runs that does.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.name.parse::<EventName>().is_ok()
    }
}

port! {
    /// Saves events that change nothing else: an invoice was viewed.
    pub trait EventLog: Send + Sync {
        /// Keeps an event, unless its organization has one of its id already.
        async fn keep_event(&self, event: &NewEvent) -> Result<(), StoreError>;
    }
}

/// Sends deliveries over HTTP.
pub trait Sender: Send + Sync {
    /// One attempt, within [`crate::deliveries::TIMEOUT`]. The host is resolved once, every address must pass
    /// [`network_addresses::check_resolved`], and the connection goes to one of these. No redirect is
    /// followed; no more than [`crate::deliveries::MAX_ANSWER`] bytes of the answer are read, and a longer
    /// answer counts by its status.
    fn send(&self, request: &SignedRequest) -> impl Future<Output = Outcome> + Send;
}
