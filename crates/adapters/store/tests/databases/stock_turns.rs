//! What moves the stock of an organization waits for its levels without a connection.

use crate::database::{Database, options};
use access::OrganizationId;
use expenses::{ExpenseStatus, ExpenseStore, NewExpense, SettledExpense, StockLine};
use idempotency::Answer;
use invoicing::{
    Draft, InvoiceFilter, InvoiceId, InvoiceStore, StockRef, Violations,
    states::{ChangeMoment, InvoiceChangeStore, InvoiceMove, Links},
};
use rust_decimal::Decimal;
use std::time::{Duration, Instant};
use stock::{ItemInput, StockItemId, StockStore, WarehouseId, WarehouseInput};
use store::{Store, StoreOptions};
use testkit::build::{NOW, contact, draft, id, respond};
use tokio::task::JoinHandle;

/// An item of an organization, and where it is.
async fn kept(store: &Store, owner: OrganizationId) -> StockRef {
    let name = Some("Stolička".to_owned());
    let item = ItemInput { name: name.clone(), ..ItemInput::default() };
    let item = item.check(StockItemId(id()), NOW, Violations::new()).expect("right");
    store.add_stock_item(owner, &item, None).await.expect("kept");
    let warehouse = WarehouseInput { name, ..WarehouseInput::default() };
    let warehouse = warehouse.check(WarehouseId(id()), NOW, Violations::new()).expect("right");
    store.add_warehouse(owner, &warehouse, None).await.expect("kept");
    StockRef { item: item.id, warehouse: warehouse.id }
}

fn taking(owner: OrganizationId, stock: StockRef) -> Draft {
    let mut draft = draft(owner);
    draft.document.lines.iter_mut().for_each(|line| line.stock = Some(stock));
    draft
}

fn cancelling(store: &Store, owner: OrganizationId, id: InvoiceId) -> JoinHandle<()> {
    let store = store.clone();
    tokio::spawn(async move {
        let links = Links::to("https://billhook.example");
        let moment = ChangeMoment { now: NOW, today: NOW.date(), links, actor: None };
        let state = store.invoice_state(owner, id).await.expect("there");
        let change = state.make(InvoiceMove::Cancel, &moment).expect("right").expect("a change");
        store.change_invoice(&change).await.expect("cancelled");
    })
}

fn issuing(store: &Store, draft: Draft) -> JoinHandle<()> {
    let store = store.clone();
    tokio::spawn(async move { store.issue(&draft, None, respond).await.map(drop).expect("issued") })
}

/// An expense that brings it, which somebody approves.
async fn approving(store: &Store, owner: OrganizationId, stock: StockRef) -> JoinHandle<()> {
    let supplier = contact("Píla");
    let mut expense = testkit::expenses::expense(owner, &supplier, Decimal::TEN);
    (expense.status, expense.review.decided_at) = (ExpenseStatus::PendingApproval, None);
    expense.content.stock = vec![StockLine { stock, quantity: Decimal::TEN, unit_cost: None }];
    let (store, id) = (store.clone(), expense.id);
    let new = NewExpense { expense, contact: Some(supplier) };
    store.add_expense(owner, &new, None).await.expect("kept");
    tokio::spawn(async move {
        let decide = |expense: &SettledExpense| {
            Ok((expense.approve(NOW)?, Answer { status: 200, body: b"{}".to_vec() }))
        };
        store.change_expense(owner, id, None, decide).await.map(drop).expect("approved");
    })
}

/// Sixteen invoices are cancelled at once, as many are issued and expenses approved, while their item is locked, on eight
/// connections: one of them waits with a connection, and others' requests are answered meanwhile.
#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_who_waits_for_stock_leaves_others_their_connections() {
    let database = Database::postgres().await;
    let (owner, other) = (database.organization().await, database.organization().await);
    let options =
        StoreOptions { connections: 8, acquire_timeout: Duration::from_secs(30), ..options() };
    let store = Store::open(&database.place.url(), options).await.expect("opened");
    let stock = kept(&store, owner).await;
    let mut issued = Vec::new();
    for _ in 0..16 {
        let invoice = store.issue(&taking(owner, stock), None, respond).await.expect("issued").0;
        issued.push(invoice.id);
    }
    let mut locking = database.place.postgres_connection().await;
    let lock = format!("begin; select id from stock_items where id = '{}' for update", stock.item);
    diesel_async::SimpleAsyncConnection::batch_execute(&mut locking, &lock).await.expect("locked");
    let mut moving = Vec::new();
    for id in &issued {
        moving.push(cancelling(&store, owner, *id));
        moving.push(issuing(&store, taking(owner, stock)));
        moving.push(approving(&store, owner, stock).await);
    }
    let waits = "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let until = Instant::now() + Duration::from_secs(10);
    while database.place.count(waits).await == 0 {
        assert!(Instant::now() < until, "nobody waits");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for _ in 0..20 {
        let all = InvoiceFilter::default();
        store.invoices(other, &all, None, 1).await.expect("a page");
        store.issue(&draft(other), None, respond).await.expect("issued");
    }
    assert_eq!(database.place.count(waits).await, 1, "the others wait without a connection");
    let free = diesel_async::SimpleAsyncConnection::batch_execute(&mut locking, "rollback");
    free.await.expect("free");
    for one in moving {
        one.await.expect("it was done");
    }
    let all = InvoiceFilter::default();
    assert_eq!(store.invoices(owner, &all, None, 50).await.expect("a page").rows.len(), 32);
}
