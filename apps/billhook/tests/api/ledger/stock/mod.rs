//! The stock over HTTP.

mod access;
mod clients;
mod documents;
mod drafts;
mod events;
mod lines;
mod lists;
mod portal;

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

pub(super) const ITEMS: &str = "/v1/agent/stock/items";
pub(super) const WAREHOUSES: &str = "/v1/agent/stock/warehouses";
pub(super) const DOCUMENTS: &str = "/v1/agent/stock/documents";
pub(super) const LEVELS: &str = "/v1/agent/stock/levels";
pub(super) const MOVEMENTS: &str = "/v1/agent/stock/movements";

pub(super) async fn made(sk: &Caller, path: &str, body: Value) -> String {
    let made = sk.post(path, &body).await.expect(201);
    made["data"]["id"].as_str().expect("an id").to_owned()
}

/// A warehouse with 10 pieces of an item that cost 10.00 each.
pub(super) async fn stocked(sk: &Caller, item: Value) -> (String, String) {
    let warehouse = made(sk, WAREHOUSES, json!({"name": "Hlavný sklad"})).await;
    let item = made(sk, ITEMS, item).await;
    let line = json!({"item_id": item, "quantity": 10, "unit_cost": "10"});
    confirmed(sk, json!({"type": "receipt", "warehouse_id": warehouse, "lines": [line]})).await;
    (item, warehouse)
}

pub(super) fn chair() -> Value {
    json!({"name": "Dubová stolička", "minimum": "5"})
}

pub(super) async fn confirmed(sk: &Caller, document: Value) -> Value {
    let id = made(sk, DOCUMENTS, document).await;
    act(sk, &format!("{DOCUMENTS}/{id}/confirm")).await.expect(200)["data"].clone()
}

/// Does what takes no body.
pub(super) async fn act(sk: &Caller, path: &str) -> Answer {
    sk.send(Method::POST, path, Vec::new()).await
}

pub(super) async fn put(sk: &Caller, path: &str, body: &Value) -> Answer {
    sk.send(Method::PUT, path, body.to_string().into_bytes()).await
}

async fn archive(sk: &Caller, item: &str, archived: bool) {
    let body = json!({"name": "Dubová stolička", "archived": archived});
    put(sk, &format!("{ITEMS}/{item}"), &body).await.expect(200);
}

/// Quantity and value of the only level.
pub(super) async fn level(sk: &Caller, item: &str) -> (String, String) {
    let levels = sk.get(&format!("{LEVELS}?item_id={item}")).await.expect(200);
    assert_eq!(levels["data"].as_array().map(Vec::len), Some(1), "{levels}");
    let text = |name: &str| levels["data"][0][name].as_str().expect("a number").to_owned();
    (text("quantity"), text("value"))
}

pub(super) fn of(quantity: &str, value: &str) -> (String, String) {
    (quantity.to_owned(), value.to_owned())
}

pub(super) fn sold(item: &str, quantity: &str) -> Value {
    let mut line = crate::support::item(quantity, "25.00", 23);
    (line["stock_item_id"], line["unit"]) = (json!(item), json!("ks"));
    line
}

/// The level is the sum of its movements, of which there are so many.
async fn sums_agree(sk: &Caller, item: &str, movements: usize) {
    assert_eq!(sums_agree_of_any_number(sk, item).await, movements);
}

async fn sums_agree_of_any_number(sk: &Caller, item: &str) -> usize {
    let (mut quantity, mut value, mut count) = (0_i64, 0_i64, 0);
    let mut path = format!("{MOVEMENTS}?item_id={item}&limit=100");
    loop {
        let page = sk.get(&path).await.expect(200);
        for row in page["data"].as_array().expect("rows") {
            quantity += row["quantity"].as_str().expect("a number").parse::<i64>().expect("whole");
            let cents = row["value"].as_str().expect("an amount").replace('.', "");
            value += cents.parse::<i64>().expect("cents");
            count += 1;
        }
        let Some(after) = page["next_after"].as_str() else { break };
        path = format!("{MOVEMENTS}?item_id={item}&limit=100&after={after}");
    }
    let sign = if value < 0 { "-" } else { "" };
    let cents = format!("{sign}{}.{:02}", value.abs() / 100, value.abs() % 100);
    assert_eq!(level(sk, item).await, of(&quantity.to_string(), &cents));
    count
}
