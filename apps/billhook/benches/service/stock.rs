//! What issuing an invoice with ten lines costs when each names a stock item, beside the same invoice without them: the
//! same companies, in turns, in one run. It may cost 1.5 times as much (docs/performance.md). `just bench`.

use crate::{
    accounts::on_store,
    bench_server::{self, BenchServer, ORGANIZATIONS},
    load::{Load, head},
};
use access::OrganizationId;
use invoicing::Violations;
use serde_json::{Value, json};
use std::time::Duration;
use stock::{ItemInput, StockItemId, StockStore, WarehouseId, WarehouseInput};
use time::OffsetDateTime;
use uuid::Uuid;

/// Clients at the same time.
const CLIENTS: usize = 16;

/// How often each of both has its turn.
const TURNS: u32 = 20;

const LINES: usize = 10;

pub fn run() {
    let Some(time) = bench_server::begin(&format!("{CLIENTS} clients")) else { return };
    match BenchServer::postgres() {
        Some(server) => compare(&server, "PostgreSQL", time),
        None => println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432"),
    }
    compare(&BenchServer::sqlite(), "SQLite", time);
}

fn compare(server: &BenchServer, name: &str, time: Duration) {
    let items = items(server);
    let none = vec![[None; LINES]; items.len()];
    let stocked: Vec<_> = items.iter().map(|of_one| of_one.map(Some)).collect();
    let turn = time / TURNS;
    let (mut plain, mut with_stock) = (0.0, 0.0);
    // the first turns warm everything up
    for number in 0..=TURNS {
        let loads = [calls(server, none.clone()), calls(server, stocked.clone())];
        let [one, other] = loads.map(|load| load.run(CLIENTS, turn).per_second());
        if number > 0 {
            plain += one / f64::from(TURNS);
            with_stock += other / f64::from(TURNS);
        }
    }
    for (what, per_second) in [("ten lines", plain), ("ten lines of the stock", with_stock)] {
        println!("{:<44} {per_second:>10.0}", format!("invoices with {what}, {name}"));
    }
    println!("{:<44} {:>10.2}\n", "stock costs so many times an invoice", plain / with_stock);
}

/// A warehouse and ten items in each organization.
fn items(server: &BenchServer) -> Vec<[Uuid; LINES]> {
    on_store(server, async |store| {
        let now = OffsetDateTime::now_utc();
        let mut all = Vec::new();
        for number in 1..=ORGANIZATIONS {
            let owner = OrganizationId(Uuid::from_u128(number));
            let input = WarehouseInput { name: Some("Sklad".into()), ..WarehouseInput::default() };
            let id = WarehouseId(Uuid::now_v7());
            let warehouse = input.check(id, now, Violations::new()).expect("right");
            store.add_warehouse(owner, &warehouse, None).await.expect("kept");
            let ids = [(); LINES].map(|()| Uuid::now_v7());
            for id in ids {
                let input = ItemInput { name: Some("Stolička".into()), ..ItemInput::default() };
                let item = input.check(StockItemId(id), now, Violations::new()).expect("right");
                store.add_stock_item(owner, &item, None).await.expect("kept");
            }
            all.push(ids);
        }
        all
    })
}

/// Invoices over all organizations in turn; `items` are those of each.
fn calls(server: &BenchServer, items: Vec<[Option<Uuid>; LINES]>) -> Load {
    let request = |(number, ids): (u128, &[Option<Uuid>; LINES])| {
        let line = |id: &Option<Uuid>| {
            let mut line = json!({"description": "Stolička", "quantity": 2, "unit": "ks",
                "unit_price": "12.50", "vat_rate": 23});
            line["stock_item_id"] = json!(id);
            line
        };
        let items: Value = ids.iter().map(line).collect();
        let body = json!({
            "customer": {"name": "Dunajská stavebná a. s.", "ico": "35876549", "dic": "2020876550",
                "address": {"street": "Vajnorská 100", "city": "Bratislava",
                "postalCode": "831 04", "country": "SK"}},
            "items": items,
        })
        .to_string();
        let head = head(server, "POST", "/v1/agent/invoices", number);
        format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    };
    let requests: Vec<_> = (1..=ORGANIZATIONS).zip(&items).map(request).collect();
    Load::over(server, requests)
}
