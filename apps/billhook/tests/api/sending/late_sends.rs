//! Sends that wait: past the day of their issue date, or for an organization that was deregistered.

use crate::{network::organizations::at, support::*};
use reqwest::Method;
use serde_json::{Value, json};
use time::macros::datetime;

on_both!(
    a_held_send_of_2027_does_not_leave_on_the_next_day,
    a_held_send_of_a_deregistered_organization_does_not_leave,
);

/// An invoice that is held until it is released.
async fn held(sk: &Caller) -> (String, Value) {
    let settings = json!({"mode": "manual"}).to_string().into_bytes();
    let path = "/v1/agent/peppol/send-settings";
    sk.send(Method::PUT, path, settings).await.expect(200);
    let id = sk.issue(&invoice()).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    assert_eq!(sent["data"]["held"], true);
    (id, sent["data"]["document_id"].clone())
}

async fn a_held_send_of_2027_does_not_leave_on_the_next_day(engine: Engine) {
    let server = engine.serve(at("2027-01-05T09:00:00Z")).await;
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let (invoice, document) = held(&sk).await;
    // nobody served over the cutoff of 20:45; on the sixth somebody does
    let next_day = server.at_time(datetime!(2027-01-06 7:00 UTC));
    let failed = sk.document_in(&document, "failed").await;
    let error = failed["error"].as_str().expect("a reason");
    assert!(error.starts_with("INVOICE_ISSUE_DATE_NOT_SEND_DATE"), "{error}");
    assert_eq!(buyer.get("/v1/agent/peppol/received").await.expect(200)["data"], json!([]));
    // sent again it is refused as the specification says
    let again = sk.at(&next_day.base_url);
    let answer = again.post(&format!("/v1/agent/peppol/send/{invoice}"), &json!({})).await;
    assert_eq!(answer.expect(422)["error"], "INVOICE_ISSUE_DATE_NOT_SEND_DATE");
}

async fn a_held_send_of_a_deregistered_organization_does_not_leave(engine: Engine) {
    let server = engine.serve(at("2026-11-23T09:00:00Z")).await;
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let (_, document) = held(&sk).await;
    let id = server.seeded.organizations.sk.org_id;
    let path = format!("/v1/agent/organizations/{id}/peppol/deactivate");
    sk.post(&path, &json!({})).await.expect(200);
    let released = sk.post("/v1/agent/peppol/batches/send", &json!({})).await.expect(200);
    assert_eq!(released["data"]["released"], 1);
    let failed = sk.document_in(&document, "failed").await;
    let error = failed["error"].as_str().expect("a reason");
    assert!(error.contains("no active Peppol account"), "{error}");
    assert_eq!(buyer.get("/v1/agent/peppol/received").await.expect(200)["data"], json!([]));
}
