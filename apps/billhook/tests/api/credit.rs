//! Credit: charged on live sends only, once.

use crate::support::*;
use billhook::config::Settings;
use peppol_connector::CreditStore;
use serde_json::{Value, json};

on_both!(
    a_live_send_is_reserved_then_charged,
    the_last_credit_is_spent_once,
    an_overdue_prepayment_stops_live_sends,
    refusals_of_own_invoices_are_flat,
    test_keys_never_pay,
);

/// Live keys send within this installation.
fn live() -> Settings {
    Settings { live_network: Some("sandbox".to_owned()), ..settings() }
}

async fn credit(caller: &Caller) -> (u64, u64) {
    let data = caller.get("/v1/agent/peppol/credit").await.expect(200)["data"].clone();
    let of = |name: &str| data[name].as_u64().expect("an amount");
    (of("available"), of("reserved"))
}

async fn kinds(caller: &Caller) -> Vec<String> {
    let list = caller.get("/v1/agent/peppol/credit/entries").await.expect(200);
    let lines = list["data"].as_array().expect("a list");
    lines.iter().map(|line| line["kind"].as_str().expect("a kind").to_owned()).collect()
}

async fn a_live_send_is_reserved_then_charged(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    let sk = server.sk_live();
    let xml = sk.ubl("EXT-1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!((&data["status"], &data["reason"]), (&json!("rejected"), &json!("credit")));
    assert_eq!((&data["send_ready"], &data["error"]), (&json!(true), &Value::Null));

    server.top_up(server.seeded.organizations.sk.org_id, 2).await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["status"], "queued", "{data}");
    sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!(credit(&sk).await, (1, 0));
    assert_eq!(kinds(&sk).await, ["capture", "reserve", "top_up"]);
    let events = sk.get("/v1/agent/peppol/events?event=delivered").await.expect(200);
    assert_eq!(events["data"].as_array().map(Vec::len), Some(1));

    // what certainly never arrives is given back
    let nobody = xml.replace(">2020876550</cbc:EndpointID>", ">0000000006</cbc:EndpointID>");
    let data = sk.connector_data(&nobody, json!({})).await;
    sk.document_in(&data["document_id"], "failed").await;
    assert_eq!(credit(&sk).await, (1, 0));
    assert_eq!(kinds(&sk).await[..2], ["release", "reserve"]);
}

async fn the_last_credit_is_spent_once(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    server.top_up(server.seeded.organizations.sk.org_id, 1).await;
    let sk = server.sk_live();
    let xml = sk.ubl("EXT-0").await;
    let sends = (1..=8).map(|i| {
        let (sk, xml) = (sk.clone(), xml.replace("EXT-0", &format!("EXT-{i}")));
        async move { sk.connector_data(&xml, json!({})).await }
    });
    let answers = futures_util::future::join_all(sends).await;
    let queued: Vec<_> = answers.iter().filter(|data| data["status"] == "queued").collect();
    assert_eq!(queued.len(), 1, "{answers:?}");
    let others = answers.iter().filter(|data| data["reason"] == "credit");
    assert_eq!(others.count(), 7);
    sk.document_in(&queued[0]["document_id"], "delivered").await;
    assert_eq!(credit(&sk).await, (0, 0));
}

async fn an_overdue_prepayment_stops_live_sends(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    let organization = server.seeded.organizations.sk.org_id;
    server.top_up(organization, 5).await;
    server.store().await.set_prepayment_overdue(organization, true).await.expect("kept");
    let sk = server.sk_live();
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    assert_eq!(data["reason"], "prepayment_overdue", "{data}");
    let id = sk.issue(&invoice()).await.created_id();
    let answer = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert_error(&answer, 402, "PREPAYMENT_OVERDUE");
    assert_eq!(credit(&sk).await, (5, 0));
}

async fn refusals_of_own_invoices_are_flat(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    let sk = server.sk_live();
    let id = sk.issue(&invoice()).await.created_id();
    let answer = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    let body = answer.expect(402);
    assert_eq!(body["error"], "INSUFFICIENT_CREDIT");
    assert!(body["message"].is_string() && body.as_object().map(|o| o.len()) == Some(2));

    server.top_up(server.seeded.organizations.sk.org_id, 5).await;
    let old = invoice_with(json!({"issue_date": "2026-01-05"}));
    let id = sk.issue(&old).await.created_id();
    let body = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(422);
    assert_eq!(body["error"], "INVOICE_ISSUE_DATE_TOO_OLD", "{body}");
    assert_eq!(credit(&sk).await, (5, 0), "nothing is charged");
}

async fn test_keys_never_pay(server: TestServer) {
    let sk = server.sk();
    server.top_up(server.seeded.organizations.sk.org_id, 1).await;
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!(credit(&sk).await, (1, 0));
    assert_eq!(kinds(&sk).await, ["top_up"]);
    assert_eq!(credit(&server.sk_buyer()).await, (0, 0), "another organization's account");
}
