//! Several stores on one database, as several processes have them.

use crate::database::Database;
use access::{AccessStore, Counted};
use idempotency::{Decision, IdempotencyStore};
use invoicing::InvoiceStore;
use testkit::build::{NOW, draft, fingerprint, lease, respond};

crate::on_both!(
    two_stores_draw_from_one_series,
    two_stores_issue_for_many_organizations_at_once,
    two_stores_know_of_each_others_claims,
);

async fn two_stores_draw_from_one_series(database: &Database) {
    const EACH: usize = 25;
    let organization = database.organization().await;
    let stores = [database.store.clone(), database.place.open().await];
    let tasks: Vec<_> = stores
        .iter()
        .cycle()
        .take(4)
        .cloned()
        .map(|store| {
            tokio::spawn(async move {
                for _ in 0..EACH {
                    store.issue(&draft(organization), None, respond).await.expect("issued");
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    let whole: Vec<_> = (1..=4 * EACH).map(|n| format!("FA2026{n:04}")).collect();
    assert_eq!(database.numbers(organization).await, whole);
}

/// Each moves the counters that the other has guessed.
async fn two_stores_issue_for_many_organizations_at_once(database: &Database) {
    const EACH: usize = 6;
    let mut organizations = Vec::new();
    for _ in 0..12 {
        organizations.push(database.organization().await);
    }
    let stores = [database.store.clone(), database.place.open().await];
    let issuing = stores.iter().map(|store| {
        let (store, organizations) = (store.clone(), organizations.clone());
        tokio::spawn(async move {
            for _ in 0..EACH {
                let issued = organizations.iter().map(|organization| {
                    let store = &store;
                    async move { store.issue(&draft(*organization), None, respond).await }
                });
                for issued in futures_util::future::join_all(issued).await {
                    issued.expect("issued");
                }
            }
        })
    });
    for task in issuing.collect::<Vec<_>>() {
        task.await.expect("no panic");
    }
    let whole: Vec<_> = (1..=2 * EACH).map(|n| format!("FA2026{n:04}")).collect();
    for organization in organizations {
        assert_eq!(database.numbers(organization).await, whole);
    }
}

async fn two_stores_know_of_each_others_claims(database: &Database) {
    let organization = database.organization().await;
    let other = database.place.open().await;
    let first = lease("k");
    let decision = database.store.claim(organization.into(), &first, fingerprint(1), NOW).await;
    assert_eq!(decision.expect("asked"), Decision::Proceed);
    let decision = other.claim(organization.into(), &lease("k"), fingerprint(1), NOW).await;
    assert_eq!(decision.expect("asked"), Decision::InProgress);
    let issued = database.store.issue(&draft(organization), Some(&first), respond).await;
    let decision = other.claim(organization.into(), &lease("k"), fingerprint(1), NOW).await;
    assert_eq!(decision.expect("asked"), Decision::Replay(issued.expect("issued").1));
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_counts_the_requests_of_all_processes() {
    let database = Database::postgres().await;
    let organization = database.organization().await;
    let stores = [database.store.clone(), database.place.open().await];
    let mut counts = Vec::new();
    for store in stores.iter().cycle().take(30) {
        let counted = Counted::Operation(organization, "invoices.create");
        let window = store.count_request(counted, 1_000).await;
        counts.push(window.expect("counted").count);
    }
    assert_eq!(counts, (1..=30).collect::<Vec<u32>>());
}
