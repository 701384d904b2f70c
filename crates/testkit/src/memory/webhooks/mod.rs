//! Webhooks in memory.

mod deliveries;
mod endpoints;
mod feed;

use crate::memory::Result;
use access::{Credential, PartnerId};
use events::NewEvent;
use persistence::StoreError;
use std::collections::BTreeMap;
use time::OffsetDateTime;
use webhooks::{
    DeliveryId, Endpoint, EndpointId, Owner, endpoints::Secrets, feed::FeedItem,
    ports::DeliveryRecord,
};

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

    /// Ends those of an owner that these made.
    pub(super) fn end_made_by(&mut self, owner: Owner, who: &[Credential], at: OffsetDateTime) {
        let made = |endpoint: &Endpoint| {
            endpoint.owner == owner && endpoint.made_by.is_some_and(|by| who.contains(&by.who))
        };
        let ended = self.endpoints.values_mut().filter(|(endpoint, _)| made(endpoint));
        let ids: Vec<_> = ended
            .map(|(endpoint, _)| {
                endpoint.health = endpoint.health.ended(at);
                endpoint.id
            })
            .collect();
        ids.into_iter().for_each(|id| self.switch_off(id, at));
    }

    /// See [`webhooks::Delivery::endpoint_disabled`].
    fn switch_off(&mut self, id: EndpointId, at: OffsetDateTime) {
        for kept in self.deliveries.values_mut().filter(|kept| kept.record.delivery.endpoint == id)
        {
            kept.record.delivery = kept.record.delivery.endpoint_disabled(at);
        }
    }
}
