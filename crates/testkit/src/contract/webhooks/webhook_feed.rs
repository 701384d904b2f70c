//! The feed, and how events come into it.

use super::webhook_setup::{
    FAILED, MANY, SENT, add, at_once, claim_all, company, deliver, deliveries, event, feed, happen,
    later, new_endpoint, once, partner, place, register,
};
use crate::build::{self, NOW};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, organization},
};
use access::PartnerId;
use events::{Body, EventName, NewEvent};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use webhooks::{
    Endpoint, Owner,
    endpoints::{NewEndpoint, Subscription},
    feed::{FeedCursor, FeedItem, MAX_PAGE_BYTES},
    ports::{Backlog, DeliveryStore, FeedStore},
};

fn payloads(items: &[FeedItem]) -> Vec<&str> {
    items.iter().map(|item| item.payload.as_str()).collect()
}

pub async fn an_event_is_the_same_byte_for_byte_everywhere(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let partner = partner(store, &[organization]).await;
    let endpoint = register(store, owner, &[SENT]).await;
    let happened = once(event(organization, SENT, NOW), "42");
    happen(store, organization, std::slice::from_ref(&happened)).await;
    assert_eq!(feed(store, partner, None).await, [], "it has no place yet");
    assert_eq!(deliveries(store, &endpoint).await, []);
    let waits = Backlog { name: SENT.as_str().to_owned(), count: 1, since: NOW };
    assert!(waits.is_known());
    assert_eq!(store.backlog().await.expect("counted"), [waits]);
    assert_eq!(store.assign_sequence(MANY).await.expect("placed"), 1);
    assert_eq!(store.assign_sequence(MANY).await.expect("placed"), 0);
    assert_eq!(store.backlog().await.expect("counted"), []);

    let items = feed(store, partner, None).await;
    let (org_id, event_id) = (organization, happened.id.clone());
    let item = FeedItem { id: items[0].id, event_id, org_id, payload: happened.body.clone() };
    assert_eq!(items, [item]);
    assert_eq!(claim_all(store, NOW).await[0].body, happened.body);
    assert_eq!(subject.events(organization).await, [happened.body.into_string()]);
}

pub async fn an_issued_invoice_comes_into_the_feed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let partner = partner(store, &[organization]).await;
    let endpoint = register(store, owner, &[EventName::InvoiceCreated]).await;
    issue(store, &build::draft(organization)).await;
    place(store).await;
    assert_eq!(payloads(&feed(store, partner, None).await), subject.events(organization).await);
    assert_eq!(deliveries(store, &endpoint).await[0].event, EventName::InvoiceCreated);
}

pub async fn an_event_goes_to_those_who_receive_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (first, second) = (organization(store).await, organization(store).await);
    let own = Owner::Organization(first);
    let both = Owner::Partner(partner(store, &[first, second]).await);
    let one = Owner::Partner(partner(store, &[second]).await);
    let none = Owner::Partner(partner(store, &[]).await);
    let only = NewEndpoint { only: Some(second), ..new_endpoint(both, &[SENT]) };
    let receivers = [
        (new_endpoint(own, &[SENT]), 1),
        (new_endpoint(own, &[SENT, FAILED]), 2),
        (new_endpoint(own, &[FAILED]), 1),
        (new_endpoint(own, &[]), 0),
        (new_endpoint(both, &[SENT]), 2),
        (only, 1),
        (new_endpoint(one, &[SENT]), 1),
        (new_endpoint(none, &[SENT]), 0),
        (NewEndpoint { events: Subscription::all_for_partners(), ..new_endpoint(both, &[]) }, 3),
    ];
    let mut endpoints: Vec<(Endpoint, usize)> = Vec::new();
    for (new, count) in receivers {
        endpoints.push((add(store, &new).await.expect("registered"), count));
    }
    let created = EventName::InvoiceCreated;
    let events = [event(first, SENT, NOW), event(first, FAILED, NOW), event(first, created, NOW)];
    happen(store, first, &events).await;
    happen(store, second, &[event(second, SENT, NOW)]).await;
    place(store).await;
    for (endpoint, count) in endpoints {
        assert_eq!(deliveries(store, &endpoint).await.len(), count, "{endpoint:?}");
    }
}

