//! Credit: bought once, reserved once, charged or given back once.

use crate::contract::{
    StoreUnderTest,
    sending::setup::{after, all_entries, balance, keep, of_many, rich, step},
    setup::{kind, organization},
};
use crate::{
    build::NOW,
    sends::{moved, queued, send},
};
use peppol_connector::{
    credit::{Balance, CreditMove, Credits, LedgerKind},
    ports::{AttemptOutcome, CreditStore, SubmissionStore},
    submissions::{Actor, Move, Progress, RetryClass, State},
};

const NONE: AttemptOutcome<'_> = AttemptOutcome::None;
const QUEUED: Progress = Progress::new(State::Queued);

pub async fn a_purchase_counts_once_for_its_key(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    assert_eq!(store.balance(one).await.expect("a balance"), Balance::default());
    let tasks = (0..8).map(|_| {
        let store = store.clone();
        async move { store.top_up(one, "invoice 1", Credits(10), NOW).await }
    });
    assert_eq!(of_many(tasks.collect::<Vec<_>>(), "none").await, 8);
    assert_eq!(balance(store, one).await, (10, 0));
    let more = store.top_up(one, "invoice 2", Credits(5), after(1)).await.expect("topped up");
    assert_eq!(more, Balance { available: Credits(15), reserved: Credits(0) });
    // the same key with another amount is the same purchase
    let same = store.top_up(one, "invoice 1", Credits(99), after(2)).await.expect("asked");
    assert_eq!(same, more);
    store.top_up(other, "invoice 1", Credits(1), NOW).await.expect("another's key");
    assert_eq!((balance(store, one).await, balance(store, other).await), ((15, 0), (1, 0)));
    let lines = all_entries(store, one, 1).await;
    let [second, first] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((first.kind, first.amount, first.at), (LedgerKind::TopUp, Credits(10), NOW));
    assert_eq!((second.key.as_deref(), second.submission), (Some("invoice 2"), None));
    let too_much = store.top_up(one, "invoice 3", Credits(u64::MAX), NOW).await;
    assert_eq!(kind(&too_much), "backend");
    assert_eq!(balance(store, one).await, (15, 0));
}

pub async fn the_last_credit_goes_to_one_of_many(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for _ in 0..4 {
        let organization = rich(store, 1).await;
        let tasks = (0..8).map(|_| {
            let (store, send) = (store.clone(), send());
            async move { store.commit(organization, &queued(&send), None, NOW).await }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "conflict").await, 1);
        assert_eq!(balance(store, organization).await, (0, 1));
        assert_eq!(all_entries(store, organization, 9).await.len(), 2);
    }
    let never = organization(store).await;
    let result = store.commit(never, &queued(&send()), None, NOW).await;
    assert_eq!(kind(&result), "conflict", "no account, no credit");
}

pub async fn credit_is_settled_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let other = rich(store, 9).await;
    keep(store, other, &send()).await;
    for (end, settled, left) in [
        (Move::Accepted, CreditMove::Capture, (8, 0)),
        (Move::AttemptFailed(RetryClass::Permanent), CreditMove::Release, (8, 0)),
    ] {
        let send = send();
        keep(store, organization, &send).await;
        let own = (organization, send.submission.id);
        let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
        step(store, own, sending, end, NONE, after(1)).await;
        assert_eq!(balance(store, organization).await, left, "{settled:?}");
        let lines = all_entries(store, organization, 2).await;
        let mut lines: Vec<_> =
            lines.iter().filter(|line| line.submission == Some(own.1)).map(|l| l.kind).collect();
        lines.sort_by_key(|kind| kind.name());
        assert_eq!(lines, [LedgerKind::Send(settled), LedgerKind::Send(CreditMove::Reserve)]);
    }
    assert_eq!(balance(store, other).await, (8, 1), "another's credit stays");
}

/// Buying, sending and settling at once: what stands on the account is what the ledger says.
pub async fn the_ledger_adds_up_whatever_happens_at_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 5).await;
    let tasks: Vec<_> = (0..12)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let key = format!("more {n}");
                store.top_up(organization, &key, Credits(1), NOW).await.expect("topped up");
                let mut sent = 0;
                for _ in 0..4 {
                    let send = send();
                    if store.commit(organization, &queued(&send), None, NOW).await.is_err() {
                        continue;
                    }
                    sent += 1;
                    let mut from = QUEUED;
                    let end = if n % 2 == 0 {
                        Move::Accepted
                    } else {
                        Move::AttemptFailed(RetryClass::Permanent)
                    };
                    for by in [Move::Claimed, end] {
                        let moved = moved(from, Actor::Worker, by, NOW);
                        let id = send.submission.id;
                        let result =
                            store.advance(organization, id, from, &moved, NONE, &[], NOW).await;
                        result.expect("moved");
                        if let peppol_connector::submissions::Moved::To(to, _) = moved {
                            from = to;
                        }
                    }
                }
                (n % 2 == 0, sent)
            })
        })
        .collect();
    let mut charged = 0;
    for task in tasks {
        let (charges, sent) = task.await.expect("no panic");
        charged += if charges { sent } else { 0 };
    }
    assert_eq!(balance(store, organization).await, (17 - charged, 0));
}
