//! The history of deliveries.

use super::webhook_setup::{
    FAILED, MANY, SENT, answered, at_once, claim, claim_all, company, conclude, deliver,
    deliveries, event, happen, history, later, place, register, with_deliveries,
};
use crate::build::NOW;
use crate::contract::{
    StoreUnderTest,
    random::Random,
    setup::{kind, organization},
};
use events::EventName;
use std::cmp::Reverse;
use time::Duration;
use webhooks::{
    Delivery, Endpoint, Owner,
    deliveries::DeliveryState,
    ports::{DeliveryFilter, DeliveryStore, EndpointStore, FeedStore, MAX_HISTORY},
};

pub async fn every_filter_of_the_history_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let names = [SENT, FAILED, EventName::InvoicePaid];
    let endpoint = register(store, owner, &names).await;
    let mut random = Random(7);
    // few instants, so that ids break ties
    let events: Vec<_> = (0..60)
        .map(|_| event(organization, random.pick(&names), later(random.pick(&[0, 1, 2, 3]))))
        .collect();
    happen(store, organization, &events).await;
    place(store).await;
    for work in claim(store, later(5), MANY, 40).await {
        let outcome = random.pick(&[Some(200), Some(500), None]);
        if let Some(status) = outcome {
            let ended = conclude(store, &work.delivery, answered(status), later(5)).await;
            ended.expect("concluded");
        }
    }
    let off = Endpoint { health: endpoint.health.disabled(later(6)), ..endpoint.clone() };
    store.change_endpoint(owner, &endpoint, &off).await.expect("switched off");
    let all = history(store, &endpoint, &DeliveryFilter::default(), 100).await;
    assert_eq!(all.len(), 60);
    assert!(all.is_sorted_by_key(|r| Reverse((r.delivery.created_at, r.delivery.id))));
    let states = [None, Some("pending"), Some("delivering"), Some("delivered"), Some("failed")];
    let events = [None].into_iter().chain(names.map(Some));
    for (event, state) in events.flat_map(|event| states.map(|state| (event, state))) {
        let filter = DeliveryFilter { event, state };
        let passes = |delivery: &Delivery| {
            event.is_none_or(|event| delivery.event == event)
                && state.is_none_or(|state| delivery.state.name() == state)
        };
        let expected: Vec<_> = all.iter().filter(|r| passes(&r.delivery)).cloned().collect();
        assert!(state == Some("pending") || event.is_some() || !expected.is_empty(), "{filter:?}");
        for limit in [1, 7, 100] {
            assert_eq!(history(store, &endpoint, &filter, limit).await, expected, "{filter:?}");
        }
    }
    let unknown = DeliveryFilter { state: Some("lost"), event: None };
    assert_eq!(history(store, &endpoint, &unknown, 10).await, []);
}

pub async fn a_delivery_is_delivered_again(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let (owner, at) = (endpoint.owner, endpoint.id);
    let first = claim_all(store, NOW).await.remove(0);
    conclude(store, &first.delivery, answered(200), later(1)).await.expect("concluded");
    let before = deliveries(store, &endpoint).await[0];
    let after = before.redeliver(endpoint.health, later(2)).expect("over");
    store.change_delivery(owner, &before, &after).await.expect("changed");
    assert_eq!(kind(&store.change_delivery(owner, &before, &after).await), "conflict");
    assert_eq!(deliveries(store, &endpoint).await, [after]);
    let again = claim_all(store, later(2)).await.remove(0);
    assert_eq!((again.delivery.id, &again.body), (first.delivery.id, &first.body));
    assert_eq!((again.delivery.attempts, again.delivery.failures), (2, 0));
    conclude(store, &again.delivery, answered(500), later(3)).await.expect("concluded");
    let record = store.delivery(owner, at, before.id).await.expect("found");
    let numbers: Vec<_> = record.attempts.iter().map(|attempt| attempt.number).collect();
    assert_eq!(numbers, [1, 2]);
}

