//! The ports suffice for a worker: one in ten lines, over a store in memory, with time travel.

use crate::common::*;
use access::OrganizationId;
use events::{Body, Event, EventName, NewEvent, sample};
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Concluded, DeliveryState, GaveUp, Outcome, Stale, fan_out},
    endpoints::{AddressPolicy, EndpointUrl, Secrets},
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore, FinishedAttempt, Sender, Work},
    signing::{HEADER_ID, HEADER_SIGNATURE, HEADER_TIMESTAMP, SignedRequest, TOLERANCE, verify},
};

/// Runs a future that never waits.
fn now_or_never<T>(future: impl Future<Output = T> + Send) -> T {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("nothing here waits"),
    }
}

/// One turn of a worker: how many attempts it made.
async fn turn(
    store: &impl DeliveryStore,
    sender: &impl Sender,
    now: OffsetDateTime,
) -> Result<usize, StoreError> {
    let claimed = store.claim_due(now, 2, 10).await?;
    for Work { delivery, endpoint, secrets, body } in &claimed {
        let request =
            SignedRequest::new(delivery, endpoint.url.clone(), secrets, body.clone(), now);
        let outcome = sender.send(&request).await;
        let attempt = attempt(delivery, outcome, now);
        store.conclude(delivery.organization, delivery.id, attempt).await?;
    }
    Ok(claimed.len())
}

#[derive(Default)]
struct Memory(Mutex<(BTreeMap<EndpointId, Endpoint>, BTreeMap<DeliveryId, DeliveryRecord>)>);

impl Memory {
    fn add(&self, endpoint: &Endpoint, event: &NewEvent, id: u128) {
        let mut new_id = || DeliveryId(Uuid::from_u128(id));
        let made = fan_out(event.happened(), [endpoint], &[], &mut new_id);
        let (endpoints, records) = &mut *self.0.lock().expect("not poisoned");
        endpoints.insert(endpoint.id, endpoint.clone());
        records.extend(made.into_iter().map(|delivery| {
            let record = DeliveryRecord { delivery, body: event.body.clone(), attempts: vec![] };
            (delivery.id, record)
        }));
    }

    fn conclude_one(&self, finished: FinishedAttempt) -> Result<Concluded, StoreError> {
        let FinishedAttempt { delivery: id, attempt, .. } = finished;
        let (endpoints, records) = &mut *self.0.lock().expect("not poisoned");
        let record = records.get_mut(&id).ok_or(StoreError::NotFound)?;
        let endpoint = endpoints.get_mut(&record.delivery.endpoint).ok_or(StoreError::NotFound)?;
        let concluded = record.delivery.conclude(attempt, endpoint.health);
        let concluded = concluded.map_err(|Stale| StoreError::Conflict)?;
        record.delivery = concluded.delivery;
        record.attempts.push(concluded.attempt.clone());
        endpoint.health = concluded.endpoint;
        if concluded.deactivated {
            for other in records.values_mut().filter(|r| r.delivery.endpoint == endpoint.id) {
                other.delivery = other.delivery.endpoint_disabled(concluded.attempt.finished_at);
            }
        }
        Ok(concluded)
    }

    fn states(&self, endpoint: EndpointId) -> Vec<(DeliveryState, usize)> {
        let records = &self.0.lock().expect("not poisoned").1;
        let of = records.values().filter(|record| record.delivery.endpoint == endpoint);
        of.map(|record| (record.delivery.state, record.attempts.len())).collect()
    }
}

impl DeliveryStore for Memory {
    async fn claim_due(
        &self,
        now: OffsetDateTime,
        per_endpoint: usize,
        limit: usize,
    ) -> Result<Vec<Work>, StoreError> {
        let (endpoints, records) = &mut *self.0.lock().expect("not poisoned");
        let (mut work, mut taken) = (Vec::new(), BTreeMap::<EndpointId, usize>::new());
        for record in records.values_mut() {
            let endpoint = endpoints[&record.delivery.endpoint].clone();
            let count = taken.entry(endpoint.id).or_default();
            if work.len() == limit || *count == per_endpoint {
                continue;
            }
            let Ok(delivery) = record.delivery.claim(now) else { continue };
            *count += 1;
            record.delivery = delivery;
            let (secrets, body) = (Secrets::new(secret(1)), record.body.clone());
            work.push(Work { delivery, endpoint, secrets, body });
        }
        Ok(work)
    }

    async fn next_due(
        &self,
        _: OffsetDateTime,
        _: usize,
    ) -> Result<Option<OffsetDateTime>, StoreError> {
        let records = &self.0.lock().expect("not poisoned").1;
        let due = |record: &DeliveryRecord| match record.delivery.state {
            DeliveryState::Pending { due } => Some(due),
            DeliveryState::Delivering { until } => Some(until),
            _ => None,
        };
        Ok(records.values().filter_map(due).min())
    }

    async fn conclude_all(
        &self,
        attempts: Vec<FinishedAttempt>,
    ) -> Result<Vec<Result<Concluded, StoreError>>, StoreError> {
        Ok(attempts.into_iter().map(|finished| self.conclude_one(finished)).collect())
    }

