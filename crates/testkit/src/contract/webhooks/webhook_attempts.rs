//! Attempts, and what they do to endpoints.

use super::webhook_setup::{
    MANY, SENT, answered, at_once, claim_all, company, conclude, deliver, deliveries, feed,
    history, later, partner, place, register, with_deliveries,
};
use crate::build::{NOW, id};
use crate::contract::{Ports, StoreUnderTest, setup::kind};
use events::Event;
use jobs::{JobFilter, JobQueue};
use persistence::StoreError;
use std::sync::Arc;
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;
use webhooks::{
    Delivery, DeliveryId, Endpoint, Owner,
    deliveries::{ATTEMPTS, Attempt, Concluded, DeliveryState, EXCERPT, GaveUp, Kind, Outcome},
    endpoints::{
        AddressError, DEACTIVATED_AFTER, DISABLED_MAIL_JOB, DisabledReason, Health, Status,
    },
    ports::{DeliveryFilter, DeliveryStore, EndpointStore, FinishedAttempt},
};

pub async fn an_attempt_is_kept_with_its_outcome(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let refused = AddressError::ALL.into_iter().map(Outcome::AddressRefused);
    let body = "č\n".repeat(EXCERPT / 2);
    let answers = [500, 204].map(|status| Outcome::Answered { status, body: body.clone() });
    let plain = [
        Outcome::TimedOut,
        Outcome::NameNotFound,
        Outcome::NotConnected,
        Outcome::TlsFailed,
        Outcome::BrokenOff,
    ];
    let (mut now, mut kept) = (NOW, Vec::new());
    for outcome in refused.chain(plain).take(9).chain(answers) {
        let delivery = claim_all(store, now).await.remove(0).delivery;
        let started_at = now + Duration::microseconds(1);
        let finished_at = now + Duration::microseconds(123_457);
        let attempt = Attempt { number: delivery.attempts, started_at, finished_at, outcome };
        kept.push(attempt.clone());
        let ended = store.conclude(delivery.organization, delivery.id, attempt).await;
        let ended = ended.expect("concluded");
        let record = store.delivery(endpoint.owner, endpoint.id, delivery.id).await.expect("found");
        assert_eq!((record.delivery, &record.attempts), (ended.delivery, &kept));
        now = match ended.delivery.state {
            DeliveryState::Pending { due } => due,
            state => {
                assert_eq!(state, DeliveryState::Delivered { at: finished_at });
                break;
            }
        };
    }
    assert_eq!(kept.len(), 11);
}

/// Tries what is due again and again, until nothing waits; every attempt fails. Returns how many
/// attempts that report having deactivated the endpoint.
async fn all_fail(store: &impl Ports, mut now: OffsetDateTime) -> (usize, OffsetDateTime) {
    let mut deactivated = 0;
    while let Some(due) = store.next_due(now, 1_000).await.expect("asked") {
        now = now.max(due);
        for work in claim_all(store, now).await {
            let ended = conclude(store, &work.delivery, answered(503), now).await;
            deactivated += usize::from(ended.expect("concluded").deactivated);
        }
    }
    (deactivated, now)
}