pub async fn nothing_waits_for_an_endpoint_that_is_off(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let work = claim_all(store, NOW).await.remove(0);
    conclude(store, &work.delivery, answered(200), later(1)).await.expect("concluded");
    let before = deliveries(store, &endpoint).await[0];
    let after = before.redeliver(endpoint.health, later(2)).expect("over");
    let off = Endpoint { health: endpoint.health.disabled(later(2)), ..endpoint.clone() };
    store.change_endpoint(endpoint.owner, &endpoint, &off).await.expect("switched off");
    let late = store.change_delivery(endpoint.owner, &before, &after).await;
    assert_eq!(kind(&late), "conflict");
    assert_eq!(deliveries(store, &endpoint).await, [before]);
}

pub async fn of_many_redeliveries_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let work = claim_all(store, NOW).await.remove(0);
    conclude(store, &work.delivery, answered(500), later(1)).await.expect("concluded");
    let before = deliveries(store, &endpoint).await[0];
    let tasks = (2..10).map(|n| {
        let (store, owner) = (store.clone(), endpoint.owner);
        let after = before.redeliver(endpoint.health, later(n)).expect("not under way");
        async move { kind(&store.change_delivery(owner, &before, &after).await) }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|kind| **kind == "ok").count(), 1, "{results:?}");
    assert!(results.iter().all(|kind| matches!(*kind, "ok" | "conflict")), "{results:?}");
}

pub async fn the_latest_attempts_are_shown(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    for _ in 0..MAX_HISTORY + 3 {
        let work = claim_all(store, later(10)).await.remove(0);
        conclude(store, &work.delivery, answered(200), later(10)).await.expect("concluded");
        let before = deliveries(store, &endpoint).await[0];
        let after = before.redeliver(endpoint.health, later(10)).expect("over");
        store.change_delivery(endpoint.owner, &before, &after).await.expect("changed");
    }
    let record = &history(store, &endpoint, &DeliveryFilter::default(), 10).await[0];
    let numbers: Vec<_> = record.attempts.iter().map(|attempt| attempt.number).collect();
    assert_eq!(numbers, (4..=MAX_HISTORY + 3).collect::<Vec<_>>());
    let one = store.delivery(endpoint.owner, endpoint.id, record.delivery.id).await;
    assert_eq!(one.expect("found"), *record);
}

pub async fn old_deliveries_that_have_ended_are_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 4).await;
    let mut works = claim_all(store, later(1)).await;
    works.sort_by_key(|work| work.delivery.created_at);
    conclude(store, &works[0].delivery, answered(200), later(9)).await.expect("concluded");
    let all = deliveries(store, &endpoint).await;
    let purge = async |before| store.purge_deliveries(before).await.expect("purged");
    assert_eq!(purge(NOW).await, 0);
    assert_eq!(purge(NOW + Duration::microseconds(1)).await, 1);
    assert_eq!(deliveries(store, &endpoint).await, all[1..]);
    assert_eq!(purge(later(100)).await, 0, "the others are open");
    let off = Endpoint { health: endpoint.health.disabled(later(9)), ..endpoint.clone() };
    store.change_endpoint(endpoint.owner, &endpoint, &off).await.expect("switched off");
    assert_eq!(purge(later(3)).await, 1);
    let left = deliveries(store, &endpoint).await;
    assert_eq!(left.len(), 2, "one under way, and one of that moment");
    assert!(matches!(left[0].state, DeliveryState::Delivering { .. }));
}

pub async fn many_are_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let other = organization(store).await;
    let endpoint = with_deliveries(store, 1_100).await;
    let Owner::Organization(own) = endpoint.owner else { panic!("a company's") };
    let kept = register(store, Owner::Organization(other), &[SENT]).await;
    deliver(store, other, 2).await;
    let off = Endpoint { health: endpoint.health.disabled(later(0)), ..endpoint.clone() };
    store.change_endpoint(endpoint.owner, &endpoint, &off).await.expect("switched off");
    assert_eq!(store.purge_deliveries(later(10_000)).await.expect("purged"), 1_100);
    assert_eq!(store.purge_events(later(10_000)).await.expect("purged"), 1_100);
    let on = Endpoint { health: off.health.enabled(), ..off.clone() };
    store.change_endpoint(endpoint.owner, &off, &on).await.expect("switched on");
    deliver(store, own, 1_100).await;
    store.remove_endpoint(endpoint.owner, endpoint.id).await.expect("removed");
    assert_eq!(claim_all(store, later(10_000)).await.len(), 2);
    assert_eq!(deliveries(store, &kept).await.len(), 2);
}
