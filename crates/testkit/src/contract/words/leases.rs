//! Claims whose process died, or is slow.

use crate::build::{NOW, draft, fingerprint, lease, respond};
use crate::contract::{
    StoreUnderTest,
    setup::{holdings, issued_number, kind, organization},
};
use idempotency::{Decision, IdempotencyStore, LEASE};
use invoicing::InvoiceStore;
use time::Duration;

pub async fn a_claim_that_ran_out_is_taken_over_once(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    let decide = async |now| {
        let lease = lease("k");
        subject
            .store()
            .claim(organization.into(), &lease, fingerprint(1), now)
            .await
            .expect("asked")
    };
    assert_eq!(decide(NOW).await, Decision::Proceed);
    assert_eq!(decide(NOW + LEASE - Duration::microseconds(1)).await, Decision::InProgress);
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                let lease = lease("k");
                store
                    .claim(organization.into(), &lease, fingerprint(1), NOW + LEASE)
                    .await
                    .expect("asked")
            })
        })
        .collect();
    let mut at_work = 0;
    for task in tasks {
        at_work += usize::from(task.await.expect("no panic") == Decision::Proceed);
    }
    assert_eq!(at_work, 1);
    // and holds for as long again
    let end = NOW + LEASE + LEASE;
    assert_eq!(decide(end - Duration::microseconds(1)).await, Decision::InProgress);
    assert_eq!(decide(end).await, Decision::Proceed);
}

pub async fn the_slower_of_two_claims_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let (slow, quick) = (lease("k"), lease("k"));
    store.claim(organization.into(), &slow, fingerprint(1), NOW).await.expect("claimed");
    let decision = store.claim(organization.into(), &quick, fingerprint(1), NOW + LEASE).await;
    assert_eq!(decision.expect("asked"), Decision::Proceed);

    let before = holdings(subject, organization).await;
    let lost = store.issue(&draft(organization), Some(&slow), respond).await;
    assert_eq!(kind(&lost), "lease lost");
    store.release(organization.into(), &slow).await.expect("nothing to do");
    assert_eq!(holdings(subject, organization).await, before);

    let (invoice, answer) =
        store.issue(&draft(organization), Some(&quick), respond).await.expect("issued");
    assert_eq!(invoice.document.number, "FA20260001");
    // nobody answers twice
    let twice = store.issue(&draft(organization), Some(&quick), respond).await;
    assert_eq!(kind(&twice), "lease lost");
    let replay = store.claim(organization.into(), &lease("k"), fingerprint(1), NOW).await;
    assert_eq!(replay.expect("asked"), Decision::Replay(answer));
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260002");
}

pub async fn a_lease_at_work_is_not_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let ask = async |now| {
        store.claim(organization.into(), &lease("k"), fingerprint(1), now).await.expect("asked")
    };
    assert_eq!(ask(NOW).await, Decision::Proceed);
    assert_eq!(store.purge_answers(NOW + LEASE).await.expect("purged"), 0);
    assert_eq!(ask(NOW).await, Decision::InProgress);
    let ran_out = NOW + LEASE + Duration::microseconds(1);
    assert_eq!(store.purge_answers(ran_out).await.expect("purged"), 1);
    assert_eq!(ask(NOW).await, Decision::Proceed);
}
