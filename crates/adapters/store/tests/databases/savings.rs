//! Invoices of several organizations that one transaction saves.

use crate::database::{Database, options};
use access::OrganizationId;
use futures_util::future::join_all;
use invoicing::InvoiceStore;
use persistence::StoreError;
use std::time::Duration;
use store::{Store, StoreOptions};
use testkit::build::{draft, respond};

/// Each of all organizations at the same time.
async fn issue_all(
    store: &Store,
    organizations: &[OrganizationId],
) -> Vec<Result<String, StoreError>> {
    let issued = organizations.iter().map(|organization| async {
        let draft = draft(*organization);
        store.issue(&draft, None, respond).await.map(|(invoice, _)| invoice.document.number)
    });
    join_all(issued).await
}

/// Whoever cannot be saved keeps nobody else from it, and its own number is not lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_saves_the_others_when_one_must_wait() {
    let Some(database) = Database::postgres().await else { return };
    let mut organizations = Vec::new();
    for _ in 0..12 {
        organizations.push(database.organization().await);
    }
    let impatient = StoreOptions { statement_timeout: Duration::from_millis(300), ..options() };
    let store = Store::open(&database.place.url(), impatient).await.expect("opened");
    for round in 1..=3 {
        for number in issue_all(&store, &organizations).await {
            assert_eq!(number.expect("issued"), format!("FA2026{round:04}"));
        }
    }
    let slow = organizations[7];
    let mut other = database.place.postgres_connection().await;
    let lock = format!(
        "begin; select 1 from number_counters where organization_id = '{}' for update",
        slow.0
    );
    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, &lock).await.expect("locked");
    let issued = issue_all(&store, &organizations).await;
    for (organization, number) in organizations.iter().zip(issued) {
        match *organization == slow {
            true => assert!(matches!(number, Err(StoreError::Unavailable(_))), "{number:?}"),
            false => assert_eq!(number.expect("issued"), "FA20260004"),
        }
    }
    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, "rollback").await.expect("free");
    let again = issue_all(&store, &[slow]).await.remove(0);
    assert_eq!(again.expect("issued"), "FA20260004");
}
