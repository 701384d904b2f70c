//! The life of a delivery, with time travel.

use crate::common::*;
use events::{Event, EventName};
use proptest::{collection::vec, prelude::*};
use time::{Duration, OffsetDateTime};
use webhooks::{
    Delivery,
    deliveries::{
        ATTEMPTS, Concluded, DeliveryState, EXCERPT, GaveUp, Kind, LEASE, NotClaimable,
        NotRedeliverable, Outcome, Stale, TIMEOUT, excerpt,
    },
    endpoints::{AddressError, Conclusion, Health, Secrets},
    signing::{SignedRequest, TOLERANCE, verify},
};

/// One attempt at a time when it is due.
fn try_once(delivery: &Delivery, outcome: Outcome, at: OffsetDateTime) -> Concluded {
    let claimed = delivery.claim(at).expect("due");
    claimed.conclude(attempt(&claimed, outcome, at), Health::NEW).expect("under way")
}

#[test]
fn only_2xx_is_success() {
    for status in 100..600 {
        assert_eq!(answered(status).succeeded(), (200..300).contains(&status), "{status}");
    }
    for outcome in [
        Outcome::TimedOut,
        Outcome::NameNotFound,
        Outcome::NotConnected,
        Outcome::TlsFailed,
        Outcome::BrokenOff,
    ]
    .into_iter()
    .chain(AddressError::ALL.map(Outcome::AddressRefused))
    {
        assert_eq!(Outcome::of_record(outcome.code(), None, ""), Some(outcome.clone()));
        assert!(!outcome.succeeded() && outcome.status().is_none());
        assert!(!outcome.code().is_empty() && outcome.to_string().len() > 10);
    }
    let answer = Outcome::Answered { status: 418, body: "tea".into() };
    assert_eq!(Outcome::of_record(answer.code(), answer.status(), "tea"), Some(answer));
    assert_eq!(Outcome::of_record("answered", None, ""), None);
    assert_eq!(Outcome::of_record("vanished", Some(200), ""), None);
    for (status, hint) in [(301, "redirects are not followed"), (410, "delete the endpoint")] {
        assert!(answered(status).to_string().contains(hint));
    }
}

#[test]
fn eleven_attempts_then_failed() {
    let (mut delivery, mut at, mut attempts) = (delivery(Kind::Event), NOW, 0);
    let waits = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 36_000, 50_400, 86_400];
    for seconds in waits {
        let concluded = try_once(&delivery, Outcome::TimedOut, at);
        attempts += 1;
        assert_eq!((concluded.attempt.number, concluded.conclusion), (attempts, None));
        let due = at + Duration::seconds(seconds);
        assert_eq!(concluded.delivery.state, DeliveryState::Pending { due });
        assert_eq!(concluded.delivery.claim(due - Duration::NANOSECOND), Err(NotClaimable));
        (delivery, at) = (concluded.delivery, due);
    }
    let last = try_once(&delivery, answered(500), at);
    assert_eq!(last.attempt.number, ATTEMPTS);
    assert_eq!(last.conclusion, Some(Conclusion::Failed));
    assert_eq!(last.delivery.state, DeliveryState::Failed { at, why: GaveUp::LastAttempt });
    assert_eq!((at - NOW).whole_minutes(), 3_936, "about 2.7 days");
    assert_eq!(last.delivery.claim(at + Duration::days(9)), Err(NotClaimable));

    let again = last.delivery.redeliver(Health::NEW, at).expect("replayable");
    assert_eq!(again.id, delivery.id, "the same X-Webhook-Id");
    let concluded = try_once(&again, answered(503), at);
    assert_eq!(concluded.attempt.number, 12, "the history goes on");
    let due = at + Duration::seconds(5);
    assert_eq!(concluded.delivery.state, DeliveryState::Pending { due }, "the waits start again");
    let done = try_once(&concluded.delivery, answered(204), due);
    assert_eq!(done.delivery.state, DeliveryState::Delivered { at: due });
    assert_eq!(done.conclusion, Some(Conclusion::Delivered));
    assert!(done.delivery.redeliver(Health::NEW, due).is_ok(), "what was delivered, too");
}

