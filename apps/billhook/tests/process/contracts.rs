//! A server that is killed while it issues what contracts have due: each period once, no number missing.

use crate::{
    binary::{Server, seed},
    calls::Calls,
    kills::PATIENCE,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    thread,
    time::{Duration, Instant},
};
use time::{Date, OffsetDateTime, format_description::well_known::Rfc3339};

const CONTRACTS: usize = 40;
/// Monthly periods that fall due while the server is down.
const PERIODS: usize = 5;
const KILLS: u64 = 6;

crate::on_both!(a_killed_server_issues_each_period_once);

/// A server whose clock stands at an instant.
fn server_at(database: &str, at: OffsetDateTime) -> Server {
    let clock = at.format(&Rfc3339).expect("a time");
    let settings = [
        ("BILLHOOK_CLOCK", clock.as_str()),
        ("BILLHOOK_CLOCK_FORCE", "true"),
        ("BILLHOOK_JOB_LEASE_SECONDS", "1"),
        ("BILLHOOK_JOB_LEASE_FORCE", "true"),
    ];
    Server::start_with(database, &settings)
}

/// The first of a month, some months ahead.
fn first_of_month(from: Date, months: i64) -> Date {
    let mut day = from.replace_day(1).expect("the first");
    for _ in 0..months {
        day = (day + time::Duration::days(32)).replace_day(1).expect("the first");
    }
    day
}

fn a_killed_server_issues_each_period_once(database: &str) {
    let seeded = seed(database);
    let calls = Calls::new(&seeded);
    let today = OffsetDateTime::now_utc().date();
    let start = first_of_month(today, 1);
    let server = Server::start(database);
    let base = server.base_url.clone();
    let customer = calls.call("POST", format!("{base}/v1/agent/customers"), &json!({"name": "A"}));
    let body = json!({
        "customer_id": customer["id"], "interval": "monthly", "start_date": start.to_string(),
        "items": [{"description": "{period}", "quantity": 1, "unit_price": 1, "vat_rate": 23}]});
    for _ in 0..CONTRACTS {
        calls.call("POST", format!("{base}/v1/agent/contracts"), &body);
    }
    server.kill();

    // the last due day, at noon
    let last = first_of_month(start, i64::try_from(PERIODS).expect("few") - 1);
    let noon = last.with_hms(11, 0, 0).expect("noon").assume_utc();
    let mut interrupted = 0;
    for kill in 0..KILLS {
        let server = server_at(database, noon + time::Duration::minutes(5 * kill.cast_signed()));
        thread::sleep(Duration::from_millis(30 + kill * 97 % 250));
        let issued = calls.all(&server.base_url, "/v1/agent/invoices").len();
        interrupted += usize::from(issued < CONTRACTS * PERIODS);
        server.kill();
    }
    assert!(interrupted > 0, "no run was interrupted");
    let end = noon + time::Duration::hours(1);
    let server = server_at(database, end);
    // where processes may share a database, another one does the same
    let beside = database.starts_with("postgres").then(|| server_at(database, end));
    let base = &server.base_url;
    let until = Instant::now() + PATIENCE;
    while calls.all(base, "/v1/agent/invoices").len() < CONTRACTS * PERIODS {
        assert!(Instant::now() < until, "not all periods are invoiced");
        thread::sleep(Duration::from_millis(50));
    }
    drop(beside);
    check(&calls, base);

    // set back by two months: nothing is due, and nothing is issued again
    drop(server);
    let back = server_at(database, end - time::Duration::days(60));
    thread::sleep(Duration::from_secs(2));
    check(&calls, &back.base_url);
}

fn check(calls: &Calls, base: &str) {
    let invoices = calls.all(base, "/v1/agent/invoices");
    assert_eq!(invoices.len(), CONTRACTS * PERIODS);
    let numbers: BTreeSet<_> = invoices.iter().map(|i| i["invoice_number"].to_string()).collect();
    for (n, number) in (1..).zip(&numbers) {
        assert!(number.ends_with(&format!("{n:04}\"")), "no gap, no double: {numbers:?}");
    }
    let contracts = calls.all(base, "/v1/agent/contracts");
    assert_eq!(contracts.len(), CONTRACTS);
    for contract in contracts {
        let id = contract["id"].as_str().expect("an id");
        let periods = calls.all(base, &format!("/v1/agent/contracts/{id}/invoices"));
        let days: BTreeSet<_> = periods.iter().map(|p| p["period_start"].to_string()).collect();
        assert_eq!((periods.len(), days.len()), (PERIODS, PERIODS), "{contract}");
        assert_eq!(contract["problem"], Value::Null);
    }
}
