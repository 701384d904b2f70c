//! How fast documents are taken in over HTTP (`POST …/connector/send`, no lookup, workers elsewhere),
//! beside what PostgreSQL could do at best with the same rows in the same minute. `just bench`.

use crate::accounts;
use crate::bench_server::{self, BenchServer, Database, ORGANIZATIONS, compare, psql};
use crate::load::{Load, head};
use data_encoding::BASE64;
use peppol_connector::{
    audit::AuditAction,
    identifiers::Network,
    registration::{AccountRecord, PeppolAccount},
};
use serde_json::json;
use std::time::Duration;
use time::OffsetDateTime;

/// Clients at the same time.
const CLIENTS: usize = 32;

/// Bytes of the document.
const SIZE: usize = 10 * 1024;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("a UBL of {SIZE} bytes")) else { return };
    match BenchServer::postgres() {
        Some(server) => {
            let served = taken_in(&server, "PostgreSQL", time);
            drop(server);
            let ceiling = BenchServer::postgres().and_then(|server| pgbench(&server, time));
            compare("the same rows by pgbench", served, ceiling);
        }
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    taken_in(&BenchServer::sqlite(), "SQLite", time);
}

/// One client for the time of an answer, then many for the rate.
fn taken_in(server: &BenchServer, name: &str, time: Duration) -> f64 {
    enroll(server);
    load(server, 0).run(1, time).print(&format!("documents over HTTP, {name}, one client"));
    let report = load(server, 1).run(CLIENTS, time);
    report.print(&format!("documents over HTTP, {name}, {CLIENTS} clients"));
    report.per_second()
}

/// Each organization may send; none receives, so that they can share a DIČ.
fn enroll(server: &BenchServer) {
    accounts::enroll(server, AuditAction::EnrolledSendOnly, |_, before| AccountRecord {
        account: PeppolAccount::SendOnly(Network::Test),
        participant: before.participant_in(Network::Test),
        ..before.clone()
    });
}

/// A document of its own in each request, under a key of its own.
fn load(server: &BenchServer, series: usize) -> Load {
    let document = document();
    let heads: Vec<_> = (1..=ORGANIZATIONS)
        .map(|number| head(server, "POST", "/v1/agent/peppol/connector/send", number))
        .collect();
    Load::made(server, move |number| {
        let xml = document.replace("NUMBER", &format!("S{series}-{number}"));
        let body =
            json!({"document": {"format": "ubl", "xmlBase64": BASE64.encode(xml.as_bytes())}});
        let (head, body) = (&heads[number % heads.len()], body.to_string());
        let key = format!("{series}-{number}");
        format!("{head}Idempotency-Key: {key}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
            .into_bytes()
    })
}

/// A valid invoice of today to a participant of the sandbox, filled up to [`SIZE`] by its note.
fn document() -> String {
    let today = service_day::date(OffsetDateTime::now_utc());
    let text =
        fixtures::text("documents/ubl/invoice-of-today.xml").replace("TODAY", &today.to_string());
    let missing = SIZE.saturating_sub(text.len());
    text.replace("NOTE", &"Ďakujeme. ".repeat(missing / 11 + 1))
}

/// Transactions a second that pgbench does with the rows of a send.
fn pgbench(server: &BenchServer, time: Duration) -> Option<f64> {
    let Database::Postgres { .. } = server.database else { return None };
    enroll(server);
    load(server, 0).run(1, Duration::from_millis(200));
    let url = server.database.url();
    let answer = psql(&url, "select convert_from(body, 'UTF8') from idempotency_keys limit 1")?;
    let column = |name: &str| psql(&url, &format!("select {name} from submissions limit 1"));
    let texts = [
        ("sender", column("sender")?),
        ("receiver", column("receiver")?),
        ("type", column("document_type")?),
        ("process", column("process")?),
        ("answer", answer),
        ("document", document()),
    ];
    bench_server::pgbench(&url, "sending/send.pgbench.sql", &texts, CLIENTS, time)
}