#[test]
fn a_test_send_is_tried_once_and_changes_nothing() {
    for (outcome, state) in [
        (answered(500), DeliveryState::Failed { at: NOW, why: GaveUp::LastAttempt }),
        (answered(200), DeliveryState::Delivered { at: NOW }),
    ] {
        let concluded = try_once(&delivery(Kind::Test), outcome, NOW);
        assert_eq!((concluded.delivery.state, concluded.conclusion), (state, None));
        assert_eq!((concluded.endpoint, concluded.deactivated), (Health::NEW, false));
    }
}

#[test]
fn a_dead_worker_is_replaced() {
    let first = delivery(Kind::Event).claim(NOW).expect("due");
    assert_eq!(first.claim(NOW), Err(NotClaimable), "one worker at a time");
    assert_eq!(first.redeliver(Health::NEW, NOW), Err(NotRedeliverable::Delivering));
    let later = NOW + LEASE;
    assert!(first.redeliver(Health::NEW, later).is_ok(), "the lease is over");
    let second = first.claim(later).expect("the lease is over");
    let late = attempt(&first, answered(200), later);
    assert_eq!(second.conclude(late, Health::NEW), Err(Stale));
    let concluded = second.conclude(attempt(&second, answered(200), later), Health::NEW);
    let concluded = concluded.expect("under way");
    assert_eq!(concluded.attempt.number, 2);
    assert_eq!(concluded.delivery.failures, 0, "a dead worker is no failure of the endpoint");
    let twice = concluded.attempt.clone();
    assert_eq!(concluded.delivery.conclude(twice, Health::NEW), Err(Stale));
    assert!(time::Duration::seconds(30) <= LEASE - TIMEOUT, "an attempt ends within its lease");
}

#[test]
fn a_deactivated_endpoint_ends_its_deliveries() {
    let off = Health::NEW.disabled(NOW);
    let given_up = DeliveryState::Failed { at: NOW, why: GaveUp::EndpointDisabled };
    let pending = delivery(Kind::Event);
    assert_eq!(pending.endpoint_disabled(NOW).state, given_up);
    let claimed = pending.claim(NOW).expect("due");
    assert_eq!(claimed.endpoint_disabled(NOW), claimed, "goes on");
    let failed = claimed.conclude(attempt(&claimed, answered(500), NOW), off).expect("under way");
    assert_eq!((failed.delivery.state, failed.conclusion), (given_up, None));
    let fit = claimed.conclude(attempt(&claimed, answered(200), NOW), off).expect("under way");
    assert_eq!(fit.delivery.endpoint_disabled(NOW), fit.delivery);
    let again = failed.delivery.redeliver(off, NOW);
    assert_eq!(again, Err(NotRedeliverable::EndpointDisabled));
    assert!(failed.delivery.redeliver(off.enabled(), NOW).is_ok());
}

#[test]
fn a_dead_endpoint_is_deactivated_after_fifteen_deliveries() {
    let (mut health, mut ended, mut deactivated) = (Health::NEW, 0, 0);
    let mut waiting = vec![delivery(Kind::Event); 20];
    let mut now = NOW;
    while health.is_active() {
        let due = |d: &Delivery| matches!(d.state, DeliveryState::Pending { due } if due <= now);
        for delivery in waiting.iter_mut().filter(|d| due(d)) {
            let claimed = delivery.claim(now).expect("due");
            let refused = attempt(&claimed, Outcome::NotConnected, now);
            let concluded = claimed.conclude(refused, health).expect("under way");
            ended += u32::from(concluded.conclusion.is_some() && health.is_active());
            deactivated += u32::from(concluded.deactivated);
            (*delivery, health) = (concluded.delivery, concluded.endpoint);
        }
        now += Duration::SECOND * 5;
    }
    assert_eq!(deactivated, 1, "the owner gets one mail");
    assert_eq!(ended, 15);
    assert_eq!((now - NOW).whole_hours(), 65);
}

