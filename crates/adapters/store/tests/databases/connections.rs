//! Connections that die under the store.

use crate::database::{Database, options};
use invoicing::{
    InvoiceFilter, InvoiceStore,
    paying::{PaymentError, PaymentStore, Settlement},
};
use persistence::StoreError;
use std::time::{Duration, Instant};
use store::{Store, StoreOptions};
use testkit::build::{NOW, draft, respond};

/// After a restart of the server, for example: the next request must not notice.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_closing_every_connection_is_not_noticed_later() {
    let database = Database::postgres().await;
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

/// On one connection: whoever opened it computes, and then his threads end.
#[test_databases::on_postgres]
#[test]
fn postgres_connections_need_nobody_s_threads() {
    let runtime = || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_all().build().expect("a runtime")
    };
    let (first, second) = (runtime(), runtime());
    let database = first.block_on(Database::postgres());
    let options = StoreOptions { connections: 1, ..options() };
    let store = first.block_on(Store::open(&database.place.url(), options)).expect("opened");
    // nobody polls the first runtime meanwhile
    let began = Instant::now();
    second.block_on(store.check_ready()).expect("ready");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    // not those that count, which may still be closing
    let connections = "pg_stat_activity where datname = current_database() and query like '%diesel%' \
                       and query not like '%pg_stat_activity%'";
    let before = second.block_on(database.place.count(connections));
    drop(first);
    second.block_on(store.check_ready()).expect("ready");
    let after = second.block_on(database.place.count(connections));
    assert_eq!((before, after), (1, 1), "it did not end with the runtime");
    // the place is dropped on a runtime
    second.block_on(async move { drop(database) });
}

/// A request that finds all connections in use is told so, soon, and may come again.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_connections_that_are_all_in_use_are_waited_for_only_so_long() {
    let database = Database::postgres().await;
    let organization = database.organization().await;
    let options =
        StoreOptions { connections: 1, acquire_timeout: Duration::from_millis(200), ..options() };
    let store = Store::open(&database.place.url(), options).await.expect("opened");
    let mut other = database.place.postgres_connection().await;
    let lock = "begin; lock table invoices in access exclusive mode";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, lock).await.expect("locked");
    let waiting = {
        let store = store.clone();
        tokio::spawn(async move { store.issue(&draft(organization), None, respond).await })
    };
    let all = InvoiceFilter::default();
    let until = Instant::now() + Duration::from_secs(10);
    let refused = loop {
        match store.series_formats(organization).await {
            Err(error) => break error,
            Ok(_) if Instant::now() < until => tokio::time::sleep(Duration::from_millis(10)).await,
            Ok(_) => panic!("the only connection is never in use"),
        }
    };
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused:?}");
    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, "rollback").await.expect("free");
    waiting.await.expect("no panic").expect("issued");
    assert_eq!(store.invoices(organization, &all, None, 1).await.expect("a page").rows.len(), 1);
}

/// Sixty-four pay one invoice at once while it is locked, on eight connections: one of them waits with a connection, and
/// others' requests are answered meanwhile.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_who_waits_for_an_invoice_leaves_others_their_connections() {
    let database = Database::postgres().await;
    let (organization, other) = (database.organization().await, database.organization().await);
    let issued = database.store.issue(&draft(organization), None, respond).await.expect("issued").0;
    let options =
        StoreOptions { connections: 8, acquire_timeout: Duration::from_secs(30), ..options() };
    let store = Store::open(&database.place.url(), options).await.expect("opened");
    let mut locking = database.place.postgres_connection().await;
    let lock = format!("begin; select id from invoices where id = '{}' for update", issued.id);
    diesel_async::SimpleAsyncConnection::batch_execute(&mut locking, &lock).await.expect("locked");
    let payers: Vec<_> = (0..64)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let refuse = |_: &Settlement| Err(PaymentError::Store(StoreError::Conflict));
                store.change_payments(organization, issued.id, None, refuse).await
            })
        })
        .collect();
    let waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let until = Instant::now() + Duration::from_secs(10);
    while database.place.count(waits).await == 0 {
        assert!(Instant::now() < until, "nobody waits");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let all = InvoiceFilter::default();
    for _ in 0..20 {
        store.invoices(other, &all, None, 1).await.expect("a page");
        store.issue(&draft(other), None, respond).await.expect("issued");
    }
    assert_eq!(database.place.count(waits).await, 1, "the others wait without a connection");
    let free = diesel_async::SimpleAsyncConnection::batch_execute(&mut locking, "rollback");
    free.await.expect("free");
    for payer in payers {
        let refused = payer.await.expect("no panic");
        assert!(matches!(refused, Err(PaymentError::Store(StoreError::Conflict))), "{refused:?}");
    }
}

/// A server that takes no changes (a former primary) answers questions, and is not ready; whoever asked may come again.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_that_takes_no_changes_is_noticed() {
    let database = Database::postgres().await;
    database.store.check_writable(NOW).await.expect("it takes changes");
    let url = format!("{}?options=-c%20default_transaction_read_only%3Don", database.place.url());
    let standby = Store::open(&url, options()).await.expect("opened");
    standby.check_ready().await.expect("it answers questions");
    for _ in 0..2 {
        let refused = standby.check_writable(NOW).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
}

/// A statement that waits too long, and a connection that the server ends under it: whoever asked may
/// come again, and nothing is kept.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_that_gives_up_may_be_asked_again() {
    let database = Database::postgres().await;
    let organization = database.organization().await;
    let impatient = StoreOptions { statement_timeout: Duration::from_millis(300), ..options() };
    let impatient = Store::open(&database.place.url(), impatient).await.expect("opened");
    let mut other = database.place.postgres_connection().await;
    let lock = "begin; lock table invoices in access exclusive mode";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, lock).await.expect("locked");
    let refused = impatient.issue(&draft(organization), None, respond).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");

    let store = database.store.clone();
    let waiting =
        tokio::spawn(async move { store.issue(&draft(organization), None, respond).await });
    let waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let until = Instant::now() + Duration::from_secs(10);
    while database.place.count(waits).await == 0 {
        assert!(Instant::now() < until, "the statement never waits");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    database.place.execute(&format!("select pg_terminate_backend(pid) from {waits}")).await;
    let refused = waiting.await.expect("no panic");
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");

    diesel_async::SimpleAsyncConnection::batch_execute(&mut other, "rollback").await.expect("free");
    let issued = database.store.issue(&draft(organization), None, respond).await.expect("issued");
    assert_eq!(issued.0.document.number, "FA20260001");
}

/// Whatever the server's or the database's default is.
#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_commits_wait_for_the_disk() {
    let database = Database::postgres().await;
    let url = database.place.url();
    let name = url.rsplit('/').next().expect("a name").split('?').next().expect("a name");
    for (default, kept) in [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")] {
        let set = format!("alter database \"{name}\" set synchronous_commit = {default}");
        database.place.execute(&set).await;
        let store = Store::open(&url, options()).await.expect("opened");
        let Store::Postgres(postgres) = &store else { panic!("PostgreSQL") };
        assert_eq!(postgres.setting("synchronous_commit").await.expect("shown"), kept);
    }
}
