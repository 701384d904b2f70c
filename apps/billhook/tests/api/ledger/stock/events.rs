//! The events of the stock, as the feed tells them.

use super::*;
use serde_json::{Value, json};

on_both!(the_stock_tells_what_has_changed);

/// So many events of the stock, in their order.
async fn told(server: &TestServer, count: usize) -> Vec<Value> {
    let partner = server.demo_partner();
    eventually("the events of the stock", || async {
        let feed = partner.get("/v1/agent/events?limit=1000").await.expect(200);
        let events = feed["data"].as_array().expect("events").iter();
        let events = events.map(|event| event["payload"].clone());
        let events: Vec<_> = events.filter(|event| name(event).starts_with("stock.")).collect();
        (events.len() >= count).then_some(events)
    })
    .await
}

fn name(event: &Value) -> &str {
    event["event"].as_str().expect("a name")
}

async fn the_stock_tells_what_has_changed(server: TestServer) {
    let sk = server.sk();
    let item = made(&sk, ITEMS, json!({"name": "Stolička", "sku": "S-1", "minimum": 5})).await;
    let warehouse = made(&sk, WAREHOUSES, json!({"name": "Sklad"})).await;
    let document = |kind: &str, quantity: Value| {
        let line = json!({"item_id": item, "quantity": quantity});
        json!({"type": kind, "warehouse_id": warehouse, "lines": [line]})
    };
    made(&sk, DOCUMENTS, document("issue", json!(9))).await;
    confirmed(&sk, document("receipt", json!(10))).await;
    let issue = confirmed(&sk, document("issue", json!("4.50"))).await;
    let sold = sk.issue(&invoice_with(json!({"items": [sold(&item, "1")]}))).await.created_id();
    confirmed(&sk, document("issue", json!("0.5"))).await;
    act(&sk, &format!("/v1/agent/invoices/{sold}/cancel")).await.expect(200);
    confirmed(&sk, document("receipt", json!(1))).await;
    confirmed(&sk, document("issue", json!(1))).await;
    // it finds what is there
    confirmed(&sk, document("count", json!(5))).await;

    let events = told(&server, 15).await;
    let names: Vec<_> = events.iter().map(|event| &name(event)["stock.".len()..]).collect();
    let (done, changed, low) = ("document_confirmed", "level_changed", "low");
    let expected = [
        vec![done, changed],      // 10
        vec![done, changed],      // 5.5
        vec![changed, low],       // 4.5, by the invoice
        vec![done, changed],      // 4: it is low already
        vec![changed],            // 5, by its cancellation
        vec![done, changed],      // 6
        vec![done, changed, low], // 5: it crosses its minimum again
        vec![done],               // a count that changes nothing
    ];
    assert_eq!(names, expected.concat());
    let said = |event: usize, members: &[(&str, Value)]| {
        for (name, value) in members {
            assert_eq!(events[event]["data"][*name], *value, "{name} of {}", events[event]);
        }
    };
    let of_item = [
        ("itemId", json!(item)),
        ("sku", json!("S-1")),
        ("name", json!("Stolička")),
        ("unit", json!("ks")),
        ("warehouseId", json!(warehouse)),
    ];
    let confirmed_by = [
        ("documentId", issue["id"].clone()),
        ("documentNumber", issue["number"].clone()),
        ("documentType", json!("issue")),
        ("warehouseId", json!(warehouse)),
    ];
    said(2, &confirmed_by);
    said(3, &of_item);
    said(3, &[("documentId", issue["id"].clone()), ("invoiceId", json!(null))]);
    said(3, &[("quantity", json!("5.5")), ("previousQuantity", json!("10"))]);
    said(4, &[("documentId", json!(null)), ("invoiceId", json!(sold))]);
    said(5, &of_item);
    said(5, &[("quantity", json!("4.5")), ("minimum", json!("5"))]);
    said(8, &[("quantity", json!("5")), ("invoiceId", json!(sold))]);
    let organization = server.seeded.organizations.sk.org_id.to_string();
    assert!(events.iter().all(|event| event["data"]["orgId"] == organization), "{events:?}");
}
