//! A firm that brings its old invoices, with the very numbers that the series would draw.

use crate::database::Database;
use invoicing::InvoiceStore;
use std::time::{Duration, Instant};
use testkit::build::{draft, respond, with_number};

crate::on_both!(thousands_of_taken_numbers_are_skipped_soon);

async fn thousands_of_taken_numbers_are_skipped_soon(database: &Database) {
    let organization = database.organization().await;
    let first = with_number(draft(organization), "FA20260001");
    database.store.issue(&first, None, respond).await.expect("issued");
    let id = if database.store.kind() == "sqlite" { "randomblob(16)" } else { "gen_random_uuid()" };
    let taken = format!(
        "insert into invoices (organization_id, id, invoice_type, number, status, customer_id, customer_name, subtotal,
           vat_total, total, paid_amount, currency, exchange_rate, issue_date, due_date, created_at,
           version, document)
         with recursive counted(n) as
           (select 2 union all select n + 1 from counted where n < 5000)
         select organization_id, {id}, invoice_type,
           'FA2026' || case when n < 10 then '000' when n < 100 then '00'
             when n < 1000 then '0' else '' end || n,
           status, customer_id, customer_name, subtotal, vat_total, total, paid_amount, currency,
           exchange_rate, issue_date, due_date, created_at, version, document
         from invoices, counted where n <> 4321"
    );
    database.place.execute(&taken).await;
    let started = Instant::now();
    for number in ["FA20264321", "FA20265001", "FA20265002"] {
        let (invoice, _) =
            database.store.issue(&draft(organization), None, respond).await.expect("issued");
        assert_eq!(invoice.document.number, number);
    }
    let took = started.elapsed();
    assert!(took < Duration::from_secs(2), "{took:?} for three invoices");
}
