use crate::memory::{
    Result,
    store::{Data, MemoryStore},
    webhooks::{Kept, Shown},
};
use access::{OrganizationId, PartnerId};
use events::NewEvent;
use persistence::Page;
use std::{
    collections::{BTreeMap, HashSet},
    num::NonZeroU64,
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    DeliveryId,
    deliveries::fan_out,
    feed::{FeedCursor, FeedItem, fitting},
    ports::{Backlog, DeliveryRecord, FeedStore},
};

impl Data {
    /// The partners that manage an organization now.
    pub(super) fn managers(&self, organization: OrganizationId) -> Vec<PartnerId> {
        let managers = self.partners.iter().filter(|p| p.organizations.contains(&organization));
        managers.map(|partner| partner.id).collect()
    }
}

impl FeedStore for MemoryStore {
    async fn assign_sequence(&self, limit: usize) -> Result<usize> {
        let mut data = self.data();
        let mut events = std::mem::take(&mut data.webhooks.unplaced);
        events.sort_by_key(|event| event.at);
        let rest = events.split_off(limit.min(events.len()));
        data.webhooks.unplaced = rest;
        let placed = events.len();
        for event in events {
            data.match_what_waits_for_new(&event)?;
            data.place(event);
        }
        Ok(placed)
    }

    async fn backlog(&self) -> Result<Vec<Backlog>> {
        let data = self.data();
        let mut backlog: BTreeMap<&str, Backlog> = BTreeMap::new();
        for event in &data.webhooks.unplaced {
            let name = event.name.as_str();
            let new = Backlog { name: name.to_owned(), count: 0, since: event.at };
            let of_name = backlog.entry(name).or_insert(new);
            of_name.count += 1;
            of_name.since = of_name.since.min(event.at);
        }
        Ok(backlog.into_values().collect())
    }

    async fn events(
        &self,
        partner: PartnerId,
        after: Option<FeedCursor>,
        limit: u16,
    ) -> Result<Page<FeedItem>> {
        let data = self.data();
        let seen = |shown: &&Shown| {
            after.is_none_or(|after| shown.item.id > after)
                && shown.partners.contains(&partner)
                && data.managers(shown.item.org_id).contains(&partner)
        };
        let shown = data.webhooks.feed.iter().filter(seen).take(usize::from(limit) + 1);
        let items: Vec<FeedItem> = shown.map(|shown| shown.item.clone()).collect();
        let fit = fitting(items.iter().map(|item| item.payload.as_bytes().len()));
        Ok(Page::of_one_more(items, limit).first(fit))
    }

    async fn purge_events(&self, before: OffsetDateTime) -> Result<usize> {
        let webhooks = &mut self.data().webhooks;
        let held: HashSet<u64> = webhooks.deliveries.values().filter_map(|k| k.place).collect();
        let known = webhooks.feed.len();
        webhooks.feed.retain(|shown| shown.at >= before || held.contains(&shown.item.id.0.get()));
        Ok(known - webhooks.feed.len())
    }
}

impl Data {
    fn place(&mut self, event: NewEvent) {
        let partners = self.managers(event.organization);
        let webhooks = &mut self.webhooks;
        webhooks.last_place += 1;
        let place = NonZeroU64::MIN.saturating_add(webhooks.last_place - 1);
        let endpoints = webhooks.endpoints.values().map(|(endpoint, _)| endpoint);
        let mut new_id = || DeliveryId(Uuid::now_v7());
        let made = fan_out(event.happened(), endpoints, &partners, &mut new_id);
        for delivery in made {
            let record =
                DeliveryRecord { delivery, body: event.body.clone(), attempts: Vec::new() };
            let kept = Kept { record, place: Some(place.get()) };
            webhooks.deliveries.insert(delivery.id, kept);
        }
        let NewEvent { id: event_id, organization: org_id, body: payload, at, .. } = event;
        let item = FeedItem { id: FeedCursor(place), event_id, org_id, payload };
        webhooks.feed.push(Shown { item, at, partners });
    }
}
