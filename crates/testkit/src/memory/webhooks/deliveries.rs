use crate::memory::{
    Result,
    store::{Data, MemoryStore},
    webhooks::{Kept, WebhookData},
};
use access::OrganizationId;
use events::Body;
use jobs::JobId;
use persistence::{Cursor, Page, StoreError};
use std::{cmp::Reverse, collections::BTreeMap};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, EndpointId, Owner,
    deliveries::{Attempt, Concluded, DeliveryState, Stale},
    endpoints::disabled_mail_job,
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore, FinishedAttempt, MAX_HISTORY, Work},
};

impl DeliveryStore for MemoryStore {
    async fn claim_due(
        &self,
        now: OffsetDateTime,
        per_endpoint: usize,
        limit: usize,
    ) -> Result<Vec<Work>> {
        let webhooks = &mut self.data().webhooks;
        let mut in_turn = Vec::new();
        for (_, mut due) in webhooks.due(now, per_endpoint) {
            due.sort();
            in_turn.extend(due.into_iter().enumerate());
        }
        in_turn.sort();
        in_turn.truncate(limit);
        Ok(in_turn.into_iter().filter_map(|(_, (_, id))| webhooks.claim(id, now)).collect())
    }

    async fn next_due(
        &self,
        now: OffsetDateTime,
        per_endpoint: usize,
    ) -> Result<Option<OffsetDateTime>> {
        let webhooks = &self.data().webhooks;
        let under_way = webhooks.under_way(now);
        let free_from = |kept: &Kept| match kept.record.delivery.state {
            DeliveryState::Pending { due } => {
                let under_way = under_way.get(&kept.record.delivery.endpoint);
                (under_way.copied().unwrap_or_default() < per_endpoint).then_some(due)
            }
            DeliveryState::Delivering { until } => Some(until),
            _ => None,
        };
        Ok(webhooks.deliveries.values().filter_map(free_from).min())
    }

    async fn conclude_all(&self, attempts: Vec<FinishedAttempt>) -> Result<Vec<Result<Concluded>>> {
        let mut data = self.data();
        Ok(attempts.into_iter().map(|attempt| conclude(&mut data, attempt)).collect())
    }

    async fn conclude(
        &self,
        organization: OrganizationId,
        delivery: DeliveryId,
        attempt: Attempt,
    ) -> Result<Concluded> {
        conclude(&mut self.data(), FinishedAttempt { organization, delivery, attempt })
    }

    async fn add_test(
        &self,
        organization: OrganizationId,
        delivery: &Delivery,
        body: &Body,
    ) -> Result<()> {
        let mut data = self.data();
        let managers = data.managers(organization);
        let found = data.webhooks.endpoints.get(&delivery.endpoint);
        let belongs = found.is_some_and(|(endpoint, _)| match endpoint.owner {
            Owner::Organization(id) => id == organization,
            Owner::Partner(id) => managers.contains(&id),
        });
        if !belongs || delivery.organization != organization {
            return Err(StoreError::NotFound);
        }
        let record =
            DeliveryRecord { delivery: *delivery, body: body.clone(), attempts: Vec::new() };
        data.webhooks.deliveries.insert(delivery.id, Kept { record, place: None });
        Ok(())
    }

