//! The ports of webhooks on [`Store`]: each call goes to the backend that is open.

use crate::{Store, timing::counted};
use access::{OrganizationId, PartnerId};
use events::{Body, NewEvent};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use webhooks::{
    AddEndpointError, Attempt, Concluded, Delivery, DeliveryFilter, DeliveryId, DeliveryRecord,
    DeliveryStore, Endpoint, EndpointId, EndpointStore, EventLog, FeedCursor, FeedItem, FeedStore,
    FinishedAttempt, NewEndpoint, Owner, Secrets, Work,
};

macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        async fn $name(&self, $($argument: $type),*) -> Result<$result, StoreError> {
            counted(async move {
 match self {
Store::Sqlite(store) => store.$name($($argument),*).await,
Store::Postgres(store) => store.$name($($argument),*).await,
}
})
.await
        }
    )* };
}

impl EventLog for Store {
    delegate! {
        keep_event(event: &NewEvent) -> ();
    }
}

impl EndpointStore for Store {
    async fn add_endpoint(
        &self,
        owner: Owner,
        id: EndpointId,
        new: &NewEndpoint,
        secrets: &Secrets,
        now: OffsetDateTime,
    ) -> Result<Endpoint, AddEndpointError> {
        counted(async move {
            match self {
                Store::Sqlite(store) => store.add_endpoint(owner, id, new, secrets, now).await,
                Store::Postgres(store) => store.add_endpoint(owner, id, new, secrets, now).await,
            }
        })
        .await
    }

    delegate! {
        endpoints(owner: Owner) -> Vec<Endpoint>;
        endpoint(owner: Owner, id: EndpointId) -> Endpoint;
        change_endpoint(owner: Owner, before: &Endpoint, after: &Endpoint) -> ();
        remove_endpoint(owner: Owner, id: EndpointId) -> ();
        secrets(owner: Owner, id: EndpointId) -> Secrets;
        change_secrets(owner: Owner, id: EndpointId, before: &Secrets, after: &Secrets) -> ();
    }
}

impl DeliveryStore for Store {
    delegate! {
        claim_due(now: OffsetDateTime, per_endpoint: usize, limit: usize) -> Vec<Work>;
        next_due(now: OffsetDateTime, per_endpoint: usize) -> Option<OffsetDateTime>;
        conclude(organization: OrganizationId, delivery: DeliveryId, attempt: Attempt) -> Concluded;
        conclude_all(attempts: Vec<FinishedAttempt>) -> Vec<Result<Concluded, StoreError>>;
        add_test(organization: OrganizationId, delivery: &Delivery, body: &Body) -> ();
        deliveries(owner: Owner, endpoint: EndpointId, filter: &DeliveryFilter, after: Option<Cursor>, limit: u16) -> Page<DeliveryRecord>;
        delivery(owner: Owner, endpoint: EndpointId, id: DeliveryId) -> DeliveryRecord;
        change_delivery(owner: Owner, before: &Delivery, after: &Delivery) -> ();
        forget_deliveries(before: OffsetDateTime) -> usize;
    }
}

impl FeedStore for Store {
    delegate! {
        place_events(limit: usize) -> usize;
        events(partner: PartnerId, after: Option<FeedCursor>, limit: usize) -> Vec<FeedItem>;
        forget_events(before: OffsetDateTime) -> usize;
    }
}
