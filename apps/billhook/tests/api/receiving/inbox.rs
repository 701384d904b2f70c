//! Received documents and the audit log.

use crate::support::*;
use serde_json::{Value, json};

on_both!(
    received_documents_are_listed_and_acknowledged_once,
    a_paid_invoice_arrives_with_its_total,
    vat_in_the_accounting_currency_is_shown,
    the_trail_is_json_or_csv,
);

async fn received_documents_are_listed_and_acknowledged_once(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    for number in ["EXT-1", "EXT-2", "EXT-3"] {
        let data = sk.connector_data(&sk.ubl(number).await, json!({})).await;
        sk.document_in(&data["document_id"], "delivered").await;
    }
    let path = "/v1/agent/peppol/received";
    let numbers = |list: &Value| -> Vec<String> {
        let rows = list["data"].as_array().expect("a list");
        rows.iter().map(|r| r["document_number"].as_str().expect("number").to_owned()).collect()
    };
    let first = buyer.get(&format!("{path}?limit=2")).await.expect(200);
    assert_eq!(numbers(&first), ["EXT-3", "EXT-2"]);
    let after = first["next_after"].as_str().expect("more");
    let rest = buyer.get(&format!("{path}?limit=2&after={after}")).await.expect(200);
    assert_eq!((numbers(&rest), &rest["has_more"]), (vec!["EXT-1".to_owned()], &json!(false)));

    let id = first["data"][0]["id"].as_str().expect("an id");
    let acknowledge = format!("{path}/{id}/acknowledge");
    let once = buyer.post(&acknowledge, &json!({})).await.expect(200)["data"].clone();
    let twice = buyer.post(&acknowledge, &json!({})).await.expect(200)["data"].clone();
    assert_eq!(once["acknowledged"], true);
    assert_eq!(once["acknowledged_at"], twice["acknowledged_at"]);
    let open = buyer.get(&format!("{path}?acknowledged=false")).await.expect(200);
    assert_eq!(numbers(&open), ["EXT-2", "EXT-1"]);
    let one = buyer.get(&format!("{path}?number=EXT-1")).await.expect(200);
    assert_eq!(numbers(&one), ["EXT-1"]);
    let none = buyer.get(&format!("{path}?sender=9915:2020876550")).await.expect(200);
    assert_eq!(numbers(&none), Vec::<String>::new());

    for tail in ["", "/xml", "/evidence"] {
        assert_error(&sk.get(&format!("{path}/{id}{tail}")).await, 404, "NOT_FOUND");
    }
    assert_error(&sk.post(&acknowledge, &json!({})).await, 404, "NOT_FOUND");
    for query in ["acknowledged=maybe", "sender=x", "from=yesterday", "limit=0", "what=1"] {
        assert_error(&buyer.get(&format!("{path}?{query}")).await, 400, "VALIDATION_ERROR");
    }
}

async fn a_paid_invoice_arrives_with_its_total(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let id = sk.issue(&invoice_with(json!({"already_paid": true}))).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    sk.document_in(&sent["data"]["document_id"], "delivered").await;
    let list = buyer.get("/v1/agent/peppol/received").await.expect(200);
    let received = &list["data"][0];
    assert_eq!(
        (&received["total"], &received["amount_due"]),
        (&json!("123.00"), &json!("0.00")),
        "BT-112 and BT-115"
    );
}

async fn vat_in_the_accounting_currency_is_shown(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let dollars = invoice_with(json!({"currency": "USD", "exchange_rate": "1.25"}));
    for (body, vat) in [(dollars, json!("18.40")), (invoice(), Value::Null)] {
        let id = sk.issue(&body).await.created_id();
        let issued = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
        assert_eq!(issued["vat_home"], vat, "BT-111");
        let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
        sk.document_in(&sent["data"]["document_id"], "delivered").await;
        let list = buyer.get("/v1/agent/peppol/received").await.expect(200);
        assert_eq!(list["data"][0]["vat_home"], Value::Null, "a list reads no XML");
        let id = list["data"][0]["id"].as_str().expect("an id");
        let path = format!("/v1/agent/peppol/received/{id}");
        let received = buyer.get(&path).await.expect(200)["data"].clone();
        assert_eq!(received["vat_home"], vat, "{received}");
    }
}

async fn the_trail_is_json_or_csv(server: TestServer) {
    let sk = server.sk();
    let data = sk.connector_data(&sk.ubl("EXT,\"1\"").await, json!({})).await;
    sk.document_in(&data["document_id"], "delivered").await;
    let id = data["document_id"].as_str().expect("an id");
    let path = format!("/v1/agent/peppol/events?document_id={id}");
    let lines = sk.get(&path).await.expect(200);
    let events: Vec<_> =
        lines["data"].as_array().expect("lines").iter().map(|line| line["event"].clone()).collect();
    assert_eq!(events, ["queued", "attempted", "sent", "delivered"]);
    let csv = sk.get(&format!("{path}&format=csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let text = String::from_utf8(csv.bytes).expect("UTF-8");
    let rows: Vec<_> = text.lines().collect();
    assert_eq!(rows.len(), 5, "{text}");
    assert!(rows[1].contains(",queued,") && rows[1].contains("\"EXT,\"\"1\"\"\""), "{text}");
    let future = sk.get("/v1/agent/peppol/events?from=2099-12-31").await.expect(200);
    assert_eq!(future["data"], json!([]));
    let past = sk.get("/v1/agent/peppol/events?to=2020-01-01T00:00:00Z").await.expect(200);
    assert_eq!(past["data"], json!([]));
    for moment in ["1", "2100-01-01", "1999-12-31", "0001-01-01T00:00:00Z", "2099-12-31T23:30:00Z"]
    {
        for path in ["/v1/agent/peppol/events", "/v1/agent/peppol/received"] {
            for name in ["from", "to"] {
                let refused = sk.get(&format!("{path}?{name}={moment}")).await;
                let error = assert_error(&refused, 400, "VALIDATION_ERROR");
                assert_eq!(fields(&error), [name], "{path} {moment}");
            }
        }
    }
    // the end of a window is inside it: a day to its end, a moment itself
    let at = lines["data"][3]["at"].as_str().expect("a time");
    let today = service_day::date(time::OffsetDateTime::now_utc());
    for to in [at.to_owned(), today.to_string()] {
        let until = sk.get(&format!("{path}&to={to}")).await.expect(200);
        assert_eq!(until["data"].as_array().map(Vec::len), Some(4), "{to}");
    }
    let csv = sk.get(&format!("{path}&format=csv&limit=2")).await;
    let text = String::from_utf8(csv.bytes.clone()).expect("UTF-8");
    assert_eq!((text.lines().count(), csv.header("x-next-after").is_empty()), (3, false));
    let wrong = sk.get(&format!("{path}&limit=101")).await;
    assert_error(&wrong, 400, "VALIDATION_ERROR");
}
