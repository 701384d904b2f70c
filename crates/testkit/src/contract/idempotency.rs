//! The same request twice is one effect and one answer.

use super::{
    Subject,
    ground::{holdings, organization},
};
use crate::build::{NOW, claim, draft, fingerprint, respond};
use idempotency::{Answer, Claim, Decision, IdempotencyStore};
use invoicing::{InvoiceStore, Issued};
use time::Duration;

pub async fn an_answer_is_replayed_byte_for_byte(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    // no UTF-8, and a NUL
    let bytes = b"{\"a\": 1.50}\r\n\xff\x00\xfe ".to_vec();
    let odd = |_: &Issued<'_>| Ok(Answer { status: 207, body: bytes.clone() });
    let first = claim("order 17/a");
    let decision =
        store.claim(organization.into(), &first, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::Work);
    let (_, answer) = store.issue(&draft(organization), Some(&first), odd).await.expect("issued");
    assert_eq!(answer, Answer { status: 207, body: bytes.clone() });
    let before = holdings(subject, organization).await;
    for later in [Duration::ZERO, Duration::minutes(2), Duration::hours(24)] {
        let now = NOW + later;
        let again = claim("order 17/a");
        let decision =
            store.claim(organization.into(), &again, fingerprint(1), now).await.expect("asked");
        assert_eq!(decision, Decision::Replay(answer.clone()));
    }
    assert_eq!(holdings(subject, organization).await, before);
    assert_eq!(before.invoices.len(), 1);
}

pub async fn another_body_under_the_same_key_is_refused(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = claim("k");
    let ask = async |body: u8, now| {
        let claim = claim("k");
        store.claim(organization.into(), &claim, fingerprint(body), now).await.expect("asked")
    };
    let decision =
        store.claim(organization.into(), &first, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::Work);
    assert_eq!(ask(2, NOW).await, Decision::OtherBody, "while the first is at work");
    // a claim that ran out still binds the key to its body
    assert_eq!(ask(2, NOW + Duration::hours(1)).await, Decision::OtherBody);
    store.issue(&draft(organization), Some(&first), respond).await.expect("issued");
    assert_eq!(ask(2, NOW).await, Decision::OtherBody, "when it is answered");
    assert!(matches!(ask(1, NOW).await, Decision::Replay(_)));
}

pub async fn a_key_is_scoped_to_organization_and_operation(subject: &impl Subject) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let first = claim("k");
    for (organization, claim) in [
        (one, first.clone()),
        (other, claim("k")),
        (one, Claim { operation: "invoices.send", ..claim("k") }),
        (one, claim("K")),
        (one, claim("k ")),
    ] {
        let decision = store.claim(organization.into(), &claim, fingerprint(1), NOW).await;
        assert_eq!(decision.expect("asked"), Decision::Work, "{claim:?}");
    }
    // another organization cannot give it back
    store.release(other.into(), &first).await.expect("nothing to do");
    let again = store.claim(one.into(), &claim("k"), fingerprint(1), NOW).await.expect("asked");
    assert_eq!(again, Decision::StillRunning);
}

pub async fn of_many_at_once_one_works(subject: &impl Subject) {
    let organization = organization(subject.store()).await;
    for round in 0..6 {
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let store = subject.store().clone();
                tokio::spawn(async move {
                    let claim = claim(&format!("round {round}"));
                    store
                        .claim(organization.into(), &claim, fingerprint(1), NOW)
                        .await
                        .expect("asked")
                })
            })
            .collect();
        let mut at_work = 0;
        for task in tasks {
            match task.await.expect("no panic") {
                Decision::Work => at_work += 1,
                Decision::StillRunning => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(at_work, 1);
    }
}

pub async fn a_refused_request_gives_its_key_back(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = claim("k");
    let ask = async |claim: &Claim, body: u8| {
        store.claim(organization.into(), claim, fingerprint(body), NOW).await.expect("asked")
    };
    assert_eq!(ask(&first, 1).await, Decision::Work);
    store.release(organization.into(), &claim("k")).await.expect("released");
    assert_eq!(ask(&claim("k"), 1).await, Decision::StillRunning, "not by who does not hold it");
    store.release(organization.into(), &first).await.expect("released");
    store.release(organization.into(), &first).await.expect("released again");

    let mended = claim("k");
    assert_eq!(ask(&mended, 2).await, Decision::Work, "with another body");
    store.issue(&draft(organization), Some(&mended), respond).await.expect("issued");
    store.release(organization.into(), &mended).await.expect("nothing to do");
    assert!(matches!(ask(&claim("k"), 2).await, Decision::Replay(_)), "an answer stays");
}

pub async fn old_answers_are_forgotten(subject: &impl Subject) {
    let store = subject.store();
    let organization = organization(store).await;
    for (key, age) in [("old", 49), ("young", 47)] {
        let asked = NOW - Duration::hours(age);
        let claim = claim(key);
        store.claim(organization.into(), &claim, fingerprint(1), asked).await.expect("claimed");
        let mut draft = draft(organization);
        draft.now = asked + Duration::seconds(2);
        store.issue(&draft, Some(&claim), respond).await.expect("issued");
    }
    let ask = async |key: &str| {
        store.claim(organization.into(), &claim(key), fingerprint(1), NOW).await.expect("asked")
    };
    let answered = NOW - Duration::hours(47) + Duration::seconds(2);
    assert_eq!(store.forget_answers(NOW - Duration::hours(48)).await.expect("forgotten"), 1);
    assert_eq!(ask("old").await, Decision::Work);
    assert_eq!(store.forget_answers(answered).await.expect("forgotten"), 0, "not older");
    assert!(matches!(ask("young").await, Decision::Replay(_)));
    let just_after = answered + Duration::microseconds(1);
    assert_eq!(store.forget_answers(just_after).await.expect("forgotten"), 1);
    assert_eq!(ask("young").await, Decision::Work);
}
