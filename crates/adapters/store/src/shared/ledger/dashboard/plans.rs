//! Tests that the figures are read from indexes that contain them.

use super::{
    super::super::{
        super::explain::{STATISTICS, USING, execute, on_engine, temporary},
        plans::explain,
        sql::{Backend, Statement},
    },
    due::{documents_query, expenses_query, payable_query},
    months, owed_query, paid_query, vat_query,
};
use crate::fill;
use access::OrganizationId;
use dashboard::{Month, Span, Window};
use expenses::{ExpenseStore, NewExpense};
use invoicing::{
    InvoiceStore,
    records::{Provision, ProvisionStore},
};
use peppol_connector::{identifiers::Network, ports::InboxStore};
use rust_decimal::dec;
use testkit::{
    build::{NOW, contact, draft, organization, respond},
    expenses::expense,
    peppol::{received_document, received_event, received_record},
};
use time::macros::date;

/// 20,000 invoices, of which one in a hundred is owed; each is paid, and has its VAT.
async fn filled(store: &Backend) -> OrganizationId {
    let organization = organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    store.issue(&draft(id), None, respond).await.expect("issued");
    let record = received_record();
    let event = received_event(id, &record);
    store.receive(id, &received_document(record), &event).await.expect("received");
    let postgres = USING.starts_with("Index");
    execute(store, &fill::copies(postgres, 5_000)).await;
    execute(store, &settled(postgres)).await;
    execute(store, &more_received(postgres)).await;
    let supplier = contact("Píla");
    let expense = expense(id, &supplier, dec!(100));
    let new = NewExpense { expense, contact: Some(supplier) };
    store.add_expense(id, &new, None).await.expect("kept");
    execute(store, &more_expenses(postgres)).await;
    id
}

/// 20,000 expenses, issued and due on 400 days, of which one in seven is owed.
fn more_expenses(postgres: bool) -> String {
    let (id, due) = match postgres {
        true => ("gen_random_uuid()", "due_date - n % 400"),
        false => ("randomblob(16)", "date(due_date, '-' || (n % 400) || ' days')"),
    };
    let issued = due.replace("due_date", "issue_date");
    format!(
        "insert into expenses (organization_id, id, expense_type, number, status, payment_status,
           supplier_id, search_name, total, paid_amount, owed, currency, issue_date,
           due_date, created_at, version, content, review)
         with recursive counted(n) as
           (select 1 union all select n + 1 from counted where n < 5000)
         select organization_id, {id}, expense_type, 'D' || n, status, payment_status, supplier_id,
           search_name, total, paid_amount, case when n % 50 = 0 then owed end, currency,
           {issued}, {due}, created_at, version, content, review
         from expenses, counted;"
    )
}

/// 20,000 documents, due on 400 days.
fn more_received(postgres: bool) -> String {
    let (id, due) = match postgres {
        true => ("gen_random_uuid()", "due_date - n % 400"),
        false => ("randomblob(16)", "date(due_date, '-' || (n % 400) || ' days')"),
    };
    format!(
        "insert into received_documents (organization_id, id, network, message_id, transaction_id,
           sender, receiver, document_type, process, due_date, payable, currency, size, received_at)
         with recursive counted(n) as
           (select 1 union all select n + 1 from counted where n < 5000)
         select organization_id, {id}, network, {id}, transaction_id, sender, receiver, document_type,
           process, {due}, payable, currency, size, received_at
         from received_documents, counted;"
    )
}

/// The statements that settle what [`fill::copies`] made: all but one in a hundred are paid, each on its own
/// issue date.
fn settled(postgres: bool) -> String {
    format!(
        "update invoices set status = case when substr(number, 2) like '%00' then 'issued' else 'paid' end
           where number like 'N%';
         {figures}",
        figures = fill::figures(postgres, "i.issue_date"),
    )
}

async fn check(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    // the sums of the days are few, and are read completely
    let found = plan.replace("SCAN days", "");
    let reads_all = ["Seq Scan", "SCAN"].iter().any(|slow| found.contains(slow));
    assert!(plan.contains(index) && !reads_all, "{index}:\n{plan}");
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_figure_has_its_index() {
    let (store, _place) = temporary().await;
    let owner = filled(&store).await;
    let today = date!(2026 - 11 - 22);
    for (statistics, network) in
        STATISTICS.iter().flat_map(|s| [(s, Network::Test), (s, Network::Live)])
    {
        execute(&store, statistics).await;
        let window = Window { today, month: Month::of(today), network };
        check(&store, owed_query(owner, &window), "invoices_owed").await;
        check(&store, paid_query(owner, &window), "payments_by_date").await;
        let vat = if USING.starts_with("Index") { "invoice_vat_by_date" } else { "tax_date>?" };
        check(&store, vat_query(owner, &window), vat).await;
        check(&store, expenses_query(owner, &window), "expenses_due").await;
        check(&store, payable_query(owner, &window), "expenses_owed").await;
        let span = Span { first: window.month.first, last: window.month.last, network };
        check(&store, months::issued_query(owner, &span), vat).await;
        check(&store, months::paid_query(owner, &span), "payments_by_date").await;
        check(&store, months::spent_query(owner, &span), "expenses_by_issue_date").await;
        // all documents came over this network
        if network == Network::Test {
            check(&store, documents_query(owner, &window), "received_documents_due").await;
        }
    }
}
