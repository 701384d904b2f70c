//! Documents that move the stock when they are confirmed.

use super::*;

on_both!(
    a_document_moves_stock_when_it_is_confirmed,
    wrong_documents_are_named,
    an_item_is_kept_above_zero,
    a_repeat_confirms_once,
);

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
