//! What a call with an access token costs beside the same call with a key: the same request of the same company, in
//! turns, in one run. A token may cost 1.3 times a key (docs/performance.md). `just bench`.

mod credentials;

use self::credentials::Credentials;
use crate::bench_server::{self, BenchServer};
use crate::load::Load;
use std::time::Duration;
use uuid::Uuid;

/// Clients at the same time.
const CLIENTS: usize = 16;

/// The first one.
const ORGANIZATION: Uuid = Uuid::from_u128(1);

/// How often each of both has its turn.
const TURNS: u32 = 20;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("{CLIENTS} clients")) else { return };
    match BenchServer::postgres() {
        Some(server) => compare(&server, "PostgreSQL", time),
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    compare(&BenchServer::sqlite(), "SQLite", time);
}

fn compare(server: &BenchServer, name: &str, time: Duration) {
    let held = Credentials::of(server);
    let calls = |credential: String| {
        let request = format!(
            "GET /v1/agent/invoices?limit=1 HTTP/1.1\r\nHost: bench\r\n\
             X-Organization-Id: {ORGANIZATION}\r\n{credential}\r\n\r\n"
        );
        Load::made(server, move |_| request.clone().into_bytes())
    };
    let key = || calls(format!("X-API-Key: {}", held.key));
    let token = || calls(format!("Authorization: Bearer {}", held.token));
    let turn = time / TURNS;
    let (mut by_key, mut by_token) = (0.0, 0.0);
    // the first turns warm everything up
    for number in 0..=TURNS {
        let reports = [key().run(CLIENTS, turn), token().run(CLIENTS, turn)];
        if number == 0 {
            continue;
        }
        let [key, token] = reports.map(|report| report.per_second() / f64::from(TURNS));
        by_key += key;
        by_token += token;
    }
    for (what, per_second) in [("an API key", by_key), ("an access token", by_token)] {
        println!("{:<44} {per_second:>10.0}", format!("calls with {what}, {name}"));
    }
    println!("{:<44} {:>10.2}\n", "a token costs so many times a key", by_key / by_token);
}
