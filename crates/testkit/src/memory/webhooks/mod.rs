//! Webhooks in memory.

mod deliveries;
mod endpoints;
mod feed;

use access::PartnerId;
use events::NewEvent;
use persistence::StoreError;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use webhooks::{
    DeliveryId, Endpoint, EndpointId, Owner, endpoints::Secrets, feed::FeedItem,
    ports::DeliveryRecord,
};

type Result<T> = std::result::Result<T, StoreError>;

#[derive(Clone, Default)]
pub(super) struct WebhookData {
    endpoints: BTreeMap<EndpointId, (Endpoint, Secrets)>,
    deliveries: BTreeMap<DeliveryId, Kept>,
    /// Events without a place, in the order of their commits.
    pub(super) unplaced: Vec<NewEvent>,
    feed: Vec<Shown>,
    last_place: u64,
}

#[derive(Clone)]
struct Kept {
    record: DeliveryRecord,
    /// The event's place; none of a test.
    place: Option<u64>,
}

/// An event in the feed, with the partners that managed its organization then.
#[derive(Clone)]
struct Shown {
    item: FeedItem,
    at: OffsetDateTime,
    partners: Vec<PartnerId>,
}

impl WebhookData {
    fn endpoint(&self, owner: Owner, id: EndpointId) -> Result<&Endpoint> {
        let (endpoint, _) = self.endpoints.get(&id).ok_or(StoreError::NotFound)?;
        Some(endpoint).filter(|endpoint| endpoint.owner == owner).ok_or(StoreError::NotFound)
    }

    /// See [`webhooks::Delivery::endpoint_disabled`].
    fn switch_off(&mut self, id: EndpointId, at: OffsetDateTime) {
        for kept in self.deliveries.values_mut().filter(|kept| kept.record.delivery.endpoint == id)
        {
            kept.record.delivery = kept.record.delivery.endpoint_disabled(at);
        }
    }
}
