//! Claims of deliveries by workers.

use super::webhook_setup::{
    FAILED, MANY, SENT, answered, at_once, claim, claim_all, company, conclude, deliver,
    deliveries, event, happen, later, place, register, secrets, with_deliveries,
};
use crate::build::NOW;
use crate::contract::{StoreUnderTest, setup::kind};
use std::collections::{BTreeMap, BTreeSet};
use time::Duration;
use webhooks::{
    Delivery, DeliveryId, Owner,
    deliveries::{DeliveryState, Kind, LEASE},
    ports::{DeliveryStore, Work},
};

pub async fn a_claim_brings_all_that_a_worker_needs(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let endpoint = register(store, owner, &[SENT]).await;
    let happened = event(organization, SENT, NOW);
    happen(store, organization, &[happened.clone(), event(organization, FAILED, NOW)]).await;
    place(store).await;
    let id = deliveries(store, &endpoint).await[0].id;
    let fresh = Delivery::new(id, organization, endpoint.id, SENT, Kind::Event, NOW);
    assert_eq!(deliveries(store, &endpoint).await, [fresh]);
    let delivery = fresh.claim(later(1)).expect("due");
    let work =
        Work { delivery, endpoint: endpoint.clone(), secrets: secrets(1), body: happened.body };
    assert_eq!(claim_all(store, later(1)).await, [work]);
    assert_eq!(deliveries(store, &endpoint).await, [delivery]);
    assert_eq!(claim_all(store, later(1)).await, []);
}

pub async fn only_what_is_due_is_claimed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    assert_eq!(store.next_due(NOW, 1).await.expect("asked"), None);
    with_deliveries(store, 3).await;
    let next = async |per| store.next_due(later(0), per).await.expect("asked");
    assert_eq!(next(1).await, Some(NOW));
    let early = NOW - Duration::microseconds(1);
    assert_eq!(claim(store, early, MANY, MANY).await, []);
    assert_eq!(claim(store, later(1), MANY, 0).await, []);
    assert_eq!(claim(store, later(1), 0, MANY).await, []);
    let works = claim_all(store, later(1)).await;
    assert_eq!(works.len(), 2);
    assert_eq!(next(3).await, Some(later(2)), "the third");
    assert_eq!(next(2).await, Some(later(1) + LEASE), "no room before");
    let retried = conclude(store, &works[0].delivery, answered(500), later(2)).await;
    let DeliveryState::Pending { due } = retried.expect("concluded").delivery.state else {
        panic!("it is tried again")
    };
    assert_eq!(due, later(7));
    let third = claim_all(store, later(6)).await;
    assert_eq!(third.len(), 1);
    for work in [&works[1], &third[0]] {
        conclude(store, &work.delivery, answered(200), later(6)).await.expect("concluded");
    }
    assert_eq!(next(1).await, Some(due));
    assert_eq!(claim_all(store, due).await.len(), 1);
}

pub async fn an_endpoint_has_only_so_many_under_way(subject: &impl StoreUnderTest) {
    let store = subject.store();
    with_deliveries(store, 6).await;
    let first = claim(store, later(9), 2, MANY).await;
    assert_eq!(first.len(), 2);
    assert_eq!(claim(store, later(9), 2, MANY).await, []);
    assert_eq!(claim(store, later(9), 3, MANY).await.len(), 1);
    conclude(store, &first[0].delivery, answered(200), later(9)).await.expect("concluded");
    assert_eq!(claim(store, later(9), 3, MANY).await.len(), 1);
    // leases that have run out do not count, and their deliveries come first
    let again = claim(store, later(9) + LEASE, 3, MANY).await;
    assert_eq!(again.len(), 3);
    let attempts: Vec<_> = again.iter().map(|work| work.delivery.attempts).collect();
    assert_eq!(attempts.iter().filter(|attempts| **attempts == 2).count(), 1, "{attempts:?}");
}

pub async fn many_deliveries_of_one_endpoint_delay_no_other(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let slow = with_deliveries(store, 300).await;
    let others = [with_deliveries(store, 2).await, with_deliveries(store, 2).await];
    let works = claim(store, later(1_000), 8, 5).await;
    let of = |endpoint| works.iter().filter(|work| work.endpoint == endpoint).count();
    assert_eq!(works.len(), 5);
    assert_eq!(of(others[0].clone()) + of(others[1].clone()) + of(slow.clone()), 5);
    assert!(others.iter().all(|other| of(other.clone()) >= 1), "each has its turn");
    assert!(of(slow.clone()) >= 1);
    // of one endpoint those that wait longest
    let mut claimed = works.iter().filter(|w| w.endpoint == slow).map(|w| w.delivery.created_at);
    assert!(claimed.all(|at| at < later(2)));
}

