//! Credit: charged on live sends only, once.

use crate::support::*;
use peppol_connector::ports::CreditStore;
use runtime::config::Settings;
use serde_json::{Value, json};

on_both!(
    a_live_send_is_reserved_then_charged,
    the_last_credit_is_spent_once,
    an_overdue_prepayment_stops_live_sends,
    refusals_of_own_invoices_are_flat,
    both_ways_of_sending_refuse_in_one_order,
    a_batch_that_only_lacks_credit_says_so,
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

/// The error is in the flat form.
#[track_caller]
fn assert_flat(answer: &Answer, status: u16, code: &str) {
    let body = answer.expect(status);
    assert_eq!(body["error"], code, "{body}");
    assert!(body["message"].is_string() && body.as_object().map(|o| o.len()) == Some(2), "{body}");
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
    server.store().set_prepayment_overdue(organization, true).await.expect("kept");
    let sk = server.sk_live();
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    assert_eq!(data["reason"], "prepayment_overdue", "{data}");
    let id = sk.issue(&invoice()).await.created_id();
    let answer = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert_flat(&answer, 402, "PREPAYMENT_OVERDUE");
    assert_eq!(credit(&sk).await, (5, 0));
}

async fn refusals_of_own_invoices_are_flat(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    let sk = server.sk_live();
    let id = sk.issue(&invoice()).await.created_id();
    let answer = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert_flat(&answer, 402, "INSUFFICIENT_CREDIT");

    server.top_up(server.seeded.organizations.sk.org_id, 5).await;
    let old = invoice_with(json!({"issue_date": "2026-01-05"}));
    let id = sk.issue(&old).await.created_id();
    let answer = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert_flat(&answer, 422, "INVOICE_ISSUE_DATE_TOO_OLD");
    assert_eq!(credit(&sk).await, (5, 0), "nothing is charged");
}

/// What an organization without credit reads, while more is wrong, is never credit.
async fn both_ways_of_sending_refuse_in_one_order(engine: Engine) {
    let server = engine.serve(live()).await;
    let sk = server.sk_live();
    let old = json!({"issue_date": "2026-01-05"});
    let id = sk.issue(&invoice_with(old)).await.created_id();
    let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await.bytes;
    let xml = String::from_utf8(xml).expect("UTF-8");
    let send = format!("/v1/agent/peppol/send/{id}");
    // the date goes before the account, which is in the test network
    assert_flat(&sk.post(&send, &json!({})).await, 422, "INVOICE_ISSUE_DATE_TOO_OLD");
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["reason"], "validation", "{data}");
    assert_eq!(data["repair"][0]["code"], "INVOICE_ISSUE_DATE_TOO_OLD");
    // the account goes before the credit
    let id = sk.issue(&invoice()).await.created_id();
    let send = format!("/v1/agent/peppol/send/{id}");
    assert_error(&sk.post(&send, &json!({})).await, 403, "FORBIDDEN");
    let xml = sk.ubl("EXT-1").await;
    let data = sk.connector_data(&xml, json!({})).await;
    assert_eq!(data["reason"], "ingest", "{data}");
    let staged = sk.connector_data(&xml, json!({"dispatch": "later"})).await;
    let dispatch = format!(
        "/v1/agent/peppol/connector/dispatch/{}",
        staged["staged_id"].as_str().expect("an id")
    );
    let data = sk.post(&dispatch, &json!({})).await.expect(200)["data"].clone();
    assert_eq!(data["reason"], "ingest", "{data}");
    // and then it is the credit
    server.enroll_live().await;
    assert_flat(&sk.post(&send, &json!({})).await, 402, "INSUFFICIENT_CREDIT");
    assert_eq!(sk.connector_data(&xml, json!({})).await["reason"], "credit");
    let data = sk.post(&dispatch, &json!({})).await.expect(200)["data"].clone();
    assert_eq!(data["reason"], "credit", "{data}");
}

async fn a_batch_that_only_lacks_credit_says_so(engine: Engine) {
    let server = engine.serve(live()).await;
    server.enroll_live().await;
    let sk = server.sk_live();
    let path = "/v1/agent/peppol/send/batch";
    let ids = [sk.issue(&invoice()).await.created_id(), sk.issue(&invoice()).await.created_id()];
    assert_flat(&sk.post(path, &json!({"invoiceIds": ids})).await, 402, "INSUFFICIENT_CREDIT");
    let codes = async |ids: &[&String]| -> Vec<Value> {
        let data = sk.post(path, &json!({"invoiceIds": ids})).await.expect(200)["data"].clone();
        let results = data["results"].as_array().expect("results").clone();
        results.into_iter().map(|result| result["error"]["code"].clone()).collect()
    };
    // something else is wrong too
    let nobody = uuid::Uuid::now_v7().to_string();
    assert_eq!(codes(&[&ids[0], &nobody]).await, ["INSUFFICIENT_CREDIT", "NOT_FOUND"]);
    // one could be queued
    server.top_up(server.seeded.organizations.sk.org_id, 1).await;
    let found = codes(&[&ids[0], &ids[1]]).await;
    assert_eq!(found, [Value::Null, json!("INSUFFICIENT_CREDIT")]);
}

async fn test_keys_never_pay(server: TestServer) {
    let (sk, live) = (server.sk(), server.sk_live());
    server.top_up(server.seeded.organizations.sk.org_id, 1).await;
    let data = sk.connector_data(&sk.ubl("EXT-1").await, json!({})).await;
    sk.document_in(&data["document_id"], "delivered").await;
    assert_eq!((credit(&live).await, kinds(&live).await), ((1, 0), vec!["top_up".to_owned()]));
    let other = server.sk_buyer_live();
    assert_eq!(credit(&other).await, (0, 0), "another organization's account");
    // the sandbox has no credit
    let shown = sk.get("/v1/agent/peppol/credit").await.expect(200)["data"].clone();
    let none = json!({"available": 0, "reserved": 0, "price": 0, "prepayment_overdue": false});
    assert_eq!((shown, kinds(&sk).await), (none, Vec::new()));
}
