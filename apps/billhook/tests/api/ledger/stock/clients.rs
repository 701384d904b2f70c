//! Many clients on one item at the same time.

use super::*;

on_both!(of_64_clients_none_is_lost, of_64_clients_no_more_is_taken_than_there_is,);

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