pub async fn workers_at_once_share_no_delivery(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoints = [
        with_deliveries(store, 60).await,
        with_deliveries(store, 60).await,
        with_deliveries(store, 60).await,
    ];
    let workers = (0..16).map(|_| {
        let store = store.clone();
        async move {
            let mut sent: Vec<(DeliveryId, u32)> = Vec::new();
            let mut most = 0;
            for _ in 0..400 {
                let works = claim(&store, later(100), 4, 3).await;
                let mut counts = BTreeMap::new();
                for work in &works {
                    *counts.entry(work.delivery.endpoint).or_insert(0) += 1;
                }
                most = most.max(counts.into_values().max().unwrap_or_default());
                for Work { delivery, .. } in &works {
                    sent.push((delivery.id, delivery.attempts));
                    let ended = conclude(&store, delivery, answered(200), later(100)).await;
                    ended.expect("nobody took it over");
                }
                let next = store.next_due(later(100), 4).await.expect("asked");
                match next {
                    None => break,
                    Some(_) if works.is_empty() => tokio::task::yield_now().await,
                    Some(_) => {}
                }
            }
            (sent, most)
        }
    });
    let results = at_once(workers).await;
    let all: Vec<_> = results.iter().flat_map(|(sent, _)| sent.clone()).collect();
    let distinct: BTreeSet<_> = all.iter().copied().collect();
    assert_eq!((all.len(), distinct.len()), (180, 180));
    assert!(all.iter().all(|(_, attempt)| *attempt == 1));
    for endpoint in &endpoints {
        let states = deliveries(store, endpoint).await;
        assert!(states.iter().all(|d| d.state == DeliveryState::Delivered { at: later(100) }));
    }
}

pub async fn claims_at_once_keep_to_the_limit_of_an_endpoint(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let busy = with_deliveries(store, 100).await;
    let workers = (0..16).map(|_| {
        let store = store.clone();
        async move { claim(&store, later(100), 5, 4).await }
    });
    let works: Vec<_> = at_once(workers).await.into_iter().flatten().collect();
    assert_eq!(works.len(), 5);
    let is_under_way = |d: &&Delivery| matches!(d.state, DeliveryState::Delivering { .. });
    assert_eq!(deliveries(store, &busy).await.iter().filter(is_under_way).count(), 5);
}

pub async fn a_lease_that_ran_out_is_taken_over_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let dead = claim_all(store, NOW).await.remove(0).delivery;
    let end = NOW + LEASE;
    assert_eq!(claim_all(store, end - Duration::microseconds(1)).await, []);
    let workers = (0..8).map(|_| {
        let store = store.clone();
        async move { claim_all(&store, end).await }
    });
    let taken: Vec<_> = at_once(workers).await.into_iter().flatten().collect();
    assert_eq!(taken.len(), 1);
    let taken = taken[0].delivery;
    assert_eq!((taken.id, taken.attempts, taken.failures), (dead.id, 2, 0));
    assert_eq!(kind(&conclude(store, &dead, answered(200), end).await), "conflict");
    assert_eq!(deliveries(store, &endpoint).await, [taken]);
    conclude(store, &taken, answered(200), end).await.expect("concluded");
    assert_eq!(kind(&conclude(store, &taken, answered(500), end).await), "conflict");
    let record = store.delivery(endpoint.owner, endpoint.id, taken.id).await.expect("found");
    let numbers: Vec<_> = record.attempts.iter().map(|attempt| attempt.number).collect();
    assert_eq!(numbers, [2], "the first was never ended");
}

pub async fn what_a_claim_leaves_out_is_said_to_be_due(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 7).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    deliver(store, organization, 2).await;
    let (now, per, mut claimed) = (later(50), 4, 0);
    while store.next_due(now, per).await.expect("asked").is_some_and(|due| due <= now) {
        let works = claim(store, now, per, 3).await;
        assert!(!works.is_empty(), "something was due");
        claimed += works.len();
        for work in works.iter().skip(1) {
            conclude(store, &work.delivery, answered(204), now).await.expect("concluded");
        }
    }
    assert!(claimed >= 4, "{claimed}");
    assert_eq!(claim(store, now, per, 3).await, []);
}
