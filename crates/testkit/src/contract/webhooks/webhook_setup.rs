//! The setup of the functions about webhooks.

use crate::contract::{
    Ports,
    setup::{kind, organization},
};
use crate::{
    build::{self, NOW, id},
    peppol::ENROLLED,
};
use access::{OrganizationId, PartnerId};
use events::{Event, EventId, EventName, NewEvent, sample};
use invoicing::records::Provision;
use persistence::{Listed, StoreError};
use std::future::Future;
use time::{Duration, OffsetDateTime};
use webhooks::{
    Delivery, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Concluded, Outcome},
    endpoints::{AddressPolicy, EndpointUrl, NewEndpoint, Secret, Secrets, Subscription},
    feed::{FeedCursor, FeedItem},
    ports::{AddEndpointError, DeliveryFilter, DeliveryRecord, Work},
};

/// An event that both companies and partners may receive.
pub(in crate::contract) const SENT: EventName = EventName::PeppolDocumentSent;
pub(in crate::contract) const FAILED: EventName = EventName::PeppolDocumentFailed;

/// A limit on deliveries, of an endpoint and in all, that is never reached.
pub(in crate::contract) const MANY: usize = 10_000;

/// The same of adding an endpoint.
pub(in crate::contract) fn added(result: Result<Endpoint, AddEndpointError>) -> &'static str {
    match result {
        Err(AddEndpointError::Full) => "full",
        Err(AddEndpointError::Store(error)) => kind::<Endpoint>(&Err(error)),
        Ok(_) => "ok",
    }
}

pub(in crate::contract) fn later(seconds: i64) -> OffsetDateTime {
    NOW + Duration::seconds(seconds)
}

pub(in crate::contract) async fn partner(
    store: &impl Ports,
    organizations: &[OrganizationId],
) -> PartnerId {
    let partner = build::partner(organizations);
    let id = partner.id;
    let provision = Provision { partners: vec![partner], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    id
}

/// An organization that may have webhooks, as an owner too.
pub(in crate::contract) async fn company(store: &impl Ports) -> (OrganizationId, Owner) {
    let organization = organization(store).await;
    (organization, Owner::Organization(organization))
}

pub(in crate::contract) fn new_endpoint(owner: Owner, events: &[EventName]) -> NewEndpoint {
    let url =
        EndpointUrl::parse("https://hooks.example.com/billhook?a=%20b", AddressPolicy::Public);
    let (url, events) = (url.expect("fit"), Subscription::of(events));
    NewEndpoint { owner, only: None, url, events, made_by: None }
}

pub(in crate::contract) fn secrets(byte: u8) -> Secrets {
    Secrets::new(Secret::from_random([byte; 32]))
}

pub(in crate::contract) async fn add(
    store: &impl Ports,
    new: &NewEndpoint,
) -> Result<Endpoint, AddEndpointError> {
    store.add_endpoint(new.owner, EndpointId(id()), new, &secrets(1), NOW).await
}

pub(in crate::contract) async fn register(
    store: &impl Ports,
    owner: Owner,
    events: &[EventName],
) -> Endpoint {
    add(store, &new_endpoint(owner, events)).await.expect("registered")
}

pub(in crate::contract) fn event(
    organization: OrganizationId,
    name: EventName,
    at: OffsetDateTime,
) -> NewEvent {
    let data = sample(name, at).expect("emitted");
    NewEvent::of(&Event { organization, at, data }, None).expect("writable")
}

pub(in crate::contract) fn once(event: NewEvent, subject: &str) -> NewEvent {
    NewEvent { id: Some(EventId::once(event.name, subject).expect("fit")), ..event }
}

/// Keeps events of an organization in one transaction with something else.
pub(in crate::contract) async fn happen(
    store: &impl Ports,
    organization: OrganizationId,
    events: &[NewEvent],
) {
    let account = store.account(organization).await.expect("an account");
    let audit = ENROLLED;
    let kept = store.change_account(organization, &account, &account, audit, events, NOW);
    kept.await.expect("kept");
}

/// An endpoint with `count` deliveries, a second apart, the first of them at NOW.
pub(in crate::contract) async fn with_deliveries(store: &impl Ports, count: i64) -> Endpoint {
    let (organization, owner) = company(store).await;
    let endpoint = register(store, owner, &[SENT]).await;
    deliver(store, organization, count).await;
    endpoint
}

/// Adds this many events, a second apart, with their places and deliveries.
pub(in crate::contract) async fn deliver(
    store: &impl Ports,
    organization: OrganizationId,
    count: i64,
) {
    let events: Vec<_> = (0..count).map(|n| event(organization, SENT, later(n))).collect();
    happen(store, organization, &events).await;
    place(store).await;
}

/// Sequences all waiting events.
pub(in crate::contract) async fn place(store: &impl Ports) {
    store.assign_sequence(MANY).await.expect("placed");
}

pub(in crate::contract) async fn claim(
    store: &impl Ports,
    now: OffsetDateTime,
    per_endpoint: usize,
    limit: usize,
) -> Vec<Work> {
    store.claim_due(now, per_endpoint, limit).await.expect("claimed")
}

/// Claims everything that is due, whatever else is in progress.
pub(in crate::contract) async fn claim_all(store: &impl Ports, now: OffsetDateTime) -> Vec<Work> {
    claim(store, now, MANY, MANY).await
}

pub(in crate::contract) const fn answered(status: u16) -> Outcome {
    Outcome::Answered { status, body: String::new() }
}

/// Ends the attempt that is under way.
pub(in crate::contract) async fn conclude(
    store: &impl Ports,
    delivery: &Delivery,
    outcome: Outcome,
    at: OffsetDateTime,
) -> Result<Concluded, StoreError> {
    let attempt = Attempt { number: delivery.attempts, started_at: at, finished_at: at, outcome };
    store.conclude(delivery.organization, delivery.id, attempt).await
}

/// All pages of the endpoint's deliveries, one after the other.
pub(in crate::contract) async fn history(
    store: &impl Ports,
    endpoint: &Endpoint,
    filter: &DeliveryFilter,
    limit: u16,
) -> Vec<DeliveryRecord> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.deliveries(endpoint.owner, endpoint.id, filter, after, limit).await;
        let page = page.expect("a page");
        assert!(!page.has_more || page.rows.len() == usize::from(limit), "full before the last");
        after = page.rows.last().map(|record| record.cursor());
        all.extend(page.rows);
        if !page.has_more {
            return all;
        }
    }
}

/// All deliveries of an endpoint, the oldest first.
pub(in crate::contract) async fn deliveries(
    store: &impl Ports,
    endpoint: &Endpoint,
) -> Vec<Delivery> {
    let all = history(store, endpoint, &DeliveryFilter::default(), 100).await;
    all.into_iter().rev().map(|record| record.delivery).collect()
}

/// The partner's feed after a cursor, page by page.
pub(in crate::contract) async fn feed(
    store: &impl Ports,
    partner: PartnerId,
    mut after: Option<FeedCursor>,
) -> Vec<FeedItem> {
    let mut all: Vec<FeedItem> = Vec::new();
    loop {
        let items = store.events(partner, after, 7).await.expect("a page").rows;
        let Some(last) = items.last() else { return all };
        assert!(items.len() <= 7);
        after = Some(last.id);
        all.extend(items);
    }
}

/// The results of concurrent tasks.
pub(in crate::contract) async fn at_once<T, F>(tasks: impl IntoIterator<Item = F>) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let tasks: Vec<_> = tasks.into_iter().map(tokio::spawn).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no panic"));
    }
    results
}
