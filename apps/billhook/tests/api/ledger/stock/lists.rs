//! The lists of the stock: every filter, page by page, and what was there on a day.

use super::*;
use crate::ledger::expenses::expense;
use serde_json::{Value, json};

on_both!(
    movements_are_listed_by_every_filter,
    an_inventory_says_what_was_there_on_a_day,
    documents_are_listed_by_every_filter,
    levels_are_listed_by_every_filter,
);

const INVENTORY: &str = "/v1/agent/stock/inventory";

/// Two items in two warehouses, and what has moved them.
struct Moved {
    sk: Caller,
    chair: String,
    table: String,
    shop: String,
    hall: String,
    /// The first receipt of chairs.
    receipt: String,
    transfer: String,
    /// It takes two chairs from the shop, today.
    invoice: String,
    /// It brings a table into the shop, on the second of January.
    expense: String,
}

impl Moved {
    async fn on(server: &TestServer) -> Self {
        let sk = server.sk();
        let shop = made(&sk, WAREHOUSES, json!({"name": "Predajňa"})).await;
        let hall = made(&sk, WAREHOUSES, json!({"name": "Hala"})).await;
        let (chair, table) =
            (made(&sk, ITEMS, chair()).await, made(&sk, ITEMS, json!({"name": "Stôl"})).await);
        let receipt = |item: &str, quantity: i64, cost: &str, day: &str| {
            let line = json!({"item_id": item, "quantity": quantity, "unit_cost": cost});
            json!({"type": "receipt", "warehouse_id": shop, "date": day, "lines": [line]})
        };
        let first = confirmed(&sk, receipt(&chair, 10, "10", "2026-03-01")).await;
        confirmed(&sk, receipt(&table, 4, "5", "2026-03-02")).await;
        let line = json!({"item_id": chair, "quantity": 3});
        let transfer = json!({"type": "transfer", "warehouse_id": shop, "to_warehouse_id": hall,
            "date": "2026-03-05", "lines": [line]});
        let transfer = confirmed(&sk, transfer).await;
        let invoice = sk.issue(&invoice_with(json!({"items": [sold(&chair, "2")]}))).await;
        let mut expense = expense("S-1");
        expense["stock_lines"] = json!([{"stock_item_id": table, "quantity": 1, "unit_cost": "7"}]);
        let expense = sk.post("/v1/agent/expenses", &expense).await.created_id();
        let approve = format!("/v1/agent/expenses/{expense}/approve");
        sk.post(&approve, &json!({})).await.expect(200);
        let (receipt, transfer, invoice) = (id(&first), id(&transfer), invoice.created_id());
        Self { sk, chair, table, shop, hall, receipt, transfer, invoice, expense }
    }
}

