//! The figures are read from indexes that hold them: the plans say so.

use super::{
    super::{
        super::explain::{STATISTICS, USING, execute, temporary},
        plans::explain,
        sql::{Backend, Statement},
    },
    owed_query, paid_query, received_query, vat_query,
};
use crate::fill;
use access::OrganizationId;
use dashboard::{Month, Window};
use invoicing::{InvoiceStore, Provision, ProvisionStore};
use peppol_connector::{InboxStore, Network};
use testkit::{
    build::{NOW, draft, organization, respond},
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
    execute(store, &fill::copies(postgres, 20_000)).await;
    execute(store, &settled(postgres)).await;
    execute(store, &more_received(postgres)).await;
    id
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
           (select 1 union all select n + 1 from counted where n < 20000)
         select organization_id, {id}, network, {id}, transaction_id, sender, receiver, document_type,
           process, {due}, payable, currency, size, received_at
         from received_documents, counted;"
    )
}

/// The statements that settle what [`fill::copies`] made: all but one in a hundred are paid, each on its own
/// issue date.
fn settled(postgres: bool) -> String {
    let id = if postgres { "gen_random_uuid()" } else { "randomblob(16)" };
    format!(
        "update invoices set status = case when substr(number, 2) like '%00' then 'issued' else 'paid' end
           where number like 'N%';
         insert into payments (organization_id, invoice_id, id, amount, paid_on, method)
           select organization_id, id, {id}, total, issue_date, 'bank_transfer' from invoices
           where status = 'paid';
         update invoice_vat set tax_date = i.issue_date from invoices i
           where i.organization_id = invoice_vat.organization_id and i.id = invoice_vat.invoice_id;"
    )
}

async fn check(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    let reads_all = ["Seq Scan", "SCAN"].iter().any(|slow| plan.contains(slow));
    assert!(plan.contains(index) && !reads_all, "{index}:\n{plan}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_figure_has_its_index() {
    let Some((store, _place)) = temporary().await else { return };
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
        // all documents came over this network
        if network == Network::Test {
            check(&store, received_query(owner, &window), "received_documents_due").await;
        }
    }
}
