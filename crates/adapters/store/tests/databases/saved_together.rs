//! Invoices of several organizations in one transaction of PostgreSQL.

use crate::database::Database;
use access::OrganizationId;
use diesel_async::SimpleAsyncConnection;
use futures_util::future::join_all;
use invoicing::InvoiceStore;
use std::{sync::Mutex, time::Duration};
use testkit::build::{draft, respond};
use tokio::time::timeout;

/// Organizations whose next number the store knows.
async fn organizations(database: &Database) -> Vec<OrganizationId> {
    let mut organizations = Vec::new();
    for _ in 0..24 {
        let organization = database.organization().await;
        database.store.issue(&draft(organization), None, respond).await.expect("issued");
        organizations.push(organization);
    }
    organizations
}

async fn issue_next(database: &Database, organization: OrganizationId) {
    let issued = database.store.issue(&draft(organization), None, respond).await;
    assert_eq!(issued.expect("issued").0.document.number, "FA20260002");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_saves_what_comes_at_once_in_few_transactions() {
    let Some(database) = Database::postgres().await else { return };
    let organizations = organizations(&database).await;
    join_all(organizations.iter().map(|of| issue_next(&database, *of))).await;
    let transactions =
        "(select distinct xmin::text from invoices where number = 'FA20260002') as transactions";
    let transactions = database.place.count(transactions).await;
    assert!(transactions < organizations.len() / 2, "{transactions} transactions");
}

/// Another transaction holds the counter of one organization, whose invoice waits for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_lets_nobody_wait_for_what_another_organization_waits_for() {
    let Some(database) = Database::postgres().await else { return };
    let organizations = organizations(&database).await;
    // neither the first that comes, which goes alone, nor the last
    let held = organizations[5];
    let mut other = database.place.postgres_connection().await;
    let hold = format!(
        "begin; select next from number_counters where organization_id = '{}' for update",
        held.0
    );
    other.batch_execute(&hold).await.expect("held");

    let issued = Mutex::new(Vec::new());
    let issuing = organizations.iter().map(|of| async {
        issue_next(&database, *of).await;
        issued.lock().expect("a lock").push(*of);
    });
    let mut issuing = Box::pin(join_all(issuing));
    let all = timeout(Duration::from_secs(3), &mut issuing).await;
    assert!(all.is_err(), "the counter is held");
    let others = organizations.iter().filter(|of| **of != held);
    let issued_now = issued.lock().expect("a lock").clone();
    assert!(others.clone().all(|of| issued_now.contains(of)), "{} of them", issued_now.len());
    assert!(!issued_now.contains(&held));
    other.batch_execute("rollback").await.expect("let go");
    issuing.await;
}