pub async fn fifteen_failed_deliveries_deactivate_an_endpoint(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 14).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    let health = async || store.endpoint(endpoint.owner, endpoint.id).await.expect("found").health;
    let (deactivated, now) = all_fail(store, NOW).await;
    assert_eq!(deactivated, 0);
    assert_eq!(health().await, Health { consecutive_failures: 14, status: Status::Active });
    let states = deliveries(store, &endpoint).await;
    let given_up = |d: &Delivery| (d.attempts, d.failures) == (ATTEMPTS, ATTEMPTS);
    assert!(states.iter().all(given_up), "{states:?}");

    deliver(store, organization, 3).await;
    let mails = async || {
        let filter = JobFilter { kind: Some(DISABLED_MAIL_JOB.0), state: None };
        let jobs = store.jobs(filter, None, 100).await.expect("a list").rows;
        jobs.into_iter().filter(|job| job.organization == Some(organization)).count()
    };
    assert_eq!(mails().await, 0);
    let (deactivated, end) = all_fail(store, now).await;
    assert_eq!(deactivated, 1);
    assert_eq!(mails().await, 1, "the owner is mailed once");
    let Status::Deactivated { at, reason: DisabledReason::Failures } = health().await.status else {
        panic!("it is off")
    };
    assert!(at <= end);
    let last = deliveries(store, &endpoint).await;
    let ended = |why| {
        let is_so = move |d: &&Delivery| matches!(d.state, DeliveryState::Failed { why: w, .. } if w == why);
        last.iter().filter(is_so).count()
    };
    // the others of the three were under way, for the last time, when the 15th ended
    assert_eq!((ended(GaveUp::LastAttempt), ended(GaveUp::EndpointDisabled)), (17, 0));
    deliver(store, organization, 1).await;
    assert_eq!(deliveries(store, &endpoint).await.len(), 17);
}

pub async fn what_waits_for_a_deactivated_endpoint_fails(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, DEACTIVATED_AFTER.into()).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    let last = at_the_last_attempt(store, &endpoint).await;
    let other = register(store, endpoint.owner, &[SENT]).await;
    deliver(store, organization, 3).await;
    for delivery in &last {
        assert_eq!(waiting(store, &endpoint).await, 3);
        conclude(store, delivery, answered(500), later(9)).await.expect("concluded");
    }
    assert_eq!((waiting(store, &endpoint).await, waiting(store, &other).await), (0, 3));
    let failed = DeliveryState::Failed { at: later(9), why: GaveUp::EndpointDisabled };
    let all = deliveries(store, &endpoint).await;
    let failed: Vec<_> = all.iter().filter(|delivery| delivery.state == failed).collect();
    assert_eq!(failed.len(), 3, "{all:?}");
    assert!(failed.iter().all(|d| (d.attempts, d.failures) == (0, 0)));
    assert_eq!(claim_all(store, later(9)).await.len(), 3, "those of the other");
}

async fn waiting(store: &impl Ports, endpoint: &Endpoint) -> usize {
    let all = deliveries(store, endpoint).await;
    all.iter().filter(|delivery| matches!(delivery.state, DeliveryState::Pending { .. })).count()
}

/// Deliveries with one attempt left each, under way.
async fn at_the_last_attempt(store: &impl Ports, endpoint: &Endpoint) -> Vec<Delivery> {
    let mut now = NOW + Duration::hours(1);
    loop {
        let works = claim_all(store, now).await;
        assert!(works.iter().all(|work| work.endpoint.id == endpoint.id));
        let delivering: Vec<_> = works.iter().map(|work| work.delivery).collect();
        if delivering.iter().all(|delivery| delivery.attempts == ATTEMPTS) {
            return delivering;
        }
        for delivery in delivering {
            conclude(store, &delivery, answered(500), now).await.expect("concluded");
        }
        now += Duration::hours(25);
    }
}

pub async fn failures_at_once_are_all_counted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let count = DEACTIVATED_AFTER + 3;
    let endpoint = with_deliveries(store, count.into()).await;
    let last = at_the_last_attempt(store, &endpoint).await;
    let barrier = Arc::new(Barrier::new(last.len()));
    let tasks = last.into_iter().map(|delivery| {
        let (store, barrier) = (store.clone(), barrier.clone());
        async move {
            barrier.wait().await;
            let ended = conclude(&store, &delivery, answered(500), later(9)).await;
            ended.expect("concluded").deactivated
        }
    });
    let deactivated = at_once(tasks).await.into_iter().filter(|it| *it).count();
    assert_eq!(deactivated, 1, "the owner is mailed once");
    let health = store.endpoint(endpoint.owner, endpoint.id).await.expect("found").health;
    assert_eq!(health.consecutive_failures, count);
    let status = Status::Deactivated { at: later(9), reason: DisabledReason::Failures };
    assert_eq!(health.status, status);
}

