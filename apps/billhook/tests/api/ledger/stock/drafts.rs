//! Drafts of stock documents, quantities that no level holds, and two who do the same at once.

use super::*;
use crate::ledger::expenses::expense;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_draft_is_changed_and_deleted,
    a_change_of_a_draft_is_checked,
    of_many_counts_at_once_one_is_open,
    of_many_that_confirm_at_once_one_does,
    what_no_level_holds_moves_nothing,
    whatever_names_stock_of_others_is_not_found,
);

fn issue(warehouse: &str, item: &str, quantity: Value) -> Value {
    let line = json!({"item_id": item, "quantity": quantity});
    json!({"type": "issue", "warehouse_id": warehouse, "lines": [line]})
}

fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

async fn delete(sk: &Caller, path: &str) -> Answer {
    sk.send(Method::DELETE, path, Vec::new()).await
}

async fn a_draft_is_changed_and_deleted(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let path =
        format!("{DOCUMENTS}/{}", made(&sk, DOCUMENTS, issue(&warehouse, &item, json!(1))).await);
    let draft = sk.get(&path).await.expect(200)["data"].clone();
    assert_eq!((&draft["version"], &draft["number"]), (&json!(1), &json!(null)));
    let body = json!({"type": "issue", "warehouse_id": warehouse, "date": "2026-03-01",
        "note": "Poškodené", "version": 1,
        "lines": [{"item_id": item, "quantity": "2.5"}, {"item_id": item, "quantity": 1}]});
    let changed = put(&sk, &path, &body).await.expect(200)["data"].clone();
    for (name, value) in [
        ("version", json!(2)),
        ("status", json!("draft")),
        ("date", json!("2026-03-01")),
        ("note", json!("Poškodené")),
        ("created_at", draft["created_at"].clone()),
    ] {
        assert_eq!(changed[name], value, "{name}");
    }
    assert_eq!(changed["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(sk.get(&path).await.expect(200)["data"], changed);
    let error = assert_error(&put(&sk, &path, &body).await, 409, "CONFLICT");
    assert!(error.to_string().contains("version 2"), "{error}");
    // all of it is replaced: what is left out is not there any more
    let shorter = put(&sk, &path, &issue(&warehouse, &item, json!(4))).await.expect(200);
    assert_eq!((&shorter["data"]["note"], &shorter["data"]["version"]), (&json!(null), &json!(3)));
    assert_eq!(level(&sk, &item).await, of("10", "100.00"), "a draft moves nothing");

    assert_eq!(delete(&sk, &path).await.status, 204);
    for answer in [
        sk.get(&path).await,
        delete(&sk, &path).await,
        put(&sk, &path, &issue(&warehouse, &item, json!(1))).await,
        act(&sk, &format!("{path}/confirm")).await,
    ] {
        assert_error(&answer, 404, "NOT_FOUND");
    }
    // the number that it would have had goes to the next one
    let next = confirmed(&sk, issue(&warehouse, &item, json!(1))).await;
    assert!(next["number"].as_str().is_some_and(|it| it.ends_with("0001")), "{next}");
}

async fn a_change_of_a_draft_is_checked(server: TestServer) {
    let sk = server.sk();
    let (item, shop) = stocked(&sk, chair()).await;
    let hall = made(&sk, WAREHOUSES, json!({"name": "Hala"})).await;
    let transfer = |to: &str, quantity: Value| {
        let body = with(issue(&shop, &item, quantity), "type", json!("transfer"));
        with(body, "to_warehouse_id", json!(to))
    };
    let right = transfer(&hall, json!(1));
    let path = format!("{DOCUMENTS}/{}", made(&sk, DOCUMENTS, right.clone()).await);
    let twice = [json!({"item_id": item, "quantity": 1}), json!({"item_id": item, "quantity": 1})];
    for (body, field) in [
        (transfer(&shop, json!(1)), "to_warehouse_id"),
        (with(transfer(&hall, json!(1)), "type", json!("issue")), "to_warehouse_id"),
        (with(issue(&shop, &item, json!(1)), "type", json!("receipt")), "type"),
        (transfer(&hall, json!(-1)), "lines[0].quantity"),
        (transfer(&hall, json!("1000000000")), "lines[0].quantity"),
        (with(right.clone(), "date", json!("2999-01-01")), "date"),
        (with(right.clone(), "date", json!("1999-12-31")), "date"),
        (with(right.clone(), "lines", json!([])), "lines"),
        (with(right.clone(), "note", json!("x".repeat(501))), "note"),
    ] {
        let error = assert_error(&put(&sk, &path, &body).await, 400, "VALIDATION_ERROR");
        assert!(fields(&error).contains(&field), "{body}: {error}");
    }
    let count = json!({"type": "count", "warehouse_id": hall, "lines": twice});
    let error = assert_error(&sk.post(DOCUMENTS, &count).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["lines[1].item_id"], "an item is counted once");
    let kept = sk.get(&path).await.expect(200)["data"].clone();
    assert_eq!((&kept["version"], &kept["lines"][0]["quantity"]), (&json!(1), &json!("1")));
    act(&sk, &format!("{path}/confirm")).await.expect(200);
    let there = sk.get(&format!("{LEVELS}?warehouse_id={hall}")).await.expect(200);
    assert_eq!(there["data"][0]["value"], "10.00", "it took its value along");
}

async fn of_many_counts_at_once_one_is_open(server: TestServer) {
    let sk = server.sk();
    let (item, shop) = stocked(&sk, chair()).await;
    let hall = made(&sk, WAREHOUSES, json!({"name": "Hala"})).await;
    let count = |warehouse: &str, quantity: i64| {
        with(issue(warehouse, &item, json!(quantity)), "type", json!("count"))
    };
    let each = (0..16).map(|n| {
        let (sk, body) = (&sk, count(&shop, n));
        async move { sk.post(DOCUMENTS, &body).await }
    });
    let mut open = Vec::new();
    for answer in join_all(each).await {
        match answer.status {
            201 => open.push(answer.json()["data"]["id"].as_str().expect("an id").to_owned()),
            _ => drop(assert_error(&answer, 409, "STOCK_COUNT_OPEN")),
        }
    }
    assert_eq!(open.len(), 1, "one is open");
    // another warehouse is counted meanwhile, and does not come here
    let path = format!("{DOCUMENTS}/{}", made(&sk, DOCUMENTS, count(&hall, 0)).await);
    assert_error(&put(&sk, &path, &count(&shop, 1)).await, 409, "STOCK_COUNT_OPEN");
    // both change the one that is open: who read the same version is told
    let path = format!("{DOCUMENTS}/{}", open[0]);
    let each = [7, 8].map(|n| {
        let (sk, path, body) = (&sk, &path, with(count(&shop, n), "version", json!(1)));
        async move { put(sk, path, &body).await.status }
    });
    let mut said = join_all(each).await;
    said.sort_unstable();
    assert_eq!(said, [200, 409]);
    act(&sk, &format!("{path}/confirm")).await.expect(200);
    let counted = level(&sk, &item).await.0;
    assert!(counted == "7" || counted == "8", "{counted}");
    made(&sk, DOCUMENTS, count(&shop, 0)).await;
}

async fn of_many_that_confirm_at_once_one_does(server: TestServer) {
    let sk = server.sk();
    let (item, warehouse) = stocked(&sk, chair()).await;
    let draft = made(&sk, DOCUMENTS, issue(&warehouse, &item, json!(4))).await;
    let path = format!("{DOCUMENTS}/{draft}");
    let each = (0..16).map(|n| {
        let (sk, path) = (&sk, &path);
        async move {
            match n % 4 {
                3 => delete(sk, path).await.status,
                _ => act(sk, &format!("{path}/confirm")).await.status,
            }
        }
    });
    let said = join_all(each).await;
    let done: Vec<_> = said.iter().filter(|status| **status < 300).collect();
    let others = if done == [&200] { 409 } else { 404 };
    assert!(said.iter().all(|status| *done[0] == *status || *status == others), "{said:?}");
    // whoever was first has confirmed it, or deleted it
    let (taken, left) = if done == [&200] { (1, "6") } else { (0, "10") };
    let moved = sk.get(&format!("{MOVEMENTS}?document_id={draft}")).await.expect(200);
    assert_eq!((done.len(), moved["data"].as_array().map(Vec::len)), (1, Some(taken)), "{said:?}");
    assert_eq!(level(&sk, &item).await.0, left);
}

async fn what_no_level_holds_moves_nothing(server: TestServer) {
    let sk = server.sk();
    let (chair, warehouse) = stocked(&sk, chair()).await;
    // it was never there, so that what is taken of it is worth nothing
    let item = made(&sk, ITEMS, json!({"name": "Piesok"})).await;
    let line = json!({"item_id": chair, "quantity": "999999999", "unit_cost": "999999999999"});
    let dear = json!({"type": "receipt", "warehouse_id": warehouse, "lines": [line]});
    let line = json!({"item_id": item, "quantity": "999999999"});
    let full = json!({"type": "issue", "warehouse_id": warehouse, "lines": vec![line; 1000]});
    confirmed(&sk, full.clone()).await;
    let most = "-999999999000";
    assert_eq!(level(&sk, &item).await, of(most, "0.00"));
    for body in [dear, full] {
        let path = format!("{DOCUMENTS}/{}", made(&sk, DOCUMENTS, body).await);
        let refused = act(&sk, &format!("{path}/confirm")).await;
        assert_error(&refused, 409, "STOCK_TOO_MUCH");
        let kept = sk.get(&path).await.expect(200)["data"].clone();
        assert_eq!((&kept["status"], &kept["number"]), (&json!("draft"), &json!(null)));
    }
    assert_eq!(level(&sk, &chair).await, of("10", "100.00"));
    for quantity in ["-1", "0", "1000000000", "0.0000001"] {
        let refused = sk.issue(&invoice_with(json!({"items": [sold(&item, quantity)]}))).await;
        let error = assert_error(&refused, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), ["items[0].quantity"], "{quantity}");
    }
    let mut line = sold(&item, "999999999");
    line["unit_price"] = json!("0.01");
    let refused = sk.issue(&invoice_with(json!({"items": [line, line]}))).await;
    assert_error(&refused, 409, "STOCK_TOO_MUCH");
    assert_eq!(level(&sk, &item).await.0, most);
    let list = sk.get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"], json!([]), "no invoice was issued");
}

async fn whatever_names_stock_of_others_is_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let (theirs, their_warehouse) = stocked(&other, chair()).await;
    let (item, warehouse) = stocked(&sk, chair()).await;
    let their_draft = made(&other, DOCUMENTS, issue(&their_warehouse, &theirs, json!(1))).await;
    let their_draft = format!("{DOCUMENTS}/{their_draft}");
    let mine =
        format!("{DOCUMENTS}/{}", made(&sk, DOCUMENTS, issue(&warehouse, &item, json!(1))).await);
    let invoice = sk.issue(&invoice_with(json!({"items": [sold(&item, "1")]}))).await.expect(201);
    let patched = json!({"items": [{"description": "Stolička", "quantity": 1, "unit": "ks",
        "unitPrice": "25", "vatRate": 23, "stockItemId": theirs}]});
    let patch = patched.to_string().into_bytes();
    let path = format!("/v1/agent/invoices/{}", invoice["id"].as_str().expect("an id"));
    let mut expense = expense("S-1");
    expense["stock_lines"] = json!([{"stock_item_id": theirs, "quantity": 1}]);
    let contract = json!({"name": "Stoličky", "customer_id": invoice["customer"]["id"],
        "items": [sold(&theirs, "1")], "interval": "monthly", "start_date": "2099-01-01"});
    for (what, answer) in [
        ("an item", put(&sk, &format!("{ITEMS}/{theirs}"), &chair()).await),
        (
            "a warehouse",
            put(&sk, &format!("{WAREHOUSES}/{their_warehouse}"), &json!({"name": "x"})).await,
        ),
        ("a draft", put(&sk, &their_draft, &issue(&warehouse, &item, json!(1))).await),
        ("a draft is deleted", delete(&sk, &their_draft).await),
        ("a line of a draft", put(&sk, &mine, &issue(&warehouse, &theirs, json!(1))).await),
        ("the place of a draft", put(&sk, &mine, &issue(&their_warehouse, &item, json!(1))).await),
        ("an edit", sk.send(Method::PATCH, &path, patch).await),
        ("an expense", sk.post("/v1/agent/expenses", &expense).await),
        ("a contract", sk.post("/v1/agent/contracts", &contract).await),
    ] {
        assert_eq!(answer.status, 404, "{what}: {}", String::from_utf8_lossy(&answer.bytes));
        assert_error(&answer, 404, "NOT_FOUND");
    }
    for query in [format!("item_id={theirs}"), format!("warehouse_id={their_warehouse}")] {
        for list in [LEVELS, MOVEMENTS, DOCUMENTS] {
            let page = sk.get(&format!("{list}?{query}")).await.expect(200);
            assert_eq!(page["data"], json!([]), "{list}?{query}");
        }
    }
    let day = format!("/v1/agent/stock/inventory?warehouse_id={their_warehouse}");
    assert_eq!(sk.get(&day).await.expect(200)["data"], json!([]));
    assert_eq!(level(&other, &theirs).await, of("10", "100.00"));
    assert_eq!(level(&sk, &item).await, of("9", "90.00"));
}