    async fn conclude(
        &self,
        organization: OrganizationId,
        delivery: DeliveryId,
        attempt: Attempt,
    ) -> Result<Concluded, StoreError> {
        self.conclude_one(FinishedAttempt { organization, delivery, attempt })
    }

    async fn add_test(&self, _: OrganizationId, _: &Delivery, _: &Body) -> Result<(), StoreError> {
        Ok(())
    }

    async fn deliveries(
        &self,
        _: Owner,
        _: EndpointId,
        _: &DeliveryFilter,
        _: Option<Cursor>,
        _: u16,
    ) -> Result<Page<DeliveryRecord>, StoreError> {
        Ok(Page::empty())
    }

    async fn delivery(
        &self,
        _: Owner,
        _: EndpointId,
        _: DeliveryId,
    ) -> Result<DeliveryRecord, StoreError> {
        Err(StoreError::NotFound)
    }

    async fn change_delivery(
        &self,
        _: Owner,
        _: &Delivery,
        _: &Delivery,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    async fn purge_deliveries(&self, _: OffsetDateTime) -> Result<usize, StoreError> {
        Ok(0)
    }
}

/// Answers by host; remembers what arrived where.
#[derive(Default)]
struct Network(Mutex<BTreeMap<String, Vec<String>>>);

impl Sender for Network {
    async fn send(&self, request: &SignedRequest) -> Outcome {
        let host = request.url.host().to_owned();
        let header = |name| request.headers.iter().find(|h| h.0 == name).expect(name).1.clone();
        let mut arrived = self.0.lock().expect("not poisoned");
        let ids = arrived.entry(host.clone()).or_default();
        ids.push(header(HEADER_ID));
        let timestamp: i64 = header(HEADER_TIMESTAMP).parse().expect("a number");
        let now = OffsetDateTime::from_unix_timestamp(timestamp).expect("a time");
        let signature = header(HEADER_SIGNATURE);
        let body = request.body.as_bytes();
        assert!(verify(&signature, body, &secret(1), now, TOLERANCE).is_ok());
        match host.as_str() {
            "dead.example.com" => Outcome::NotConnected,
            "shaky.example.com" if !ids.len().is_multiple_of(3) => answered(500),
            _ => answered(200),
        }
    }
}

fn at(n: u128, host: &str) -> Endpoint {
    let url = EndpointUrl::parse(&format!("https://{host}/"), AddressPolicy::Public).expect("fit");
    Endpoint { url, ..endpoint(n, Owner::Organization(organization(1)), &[EventName::InvoicePaid]) }
}

#[test]
fn a_dead_endpoint_delays_no_other_and_shaky_ones_get_everything() {
    let (store, network) = (Memory::default(), Network::default());
    let data = sample(EventName::InvoicePaid, NOW).expect("emitted");
    let event = Event { organization: organization(1), at: NOW, data };
    let event = NewEvent::of(&event, None).expect("writable");
    let (dead, shaky, good) =
        (at(1, "dead.example.com"), at(2, "shaky.example.com"), at(3, "good.example.com"));
    for n in 0..40 {
        for (endpoint, base) in [(&dead, 0), (&shaky, 100), (&good, 200)] {
            store.add(endpoint, &event, base + n);
        }
    }
    // an attempt takes no time here; each turn may take two deliveries of an endpoint
    let mut now = NOW;
    for _ in 0..20 {
        now_or_never(turn(&store, &network, now)).expect("stored");
    }
    assert!(store.states(good.id).iter().all(|s| s.0 == DeliveryState::Delivered { at: NOW }));
    while let Some(due) = now_or_never(store.next_due(now, 2)).expect("stored") {
        now = now.max(due);
        now_or_never(turn(&store, &network, now)).expect("stored");
    }
    assert!(now - NOW < Duration::days(3));
    let shaky = store.states(shaky.id);
    assert!(shaky.iter().all(|s| matches!(s.0, DeliveryState::Delivered { .. })), "{shaky:?}");
    let dead = store.states(dead.id);
    let ended = |why| {
        dead.iter().filter(move |s| matches!(s.0, DeliveryState::Failed { why: w, .. } if w == why))
    };
    // the 16th was under way, for the last time, when the 15th ended
    assert_eq!(ended(GaveUp::LastAttempt).count(), 16);
    assert_eq!(ended(GaveUp::EndpointDisabled).count(), 24);
    assert!(ended(GaveUp::LastAttempt).all(|s| s.1 == 11), "with their whole history");
    let arrived = network.0.lock().expect("not poisoned");
    let distinct = |host| arrived[host].iter().collect::<BTreeSet<_>>().len();
    assert_eq!((arrived["good.example.com"].len(), distinct("good.example.com")), (40, 40));
    assert_eq!(distinct("shaky.example.com"), 40, "the same id in every attempt");
    assert!(arrived["shaky.example.com"].len() > 100);
}
