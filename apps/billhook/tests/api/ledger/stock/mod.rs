//! The stock over HTTP.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_document_moves_stock_when_it_is_confirmed,
    wrong_documents_are_named,
    an_invoice_takes_and_a_credit_note_gives_back,
    an_edit_and_a_cancellation_follow,
    an_approved_expense_brings_stock,
    lines_name_what_is_there,
    an_item_is_kept_above_zero,
    of_64_clients_none_is_lost,
    of_64_clients_no_more_is_taken_than_there_is,
    a_repeat_confirms_once,
    both_scopes_are_needed,
    the_stock_of_others_is_not_found,
);

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

async fn a_document_moves_stock_when_it_is_confirmed(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    assert_eq!(level(&sk, &item).await, of("10", "100.00"));
    let line = |quantity: i64| json!([{"item_id": item, "quantity": quantity}]);
    let issue = json!({"type": "issue", "warehouse_id": warehouse, "lines": line(4)});
    let draft = made(&sk, DOCUMENTS, issue.clone()).await;
    assert_eq!(level(&sk, &item).await, of("10", "100.00"), "a draft moves nothing");
    let mut more = issue.clone();
    more["lines"] = line(5);
    let path = format!("{DOCUMENTS}/{draft}");
    assert_eq!(put(&sk, &path, &more).await.expect(200)["data"]["lines"][0]["quantity"], "5");
    let done = act(&sk, &format!("{path}/confirm")).await.expect(200)["data"].clone();
    let year = done["date"].as_str().expect("a day")[..4].to_owned();
    assert_eq!(done["number"], format!("VY{year}0001"));
    assert_eq!(done["status"], "confirmed");
    assert_eq!(sk.get(&path).await.expect(200)["data"], done);
    assert_eq!(level(&sk, &item).await, of("5", "50.00"));
    let low = sk.get(&format!("{LEVELS}?low=true")).await.expect(200);
    assert_eq!(
        (&low["data"][0]["low"], &low["data"][0]["average_cost"]),
        (&json!(true), &json!("10.00"))
    );

    let again = act(&sk, &format!("{path}/confirm")).await;
    assert_error(&again, 409, "STOCK_DOCUMENT_CONFIRMED");
    assert_error(&put(&sk, &path, &issue).await, 409, "STOCK_DOCUMENT_CONFIRMED");
    let gone = sk.send(Method::DELETE, &path, Vec::new()).await;
    assert_error(&gone, 409, "STOCK_DOCUMENT_CONFIRMED");
    let before = sk.get("/v1/agent/stock/inventory?on=2001-01-01").await.expect(200);
    assert_eq!(before["data"], json!([]));
    let today = sk.get("/v1/agent/stock/inventory").await.expect(200);
    assert_eq!(
        (&today["data"][0]["quantity"], &today["data"][0]["value"]),
        (&json!("5"), &json!("50.00"))
    );

    let partner = server.demo_partner();
    let events = eventually("the events of the stock", || async {
        let feed = partner.get("/v1/agent/events?limit=1000").await.expect(200);
        let names: Vec<_> = feed["data"]
            .as_array()
            .expect("events")
            .iter()
            .map(|event| event["payload"]["event"].as_str().unwrap_or_default().to_owned())
            .filter(|name| name.starts_with("stock."))
            .collect();
        (names.len() == 5).then_some(names)
    })
    .await;
    assert_eq!(events.iter().filter(|name| *name == "stock.low").count(), 1);
}

