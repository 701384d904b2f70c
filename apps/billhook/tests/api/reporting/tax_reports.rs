//! Reports to the tax authority, as an integrator sees them in the sandbox.

use crate::support::*;
use serde_json::{Value, json};

on_both!(
    documents_are_reported_by_both_sides,
    a_rejected_report_says_why,
    a_send_that_fails_is_reported_and_its_repetition_replaces,
    what_is_not_sent_is_not_reported,
);

const STATUS: &str = "/v1/agent/peppol/status";
const RECEIVED: &str = "/v1/agent/peppol/received";

/// The events about reports of the partner's organizations, once there are so many.
pub async fn report_events(server: &TestServer, count: usize) -> Vec<Value> {
    let partner = server.demo_partner();
    eventually("events of reports", || async {
        let page = partner.get("/v1/agent/events?limit=100").await.expect(200);
        let events = page["data"].as_array().expect("events").iter();
        let payloads = events.map(|event| event["payload"].clone());
        let reports = payloads.filter(|payload| {
            payload["event"].as_str().is_some_and(|name| name.contains("fs_report"))
        });
        let reports: Vec<_> = reports.collect();
        (reports.len() >= count).then_some(reports)
    })
    .await
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

async fn documents_are_reported_by_both_sides(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    let invoice = text(&data["invoice_id"]);
    let status = sk.reported(&format!("{STATUS}/{invoice}")).await;
    let list = buyer.get(RECEIVED).await.expect(200);
    assert_eq!(list["data"][0]["fs_report"], Value::Null, "on the detail alone");
    let received = text(&list["data"][0]["id"]).to_owned();
    let detail = buyer.reported(&format!("{RECEIVED}/{received}")).await;
    for report in [&status["fs_report"], &detail["fs_report"]] {
        assert_eq!((&report["state"], &report["issues"]), (&json!("accepted"), &json!([])));
    }
    let path = format!("{RECEIVED}/{received}/acknowledge");
    let taken = buyer.post(&path, &json!({})).await.expect(200);
    assert_eq!(taken["data"]["fs_report"], detail["fs_report"]);

    let events = report_events(&server, 2).await;
    assert_eq!(events.len(), 2);
    for event in &events {
        assert_eq!(event["event"], "peppol.document.fs_report_accepted");
        assert_eq!(
            (&event["data"]["mode"], &event["data"]["state"]),
            (&json!("test"), &json!("accepted"))
        );
    }
    let of = |direction: &str| {
        let mut found = events.iter().filter(|event| event["data"]["direction"] == direction);
        found.next().expect(direction)["data"].clone()
    };
    assert_eq!(of("sent")["invoiceId"], invoice);
    assert_eq!(of("received")["receivedDocumentId"], received);
    assert_eq!(of("sent")["originalDocumentId"], of("received")["originalDocumentId"]);
}

async fn a_rejected_report_says_why(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let rejected = xml.replace(">2020876550</cbc:EndpointID>", ">0000000010</cbc:EndpointID>");
    assert_ne!(rejected, xml);
    let data = sk.connector_data(&rejected, json!({})).await;
    sk.document_in(&data["document_id"], "delivered").await;
    let status = sk.reported(&format!("{STATUS}/{}", text(&data["invoice_id"]))).await;
    let report = &status["fs_report"];
    assert_eq!(
        (&report["state"], &report["issues"][0]["code"]),
        (&json!("rejected"), &json!("BV"))
    );
    assert!(text(&report["issues"][0]["message"]).contains("on purpose"), "{report}");
    let events = report_events(&server, 1).await;
    assert_eq!(events[0]["event"], "peppol.document.fs_report_rejected");
    assert_eq!(events[0]["data"]["issues"], report["issues"]);
}

/// The tax authority hears of a document although its receiver does not.
async fn a_send_that_fails_is_reported_and_its_repetition_replaces(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-1").await;
    let refused = xml.replace(">2020876550</cbc:EndpointID>", ">0000000006</cbc:EndpointID>");
    let data = sk.connector_data(&refused, json!({})).await;
    sk.document_in(&data["document_id"], "failed").await;
    let path = format!("{STATUS}/{}", text(&data["invoice_id"]));
    let first = sk.reported(&path).await["fs_report"].clone();
    assert_eq!((&first["state"], &first["deletes"]), (&json!("accepted"), &json!(false)));
    a_cancelled_invoice_that_reached_nobody_is_deleted(&sk).await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["status"], "queued", "{data}");
    sk.document_in(&data["document_id"], "delivered").await;
    // two of the sender, one of the receiver; two of the invoice that was cancelled
    let mut events = report_events(&server, 5).await;
    let cancelled = events.iter().position(|event| event["data"]["deletes"] == true);
    let cancelled = events.remove(cancelled.expect("deleted"));
    events.retain(|event| event["data"]["invoiceId"] != cancelled["data"]["invoiceId"]);
    let originals = |direction: &str| -> Vec<_> {
        let found = events.iter().filter(|event| event["data"]["direction"] == direction);
        found.map(|event| event["data"]["originalDocumentId"].clone()).collect()
    };
    let (sent, received) = (originals("sent"), originals("received"));
    assert_eq!((sent.len(), received.len()), (2, 1));
    assert!(sent.iter().all(|original| *original == received[0]), "{events:?}");
}

async fn a_cancelled_invoice_that_reached_nobody_is_deleted(sk: &Caller) {
    let refused = sk
        .ubl("EXT-2")
        .await
        .replace(">2020876550</cbc:EndpointID>", ">0000000006</cbc:EndpointID>");
    let data = sk.connector_data(&refused, json!({})).await;
    let invoice = text(&data["invoice_id"]);
    let path = format!("{STATUS}/{invoice}");
    sk.reported(&path).await;
    sk.post(&format!("/v1/agent/invoices/{invoice}/cancel"), &json!({})).await.expect(200);
    let deleted = eventually("the deletion of a report", || async {
        let report = sk.get(&path).await.expect(200)["data"]["fs_report"].clone();
        (report["deletes"] == true && report["state"] == "accepted").then_some(report)
    });
    assert_eq!(deleted.await["issues"], json!([]));
}

async fn what_is_not_sent_is_not_reported(server: TestServer) {
    let sk = server.sk();
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({"validateOnly": true})).await;
    assert_eq!(data["status"], "validated", "{data}");
    let id = sk.issue(&invoice_with(json!({"customer": customer()}))).await.created_id();
    let status = sk.get(&format!("{STATUS}/{id}")).await.expect(200);
    assert_eq!(status["data"]["fs_report"], Value::Null, "it was not sent");
}
