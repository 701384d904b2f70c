//! Credit and debit notes over HTTP, and what they do to the invoice that they refer to.

use crate::{invoicing::invoice_changes::Changing, support::*};
use serde_json::{Value, json};

on_both!(what_a_credit_note_takes_back_is_not_owed);

const SUMMARY: &str = "/v1/agent/dashboard/summary";

fn note(kind: &str, original: &str, unit_price: &str) -> Value {
    invoice_with(json!({
        "type": kind, "original_invoice_id": original, "items": [item("1", unit_price, 23)],
    }))
}

/// Status, what is credited, what is outstanding.
async fn standing(sk: &Caller, id: &str) -> [String; 3] {
    let shown = sk.invoice(id).await;
    ["status", "credited_amount", "outstanding"]
        .map(|name| shown[name].as_str().expect("a text").to_owned())
}

async fn what_a_credit_note_takes_back_is_not_owed(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let path = format!("/v1/agent/invoices/{id}");
    let part = sk.issue(&note("credit_note", &id, "40")).await.created_id();
    assert_eq!(standing(&sk, &id).await, ["issued", "49.20", "73.80"]);
    let open = |summary: &Value| summary["open"]["home_amount"].clone();
    assert_eq!(open(&sk.get(SUMMARY).await.expect(200)), "73.80");
    // neither another firm's nor more than is left
    let mut stranger = note("credit_note", &id, "1");
    for (name, number) in [("ico", "31333532"), ("dic", "2020317068"), ("ic_dph", "SK2020317068")] {
        stranger["customer"][name] = json!(number);
    }
    assert_eq!(fields(&sk.issue(&stranger).await.expect(400)), ["customer"]);
    let more = sk.issue(&note("credit_note", &id, "60.01")).await.expect(400);
    assert_eq!(fields(&more), ["items"]);
    assert!(more["error"]["message"].as_str().is_some_and(|it| it.contains("73.80")), "{more}");

    sk.issue(&note("credit_note", &id, "60")).await.created_id();
    assert_eq!(standing(&sk, &id).await, ["paid", "123.00", "0.00"]);
    assert_eq!(sk.get(SUMMARY).await.expect(200)["open"]["count"], 0);
    let reminded = json!({"email": "faktury@odberatel.example"});
    let reminded = sk.post(&format!("{path}/send-reminder"), &reminded).await;
    assert_error(&reminded, 400, "VALIDATION_ERROR");
    let payment = json!({"amount": "1", "method": "cash"});
    let paid = sk.post(&format!("{path}/payments"), &payment).await;
    assert_eq!(fields(&paid.expect(400)), ["amount"]);
    let cancelled = sk.ask(&id, "cancel").await;
    assert_error(&cancelled, 409, "CONFLICT");
    assert!(cancelled.expect(409)["error"]["message"].to_string().contains("cancel "), "named");
    let dearer =
        json!({"items": [{"description": "Práca", "quantity": 1, "unitPrice": 61, "vatRate": 23}]});
    assert_eq!(fields(&sk.patch(&part, dearer).await.expect(400)), ["items"]);

    sk.ask(&part, "cancel").await.expect(200);
    assert_eq!(standing(&sk, &id).await, ["issued", "73.80", "49.20"]);
    let listed = sk.get("/v1/agent/invoices?type=invoice").await.expect(200);
    assert_eq!(listed["data"][0]["credited_amount"], "73.80");

    let void = sk.issue(&invoice()).await.created_id();
    sk.ask(&void, "cancel").await.expect(200);
    let late = sk.issue(&note("debit_note", &void, "1")).await.expect(400);
    assert_eq!(fields(&late), ["original_invoice_id"]);
}
