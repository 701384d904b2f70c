//! The figures of a million invoices, measured:
//! `cargo test --release -p store --test databases dashboard -- --ignored --nocapture --test-threads 1`

use crate::{database::Database, fill};
use dashboard::{DashboardStore, MONTHS, Month, Span, Window, year};
use invoicing::InvoiceStore;
use money::Currency;
use peppol_connector::identifiers::Network;
use std::time::Instant;
use testkit::build::{draft, respond};
use time::macros::date;

const INVOICES: u32 = 1_000_000;
const RUNS: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn on_sqlite() {
    measured(&Database::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn on_postgres() {
    measured(&Database::postgres().await).await;
}

async fn measured(database: &Database) {
    let owner = database.organization().await;
    database.store.issue(&draft(owner), None, respond).await.expect("issued");
    let began = Instant::now();
    let postgres = database.store.kind() == "postgres";
    database.place.execute(&million(postgres)).await;
    database.place.execute(if postgres { "vacuum analyze" } else { "analyze" }).await;
    println!("{INVOICES} invoices in {:?}", began.elapsed());
    let today = date!(2026 - 11 - 30);
    let window = Window { today, month: Month::of(today), network: Network::Live };
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let began = Instant::now();
        let figures = database.store.figures(owner, &window).await.expect("figures");
        times.push(began.elapsed());
        assert!(figures.owed.iter().map(|row| row.amounts.count).sum::<u64>() > 10_000);
        assert!(figures.paid.iter().map(|row| row.count).sum::<u64>() > 10_000);
        assert!(!figures.vat.is_empty());
    }
    say("figures", times);
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let began = Instant::now();
        let flows = database.store.flows(owner, &Span::until(today, Network::Live)).await;
        let shown = year(&flows.expect("flows"), Currency::Eur, today);
        times.push(began.elapsed());
        assert!(shown.months.len() == MONTHS && !shown.is_empty());
    }
    say("twelve months", times);
}

fn say(what: &str, mut times: Vec<std::time::Duration>) {
    times.sort_unstable();
    let (median, fastest, slowest) = (times[RUNS / 2], times[0], times[RUNS - 1]);
    println!("{what}: median {median:?}, fastest {fastest:?}, slowest {slowest:?}");
}

/// Copies of the only invoice over four years, about 21,000 a month: every twentieth in dollars at the rate of its
/// day, the last 20,000 not paid yet.
fn million(postgres: bool) -> String {
    let day = format!("n * 1461 / {INVOICES}");
    let (id, issued, second, numbers, rate) = if postgres {
        (
            "gen_random_uuid()",
            format!("date '2023-01-01' + ({day})::integer"),
            "n * interval '1 second'",
            format!("generate_series(1::bigint, {INVOICES}) n"),
            format!("1 + ({day}) * 0.0001"),
        )
    } else {
        (
            "randomblob(16)",
            format!("date('2023-01-01', '+' || ({day}) || ' days')"),
            "n * 1000000",
            format!(
                "(with recursive counted(n) as (select 1 union all select n + 1 from counted
                  where n < {INVOICES}) select n from counted)"
            ),
            format!("printf('%.4f', 1 + ({day}) * 0.0001)"),
        )
    };
    format!(
        "insert into invoices (organization_id, id, invoice_type, number, status, customer_id,
           customer_name, subtotal, vat_total, total, paid_amount, currency, exchange_rate, issue_date,
           due_date, created_at, version, document)
         select i.organization_id, {id}, i.invoice_type, 'N' || n,
           case when n > {INVOICES} - 20000 then 'issued' else 'paid' end, i.customer_id,
           i.customer_name, i.subtotal, i.vat_total, i.total,
           case when n > {INVOICES} - 20000 then 0 else i.total end,
           case when n % 20 = 0 then 'USD' else i.currency end,
           case when n % 20 = 0 then {rate} end, {issued}, {issued}, i.created_at + {second}, i.version,
           replace(i.document, '\"delivery_date\":\"2026-11-20\"',
             '\"delivery_date\":\"' || ({issued}) || '\"')
         from invoices i, {numbers};
         {figures}",
        figures = fill::figures(postgres, "i.issue_date"),
    )
}
