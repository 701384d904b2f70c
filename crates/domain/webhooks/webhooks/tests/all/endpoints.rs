//! Registering, changing and deactivating endpoints, and who receives what.

use crate::common::*;
use access::{ApiKeyId, ConnectionId, Credential, Plan, Tier, UserId};
use events::{Event, EventName, EventRef, NewEvent, sample};
use proptest::{collection::vec, prelude::*, sample::select};
use time::Duration;
use webhooks::{
    DeliveryId, Endpoint, Owner,
    deliveries::fan_out,
    endpoints::{
        AddressPolicy, Changes, Conclusion, DisabledReason, Health, Maker, NewEndpoint, Refused,
        Registration, Status, Subscription, change, consecutive_failures, register,
    },
};

const OWNER: Owner = Owner::Organization(organization(1));
const PARTNER: Owner = Owner::Partner(partner(9));

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn request(events: &[String]) -> Registration<'_> {
    Registration {
        owner: OWNER,
        plan: Some(Plan::Pro),
        url: "https://hooks.example.com/billhook",
        events: Some(events),
        only: None,
        existing: 0,
        made_by: None,
    }
}

fn fields(result: Result<NewEndpoint, Refused>) -> Vec<String> {
    match result {
        Err(Refused::Invalid(faults)) => faults.into_iter().map(|fault| fault.field).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_company_registers_for_its_events() {
    let events = names(&["invoice.paid", "peppol.document.sent", "invoice.paid"]);
    let new = register(&request(&events), AddressPolicy::Public).expect("fit");
    let expected = [EventName::InvoicePaid, EventName::PeppolDocumentSent];
    assert_eq!(new.events, Subscription::of(&expected));
    assert_eq!(
        serde_json::to_string(&new.events).ok().as_deref(),
        Some(r#"["invoice.paid","peppol.document.sent"]"#)
    );
    assert_eq!(new.url.as_str(), "https://hooks.example.com/billhook");
}

#[test]
fn webhooks_need_the_pro_plan() {
    let events = names(&["invoice.paid"]);
    for (plan, fit) in [
        (None, false),
        (Some(Plan::Free), false),
        (Some(Plan::Basic), false),
        (Some(Plan::Pro), true),
        (Some(Plan::Enterprise), true),
    ] {
        let result = register(&Registration { plan, ..request(&events) }, AddressPolicy::Public);
        assert_eq!(result.is_ok(), fit, "{plan:?}");
        if !fit {
            assert_eq!(result, Err(Refused::Plan(plan.unwrap_or(Plan::Free))));
        }
    }
    let error = Refused::Plan(Plan::Basic).to_string();
    assert_eq!(error, "webhooks need the plan pro or higher; yours is basic");
    let partner = Registration { owner: PARTNER, plan: None, events: None, ..request(&[]) };
    assert!(register(&partner, AddressPolicy::Public).is_ok(), "partners have no plan");
}

#[test]
fn everything_that_is_wrong_is_listed_at_once() {
    let events = names(&["invoice.paid", "invoice.payed", "participant.failed"]);
    let wrong = Registration {
        url: "http://example.com",
        only: Some((organization(2), true)),
        ..request(&events)
    };
    let result = register(&wrong, AddressPolicy::Public);
    let text = result.clone().expect_err("wrong").to_string();
    assert_eq!(fields(result), ["url", "events[1]", "events[2]", "orgId"]);
    for part in ["must begin with https://", "\"invoice.payed\" is not an event", "partners only"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn events_are_named_and_not_too_many() {
    let none: &[String] = &[];
    assert_eq!(fields(register(&request(none), AddressPolicy::Public)), ["events"]);
    let missing = Registration { events: None, ..request(none) };
    assert_eq!(fields(register(&missing, AddressPolicy::Public)), ["events"]);
    let many = vec!["invoice.paid".to_owned(); 101];
    assert_eq!(fields(register(&request(&many), AddressPolicy::Public)), ["events"]);
    assert!(register(&request(&many[..100]), AddressPolicy::Public).is_ok());
    let huge = vec!["x".repeat(10_000); 100];
    let error = register(&request(&huge), AddressPolicy::Public).expect_err("unknown");
    assert!(error.to_string().len() < 12_000);
    let all = EventName::ALL.iter().filter(|name| name.for_companies()).map(|n| n.to_string());
    assert!(register(&request(&all.collect::<Vec<_>>()), AddressPolicy::Public).is_ok());
}

#[test]
fn the_21st_endpoint_is_refused() {
    let events = names(&["invoice.paid"]);
    for (existing, result) in
        [(19, None), (20, Some(Refused::TooMany)), (21, Some(Refused::TooMany))]
    {
        let request = Registration { existing, ..request(&events) };
        assert_eq!(register(&request, AddressPolicy::Public).err(), result);
    }
}

#[test]
fn partners_have_their_events() {
    let events = names(&["participant.failed", "peppol.document.status_changed"]);
    let partner = Registration { owner: PARTNER, plan: None, ..request(&events) };
    assert!(
        register(&partner, AddressPolicy::Public).is_ok(),
        "never emitted, but in the catalogue"
    );
    let all =
        register(&Registration { events: None, ..partner }, AddressPolicy::Public).expect("fit");
    assert_eq!(all.events, Subscription::all_for_partners());
    let events = names(&["invoice.paid"]);
    let wrong = Registration { events: Some(&events), ..partner };
    assert_eq!(fields(register(&wrong, AddressPolicy::Public)), ["events[0]"]);
    let other = Registration { only: Some((organization(2), false)), ..partner };
    assert_eq!(fields(register(&other, AddressPolicy::Public)), ["orgId"]);
    let own = Registration { only: Some((organization(2), true)), ..partner };
    assert_eq!(
        register(&own, AddressPolicy::Public).map(|new| new.only),
        Ok(Some(organization(2)))
    );
}

#[test]
fn changes() {
    let before = endpoint(1, OWNER, &[EventName::InvoicePaid]);
    let events = names(&["invoice.sent"]);
    let apply = |endpoint: &Endpoint, changes: &Changes<'_>, plan| {
        change(endpoint, changes, plan, AddressPolicy::Public, NOW)
    };
    let none = Changes::default();
    assert_eq!(apply(&before, &none, None), Ok(before.clone()));
    let other = Changes { url: Some("https://example.com/2"), events: Some(&events), ..none };
    let after = apply(&before, &other, Some(Plan::Pro)).expect("fit");
    assert_eq!(after.url.as_str(), "https://example.com/2");
    assert_eq!(after.events, Subscription::of(&[EventName::InvoiceSent]));
    assert_eq!(apply(&before, &other, Some(Plan::Basic)), Err(Refused::Plan(Plan::Basic)));
    let bad = Changes { url: Some("ftp://x"), events: Some(&[]), ..none };
    let Err(Refused::Invalid(faults)) = apply(&before, &bad, Some(Plan::Pro)) else { panic!() };
    assert_eq!(faults.len(), 2);

    let (off, on) = (Some(false), Some(true));
    let disabled = apply(&before, &Changes { enabled: off, ..none }, None).expect("always allowed");
    let status = Status::Deactivated { at: NOW, reason: DisabledReason::Owner };
    assert_eq!(disabled.health.status, status);
    let enable = Changes { enabled: on, ..none };
    assert!(apply(&disabled, &enable, Some(Plan::Free)).is_err());
    assert_eq!(apply(&disabled, &enable, Some(Plan::Pro)).expect("fit").health, Health::NEW);
}

/// Who says where an endpoint leads is its maker: an application must not move that of another to itself and
/// keep it when its connection ends.
#[test]
fn who_moves_an_endpoint_is_its_maker() {
    let maker = |n, tier| {
        let who = Credential::Connection(ConnectionId(uuid::Uuid::from_u128(n)));
        Some(Maker { who, tier })
    };
    let (first, second) = (maker(1, Tier::Live), maker(2, Tier::Test));
    let before = Endpoint { made_by: first, ..endpoint(1, OWNER, &[EventName::InvoicePaid]) };
    let off = Endpoint { health: before.health.disabled(NOW), ..before.clone() };
    let ended = Endpoint { health: off.health.ended(NOW + Duration::HOUR), ..before.clone() };
    let since = Status::Deactivated { at: NOW, reason: DisabledReason::AccessEnded };
    assert_eq!(ended.health.status, since, "since it was off");
    let events = names(&["invoice.sent"]);
    let by = second;
    let url = |url| Changes { url: Some(url), by, ..Changes::default() };
    let on = Changes { enabled: Some(true), by, ..Changes::default() };
    let other = Changes { events: Some(&events), enabled: Some(false), by, url: None };
    for (endpoint, changes, made_by) in [
        (&before, url("https://other.example/"), second),
        (&ended, url("https://other.example/"), second),
        (&before, url(before.url.as_str()), first),
        (&before, other, first),
        (&off, on, first),
        (&ended, on, second),
    ] {
        let after = change(endpoint, &changes, Some(Plan::Pro), AddressPolicy::Public, NOW);
        let after = after.expect("fit");
        assert_eq!(after.made_by, made_by, "{changes:?}");
        assert_eq!(changes.take_over(endpoint), made_by != first, "{changes:?}");
    }
}

#[test]
fn fifteen_failures_in_a_row_deactivate() {
    let mut health = Health::NEW;
    for n in 1..=14 {
        health = health.after(Conclusion::Failed, NOW);
        assert_eq!((health.consecutive_failures, health.is_active()), (n, true));
    }
    assert!(health.after(Conclusion::Delivered, NOW).after(Conclusion::Failed, NOW).is_active());
    let off = health.after(Conclusion::Failed, NOW);
    let status = Status::Deactivated { at: NOW, reason: DisabledReason::Failures };
    assert_eq!(off, Health { consecutive_failures: 15, status });
    let later = NOW + Duration::HOUR;
    assert_eq!(off.after(Conclusion::Failed, later).status, status, "since when stays");
    assert_eq!(off.after(Conclusion::Delivered, later).status, status, "only the owner enables");
    assert_eq!(off.disabled(later).status, status);
    assert_eq!(off.enabled(), Health::NEW);
}

#[test]
fn who_receives_what() {
    let (ours, theirs) = (organization(1), organization(2));
    let paid = EventName::InvoicePaid;
    let sent = EventName::PeppolDocumentSent;
    let own = endpoint(1, OWNER, &[paid]);
    let partners = endpoint(2, PARTNER, &[sent]);
    let only = Endpoint { only: Some(theirs), ..partners.clone() };
    let off = Endpoint { health: Health::NEW.disabled(NOW), ..own.clone() };
    let wrong = endpoint(3, PARTNER, &[paid]);
    let (managed, not): (&[_], &[_]) = (&[partner(9)], &[partner(8)]);
    for (endpoint, name, organization, managed_by, receives) in [
        (&own, paid, ours, not, true),
        (&own, sent, ours, not, false),
        (&own, paid, theirs, not, false),
        (&off, paid, ours, not, false),
        (&partners, sent, ours, managed, true),
        (&partners, sent, theirs, managed, true),
        (&partners, sent, ours, not, false),
        (&only, sent, theirs, managed, true),
        (&only, sent, ours, managed, false),
        (&only, sent, theirs, not, false),
        (&wrong, paid, ours, managed, false),
    ] {
        let event = EventRef { organization, name, at: NOW, is_test: false };
        assert_eq!(endpoint.receives(event, managed_by), receives);
    }
}

#[test]
fn an_application_of_the_sandbox_hears_of_the_sandbox() {
    let id = uuid::Uuid::from_u128(1);
    let sent = EventName::PeppolDocumentSent;
    for (who, tier, hears_of_live) in [
        (Credential::Connection(ConnectionId(id)), Tier::Test, false),
        (Credential::Connection(ConnectionId(id)), Tier::Live, true),
        (Credential::Key(ApiKeyId(id)), Tier::Test, true),
        (Credential::Person(UserId(id)), Tier::Test, true),
    ] {
        let made_by = Some(Maker { who, tier });
        let endpoint = Endpoint { made_by, ..endpoint(1, OWNER, &[sent]) };
        let event =
            |is_test| EventRef { organization: organization(1), name: sent, at: NOW, is_test };
        assert!(endpoint.receives(event(true), &[]));
        assert_eq!(endpoint.receives(event(false), &[]), hears_of_live, "{who:?} {tier:?}");
    }
}

/// The mark is what every event has that happened in the sandbox, and no other.
#[test]
fn events_say_whether_they_happened_in_the_sandbox() {
    for name in EventName::ALL {
        let Some(data) = sample(*name, NOW) else { continue };
        let is_test = data.mode() == Some(Tier::Test);
        let event = Event { organization: organization(1), at: NOW, data };
        let event = NewEvent::of(&event, None).expect("writable");
        assert_eq!(event.happened().is_test, is_test, "{}", event.body.as_str());
    }
}

#[test]
fn an_event_goes_once_to_each_receiver() {
    let happened = sample(EventName::PeppolDocumentSent, NOW).expect("emitted");
    let event = Event { organization: organization(1), at: NOW, data: happened };
    let event = NewEvent::of(&event, None).expect("writable");
    let endpoints = [
        endpoint(1, OWNER, &[EventName::PeppolDocumentSent]),
        endpoint(2, OWNER, &[EventName::InvoicePaid]),
        endpoint(3, PARTNER, &[EventName::PeppolDocumentSent]),
    ];
    let mut ids = 0;
    let mut new_id = || {
        ids += 1;
        DeliveryId(uuid::Uuid::from_u128(ids))
    };
    let deliveries = fan_out(event.happened(), &endpoints, &[partner(9)], &mut new_id);
    let to: Vec<_> = deliveries.iter().map(|delivery| delivery.endpoint).collect();
    assert_eq!(to, [endpoints[0].id, endpoints[2].id]);
    assert_ne!(deliveries[0].id, deliveries[1].id);
    assert!(deliveries.iter().all(|d| d.claim(NOW).is_ok() && d.organization == organization(1)));
}

proptest! {
    #[test]
    fn health_follows_from_the_history(history in vec(select(vec![Conclusion::Delivered, Conclusion::Failed, Conclusion::Failed, Conclusion::Failed, Conclusion::Failed]), 0..80)) {
        let health = history.iter().fold(Health::NEW, |health, &end| health.after(end, NOW));
        prop_assert_eq!(health.consecutive_failures, consecutive_failures(history.iter().copied()));
        let longest = history.split(|&end| end == Conclusion::Delivered).map(<[_]>::len).max();
        prop_assert_eq!(health.is_active(), longest.unwrap_or(0) < 15);
    }
}
