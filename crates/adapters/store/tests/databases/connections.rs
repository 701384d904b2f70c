//! Connections that die under the store.

use crate::database::Database;
use invoicing::{InvoiceFilter, InvoiceStore};
use std::time::Duration;
use testkit::build::{draft, respond};

/// The server was restarted, say: whoever comes then must not notice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_closing_every_connection_is_not_noticed_later() {
    let Some(database) = Database::postgres().await else { return };
    // of one organization, they would take turns on one connection
    let mut organizations = Vec::new();
    for _ in 0..12 {
        organizations.push(database.organization().await);
    }
    let organization = organizations[0];
    let all = InvoiceFilter::default();
    let tasks: Vec<_> = organizations
        .into_iter()
        .map(|organization| {
            let store = database.store.clone();
            tokio::spawn(async move { store.issue(&draft(organization), None, respond).await })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic").expect("issued");
    }
    let others = "pg_stat_activity where datname = current_database() \
                  and pid <> pg_backend_pid() and backend_type = 'client backend'";
    assert!(database.place.count(others).await > 1, "several connections are open");
    database.place.execute(&format!("select pg_terminate_backend(pid) from {others}")).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    for n in 2..14 {
        let issued = database.store.issue(&draft(organization), None, respond).await;
        assert_eq!(issued.expect("issued").0.document.number, format!("FA2026{n:04}"));
        database.store.invoices(organization, &all, None, 1).await.expect("a page");
    }
}
