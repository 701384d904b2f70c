//! The same request twice is one effect and one answer.

use crate::build::{NOW, draft, fingerprint, lease, respond};
use crate::contract::{
    StoreUnderTest,
    setup::{holdings, organization},
};
use access::Tier;
use idempotency::{Answer, Decision, IdempotencyStore, Lease};
use invoicing::{InvoiceStore, Issued};
use time::Duration;

pub async fn an_answer_is_replayed_byte_for_byte(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    // no UTF-8, and a NUL
    let bytes = b"{\"a\": 1.50}\r\n\xff\x00\xfe ".to_vec();
    let odd = |_: &Issued<'_>| Ok(Answer { status: 207, body: bytes.clone() });
    let first = lease("order 17/a");
    let decision =
        store.claim(organization.into(), &first, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::Proceed);
    let (_, answer) = store.issue(&draft(organization), Some(&first), odd).await.expect("issued");
    assert_eq!(answer, Answer { status: 207, body: bytes.clone() });
    let before = holdings(subject, organization).await;
    for later in [Duration::ZERO, Duration::minutes(2), Duration::hours(24)] {
        let now = NOW + later;
        let again = lease("order 17/a");
        let decision =
            store.claim(organization.into(), &again, fingerprint(1), now).await.expect("asked");
        assert_eq!(decision, Decision::Replay(answer.clone()));
    }
    assert_eq!(holdings(subject, organization).await, before);
    assert_eq!(before.invoices.len(), 1);
}

pub async fn another_body_under_the_same_key_is_refused(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = lease("k");
    let ask = async |body: u8, now| {
        let lease = lease("k");
        store.claim(organization.into(), &lease, fingerprint(body), now).await.expect("asked")
    };
    let decision =
        store.claim(organization.into(), &first, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::Proceed);
    assert_eq!(ask(2, NOW).await, Decision::KeyReused, "while the first is at work");
    // a lease that ran out still binds the key to its body
    assert_eq!(ask(2, NOW + Duration::hours(1)).await, Decision::KeyReused);
    store.issue(&draft(organization), Some(&first), respond).await.expect("issued");
    assert_eq!(ask(2, NOW).await, Decision::KeyReused, "when it is answered");
    assert!(matches!(ask(1, NOW).await, Decision::Replay(_)));
}

pub async fn a_key_is_scoped_to_organization_operation_and_tier(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let first = lease("k");
    for (organization, lease) in [
        (one, first.clone()),
        (other, lease("k")),
        (one, Lease { operation: "invoices.send".into(), ..lease("k") }),
        (one, Lease { operation: Lease::operation("invoices.create", Tier::Test), ..lease("k") }),
        (one, lease("K")),
        (one, lease("k ")),
    ] {
        let decision = store.claim(organization.into(), &lease, fingerprint(1), NOW).await;
        assert_eq!(decision.expect("asked"), Decision::Proceed, "{lease:?}");
    }
    // another organization cannot give it back
    store.release(other.into(), &first).await.expect("nothing to do");
    let again = store.claim(one.into(), &lease("k"), fingerprint(1), NOW).await.expect("asked");
    assert_eq!(again, Decision::InProgress);
}

pub async fn of_many_at_once_one_works(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    for round in 0..6 {
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let store = subject.store().clone();
                tokio::spawn(async move {
                    let lease = lease(&format!("round {round}"));
                    store
                        .claim(organization.into(), &lease, fingerprint(1), NOW)
                        .await
                        .expect("asked")
                })
            })
            .collect();
        let mut at_work = 0;
        for task in tasks {
            match task.await.expect("no panic") {
                Decision::Proceed => at_work += 1,
                Decision::InProgress => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(at_work, 1);
    }
}

pub async fn a_refused_request_gives_its_key_back(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = lease("k");
    let ask = async |lease: &Lease, body: u8| {
        store.claim(organization.into(), lease, fingerprint(body), NOW).await.expect("asked")
    };
    assert_eq!(ask(&first, 1).await, Decision::Proceed);
    store.release(organization.into(), &lease("k")).await.expect("released");
    assert_eq!(ask(&lease("k"), 1).await, Decision::InProgress, "not by who does not hold it");
    store.release(organization.into(), &first).await.expect("released");
    store.release(organization.into(), &first).await.expect("released again");

    let repaired = lease("k");
    assert_eq!(ask(&repaired, 2).await, Decision::Proceed, "with another body");
    store.issue(&draft(organization), Some(&repaired), respond).await.expect("issued");
    store.release(organization.into(), &repaired).await.expect("nothing to do");
    assert!(matches!(ask(&lease("k"), 2).await, Decision::Replay(_)), "an answer stays");
}

pub async fn old_answers_are_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for (key, age) in [("old", 49), ("young", 47)] {
        let asked = NOW - Duration::hours(age);
        let lease = lease(key);
        store.claim(organization.into(), &lease, fingerprint(1), asked).await.expect("claimed");
        let mut draft = draft(organization);
        draft.now = asked + Duration::seconds(2);
        store.issue(&draft, Some(&lease), respond).await.expect("issued");
    }
    let ask = async |key: &str| {
        store.claim(organization.into(), &lease(key), fingerprint(1), NOW).await.expect("asked")
    };
    let answered = NOW - Duration::hours(47) + Duration::seconds(2);
    assert_eq!(store.purge_answers(NOW - Duration::hours(48)).await.expect("purged"), 1);
    assert_eq!(ask("old").await, Decision::Proceed);
    assert_eq!(store.purge_answers(answered).await.expect("purged"), 0, "not older");
    assert!(matches!(ask("young").await, Decision::Replay(_)));
    let just_after = answered + Duration::microseconds(1);
    assert_eq!(store.purge_answers(just_after).await.expect("purged"), 1);
    assert_eq!(ask("young").await, Decision::Proceed);
}
