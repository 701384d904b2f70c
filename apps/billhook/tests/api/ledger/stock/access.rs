//! Who may read and change the stock.

use super::*;

on_both!(both_scopes_are_needed, the_stock_of_others_is_not_found,);

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