async fn wrong_documents_are_named(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let nobody = "01936f5e-7b60-7000-8000-000000000009";
    let with = |quantity: Value| {
        let line = json!({"item_id": item, "quantity": quantity});
        json!({"type": "issue", "warehouse_id": warehouse, "lines": [line]})
    };
    for (quantity, right) in [
        (json!(-1), false),
        (json!(0), false),
        (json!("1000000000"), false),
        (json!("1e300"), false),
        (json!("0.0000001"), false),
        (json!("x"), false),
        (json!("0.000001"), true),
    ] {
        let answer = sk.post(DOCUMENTS, &with(quantity.clone())).await;
        match right {
            true => drop(answer.expect(201)),
            false => {
                let error = assert_error(&answer, 400, "VALIDATION_ERROR");
                assert_eq!(fields(&error), ["lines[0].quantity"], "{quantity}");
            }
        }
    }
    let line = |item: &str| json!([{"item_id": item, "quantity": 1}]);
    let transfer = json!({"type": "transfer", "warehouse_id": warehouse, "to_warehouse_id": warehouse, "lines": line(&item)});
    let error = assert_error(&sk.post(DOCUMENTS, &transfer).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["to_warehouse_id"]);
    let missing = json!({"type": "issue", "warehouse_id": warehouse, "lines": line(nobody)});
    assert_error(&sk.post(DOCUMENTS, &missing).await, 404, "NOT_FOUND");
    let nowhere = json!({"type": "issue", "warehouse_id": nobody, "lines": line(&item)});
    assert_error(&sk.post(DOCUMENTS, &nowhere).await, 404, "NOT_FOUND");
    let count = json!({"type": "count", "warehouse_id": warehouse, "lines": [{"item_id": item, "quantity": 0}]});
    let open = made(&sk, DOCUMENTS, count.clone()).await;
    assert_error(&sk.post(DOCUMENTS, &count).await, 409, "STOCK_COUNT_OPEN");
    sk.send(Method::DELETE, &format!("{DOCUMENTS}/{open}"), Vec::new()).await;
    assert_eq!(confirmed(&sk, count).await["type"], "count");
    assert_eq!(level(&sk, &item).await, of("0", "0.00"));
    let sku = json!({"name": "a", "sku": "S1"});
    made(&sk, ITEMS, sku.clone()).await;
    assert_error(&sk.post(ITEMS, &sku).await, 409, "CONFLICT");
    assert_error(&sk.post(WAREHOUSES, &json!({"name": "Hlavný sklad"})).await, 409, "CONFLICT");
    let path = format!("{ITEMS}/{item}");
    let error = assert_error(
        &put(&sk, &path, &json!({"name": "a", "unit": "kg"})).await,
        400,
        "VALIDATION_ERROR",
    );
    assert_eq!(fields(&error), ["unit"]);
    let archived = put(&sk, &path, &json!({"name": "a", "archived": true})).await.expect(200);
    assert!(archived["data"]["archived_at"].is_string());
    let error = assert_error(&sk.post(DOCUMENTS, &with(json!(1))).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["lines[0].item_id"]);
}

