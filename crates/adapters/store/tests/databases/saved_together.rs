//! Invoices of several organizations in one transaction of PostgreSQL. Which are saved together is not
//! left to chance: another transaction holds the counter of the first, which goes alone and waits for
//! it, and those that come meanwhile are the next batch.

use crate::database::Database;
use access::OrganizationId;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use futures_util::{FutureExt, future::join_all};
use invoicing::{Draft, Invoice, InvoiceStore, InvoiceType};
use persistence::StoreError;
use std::{
    future::Future,
    pin::pin,
    sync::{Mutex, mpsc},
    time::Duration,
};
use testkit::build::{draft, draft_of, respond};
use tokio::{
    runtime::Builder,
    time::{sleep, timeout},
};

/// Organizations whose next number the store knows.
async fn organizations(database: &Database, count: usize) -> Vec<OrganizationId> {
    let mut organizations = Vec::new();
    for _ in 0..count {
        let organization = database.organization().await;
        issue(database, draft(organization)).await.expect("issued");
        organizations.push(organization);
    }
    organizations
}

async fn issue(database: &Database, draft: Draft) -> Result<Invoice, StoreError> {
    Ok(database.store.issue(&draft, None, respond).await?.0)
}

async fn issue_next(database: &Database, organization: OrganizationId) {
    let issued = issue(database, draft(organization)).await;
    assert_eq!(issued.expect("issued").document.number, "FA20260002");
}

/// An invoice for a customer who was deleted after the request was checked.
fn for_nobody(organization: OrganizationId) -> Draft {
    Draft { new_contact: None, ..draft(organization) }
}

/// Another transaction, which holds the counters of an organization.
async fn hold(database: &Database, organization: OrganizationId) -> AsyncPgConnection {
    let mut other = database.place.postgres_connection().await;
    let counters = "select next from number_counters where organization_id =";
    let hold = format!("begin; {counters} '{}' for update", organization.0);
    other.batch_execute(&hold).await.expect("held");
    other
}

/// What comes of work that waits behind the first organization's invoice.
async fn behind<T>(database: &Database, first: OrganizationId, work: impl Future<Output = T>) -> T {
    let mut other = hold(database, first).await;
    let mut waits = pin!(issue_next(database, first));
    let done = tokio::select! {
        biased;
        () = &mut waits => panic!("the counter is held"),
        done = work => done,
    };
    other.batch_execute("rollback").await.expect("let go");
    waits.await;
    done
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_saves_what_waits_in_few_transactions() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 24).await;
    let (first, others) = organizations.split_first().expect("some");
    let others = others.iter().map(|of| issue_next(&database, *of));
    behind(&database, *first, join_all(others)).await;
    let transactions = format!(
        "(select distinct xmin::text from invoices where number = 'FA20260002'
          and organization_id <> '{}') as transactions",
        first.0
    );
    let transactions = database.place.count(&transactions).await;
    // one, unless this thread is kept from asking for 100 ms
    assert!(transactions <= 3, "{transactions} transactions");
}

#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_says_what_is_wrong_with_an_invoice_that_waited_alone() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 3).await;
    let waited = issue(&database, for_nobody(organizations[1]));
    let waited = behind(&database, organizations[0], waited).await;
    assert!(matches!(waited, Err(StoreError::NotFound)), "{waited:?}");
    let at_once = issue(&database, for_nobody(organizations[2])).await;
    assert!(matches!(at_once, Err(StoreError::NotFound)), "{at_once:?}");
}

/// Two of one organization are never in one transaction: the second has not run when the first fails.
#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_gives_an_error_to_nobody_else() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 2).await;
    let proforma = || draft_of(organizations[1], InvoiceType::Proforma);
    issue(&database, proforma()).await.expect("issued");
    let both = async {
        tokio::join!(issue(&database, for_nobody(organizations[1])), issue(&database, proforma()))
    };
    let (refused, other) = behind(&database, organizations[0], both).await;
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
    other.expect("issued");
}

#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_saves_alone_what_one_of_them_has_undone() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 24).await;
    let all = organizations[1..].iter().map(|of| async {
        match *of == organizations[9] {
            true => issue(&database, for_nobody(*of)).await.expect_err("refused"),
            false => {
                issue_next(&database, *of).await;
                StoreError::NotFound
            }
        }
    });
    for refused in behind(&database, organizations[0], join_all(all)).await {
        assert!(matches!(refused, StoreError::NotFound), "{refused:?}");
    }
}

/// Another transaction holds the counter of one organization, whose invoice waits for it.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_lets_nobody_wait_for_what_another_organization_waits_for() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 24).await;
    // neither the first that comes, which goes alone, nor the last
    let held = organizations[5];
    let mut other = hold(&database, held).await;
    let issued = Mutex::new(Vec::new());
    let issuing = organizations.iter().map(|of| async {
        issue_next(&database, *of).await;
        issued.lock().expect("a lock").push(*of);
    });
    let mut issuing = pin!(join_all(issuing));
    let others = async {
        while issued.lock().expect("a lock").len() < organizations.len() - 1 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        _ = &mut issuing => panic!("the counter is held"),
        served = timeout(Duration::from_secs(20), others) => served.expect("nobody waits for it"),
    }
    assert!(!issued.lock().expect("a lock").contains(&held));
    other.batch_execute("rollback").await.expect("let go");
    issuing.await;
}

/// A server's thread computes for another request while an invoice that it has asked for is saved.
#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_serves_those_who_wait_while_the_thread_of_the_first_stands_still() {
    let database = Database::postgres().await;
    let organizations = organizations(&database, 4).await;
    let (first, store) = (draft(organizations[0]), database.store.clone());
    let (called, has_called) = mpsc::channel();
    let (served, are_served) = mpsc::channel();
    let stands_still = std::thread::spawn(move || {
        let alone = Builder::new_current_thread().enable_all().build().expect("a runtime");
        alone.block_on(async {
            let mut issuing = pin!(store.issue(&first, None, respond));
            assert!((&mut issuing).now_or_never().is_none());
            called.send(()).expect("sent");
            are_served.recv_timeout(Duration::from_secs(20)).expect("the others are served");
            issuing.await.expect("issued");
        });
    });
    has_called.recv().expect("the first is asked for");
    let others = organizations[1..].iter().map(|of| issue_next(&database, *of));
    let all = timeout(Duration::from_secs(10), join_all(others)).await;
    all.expect("they wait for nobody");
    served.send(()).expect("sent");
    stands_still.join().expect("it ended");
}
