//! Many requests write at once: what one of them does is nobody else's concern.

use crate::database::Database;
use idempotency::{Decision, IdempotencyStore};
use invoicing::{Draft, InvoiceStore};
use persistence::StoreError;
use testkit::build::{NOW, draft, fingerprint, lease, respond, with_number};

crate::on_both!(
    of_many_at_once_only_those_that_fail_are_undone,
    a_claim_that_was_lost_keeps_nothing
);

const TASKS: usize = 40;

/// Every eighth is refused, every eighth panics, every eighth is cancelled somewhere.
async fn of_many_at_once_only_those_that_fail_are_undone(database: &Database) {
    let organization = database.organization().await;
    let by_hand: Draft = with_number(draft(organization), "BY-HAND");
    database.store.issue(&by_hand, None, respond).await.expect("issued");
    let tasks: Vec<_> = (0..TASKS)
        .map(|n| {
            let store = database.store.clone();
            tokio::spawn(async move {
                match n % 8 {
                    1 => {
                        let taken = with_number(draft(organization), "BY-HAND");
                        store.issue(&taken, None, respond).await.map(drop)
                    }
                    3 => store.issue(&draft(organization), None, |_| panic!("n")).await.map(drop),
                    _ => store.issue(&draft(organization), None, respond).await.map(drop),
                }
            })
        })
        .collect();
    tokio::task::yield_now().await;
    for task in tasks.iter().skip(5).step_by(8) {
        task.abort();
    }
    let mut kept = 0;
    for (n, task) in tasks.into_iter().enumerate() {
        match (n % 8, task.await) {
            (1, Ok(refused)) => assert!(matches!(refused, Err(StoreError::Taken(_)))),
            (3, Err(error)) => assert!(error.is_panic()),
            (5, Err(error)) => assert!(error.is_cancelled()),
            (_, ended) => {
                ended.expect("no panic").expect("issued");
                kept += 1;
            }
        }
    }
    // a cancelled one is there whole or not at all
    let numbers = database.numbers(organization).await;
    let (by_hand, drawn) = numbers.split_first().expect("numbers");
    let whole: Vec<_> = (1..=drawn.len()).map(|n| format!("FA2026{n:04}")).collect();
    assert_eq!((by_hand.as_str(), drawn), ("BY-HAND", &whole[..]), "no gap, no double");
    assert!((kept..=kept + TASKS / 8).contains(&drawn.len()), "{kept} were acknowledged");
    for what in ["contacts", "events"] {
        assert_eq!(database.place.count(what).await, numbers.len(), "{what}");
    }
}

/// A claim that a crash has undone: what was to be kept under it is refused, and the key is free.
async fn a_claim_that_was_lost_keeps_nothing(database: &Database) {
    let organization = database.organization().await;
    let first = lease("k");
    let store = &database.store;
    let decision = store.claim(organization.into(), &first, fingerprint(1), NOW).await;
    assert_eq!(decision.expect("asked"), Decision::Proceed);
    database.place.execute("delete from idempotency_keys").await;
    let refused = store.issue(&draft(organization), Some(&first), respond).await;
    assert!(matches!(refused, Err(StoreError::LeaseLost)), "{refused:?}");
    assert_eq!(database.numbers(organization).await, [""; 0]);
    let second = lease("k");
    let decision = store.claim(organization.into(), &second, fingerprint(1), NOW).await;
    assert_eq!(decision.expect("asked"), Decision::Proceed);
    let (invoice, answer) =
        store.issue(&draft(organization), Some(&second), respond).await.expect("issued");
    assert_eq!(invoice.document.number, "FA20260001", "no number was drawn");
    let again = store.claim(organization.into(), &lease("k"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer));
}
