//! Transactions that are cut off at a chosen moment.

use crate::database::{Database, Place, options};
use diesel_async::SimpleAsyncConnection;
use invoicing::InvoiceStore;
use peppol_connector::{ports::AccountStore, registration::AccountRecord};
use persistence::StoreError;
use std::{
    thread,
    time::{Duration, Instant},
};
use store::{Store, StoreOptions};
use testkit::{
    build::{NOW, draft, lease, respond},
    peppol::ENROLLED,
};

/// A request waits with its number drawn, for the number by hand of a transaction that is open;
/// its caller goes.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_gives_the_number_and_its_lock_back() {
    let database = Database::postgres().await;
    let (organization, store) = (database.organization().await, database.store.clone());
    let owner = organization.0;
    store.issue(&draft(organization), None, respond).await.expect("issued");
    let mut other = database.place.postgres_connection().await;
    let number_by_hand = format!(
        "begin; insert into invoices (organization_id, id, invoice_type, number, status, customer_id, customer_name, subtotal,
           vat_total, total, paid_amount, currency, exchange_rate, issue_date, due_date, created_at,
           version, document) select organization_id, gen_random_uuid(), invoice_type,
           'FA20260002', status, customer_id, customer_name, subtotal, vat_total, total,
           paid_amount, currency, exchange_rate, issue_date, due_date, created_at, version,
           document from invoices where organization_id = '{owner}'"
    );
    other.batch_execute(&number_by_hand).await.expect("inserted");

    let waiting = {
        let store = store.clone();
        tokio::spawn(async move { store.issue(&draft(organization), None, respond).await })
    };
    let waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    eventually(&database.place, waits, 1).await;
    waiting.abort();
    assert!(waiting.await.is_err_and(|error| error.is_cancelled()));
    // the server does not go on waiting for somebody who has gone
    eventually(&database.place, waits, 0).await;
    other.batch_execute("rollback").await.expect("rolled back");

    let started = Instant::now();
    let (next, _) = store.issue(&draft(organization), None, respond).await.expect("issued");
    assert_eq!(next.document.number, "FA20260002");
    assert!(started.elapsed() < Duration::from_secs(2), "waited {:?}", started.elapsed());
    let open = "pg_stat_activity where datname = current_database() \
                and state like 'idle in transaction%'";
    eventually(&database.place, open, 0).await;
}

/// The only thread of the runtime asks, so that no task of the store can roll back in between.
#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_has_rolled_back_when_it_returns_an_error() {
    let database = Database::postgres().await;
    let (organization, store) = (database.organization().await, &database.store);
    let lost = store.issue(&draft(organization), Some(&lease("never claimed")), respond).await;
    assert_eq!(open_transactions(&database.place), 0, "after {lost:?}");
    let account = store.account(organization).await.expect("an account");
    let other = AccountRecord { strict_sandbox: true, ..account.clone() };
    let audit = ENROLLED;
    let stale = store.change_account(organization, &other, &account, audit, &[], NOW).await;
    assert_eq!(open_transactions(&database.place), 0, "after {stale:?}");
    lost.expect_err("the claim was never made");
    stale.expect_err("the account is another");
}

/// Waits on this thread, without letting its runtime go on.
fn open_transactions(place: &Place) -> usize {
    let open = "pg_stat_activity where datname = current_database() \
                and state like 'idle in transaction%'";
    thread::scope(|scope| {
        let counting = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(place.count(open))
        });
        counting.join().expect("counted")
    })
}

async fn eventually(place: &Place, what: &str, count: usize) {
    // sooner than the statement's time is up
    let give_up = Instant::now() + Duration::from_secs(8);
    while Instant::now() < give_up {
        if place.count(what).await == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("not {count}: {what}");
}

/// Another process writes to the file: a request waits for it, and gives up in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_waits_for_another_writer_but_not_for_ever() {
    let database = Database::sqlite().await;
    let organization = database.organization().await;
    let patient = database.store.clone();
    let hasty = StoreOptions { busy_timeout: Duration::from_millis(100), ..options() };
    let hasty = Store::open(&database.place.url(), hasty).await.expect("opened");

    let mut other = database.place.sqlite_connection();
    diesel::connection::SimpleConnection::batch_execute(&mut other, "begin immediate")
        .expect("begun");
    let busy = hasty.issue(&draft(organization), None, respond).await;
    assert!(matches!(busy, Err(StoreError::Unavailable(_))), "{busy:?}");
    let reads = hasty.invoices(organization, &Default::default(), None, 10).await;
    assert!(reads.expect("reading does not wait").rows.is_empty());
    let release = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        diesel::connection::SimpleConnection::batch_execute(&mut other, "rollback")
    });
    for (store, number) in [(&patient, "FA20260001"), (&hasty, "FA20260002")] {
        let (invoice, _) = store.issue(&draft(organization), None, respond).await.expect("issued");
        assert_eq!(invoice.document.number, number);
    }
    release.join().expect("no panic").expect("rolled back");
}
