//! What of its plan an organization has used.

use crate::support::*;
use access::Plan;
use futures_util::future::join_all;
use organizations::OperatorStore;
use serde_json::{Value, json};

on_both!(each_invoice_counts_once, the_plan_stops_at_its_limit, usage_is_the_organizations_own,);

const PATH: &str = "/v1/agent/usage";

async fn used(caller: &Caller) -> u64 {
    caller.get(PATH).await.expect(200)["invoices"]["used"].as_u64().expect("a number")
}

async fn each_invoice_counts_once(server: TestServer) {
    let sk = server.sk();
    let fresh = sk.get(PATH).await.expect(200);
    assert_eq!((&fresh["plan"], &fresh["invoices"]["used"]), (&json!("pro"), &json!(0)), "{fresh}");
    assert_eq!(fresh["invoices"]["at_most"], Value::Null);
    assert!(fresh["period_start"].as_str().is_some_and(|day| day.ends_with("-01")), "{fresh}");
    let once = sk.clone().once("usage-1");
    let first = once.issue(&invoice()).await;
    assert_eq!(once.issue(&invoice()).await.bytes, first.bytes);
    assert_eq!(used(&sk).await, 1, "a replay does not count");
    assert_error(&sk.issue(&json!({})).await, 400, "VALIDATION_ERROR");
    sk.issue(&invoice_with(json!({"invoice_number": "VLASTNE-1"}))).await.expect(201);
    let taken = sk.issue(&invoice_with(json!({"invoice_number": "VLASTNE-1"}))).await;
    assert_error(&taken, 409, "CONFLICT");
    assert_eq!(used(&sk).await, 2, "what was refused does not count");
    // of many under one key one counts
    let keyed = sk.clone().once("usage-2");
    let body = invoice();
    join_all((0..8).map(|_| keyed.issue(&body))).await;
    join_all((0..8).map(|_| sk.issue(&body))).await;
    assert_eq!(used(&sk).await, 11);
    let file = json!({"filename": "a.csv", "mime_code": "text/csv", "base64_content": base64(b"a;b\n1;2\n")});
    for _ in 0..2 {
        sk.issue(&invoice_with(json!({"attachments": [file]}))).await.expect(201);
    }
    assert_eq!(sk.get(PATH).await.expect(200)["attachment_bytes"], 8, "kept once");
}

async fn the_plan_stops_at_its_limit(server: TestServer) {
    let (sk, organization) = (server.sk(), server.seeded.organizations.sk.org_id);
    let store = server.store();
    store.set_plan(organization, Plan::Free).await.expect("set");
    let at_most = Plan::Free.monthly_invoices().expect("bounded");
    let body = invoice();
    let mut answers = Vec::new();
    while answers.len() < at_most as usize + 16 {
        answers.extend(join_all((0..16).map(|_| sk.issue(&body))).await);
    }
    let issued = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(issued as u64, at_most);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_error(answer, 403, "PLAN_LIMIT_REACHED");
    }
    let usage = sk.get(PATH).await.expect(200);
    assert_eq!(usage["invoices"], json!({"used": at_most, "at_most": at_most}));
    assert_eq!(usage["transactions"]["used"], 0, "nothing was sent");
    // a larger plan goes on, in the next number
    store.set_plan(organization, Plan::Pro).await.expect("set");
    sk.issue(&invoice()).await.expect(201);
    assert_eq!(used(&sk).await, at_most + 1);
}

async fn usage_is_the_organizations_own(server: TestServer) {
    server.sk().issue(&invoice()).await.expect(201);
    assert_eq!(used(&server.sk_buyer()).await, 0);
    // invoices are those of the organization, whichever the tier of the key
    assert_eq!(used(&server.sk_live()).await, 1);
    assert_error(&server.sk().get(&format!("{PATH}?month=2026-11")).await, 400, "VALIDATION_ERROR");
}