pub async fn a_partner_sees_its_organizations_only(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (first, second) = (organization(store).await, organization(store).await);
    let stranger = organization(store).await;
    let both = partner(store, &[first, second]).await;
    let one = partner(store, &[first]).await;
    for (organization, n) in [(first, 1), (stranger, 2), (second, 3), (first, 4), (stranger, 5)] {
        happen(store, organization, &[event(organization, SENT, later(n))]).await;
    }
    // out of the order of their commits, but in one batch
    happen(store, second, &[event(second, FAILED, later(0))]).await;
    place(store).await;
    let of = |items: &[FeedItem]| items.iter().map(|item| item.org_id).collect::<Vec<_>>();
    let (items, of_one) = (feed(store, both, None).await, feed(store, one, None).await);
    assert_eq!(of(&items), [second, first, second, first], "by their times");
    assert_eq!(of(&of_one), [first, first]);
    assert!(items.is_sorted_by_key(|item| item.id));
    assert_eq!(feed(store, both, Some(items[1].id)).await, items[2..]);
    assert_eq!(feed(store, both, Some(items[3].id)).await, []);
    // a later reader sees nothing behind its first cursor
    let late = partner(store, &[first]).await;
    assert_eq!(feed(store, late, None).await, []);
    deliver(store, first, 1).await;
    assert_eq!(feed(store, late, None).await, feed(store, one, Some(of_one[1].id)).await);
    assert_eq!(feed(store, late, None).await.len(), 1);
    assert_eq!(feed(store, PartnerId(build::id()), None).await, []);
}

pub async fn an_event_id_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let (other, _) = company(store).await;
    let partner = partner(store, &[organization, other]).await;
    let endpoint = register(store, owner, &[SENT]).await;
    let first = once(event(organization, SENT, NOW), "7");
    happen(store, organization, &[first.clone(), first.clone()]).await;
    happen(store, organization, &[once(event(organization, SENT, later(1)), "7")]).await;
    place(store).await;
    happen(store, organization, &[once(event(organization, SENT, later(2)), "7")]).await;
    let again = [event(organization, SENT, NOW), event(organization, SENT, NOW)];
    happen(store, organization, &again).await;
    happen(store, other, &[once(event(other, SENT, NOW), "7")]).await;
    place(store).await;
    let items = feed(store, partner, None).await;
    assert_eq!(items.len(), 4, "once, the two without an id, and the other's");
    assert_eq!((&items[0].payload, &items[0].event_id), (&first.body, &first.id));
    assert_eq!(deliveries(store, &endpoint).await.len(), 3);
}

pub async fn places_are_given_in_batches(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let partner = partner(store, &[organization]).await;
    let events: Vec<_> = (0..1_200).map(|n| event(organization, SENT, later(n))).collect();
    happen(store, organization, &events).await;
    for (limit, placed) in [(0, 0), (3, 3), (1_100, 1_100), (1_000, 97), (10, 0)] {
        assert_eq!(store.assign_sequence(limit).await.expect("placed"), placed);
    }
    let items = feed(store, partner, None).await;
    let expected: Vec<_> = events.iter().map(|event| event.body.as_str()).collect();
    assert_eq!(payloads(&items), expected);
}

/// Reads the feed as a client does, from cursor to cursor.
async fn read_on(store: &impl Ports, partner: PartnerId, seen: &mut Vec<FeedItem>) {
    loop {
        let after: Option<FeedCursor> = seen.last().map(|item| item.id);
        let items = store.events(partner, after, 5).await.expect("a page").rows;
        if items.is_empty() {
            return;
        }
        seen.extend(items);
    }
}