#[test]
fn requests_carry_the_headers_of_the_specification() {
    let (happened, body) = Event::test_send(EventName::InvoicePaid, organization(1), NOW)
        .expect("writable")
        .expect("emitted");
    assert_eq!(happened.name(), EventName::InvoicePaid);
    let delivery = delivery(Kind::Test);
    let secrets = Secrets::new(secret(1));
    let request = SignedRequest::new(&delivery, url(), &secrets, body.clone(), NOW);
    let header = |name| request.headers.iter().find(|h| h.0 == name).expect(name).1.as_str();
    assert_eq!(header("X-Webhook-Event"), "invoice.paid");
    assert_eq!(header("X-Webhook-Id"), "00000000-0000-0000-0000-000000000007");
    assert_eq!(header("X-Webhook-Timestamp"), NOW.unix_timestamp().to_string());
    assert_eq!(header("Content-Type"), "application/json");
    let signature = header("X-Webhook-Signature");
    assert!(signature.starts_with(&format!("t={},v1=", header("X-Webhook-Timestamp"))));
    assert!(verify(signature, body.as_bytes(), &secret(1), NOW, TOLERANCE).is_ok());
    assert_eq!(request.body, body);
}

#[test]
fn answers_are_kept_in_part() {
    assert_eq!(excerpt(b"ok\n"), "ok\n");
    assert_eq!(excerpt(b"a\x00b\x1b[31m\xff"), "a\u{fffd}b\u{fffd}[31m\u{fffd}");
    assert_eq!(excerpt(&[b'x'; 100_000]).len(), EXCERPT);
    assert_eq!(excerpt("č".repeat(5_000).as_bytes()), "č".repeat(EXCERPT));
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Claim,
    Conclude(u16),
    Redeliver,
    Off,
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => Just(Step::Claim),
        4 => prop_oneof![Just(200), Just(500), Just(301)].prop_map(Step::Conclude),
        1 => Just(Step::Redeliver),
        1 => Just(Step::Off),
        4 => (0_i64..100_000).prop_map(Step::Wait),
    ]
}

proptest! {
    #[test]
    fn no_history_breaks_the_rules(steps in vec(step(), 0..120)) {
        let (mut delivery, mut now) = (delivery(Kind::Event), NOW);
        for step in steps {
            let before = delivery;
            match step {
                Step::Claim => delivery = before.claim(now).unwrap_or(before),
                Step::Conclude(status) => {
                    if let Ok(concluded) = before.conclude(attempt(&before, answered(status), now), Health::NEW) {
                        delivery = concluded.delivery;
                        let ended = matches!(delivery.state, DeliveryState::Delivered { .. } | DeliveryState::Failed { .. });
                        prop_assert_eq!(concluded.conclusion.is_some(), ended);
                        prop_assert_eq!(matches!(delivery.state, DeliveryState::Delivered { .. }), status == 200);
                    }
                }
                Step::Redeliver => delivery = before.redeliver(Health::NEW, now).unwrap_or(before),
                Step::Off => delivery = before.endpoint_disabled(now),
                Step::Wait(seconds) => now += Duration::seconds(seconds),
            }
            prop_assert!(delivery.failures <= ATTEMPTS && delivery.failures <= delivery.attempts);
            prop_assert!(delivery.attempts >= before.attempts, "numbers only grow");
            prop_assert_eq!((delivery.id, delivery.endpoint, delivery.created_at), (before.id, before.endpoint, before.created_at));
            if matches!(before.state, DeliveryState::Delivered { .. }) && before != delivery {
                prop_assert!(matches!(step, Step::Redeliver), "what is delivered stays so");
            }
        }
    }
}
