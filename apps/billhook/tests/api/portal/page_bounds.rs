//! What pages cost does not grow with what a company has: as many calls of the store, and a bounded number of rows.
//!
//! How long they take with 10,000 invoices, each page asked for fifty times:
//! `cargo test --release -p billhook --test api page_bounds::measured -- --ignored --nocapture --test-threads 1`
//! (`benches/run pages`).

use crate::{people::oauth::text, portal::session::Portal, support::*};
use access::OrganizationId;
use expenses::{ExpenseStore, NewExpense};
use futures_util::future::join_all;
use invoicing::{InvoiceStore, InvoiceType};
use money::Decimal;
use std::time::{Duration, Instant};
use testkit::{
    build::{contact, draft, respond, with_total},
    expenses::expense,
};

on_both!(pages_cost_the_same_however_much_there_is);

/// Pages of a company; `{}` is one of its invoices.
const PAGES: [&str; 23] = [
    "",
    "/search?q=a",
    "/invoices",
    "/invoices?status=issued",
    "/invoices/new",
    "/invoices/{}",
    "/expenses",
    "/received",
    "/sends",
    "/customers",
    "/contracts",
    "/statements",
    "/offsets",
    "/offsets/new",
    "/projects",
    "/stock",
    "/stock/movements",
    "/stock/inventory",
    "/stock/items",
    "/stock/documents",
    "/stock/documents/new",
    "/exports",
    "/plan",
];

/// What the portal says of a page's cost.
struct Cost {
    calls: u64,
    took: Duration,
    bytes: usize,
    rows: usize,
}

async fn cost(portal: &mut Portal, page: &str) -> Cost {
    let answer = portal.get(page).await;
    let shown = text(&answer);
    assert_eq!(answer.status, 200, "{page}: {shown}");
    let timing = answer.header("server-timing");
    let part =
        |name: &str| timing.split(name).nth(1).and_then(|rest| rest.split([',', '"']).next());
    let total = part("total;dur=").and_then(|ms| ms.parse().ok()).expect("a total");
    Cost {
        calls: part("calls;desc=\"").and_then(|calls| calls.parse().ok()).expect("calls"),
        took: Duration::from_secs_f64(total) / 1000,
        bytes: shown.len(),
        rows: shown.matches("<tr").count(),
    }
}

/// That many invoices more, each of a customer of its own, and a tenth as many expenses.
async fn fill(store: &store::Store, owner: OrganizationId, count: u32) {
    let some: Vec<u32> = (0..count).collect();
    for chunk in some.chunks(64) {
        let one = async |number: u32| {
            let mut draft = with_total(draft(owner), Decimal::from(number % 900 + 1));
            if number.is_multiple_of(50) {
                draft.document.invoice_type = InvoiceType::Proforma;
            }
            store.issue(&draft, None, respond).await.expect("issued");
            if number.is_multiple_of(10) {
                let supplier = contact(&format!("Dodávateľ {number}"));
                let expense = expense(owner, &supplier, Decimal::ONE_HUNDRED);
                let new = NewExpense { expense, contact: Some(supplier) };
                store.add_expense(owner, &new, None).await.expect("kept");
            }
        };
        join_all(chunk.iter().map(|number| one(*number))).await;
    }
}

async fn newest(store: &store::Store, owner: OrganizationId) -> String {
    let page = store.invoices(owner, &Default::default(), None, 1).await.expect("asked");
    page.rows[0].id.to_string()
}

async fn pages_cost_the_same_however_much_there_is(server: TestServer) {
    let owner = server.seeded.organizations.sk.org_id;
    let store = server.store();
    let mut before = Vec::new();
    for count in [10, 120] {
        fill(&store, owner, count).await;
        let id = newest(&store, owner).await;
        // a new session: one that goes on for a minute writes that down, with a call
        let mut portal = Portal::open(&server).await;
        let mut costs = Vec::new();
        for page in PAGES {
            let cost = cost(&mut portal, &page.replace("{}", &id)).await;
            assert!(cost.bytes < 50_000, "{page} has {} bytes", cost.bytes);
            assert!(cost.rows <= 60, "{page} has {} rows", cost.rows);
            costs.push((page, cost.calls));
        }
        if !before.is_empty() {
            assert_eq!(before, costs, "calls of the store with ten invoices, and with 130");
        }
        before = costs;
    }
    assert!(before.iter().all(|(_, calls)| (1..30).contains(calls)), "{before:?}");
}

/// Measurements, for people.
mod measured {
    use super::*;

    const INVOICES: u32 = 10_000;
    const TIMES: usize = 50;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "a measurement"]
    async fn on_sqlite() {
        measured(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "a measurement"]
    async fn on_postgres() {
        measured(Engine::Postgres).await;
    }

    async fn measured(engine: Engine) {
        let server = engine.serve(settings()).await;
        let owner = server.seeded.organizations.sk.org_id;
        let store = server.store();
        let began = Instant::now();
        fill(&store, owner, INVOICES).await;
        println!("{engine:?}: {INVOICES} invoices in {:?}", began.elapsed());
        let id = newest(&store, owner).await;
        let mut portal = Portal::open(&server).await;
        for page in PAGES {
            let path = page.replace("{}", &id);
            let mut took = Vec::new();
            let mut last = cost(&mut portal, &path).await;
            for _ in 0..TIMES {
                last = cost(&mut portal, &path).await;
                took.push(last.took);
            }
            took.sort_unstable();
            let (median, slow) = (took[TIMES / 2], took[TIMES * 9 / 10]);
            println!(
                "{:28} median {median:9.2?}, ninth decile {slow:9.2?}, {:2} calls, {:5} bytes",
                if page.is_empty() { "(overview)" } else { page },
                last.calls,
                last.bytes
            );
        }
    }
}