pub async fn one_that_is_delivered_starts_the_count_anew(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, DEACTIVATED_AFTER.into()).await;
    let mut last = at_the_last_attempt(store, &endpoint).await;
    let good = last.pop().expect("fifteen");
    for delivery in &last {
        conclude(store, delivery, answered(500), later(1)).await.expect("concluded");
    }
    let ended = conclude(store, &good, answered(299), later(2)).await.expect("concluded");
    assert_eq!(ended.endpoint, Health::NEW);
    let health = store.endpoint(endpoint.owner, endpoint.id).await.expect("found").health;
    assert_eq!(health, Health::NEW);
}

pub async fn an_attempt_ends_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let delivery = claim_all(store, NOW).await.remove(0).delivery;
    let tasks = (0..8).map(|_| {
        let store = store.clone();
        async move { kind(&conclude(&store, &delivery, answered(500), later(1)).await) }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|kind| **kind == "ok").count(), 1, "{results:?}");
    assert!(results.iter().all(|kind| matches!(*kind, "ok" | "conflict")), "{results:?}");
    let all = history(store, &endpoint, &DeliveryFilter::default(), 10).await;
    assert_eq!((all[0].attempts.len(), all[0].delivery.failures), (1, 1));
}

pub async fn a_test_send_is_tried_once_and_is_not_in_the_feed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, own) = company(store).await;
    let partner = partner(store, &[organization]).await;
    for owner in [own, Owner::Partner(partner)] {
        let endpoint = register(store, owner, &[SENT]).await;
        let (_, body) = Event::test_send(SENT, organization, NOW).expect("written").expect("sent");
        let (id, kind) = (DeliveryId(id()), Kind::Test);
        let test = Delivery::new(id, organization, endpoint.id, SENT, kind, NOW);
        store.add_test(organization, &test, &body).await.expect("kept");
        place(store).await;
        assert_eq!(feed(store, partner, None).await, []);
        let work = claim_all(store, NOW).await.remove(0);
        assert_eq!((work.delivery, &work.body), (test.claim(NOW).expect("due"), &body));
        let ended = conclude(store, &work.delivery, answered(500), later(1)).await;
        let ended = ended.expect("concluded");
        let failed = DeliveryState::Failed { at: later(1), why: GaveUp::LastAttempt };
        assert_eq!((ended.delivery.state, ended.endpoint), (failed, Health::NEW));
        let record = store.delivery(owner, endpoint.id, test.id).await.expect("found");
        assert_eq!((record.delivery, record.body), (ended.delivery, body));
        assert_eq!(store.endpoint(owner, endpoint.id).await.expect("found"), endpoint);
    }
}

/// Ends attempts that are under way, in one transaction.
async fn conclude_together(
    store: &impl Ports,
    deliveries: impl IntoIterator<Item = (Delivery, u16)>,
    at: OffsetDateTime,
) -> Vec<Result<Concluded, StoreError>> {
    let finished = |(delivery, status): (Delivery, u16)| {
        let outcome = answered(status);
        let (number, started_at) = (delivery.attempts, at);
        let attempt = Attempt { number, started_at, finished_at: at, outcome };
        FinishedAttempt { organization: delivery.organization, delivery: delivery.id, attempt }
    };
    let finished: Vec<_> = deliveries.into_iter().map(finished).collect();
    store.conclude_all(finished).await.expect("a transaction")
}