    async fn deliveries(
        &self,
        owner: Owner,
        endpoint: EndpointId,
        filter: &DeliveryFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<DeliveryRecord>> {
        let webhooks = &self.data().webhooks;
        webhooks.endpoint(owner, endpoint)?;
        let listed = |delivery: &Delivery| {
            delivery.endpoint == endpoint
                && filter.event.is_none_or(|event| delivery.event == event)
                && filter.state.is_none_or(|state| delivery.state.name() == state)
                && after
                    .is_none_or(|p| (delivery.created_at, delivery.id.0) < (p.created_at, p.id.0))
        };
        let records = webhooks.deliveries.values().map(|kept| &kept.record);
        let mut rows: Vec<_> =
            records.filter(|record| listed(&record.delivery)).map(shown).collect();
        rows.sort_by_key(|r| Reverse((r.delivery.created_at, r.delivery.id)));
        Ok(Page::of_one_more(rows, limit))
    }

    async fn delivery(
        &self,
        owner: Owner,
        endpoint: EndpointId,
        id: DeliveryId,
    ) -> Result<DeliveryRecord> {
        let webhooks = &self.data().webhooks;
        webhooks.endpoint(owner, endpoint)?;
        let kept = webhooks.deliveries.get(&id).filter(|k| k.record.delivery.endpoint == endpoint);
        kept.map(|kept| shown(&kept.record)).ok_or(StoreError::NotFound)
    }

    async fn change_delivery(
        &self,
        owner: Owner,
        before: &Delivery,
        after: &Delivery,
    ) -> Result<()> {
        let webhooks = &mut self.data().webhooks;
        let is_active = webhooks.endpoint(owner, before.endpoint)?.health.is_active();
        let kept = webhooks.deliveries.get_mut(&before.id).ok_or(StoreError::NotFound)?;
        if kept.record.delivery.organization != before.organization {
            return Err(StoreError::NotFound);
        }
        let waits = matches!(after.state, DeliveryState::Pending { .. });
        if kept.record.delivery != *before || (waits && !is_active) {
            return Err(StoreError::Conflict);
        }
        kept.record.delivery = *after;
        Ok(())
    }

    async fn purge_deliveries(&self, before: OffsetDateTime) -> Result<usize> {
        let webhooks = &mut self.data().webhooks;
        let known = webhooks.deliveries.len();
        webhooks.deliveries.retain(|_, kept| {
            let delivery = &kept.record.delivery;
            let is_open = matches!(
                delivery.state,
                DeliveryState::Pending { .. } | DeliveryState::Delivering { .. }
            );
            is_open || delivery.created_at >= before
        });
        Ok(known - webhooks.deliveries.len())
    }
}

/// With its latest attempts.
fn shown(record: &DeliveryRecord) -> DeliveryRecord {
    let mut record = record.clone();
    let first = record.delivery.attempts.saturating_sub(MAX_HISTORY);
    record.attempts.retain(|attempt| attempt.number > first);
    record
}

type Due = (OffsetDateTime, DeliveryId);

impl WebhookData {
    /// The due deliveries of each endpoint, as many as it has room for.
    fn due(&self, now: OffsetDateTime, per_endpoint: usize) -> BTreeMap<EndpointId, Vec<Due>> {
        let under_way = self.under_way(now);
        let mut due: BTreeMap<EndpointId, Vec<Due>> = BTreeMap::new();
        for delivery in self.deliveries.values().map(|kept| kept.record.delivery) {
            if let (
                Ok(_),
                DeliveryState::Pending { due: at } | DeliveryState::Delivering { until: at },
            ) = (delivery.claim(now), delivery.state)
            {
                due.entry(delivery.endpoint).or_default().push((at, delivery.id));
            }
        }
        for (endpoint, due) in &mut due {
            due.sort();
            let under_way = under_way.get(endpoint).copied().unwrap_or_default();
            due.truncate(per_endpoint.saturating_sub(under_way));
        }
        due
    }

    fn under_way(&self, now: OffsetDateTime) -> BTreeMap<EndpointId, usize> {
        let mut counts = BTreeMap::new();
        for delivery in self.deliveries.values().map(|kept| kept.record.delivery) {
            if matches!(delivery.state, DeliveryState::Delivering { until } if until > now) {
                *counts.entry(delivery.endpoint).or_default() += 1;
            }
        }
        counts
    }

    fn claim(&mut self, id: DeliveryId, now: OffsetDateTime) -> Option<Work> {
        let record = &mut self.deliveries.get_mut(&id)?.record;
        let delivery = record.delivery.claim(now).ok()?;
        record.delivery = delivery;
        let (endpoint, secrets) = self.endpoints.get(&delivery.endpoint)?.clone();
        Some(Work { delivery, endpoint, secrets, body: record.body.clone() })
    }
}

fn conclude(data: &mut Data, finished: FinishedAttempt) -> Result<Concluded> {
    let FinishedAttempt { organization, delivery: id, attempt } = finished;
    let webhooks = &mut data.webhooks;
    let kept = webhooks.deliveries.get_mut(&id).ok_or(StoreError::NotFound)?;
    let delivery = kept.record.delivery;
    if delivery.organization != organization {
        return Err(StoreError::NotFound);
    }
    let (endpoint, _) =
        webhooks.endpoints.get_mut(&delivery.endpoint).ok_or(StoreError::NotFound)?;
    let concluded =
        delivery.conclude(attempt, endpoint.health).map_err(|Stale| StoreError::Conflict)?;
    kept.record.delivery = concluded.delivery;
    kept.record.attempts.push(concluded.attempt.clone());
    endpoint.health = concluded.endpoint;
    if concluded.deactivated {
        let (owner, at) = (endpoint.owner, concluded.attempt.finished_at);
        webhooks.switch_off(delivery.endpoint, at);
        if let Owner::Organization(_) = owner {
            let id = JobId(Uuid::now_v7());
            let job = disabled_mail_job(organization, delivery.endpoint, at, id);
            data.enqueue(&job, at).map_err(|error| StoreError::Backend(error.into()))?;
        }
    }
    Ok(concluded)
}