async fn an_invoice_takes_and_a_credit_note_gives_back(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let body =
        json!({"items": [sold(&item, "3"), sold(&item, "1"), crate::support::item("2", "5", 23)]});
    let made = sk.issue(&invoice_with(body.clone())).await.expect(201);
    assert_eq!(level(&sk, &item).await, of("6", "60.00"));
    let id = made["id"].as_str().expect("an id");
    let shown = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!(shown["items"][0]["stock_item_id"], json!(item));
    assert_eq!(shown["items"][0]["warehouse_id"], json!(warehouse));
    assert_eq!(shown["items"][2].get("stock_item_id"), None);
    let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert!(!String::from_utf8_lossy(&xml.bytes).contains(&item), "it never leaves the firm");

    let mut draft = body.clone();
    draft["draft"] = json!(true);
    let draft = sk.issue(&invoice_with(draft)).await.created_id();
    assert_eq!(level(&sk, &item).await.0, "6", "a draft takes nothing");
    act(&sk, &format!("/v1/agent/invoices/{draft}/issue")).await.expect(200);
    assert_eq!(level(&sk, &item).await.0, "2");
    let credit =
        json!({"type": "credit_note", "original_invoice_id": id, "items": [sold(&item, "3")]});
    archive(&sk, &item, true).await;
    sk.issue(&invoice_with(credit)).await.expect(201);
    assert_eq!(level(&sk, &item).await, of("5", "50.00"));
    archive(&sk, &item, false).await;
    let proforma = json!({"type": "proforma", "items": [sold(&item, "1")]});
    sk.issue(&invoice_with(proforma)).await.expect(201);
    assert_eq!(level(&sk, &item).await.0, "5", "a proforma moves nothing");
    let by = sk.get(&format!("{MOVEMENTS}?invoice_id={id}")).await.expect(200);
    assert_eq!(by["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&by["data"][0]["quantity"], &by["data"][0]["value"]),
        (&json!("-4"), &json!("-40.00"))
    );
}

async fn an_edit_and_a_cancellation_follow(server: TestServer) {
    let sk = server.sk();
    let (item, _) = stocked(&sk, chair()).await;
    let id = sk.issue(&invoice_with(json!({"items": [sold(&item, "4")]}))).await.created_id();
    let path = format!("/v1/agent/invoices/{id}");
    let patch = |body: Value| {
        let (sk, path) = (sk.clone(), path.clone());
        async move { sk.send(Method::PATCH, &path, body.to_string().into_bytes()).await.expect(200) }
    };
    patch(json!({"note": "iba poznámka"})).await;
    assert_eq!(level(&sk, &item).await, of("6", "60.00"), "the lines stay");
    archive(&sk, &item, true).await;
    let another = sk.issue(&invoice_with(json!({"items": [sold(&item, "1")]}))).await;
    let error = assert_error(&another, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["items[0].stock_item_id"], "it stays on those that named it only");
    let line = json!({"description": "Stolička", "quantity": 1, "unit": "ks", "unitPrice": "25", "vatRate": 23, "stockItemId": item});
    patch(json!({"items": [line]})).await;
    assert_eq!(level(&sk, &item).await, of("9", "90.00"));
    act(&sk, &format!("{path}/cancel")).await.expect(200);
    assert_eq!(level(&sk, &item).await, of("10", "100.00"));
    sums_agree(&sk, &item, 4).await;
}

async fn an_approved_expense_brings_stock(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let body = |lines: Value| {
        let mut body = super::expenses::expense("S-1");
        body["stock_lines"] = lines;
        body
    };
    let line = |quantity: Value, cost: &str| json!({"stock_item_id": item, "quantity": quantity, "unit_cost": cost});
    let path = "/v1/agent/expenses";
    for (lines, status, field) in [
        (json!([line(json!(0), "1")]), 400, "stock_lines[0].quantity"),
        (json!([line(json!(1), "-1")]), 400, "stock_lines[0].unit_cost"),
        (json!([{"quantity": 1}]), 400, "stock_lines[0].stock_item_id"),
        (json!([{"stock_item_id": warehouse, "quantity": 1}]), 404, "stock_lines[0].stock_item_id"),
    ] {
        let refused = sk.post(path, &body(lines)).await.expect(status);
        assert_eq!(fields(&refused), [field]);
    }
    let lines = json!([line(json!(4), "20"), line(json!("1"), "10")]);
    let made = sk.post(path, &body(lines)).await.expect(201);
    assert_eq!(made["stock_lines"][0]["warehouse_id"], json!(warehouse));
    assert_eq!(level(&sk, &item).await.0, "10", "it waits for approval");
    let id = made["id"].as_str().expect("an id");
    let approve = format!("{path}/{id}/approve");
    sk.post(&approve, &json!({})).await.expect(200);
    assert_eq!(level(&sk, &item).await, of("15", "190.00"));
    sk.post(&approve, &json!({})).await.expect(200);
    assert_eq!(level(&sk, &item).await, of("15", "190.00"), "again it brings nothing");
    let by = sk.get(&format!("{MOVEMENTS}?expense_id={id}")).await.expect(200);
    assert_eq!(
        (&by["data"][0]["quantity"], &by["data"][0]["value"]),
        (&json!("5"), &json!("90.00"))
    );
}

async fn lines_name_what_is_there(server: TestServer) {
    let sk = server.sk();
    let item = made(&sk, ITEMS, json!({"name": "Múka", "unit": "kg"})).await;
    let (nobody, other) = ("01936f5e-7b60-7000-8000-000000000009", server.sk_buyer());
    let foreign = made(&other, ITEMS, chair()).await;
    let with = |line: Value| {
        let sk = sk.clone();
        async move { sk.issue(&invoice_with(json!({"items": [line]}))).await }
    };
    let kilos = |item: &str, warehouse: Option<&str>| {
        let mut line = sold(item, "1");
        line["unit"] = json!("kg");
        if let Some(warehouse) = warehouse {
            line["warehouse_id"] = json!(warehouse);
        }
        line
    };
    let error = assert_error(&with(kilos(&item, None)).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["items[0].warehouse_id"], "there is no warehouse");
    let warehouse = made(&sk, WAREHOUSES, json!({"name": "Sklad"})).await;
    let error = assert_error(&with(sold(&item, "1")).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["items[0].unit"]);
    for line in [kilos(nobody, None), kilos(&foreign, None), kilos(&item, Some(nobody))] {
        assert_error(&with(line).await, 404, "NOT_FOUND");
    }
    let mut alone = crate::support::item("1", "1", 23);
    alone["warehouse_id"] = json!(warehouse);
    let error = assert_error(&with(alone).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["items[0].warehouse_id"]);
    with(kilos(&item, Some(&warehouse))).await.expect(201);
    assert_eq!(level(&sk, &item).await, of("-1", "0.00"), "below zero, as it may");
}

async fn an_item_is_kept_above_zero(server: TestServer) {
    let sk = server.sk();
    let (item, _) = stocked(&sk, json!({"name": "Liek", "below_zero": false})).await;
    let body = |first: &str, second: &str| {
        invoice_with(json!({"items": [sold(&item, first), sold(&item, second)]}))
    };
    let error = assert_error(&sk.issue(&body("6", "5")).await, 409, "STOCK_TOO_LOW");
    assert_eq!(fields(&error), ["items[1].quantity"]);
    let id = sk.issue(&body("6", "3")).await.created_id();
    assert_eq!(level(&sk, &item).await.0, "1");
    let mut draft = body("1", "1");
    draft["draft"] = json!(true);
    let draft = sk.issue(&draft).await.created_id();
    let refused = act(&sk, &format!("/v1/agent/invoices/{draft}/issue")).await;
    assert_eq!(fields(&assert_error(&refused, 409, "STOCK_TOO_LOW")), ["items[1].quantity"]);
    // its own pieces are there for its edit
    let line = json!({"description": "Liek", "quantity": 10, "unit": "ks", "unitPrice": "25", "vatRate": 23, "stockItemId": item});
    let edit = json!({"items": [line]}).to_string().into_bytes();
    sk.send(Method::PATCH, &format!("/v1/agent/invoices/{id}"), edit).await.expect(200);
    assert_eq!(level(&sk, &item).await, of("0", "0.00"));
}

/// Invoices, documents and a cancellation at once: 64 clients on one item.
async fn of_64_clients_none_is_lost(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let requests = (0..64).map(|n| {
        let (sk, item, warehouse) = (&sk, &item, &warehouse);
        async move {
            let line = json!([{"item_id": item, "quantity": 1}]);
            let document =
                |kind: &str| json!({"type": kind, "warehouse_id": warehouse, "lines": line});
            match n % 4 {
                0 => drop(confirmed(sk, document("receipt")).await),
                1 => drop(confirmed(sk, document("issue")).await),
                2 => drop(
                    sk.issue(&invoice_with(json!({"items": [sold(item, "2")]}))).await.expect(201),
                ),
                _ => {
                    let body = invoice_with(json!({"items": [sold(item, "3")]}));
                    let id = sk.issue(&body).await.created_id();
                    let path = format!("/v1/agent/invoices/{id}/cancel");
                    act(sk, &path).await.expect(200);
                }
            }
        }
    });
    futures_util::future::join_all(requests).await;
    assert_eq!(level(&sk, &item).await.0, "-22", "10 + 16 - 16 - 32 + 0");
    let page = sk.get(&format!("{DOCUMENTS}?type=receipt&limit=100")).await.expect(200);
    assert_eq!(page["data"].as_array().map(Vec::len), Some(17));
    sums_agree_of_any_number(&sk, &item).await;
}

async fn of_64_clients_no_more_is_taken_than_there_is(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, json!({"name": "Liek", "below_zero": false})).await;
    let requests = (0..64).map(|n| {
        let (sk, item, warehouse) = (&sk, &item, &warehouse);
        async move {
            if n % 2 == 0 {
                return sk.issue(&invoice_with(json!({"items": [sold(item, "1")]}))).await.status;
            }
            let line = json!([{"item_id": item, "quantity": 1}]);
            let document = json!({"type": "issue", "warehouse_id": warehouse, "lines": line});
            let id = made(sk, DOCUMENTS, document).await;
            act(sk, &format!("{DOCUMENTS}/{id}/confirm")).await.status
        }
    });
    let all = futures_util::future::join_all(requests).await;
    let done = all.iter().filter(|status| **status < 300).count();
    assert!(all.iter().all(|status| matches!(status, 200 | 201 | 409)), "{all:?}");
    assert!(done <= 10, "{done}");
    assert_eq!(level(&sk, &item).await.0, (10 - done).to_string());
    sums_agree(&sk, &item, 1 + done).await;
}

