//! Endpoints of webhooks.

use super::webhook_setup::{
    FAILED, MANY, SENT, add, added, answered, at_once, claim, claim_all, company, conclude,
    deliver, deliveries, later, new_endpoint, partner, register, secrets, with_deliveries,
};
use crate::build::{NOW, id};
use crate::contract::{StoreUnderTest, setup::kind};
use access::{OrganizationId, PartnerId};
use events::{Body, EventName};
use std::collections::BTreeMap;
use webhooks::{
    Delivery, DeliveryId, Endpoint, Owner,
    deliveries::{DeliveryState, GaveUp, Kind},
    endpoints::{AddressPolicy, EndpointUrl, Health, MAX_ENDPOINTS, NewEndpoint, Subscription},
    ports::{DeliveryFilter, DeliveryStore, EndpointStore},
};

pub async fn an_endpoint_is_read_as_it_was_registered(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, company) = company(store).await;
    let partner = Owner::Partner(partner(store, &[organization]).await);
    let own = new_endpoint(company, &[SENT, EventName::InvoicePaid]);
    let all = Subscription::all_for_partners();
    let managed = NewEndpoint { events: all, ..new_endpoint(partner, &[]) };
    let only = NewEndpoint { only: Some(organization), ..managed.clone() };
    for new in [own, managed, only] {
        let endpoint = add(store, &new).await.expect("registered");
        let NewEndpoint { owner, only, url, events, made_by } = new;
        let (id, health, created_at) = (endpoint.id, Health::NEW, NOW);
        let kept = Endpoint { id, owner, only, url, events, health, made_by, created_at };
        assert_eq!(endpoint, kept);
        assert_eq!(store.endpoint(owner, id).await.expect("found"), endpoint);
    }
    assert_eq!(store.endpoints(company).await.expect("a list").len(), 1);
    let listed = store.endpoints(partner).await.expect("a list");
    assert_eq!(listed.len(), 2);
    assert!(listed[0].id < listed[1].id, "the oldest first");
}

pub async fn an_owner_must_exist(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, _) = company(store).await;
    let nobody = OrganizationId(id());
    for owner in [Owner::Organization(nobody), Owner::Partner(PartnerId(id()))] {
        assert_eq!(added(add(store, &new_endpoint(owner, &[SENT])).await), "not found");
        assert_eq!(store.endpoints(owner).await.expect("a list"), []);
    }
    let owner = Owner::Partner(partner(store, &[organization]).await);
    let only = NewEndpoint { only: Some(nobody), ..new_endpoint(owner, &[SENT]) };
    assert_eq!(added(add(store, &only).await), "not found");
}

pub async fn endpoints_are_their_owners_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let Owner::Organization(own) = endpoint.owner else { panic!("a company's") };
    let delivery = deliveries(store, &endpoint).await[0];
    let (stranger, other) = company(store).await;
    let partner = partner(store, &[stranger]).await;
    let body = Body::stored("{}".into());
    // a partner's id is no organization's, and the other way round
    let disguised =
        [Owner::Partner(PartnerId(own.0)), Owner::Organization(OrganizationId(partner.0))];
    for owner in [other, Owner::Partner(partner)].into_iter().chain(disguised) {
        let at = endpoint.id;
        assert_eq!(kind(&store.endpoint(owner, at).await), "not found");
        assert_eq!(store.endpoints(owner).await.expect("a list"), []);
        assert_eq!(kind(&store.change_endpoint(owner, &endpoint, &endpoint).await), "not found");
        assert_eq!(kind(&store.secrets(owner, at).await), "not found");
        let rotated = store.change_secrets(owner, at, &secrets(1), &secrets(2)).await;
        assert_eq!(kind(&rotated), "not found");
        let page = store.deliveries(owner, at, &DeliveryFilter::default(), None, 10).await;
        assert_eq!(kind(&page), "not found");
        assert_eq!(kind(&store.delivery(owner, at, delivery.id).await), "not found");
        assert_eq!(kind(&store.change_delivery(owner, &delivery, &delivery).await), "not found");
        assert_eq!(kind(&store.remove_endpoint(owner, at).await), "not found");
    }
    let id = DeliveryId(id());
    let test = Delivery::new(id, stranger, endpoint.id, SENT, Kind::Test, NOW);
    assert_eq!(kind(&store.add_test(stranger, &test, &body).await), "not found");
    let disguised = Delivery { organization: own, ..test };
    assert_eq!(kind(&store.add_test(stranger, &disguised, &body).await), "not found");
    let work = claim_all(store, NOW).await.remove(0).delivery;
    let foreign = Delivery { organization: stranger, ..work };
    assert_eq!(kind(&conclude(store, &foreign, answered(200), NOW).await), "not found");
    assert_eq!(deliveries(store, &endpoint).await, [work], "nothing has changed");
    assert_eq!(store.endpoint(endpoint.owner, endpoint.id).await.expect("found"), endpoint);
}

pub async fn a_delivery_is_found_at_its_own_endpoint_only(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 1).await;
    let other = register(store, endpoint.owner, &[FAILED]).await;
    let delivery = deliveries(store, &endpoint).await[0];
    let found = store.delivery(endpoint.owner, other.id, delivery.id).await;
    assert_eq!(kind(&found), "not found");
    assert_eq!(deliveries(store, &other).await, []);
}