pub async fn attempts_that_end_together_are_checked_one_by_one(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 6).await;
    let mut at_work: Vec<_> =
        claim_all(store, later(6)).await.into_iter().map(|work| work.delivery).collect();
    at_work.sort_by_key(|delivery| delivery.created_at);
    let [delivered, failed, overtaken, twice, strange, open] = at_work[..] else {
        panic!("six: {at_work:?}")
    };
    conclude(store, &overtaken, answered(204), later(7)).await.expect("by another worker");
    let unknown = Delivery { id: DeliveryId(id()), ..strange };
    let (other, _) = company(store).await;
    let of_another = Delivery { organization: other, ..strange };
    let ended = conclude_together(
        store,
        [
            (delivered, 204),
            (overtaken, 500),
            (failed, 500),
            (unknown, 204),
            (twice, 204),
            (of_another, 204),
            (twice, 500),
        ],
        later(8),
    );
    let ended = ended.await;
    let kinds: Vec<_> = ended.iter().map(kind).collect();
    assert_eq!(kinds, ["ok", "conflict", "ok", "not found", "ok", "not found", "conflict"]);
    let mut kept = deliveries(store, &endpoint).await;
    kept.sort_by_key(|delivery| delivery.created_at);
    let concluded = |n: usize| ended[n].as_ref().expect("concluded").delivery;
    assert_eq!((kept[0], kept[1], kept[3]), (concluded(0), concluded(2), concluded(4)));
    assert_eq!(kept[2].state, DeliveryState::Delivered { at: later(7) });
    assert_eq!((kept[4], kept[5]), (strange, open), "still under way");
    let all = history(store, &endpoint, &DeliveryFilter::default(), 10).await;
    let attempts: usize = all.iter().map(|record| record.attempts.len()).sum();
    assert_eq!(attempts, 4, "one of each that ended");
    assert_eq!(conclude_together(store, [], later(9)).await.len(), 0);
}

pub async fn attempts_that_end_together_deactivate_an_endpoint_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, (DEACTIVATED_AFTER + 2).into()).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    let last = at_the_last_attempt(store, &endpoint).await;
    let end = last.iter().filter_map(under_way_until).max().expect("under way");
    deliver(store, organization, 2).await;
    let first = store.claim_due(end - webhooks::deliveries::LEASE, MANY, 1).await.expect("claimed");
    let first = first.into_iter().map(|work| work.delivery).next().expect("a new one");
    let other = with_deliveries(store, 1).await;
    let other = deliveries(store, &other).await.remove(0);
    let together = std::iter::once(first).chain(last).map(|delivery| (delivery, 503));
    let ended = conclude_together(store, together, later(9)).await;
    let deactivated = ended.iter().filter(|it| it.as_ref().is_ok_and(|it| it.deactivated)).count();
    assert_eq!((ended.iter().filter(|it| it.is_ok()).count(), deactivated), (18, 1));
    let health = store.endpoint(endpoint.owner, endpoint.id).await.expect("found").health;
    assert_eq!(health.consecutive_failures, DEACTIVATED_AFTER + 2);
    assert!(!health.is_active());
    let all = deliveries(store, &endpoint).await;
    let off = all
        .iter()
        .filter(|d| matches!(d.state, DeliveryState::Failed { why: GaveUp::EndpointDisabled, .. }));
    assert_eq!(off.count(), 2, "the one that was to be tried again, and the one that waited");
    assert!(all.iter().all(|d| matches!(d.state, DeliveryState::Failed { .. })), "{all:?}");
    assert!(matches!(other.state, DeliveryState::Pending { .. }), "of another endpoint");
    let filter = JobFilter { kind: Some(DISABLED_MAIL_JOB.0), state: None };
    let jobs = store.jobs(filter, None, 100).await.expect("a list").rows;
    let mails = jobs.iter().filter(|job| job.organization == Some(organization)).count();
    assert_eq!(mails, 1, "the owner is mailed once");
}

fn under_way_until(delivery: &Delivery) -> Option<OffsetDateTime> {
    match delivery.state {
        DeliveryState::Delivering { until } => Some(until),
        _ => None,
    }
}