async fn a_repeat_confirms_once(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let line = json!([{"item_id": item, "quantity": 1}]);
    let document = json!({"type": "issue", "warehouse_id": warehouse, "lines": line});
    let once = sk.clone().once("draft-1");
    let id = made(&once, DOCUMENTS, document.clone()).await;
    assert_eq!(made(&once, DOCUMENTS, document).await, id);
    let once = sk.clone().once("confirm-1");
    let path = format!("{DOCUMENTS}/{id}/confirm");
    let first = act(&once, &path).await;
    let second = act(&once, &path).await;
    assert_eq!((first.status, second.status), (200, 200));
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(level(&sk, &item).await.0, "9");
}

async fn both_scopes_are_needed(server: TestServer) {
    let sk = server.sk();
    let key = |scopes: Value| {
        let sk = sk.clone();
        async move {
            let body = json!({"name": "sklad", "scopes": scopes});
            let made = sk.post("/v1/agent/keys", &body).await.expect(201);
            let key = made["data"]["key"].as_str().or(made["key"].as_str()).map(str::to_owned);
            sk.clone().with_key(Some(&key.unwrap_or_else(|| panic!("{made}"))))
        }
    };
    let reads = key(json!(["stock:read"])).await;
    reads.get(ITEMS).await.expect(200);
    assert_error(&reads.post(ITEMS, &chair()).await, 403, "FORBIDDEN");
    let neither = key(json!(["invoice:read"])).await;
    for path in [ITEMS, WAREHOUSES, DOCUMENTS, LEVELS, MOVEMENTS, "/v1/agent/stock/inventory"] {
        assert_error(&neither.get(path).await, 403, "FORBIDDEN");
    }
}

async fn the_stock_of_others_is_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let (item, warehouse) = stocked(&sk, chair()).await;
    let line = json!([{"item_id": item, "quantity": 1}]);
    let document = json!({"type": "issue", "warehouse_id": warehouse, "lines": line});
    let id = made(&sk, DOCUMENTS, document.clone()).await;
    for path in [
        format!("{ITEMS}/{item}"),
        format!("{WAREHOUSES}/{warehouse}"),
        format!("{DOCUMENTS}/{id}"),
    ] {
        assert_error(&other.get(&path).await, 404, "NOT_FOUND");
    }
    assert_error(&other.post(DOCUMENTS, &document).await, 404, "NOT_FOUND");
    assert_error(&act(&other, &format!("{DOCUMENTS}/{id}/confirm")).await, 404, "NOT_FOUND");
    let mine = made(&other, WAREHOUSES, json!({"name": "Sklad"})).await;
    let foreign = json!({"type": "issue", "warehouse_id": mine, "lines": line});
    assert_error(&other.post(DOCUMENTS, &foreign).await, 404, "NOT_FOUND");
    for path in [LEVELS, MOVEMENTS, "/v1/agent/stock/inventory"] {
        assert_eq!(other.get(path).await.expect(200)["data"], json!([]));
    }
}
