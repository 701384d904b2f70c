//! Lines of invoices and expenses that name a stock item.

use super::*;
use crate::ledger::expenses::expense;

on_both!(
    an_invoice_takes_and_a_credit_note_gives_back,
    an_edit_and_a_cancellation_follow,
    an_approved_expense_brings_stock,
    lines_name_what_is_there,
);

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
        let mut body = expense("S-1");
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
