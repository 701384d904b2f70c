//! How fast invoices are issued over HTTP, beside what the database could do at best with the same
//! rows in the same minute, on this machine. `just bench`.
//!
//! Server, clients and database share the machine's cores, as in the ceilings' own runs.

mod ceiling;

use crate::load::Load;
use crate::place::{self, Place, compare};
use std::time::Duration;

/// Clients at the same time.
const CLIENTS: usize = 32;

pub fn run() {
    let Some(time) = place::begin(&format!("{CLIENTS} clients")) else { return };
    match Place::postgres() {
        Some(place) => {
            let served = issue(&place, "invoices over HTTP, PostgreSQL", time);
            let ceiling = Place::postgres().map(|place| ceiling::pgbench(&place, CLIENTS, time));
            compare("the same rows by pgbench", served, ceiling.flatten());
            drop(place);
        }
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    let place = Place::sqlite();
    let served = issue(&place, "invoices over HTTP, SQLite", time);
    compare("the same rows by a raw loop (Python)", served, ceiling::sqlite_loop(&place, time));
    documents(&place, time);
}

fn issue(place: &Place, title: &str, time: Duration) -> f64 {
    let report = Load::issuing(place).run(CLIENTS, time);
    report.print(title);
    report.per_second()
}

/// Files of invoices that were issued before, each asked for once.
fn documents(place: &Place, time: Duration) {
    Load::files(place, "xml").run(4, time).print("UBL documents over HTTP");
    if cfg!(feature = "pdf") {
        Load::files(place, "pdf").run(4, time).print("PDF pages over HTTP");
    } else {
        println!("PDF pages left out: built without the feature pdf");
    }
}