pub async fn a_page_is_bounded_by_bytes(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let partner = partner(store, &[organization]).await;
    let sized = |n: i64, bytes: usize| {
        let body = format!("{{\"n\":{n},\"text\":\"{}\"}}", "x".repeat(bytes));
        NewEvent { body: Body::stored(body), ..event(organization, SENT, later(n)) }
    };
    // small ones, then so many of 60 KB that a page cannot hold them, then one that is larger alone
    let large = 60 * 1024;
    let mut events: Vec<_> = (0..5).map(|n| sized(n, 10)).collect();
    events.extend((5..80).map(|n| sized(n, large)));
    events.push(sized(80, MAX_PAGE_BYTES));
    happen(store, organization, &events).await;
    place(store).await;
    let (mut after, mut seen, mut pages) = (None, Vec::new(), Vec::new());
    loop {
        let page = store.events(partner, after, 1_000).await.expect("a page");
        let bytes: usize = page.rows.iter().map(|item| item.payload.as_bytes().len()).sum();
        assert!(bytes <= MAX_PAGE_BYTES || page.rows.len() == 1, "{bytes}");
        pages.push(page.rows.len());
        after = page.rows.last().map(|item| item.id);
        seen.extend(page.rows);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(payloads(&seen), events.iter().map(|e| e.body.as_str()).collect::<Vec<_>>());
    assert_eq!(pages.len(), 3, "{pages:?}");
}

pub async fn nothing_appears_behind_a_cursor(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organizations = [organization(store).await, organization(store).await];
    let (third, owner) = company(store).await;
    let managed: Vec<_> = organizations.into_iter().chain([third]).collect();
    let partner = partner(store, &managed).await;
    let endpoint = register(store, owner, &[SENT]).await;
    let done = Arc::new(AtomicBool::new(false));
    let writers = (0..6_usize).map(|n| {
        let (store, organization) = (store.clone(), managed[n % 3]);
        async move {
            for i in 0..20 {
                // their times go back and forth
                let at = later((i * 7) % 20);
                happen(&store, organization, &[event(organization, SENT, at)]).await;
            }
        }
    });
    let writers = at_once(writers);
    let sequencers = (0..3).map(|_| {
        let (store, done) = (store.clone(), done.clone());
        async move {
            while !done.load(Ordering::Relaxed) {
                store.assign_sequence(4).await.expect("placed");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    });
    let sequencers: Vec<_> = sequencers.map(tokio::spawn).collect();
    let reader = tokio::spawn({
        let (store, done) = (store.clone(), done.clone());
        async move {
            let mut seen = Vec::new();
            while !done.load(Ordering::Relaxed) {
                read_on(&store, partner, &mut seen).await;
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            seen
        }
    });
    writers.await;
    done.store(true, Ordering::Relaxed);
    for sequencer in sequencers {
        sequencer.await.expect("no panic");
    }
    let mut seen = reader.await.expect("no panic");
    place(store).await;
    read_on(store, partner, &mut seen).await;
    assert_eq!(seen.len(), 120, "none was missed");
    assert_eq!(seen.iter().map(|item| item.id).collect::<BTreeSet<_>>().len(), 120);
    assert_eq!(feed(store, partner, None).await, seen);
    assert_eq!(deliveries(store, &endpoint).await.len(), 40, "each has one delivery");
}

pub async fn old_events_are_purged_after_their_deliveries(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, owner) = company(store).await;
    let partner = partner(store, &[organization]).await;
    deliver(store, organization, 2).await;
    register(store, owner, &[FAILED]).await;
    happen(store, organization, &[event(organization, FAILED, later(2))]).await;
    place(store).await;
    happen(store, organization, &[event(organization, FAILED, later(3))]).await;
    let items = feed(store, partner, None).await;
    let purge = async |at| store.purge_events(at).await.expect("purged");
    assert_eq!(purge(NOW).await, 0);
    assert_eq!(purge(later(1)).await, 1);
    assert_eq!(feed(store, partner, None).await, items[1..]);
    assert_eq!(purge(later(100)).await, 1, "one has a delivery, and one no place yet");
    assert_eq!(feed(store, partner, None).await, items[2..]);
    assert_eq!(store.purge_deliveries(later(100)).await.expect("purged"), 0);
    assert_eq!(claim_all(store, later(5)).await.len(), 1, "it can still be sent");
    place(store).await;
    // places are not assigned again
    assert!(feed(store, partner, None).await.iter().all(|item| item.id >= items[2].id));
    assert_eq!(feed(store, partner, None).await.len(), 2);
}

pub async fn a_place_is_never_given_again(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let partner = partner(store, &[organization]).await;
    deliver(store, organization, 3).await;
    let last = feed(store, partner, None).await[2].id;
    assert_eq!(store.purge_events(later(100)).await.expect("purged"), 3);
    assert_eq!(feed(store, partner, None).await, []);
    deliver(store, organization, 1).await;
    assert_eq!(feed(store, partner, Some(last)).await.len(), 1);
}
