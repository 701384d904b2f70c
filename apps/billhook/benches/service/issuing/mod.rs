//! How fast invoices are issued over HTTP, beside what the database could do at best with the same
//! rows in the same minute, on this machine. `just bench`.
//!
//! Server, clients and database share the machine's cores, as in the ceilings' own runs.

mod ceiling;

use crate::bench_server::{self, BenchServer, compare};
use crate::load::Load;
use std::time::Duration;

/// Clients at the same time.
const CLIENTS: usize = 32;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("{CLIENTS} clients")) else { return };
    match BenchServer::postgres() {
        Some(server) => {
            let served = issue(&server, "invoices over HTTP, PostgreSQL", time);
            let ceiling =
                BenchServer::postgres().map(|server| ceiling::pgbench(&server, CLIENTS, time));
            compare("the same rows by pgbench", served, ceiling.flatten());
            drop(server);
        }
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    let server = BenchServer::sqlite();
    let served = issue(&server, "invoices over HTTP, SQLite", time);
    compare("the same rows by a raw loop (Python)", served, ceiling::sqlite_loop(&server, time));
    documents(&server, time);
}

fn issue(server: &BenchServer, title: &str, time: Duration) -> f64 {
    let report = Load::issuing(server).run(CLIENTS, time);
    report.print(title);
    report.per_second()
}

/// Files of invoices that were issued before, each asked for once.
fn documents(server: &BenchServer, time: Duration) {
    Load::files(server, "xml").run(4, time).print("UBL documents over HTTP");
    if cfg!(feature = "pdf") {
        Load::files(server, "pdf").run(4, time).print("PDF pages over HTTP");
    } else {
        println!("PDF pages left out: built without the feature pdf");
    }
}