pub async fn of_many_registered_at_once_twenty_are_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, company) = company(store).await;
    let partner = Owner::Partner(partner(store, &[organization]).await);
    for owner in [company, partner] {
        let tasks = (0..MAX_ENDPOINTS + 8).map(|_| {
            let store = store.clone();
            async move { added(add(&store, &new_endpoint(owner, &[SENT])).await) }
        });
        let mut counts = BTreeMap::new();
        for kind in at_once(tasks).await {
            *counts.entry(kind).or_insert(0) += 1;
        }
        assert_eq!(counts, BTreeMap::from([("ok", MAX_ENDPOINTS), ("full", 8)]));
        let endpoints = store.endpoints(owner).await.expect("a list");
        assert_eq!(endpoints.len(), MAX_ENDPOINTS);
        store.remove_endpoint(owner, endpoints[0].id).await.expect("removed");
        assert_eq!(added(add(store, &new_endpoint(owner, &[SENT])).await), "ok");
    }
}

pub async fn a_change_is_read_back_and_a_stale_one_refused(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (_, owner) = company(store).await;
    let before = register(store, owner, &[SENT]).await;
    let url =
        EndpointUrl::parse("https://other.example.com:8443/", AddressPolicy::Public).expect("fit");
    let events = Subscription::of(&[FAILED]);
    let changed = Endpoint { url, events, ..before.clone() };
    let off = Endpoint { health: before.health.disabled(later(1)), ..changed.clone() };
    let on = Endpoint { health: off.health.enabled(), ..changed.clone() };
    for (from, to) in [(&before, &changed), (&changed, &off), (&off, &on)] {
        store.change_endpoint(owner, from, to).await.expect("changed");
        assert_eq!(store.endpoint(owner, before.id).await.expect("found"), *to);
        assert_eq!(kind(&store.change_endpoint(owner, &before, &off).await), "conflict");
    }
}

pub async fn of_many_changes_of_an_endpoint_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (_, owner) = company(store).await;
    let before = register(store, owner, &[SENT]).await;
    let tasks = (1..=10).map(|n| {
        let (store, before) = (store.clone(), before.clone());
        let after = Endpoint { health: before.health.disabled(later(n)), ..before.clone() };
        async move { kind(&store.change_endpoint(owner, &before, &after).await) }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|kind| **kind == "ok").count(), 1, "{results:?}");
    assert!(results.iter().all(|kind| matches!(*kind, "ok" | "conflict")), "{results:?}");
}

pub async fn switching_off_fails_what_waits(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 4).await;
    let other = with_deliveries(store, 1).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    let works = claim(store, later(1), 2, MANY).await;
    let mut own = works.iter().filter(|work| work.endpoint == endpoint).map(|w| w.delivery);
    let (first, second) = (own.next().expect("claimed"), own.next().expect("claimed"));
    conclude(store, &first, answered(200), later(2)).await.expect("concluded");

    let off = Endpoint { health: endpoint.health.disabled(later(3)), ..endpoint.clone() };
    store.change_endpoint(endpoint.owner, &endpoint, &off).await.expect("switched off");
    let states: Vec<_> = deliveries(store, &off).await.iter().map(|d| d.state).collect();
    let failed = DeliveryState::Failed { at: later(3), why: GaveUp::EndpointDisabled };
    assert_eq!(states, [DeliveryState::Delivered { at: later(2) }, second.state, failed, failed]);
    assert_ne!(deliveries(store, &other).await[0].state, failed);

    let ended = conclude(store, &second, answered(500), later(4)).await.expect("concluded");
    let failed = DeliveryState::Failed { at: later(4), why: GaveUp::EndpointDisabled };
    assert_eq!((ended.delivery.state, ended.endpoint), (failed, off.health));
    deliver(store, organization, 1).await;
    assert_eq!(deliveries(store, &off).await.len(), 4, "none is made for one that is off");
    let on = Endpoint { health: off.health.enabled(), ..off.clone() };
    store.change_endpoint(endpoint.owner, &off, &on).await.expect("switched on");
    deliver(store, organization, 1).await;
    assert_eq!(deliveries(store, &off).await.len(), 5);
}

pub async fn a_removed_endpoint_takes_its_deliveries_along(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let endpoint = with_deliveries(store, 3).await;
    let other = register(store, endpoint.owner, &[SENT]).await;
    let Owner::Organization(organization) = endpoint.owner else { panic!("a company's") };
    deliver(store, organization, 1).await;
    let works = claim_all(store, later(5)).await;
    assert_eq!(works.len(), 5);
    let own = works.iter().filter(|work| work.endpoint == endpoint);
    let own: Vec<_> = own.map(|work| work.delivery).collect();
    conclude(store, &own[0], answered(500), later(6)).await.expect("concluded");

    store.remove_endpoint(endpoint.owner, endpoint.id).await.expect("removed");
    let again = store.remove_endpoint(endpoint.owner, endpoint.id).await;
    assert_eq!(kind(&again), "not found");
    assert_eq!(kind(&store.endpoint(endpoint.owner, endpoint.id).await), "not found");
    assert_eq!(kind(&store.secrets(endpoint.owner, endpoint.id).await), "not found");
    assert_eq!(kind(&conclude(store, &own[1], answered(200), later(7)).await), "not found");
    let gone = store.delivery(endpoint.owner, endpoint.id, own[0].id).await;
    assert_eq!(kind(&gone), "not found");
    assert_eq!(deliveries(store, &other).await.len(), 1);
    assert_eq!(store.endpoints(endpoint.owner).await.expect("a list"), [other]);
    // nothing of it is claimed when its leases have run out
    assert_eq!(claim_all(store, later(100)).await.len(), 1);
}
