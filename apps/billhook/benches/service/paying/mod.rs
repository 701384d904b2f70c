//! How fast payments are recorded over HTTP, each under an idempotency key of its own, beside what PostgreSQL could
//! do at best with the same rows in the same minute. `just bench`.

use crate::bench_server::{self, BenchServer, Database, ORGANIZATIONS, compare, psql};
use crate::load::{Load, head, ids};
use std::time::Duration;

/// Clients at the same time.
const CLIENTS: usize = 32;

/// Requests that a client makes at most: where the numbers of the next client begin.
const APART: usize = 10_000_000;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("{CLIENTS} clients")) else { return };
    match BenchServer::postgres() {
        Some(server) => {
            let served = pay(&server, "PostgreSQL", time);
            compare("the same rows by pgbench", served, pgbench(&server, time));
        }
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    pay(&BenchServer::sqlite(), "SQLite", time);
}

fn pay(server: &BenchServer, name: &str, time: Duration) -> f64 {
    Load::issuing(server).run(CLIENTS, Duration::from_secs(3));
    let report = paying(server).run(CLIENTS, time);
    report.print(&format!("payments over HTTP, {name}"));
    report.per_second()
}

/// A cent of one invoice after the other; clients begin at different ones.
fn paying(server: &BenchServer) -> Load {
    let body = r#"{"amount":"0.01","method":"bank_transfer"}"#;
    let heads: Vec<_> = (1..=ORGANIZATIONS)
        .flat_map(|organization| {
            let ids = ids(server, organization).into_iter();
            let path = |id| format!("/v1/agent/invoices/{id}/payments");
            ids.map(move |id| head(server, "POST", &path(id), organization))
        })
        .collect();
    Load::made(server, move |number| {
        let (client, request) = (number / APART, number % APART);
        let head = &heads[(client * heads.len() / CLIENTS + request) % heads.len()];
        let length = body.len();
        format!("{head}Idempotency-Key: {number}\r\nContent-Length: {length}\r\n\r\n{body}")
            .into_bytes()
    })
}

/// Transactions a second that pgbench does with the rows of a payment, in the texts of a real one.
fn pgbench(server: &BenchServer, time: Duration) -> Option<f64> {
    let Database::Postgres { .. } = server.database else { return None };
    let url = server.database.url();
    let text = |statement: &str| psql(&url, statement);
    let event = |name| text(&format!("select payload from events where name = '{name}' limit 1"));
    // invoices by a number, as pgbench draws numbers
    text(
        "create table numbered as select row_number() over () as n, organization_id, id from invoices;
         create unique index numbered_n on numbered (n)",
    )?;
    let texts = [
        ("invoices", text("select count(*) from numbered")?),
        ("answer", text("select convert_from(body, 'UTF8') from idempotency_keys limit 1")?),
        ("received", event("payment.received")?),
        ("updated", event("invoice.updated")?),
        ("before", text("select before from invoice_history limit 1")?),
        ("after", text("select after from invoice_history limit 1")?),
    ];
    bench_server::pgbench(&url, "paying/payment.pgbench.sql", &texts, CLIENTS, time)
}