fn id(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

async fn rows(sk: &Caller, path: &str, query: &str) -> Vec<Value> {
    let page = sk.get(&format!("{path}?{query}")).await.expect(200);
    page["data"].as_array().expect("rows").clone()
}

/// Each of these queries finds so many.
async fn finds(sk: &Caller, path: &str, queries: &[(String, usize)]) {
    for (query, found) in queries {
        let rows = rows(sk, path, query).await;
        assert_eq!(rows.len(), *found, "{path}?{query}: {rows:?}");
    }
}

/// Each of these is refused, at the parameter that is wrong.
async fn refuses(sk: &Caller, path: &str, queries: &[&str]) {
    for query in queries {
        let error =
            assert_error(&sk.get(&format!("{path}?{query}")).await, 400, "VALIDATION_ERROR");
        let name = query.split('=').next().expect("a name");
        assert_eq!(fields(&error), [name], "{path}?{query}");
    }
}

/// One row a page, all of them come once and in the order of the whole list.
async fn goes_on(sk: &Caller, path: &str, query: &str) {
    let whole = rows(sk, path, query).await;
    assert!(whole.len() > 1, "{path}?{query} has pages");
    let (mut walked, mut after) = (Vec::new(), String::new());
    for _ in 0..=whole.len() {
        let page = sk.get(&format!("{path}?{query}&limit=1{after}")).await.expect(200);
        walked.extend(page["data"].as_array().expect("rows").clone());
        let Some(next) = page["next_after"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(walked, whole, "{path}?{query}");
}

async fn movements_are_listed_by_every_filter(server: TestServer) {
    let moved = Moved::on(&server).await;
    let Moved { sk, chair, table, shop, hall, receipt, transfer, invoice, expense } = &moved;
    let queries = [
        (String::new(), 6),
        (format!("item_id={chair}"), 4),
        (format!("item_id={table}"), 2),
        (format!("item_id={shop}"), 0),
        (format!("warehouse_id={shop}"), 5),
        (format!("warehouse_id={hall}"), 1),
        (format!("document_id={receipt}"), 1),
        (format!("document_id={transfer}"), 2),
        (format!("invoice_id={invoice}"), 1),
        (format!("invoice_id={expense}"), 0),
        (format!("expense_id={expense}"), 1),
        ("date_from=2026-03-02&date_to=2026-03-05".to_owned(), 3),
        ("date_from=2026-03-06".to_owned(), 1),
        ("date_to=2026-01-02".to_owned(), 1),
        ("date_from=2026-03-05&date_to=2026-03-02".to_owned(), 0),
        (format!("item_id={chair}&warehouse_id={hall}&date_from=2026-03-05"), 1),
        (format!("document_id={transfer}&item_id={table}"), 0),
        (format!("document_id={transfer}&invoice_id={invoice}"), 0),
    ];
    finds(sk, MOVEMENTS, &queries).await;
    let came = &rows(sk, MOVEMENTS, &format!("warehouse_id={hall}")).await[0];
    for (name, value) in [
        ("item_id", json!(chair)),
        ("document_id", json!(transfer)),
        ("invoice_id", json!(null)),
        ("expense_id", json!(null)),
        ("quantity", json!("3")),
        ("value", json!("30.00")),
        ("date", json!("2026-03-05")),
    ] {
        assert_eq!(came[name], value, "{name}");
    }
    let newest = &rows(sk, MOVEMENTS, "limit=1").await[0];
    assert_eq!(newest["expense_id"], json!(expense), "the newest comes first");
    goes_on(sk, MOVEMENTS, "").await;
    goes_on(sk, MOVEMENTS, &format!("item_id={chair}")).await;
    goes_on(sk, MOVEMENTS, &format!("document_id={transfer}")).await;
    let wrong = ["item_id=x", "warehouse_id=1", "document_id=x", "invoice_id=x", "expense_id=x"];
    refuses(sk, MOVEMENTS, &wrong).await;
    refuses(sk, MOVEMENTS, &["date_from=vcera", "date_to=2026-02-30", "after=x", "sku=1"]).await;
}

async fn an_inventory_says_what_was_there_on_a_day(server: TestServer) {
    let moved = Moved::on(&server).await;
    let Moved { sk, chair, table, shop, hall, .. } = &moved;
    let there = async |query: &str| {
        let rows = rows(sk, INVENTORY, query).await;
        let of = |item: &str| {
            let row = rows.iter().find(|row| row["item_id"] == *item);
            let text = |name: &str| row.map(|row| row[name].as_str().expect("a number").to_owned());
            text("quantity").zip(text("value"))
        };
        (of(chair), of(table))
    };
    let some = |quantity: &str, value: &str| Some(of(quantity, value));
    for (query, chairs, tables) in [
        ("on=2025-12-31".to_owned(), None, None),
        ("on=2026-01-02".to_owned(), None, some("1", "7.00")),
        ("on=2026-03-01".to_owned(), some("10", "100.00"), some("1", "7.00")),
        ("on=2026-03-02".to_owned(), some("10", "100.00"), some("5", "27.00")),
        ("on=2026-03-05".to_owned(), some("10", "100.00"), some("5", "27.00")),
        (format!("on=2026-03-05&warehouse_id={hall}"), some("3", "30.00"), None),
        (format!("on=2026-03-05&warehouse_id={shop}"), some("7", "70.00"), some("5", "27.00")),
        (format!("on=2026-03-04&warehouse_id={hall}"), None, None),
        (String::new(), some("8", "80.00"), some("5", "27.00")),
        ("on=2099-12-31".to_owned(), some("8", "80.00"), some("5", "27.00")),
    ] {
        assert_eq!(there(&query).await, (chairs, tables), "{query}");
    }
    // what is entered late belongs to its day
    let line = json!({"item_id": chair, "quantity": 1});
    let late =
        json!({"type": "issue", "warehouse_id": shop, "date": "2026-03-02", "lines": [line]});
    confirmed(sk, late).await;
    assert_eq!(there("on=2026-03-01").await.0, some("10", "100.00"));
    assert_eq!(there("on=2026-03-02").await.0, some("9", "90.00"));
    assert_eq!(there("").await.0, some("7", "70.00"));
    goes_on(sk, INVENTORY, "on=2026-03-05").await;
    goes_on(sk, INVENTORY, &format!("warehouse_id={shop}")).await;
    refuses(sk, INVENTORY, &["on=vcera", "on=2026-02-30", "warehouse_id=x", "item_id=1"]).await;
}

async fn documents_are_listed_by_every_filter(server: TestServer) {
    let moved = Moved::on(&server).await;
    let Moved { sk, chair, table, hall, receipt, .. } = &moved;
    let line = json!({"item_id": chair, "quantity": 1});
    let draft = json!({"type": "issue", "warehouse_id": hall, "lines": [line]});
    let draft = made(sk, DOCUMENTS, draft).await;
    let queries = [
        (String::new(), 4),
        ("type=receipt".to_owned(), 2),
        ("type=count".to_owned(), 0),
        ("status=draft".to_owned(), 1),
        ("status=confirmed&type=transfer".to_owned(), 1),
        (format!("warehouse_id={hall}"), 2),
        (format!("item_id={table}"), 1),
        ("number=PR20260001".to_owned(), 1),
        ("number=PR2026000".to_owned(), 0),
        ("date_from=2026-03-02&date_to=2026-03-04".to_owned(), 1),
        ("date_to=2026-02-28".to_owned(), 0),
    ];
    finds(sk, DOCUMENTS, &queries).await;
    assert_eq!(id(&rows(sk, DOCUMENTS, "number=PR20260001").await[0]), *receipt);
    assert_eq!(id(&rows(sk, DOCUMENTS, "limit=1").await[0]), draft, "the newest comes first");
    goes_on(sk, DOCUMENTS, "").await;
    goes_on(sk, DOCUMENTS, "type=receipt").await;
    refuses(sk, DOCUMENTS, &["type=prijemka", "status=x", "warehouse_id=x", "item_id=x"]).await;
    refuses(sk, DOCUMENTS, &["date_from=x", "date_to=1.3.2026", "after=x", "name=1"]).await;
}

async fn levels_are_listed_by_every_filter(server: TestServer) {
    let moved = Moved::on(&server).await;
    let Moved { sk, chair, table, shop, hall, .. } = &moved;
    // five chairs are in the shop, which is their minimum, and three in the hall; tables have none
    let queries = [
        (String::new(), 3),
        (format!("item_id={chair}"), 2),
        (format!("item_id={table}&warehouse_id={hall}"), 0),
        (format!("warehouse_id={shop}"), 2),
        ("low=true".to_owned(), 2),
        ("low=false".to_owned(), 3),
        (format!("low=true&warehouse_id={hall}"), 1),
        (format!("low=true&item_id={table}"), 0),
    ];
    finds(sk, LEVELS, &queries).await;
    goes_on(sk, LEVELS, "").await;
    goes_on(sk, LEVELS, "low=true").await;
    refuses(sk, LEVELS, &["low=x", "item_id=x", "warehouse_id=x", "after=x", "on=1"]).await;
}
