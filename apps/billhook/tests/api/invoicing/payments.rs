//! Payments over HTTP.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    a_payment_moves_the_balance_and_the_status,
    a_repeat_records_once,
    wrong_payments_are_named,
    clients_that_race_pay_once,
    a_payment_is_taken_back,
    payments_of_others_are_not_found,
);

async fn pay(sk: &Caller, invoice: &str, body: Value) -> Answer {
    let path = format!("/v1/agent/invoices/{invoice}/payments");
    sk.send(Method::POST, &path, body.to_string().into_bytes()).await
}

fn cash(amount: &str) -> Value {
    json!({"amount": amount, "method": "cash"})
}

async fn a_payment_moves_the_balance_and_the_status(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let first = pay(&sk, &id, cash("100.00")).await.expect(201);
    assert_eq!(first["data"]["amount"], "100.00");
    assert_eq!(first["data"]["method"], "cash");
    let meta = json!({"balance": "23.00", "paid_amount": "100.00", "currency": "EUR", "status": "partially_paid"});
    assert_eq!(first["meta"], meta);
    let last =
        pay(&sk, &id, json!({"amount": "23", "method": "bank_transfer", "date": "2026-01-05"}));
    let last = last.await.expect(201);
    assert_eq!(last["data"]["date"], "2026-01-05");
    assert_eq!(
        (&last["meta"]["balance"], &last["meta"]["status"]),
        (&json!("0.00"), &json!("paid"))
    );
    let list = sk.get(&format!("/v1/agent/invoices/{id}/payments")).await.expect(200);
    assert_eq!(list["data"], json!([last["data"], first["data"]]), "the oldest first");
    assert_eq!(list["meta"], last["meta"]);
    let kept = sk.get(&format!("/v1/agent/invoices/{id}")).await.expect(200);
    assert_eq!((&kept["payments"], &kept["status"]), (&list["data"], &json!("paid")));
}

async fn a_repeat_records_once(server: TestServer) {
    let sk = server.sk();
    let (id, other) =
        (sk.issue(&invoice()).await.created_id(), sk.issue(&invoice()).await.created_id());
    let once = sk.clone().once("payment-1");
    let first = pay(&once, &id, cash("10")).await;
    let again = pay(&once, &id, cash("10")).await;
    assert_eq!((first.status, &first.bytes), (201, &again.bytes));
    assert_error(&pay(&once, &id, cash("11")).await, 409, "CONFLICT");
    assert_error(&pay(&once, &other, cash("10")).await, 409, "CONFLICT");
    let list = sk.get(&format!("/v1/agent/invoices/{id}/payments")).await.expect(200);
    assert_eq!(list["meta"]["paid_amount"], "10.00");
}

async fn wrong_payments_are_named(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    for (body, named) in [
        (json!({}), vec!["amount", "method"]),
        (json!({"amount": 10, "method": "cash"}), vec!["amount"]),
        (cash("123.01"), vec!["amount"]),
        (cash("0"), vec!["amount"]),
        (cash("-5"), vec!["amount"]),
        (cash("1.001"), vec!["amount"]),
        (cash("99999999999999"), vec!["amount"]),
        (json!({"amount": "1", "method": "online"}), vec!["method"]),
        (json!({"amount": "1", "method": "cash", "date": "2099-01-01"}), vec!["date"]),
        (json!({"amount": "1", "method": "cash", "date": "5.1.2026"}), vec!["date"]),
        (json!({"amount": "1", "method": "cash", "note": "?"}), vec!["note"]),
    ] {
        let shown = body.to_string();
        let answer = assert_error(&pay(&sk, &id, body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&answer), named, "{shown}");
    }
    pay(&sk, &id, cash("123")).await.expect(201);
    let paid = assert_error(&pay(&sk, &id, cash("0.01")).await, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&paid), ["amount"]);
}

async fn clients_that_race_pay_once(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let answers = futures_util::future::join_all((0..64).map(|_| pay(&sk, &id, cash("41")))).await;
    let recorded = answers.iter().filter(|answer| answer.status == 201).count();
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_error(answer, 400, "VALIDATION_ERROR");
    }
    let list = sk.get(&format!("/v1/agent/invoices/{id}/payments")).await.expect(200);
    assert_eq!((recorded, list["data"].as_array().map(Vec::len)), (3, Some(3)));
    assert_eq!(
        (&list["meta"]["balance"], &list["meta"]["status"]),
        (&json!("0.00"), &json!("paid"))
    );
}

async fn a_payment_is_taken_back(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice_with(json!({"already_paid": true}))).await.created_id();
    let list = sk.get(&format!("/v1/agent/invoices/{id}/payments")).await.expect(200);
    let payment = list["data"][0]["id"].as_str().expect("an id");
    let path = format!("/v1/agent/invoices/{id}/payments/{payment}");
    let gone = sk.send(Method::DELETE, &path, Vec::new()).await.expect(200);
    assert_eq!(
        (&gone["meta"]["balance"], &gone["meta"]["status"]),
        (&json!("123.00"), &json!("issued"))
    );
    assert_error(&sk.send(Method::DELETE, &path, Vec::new()).await, 404, "NOT_FOUND");
}

async fn payments_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let id = sk.issue(&invoice()).await.created_id();
    assert_error(&pay(&other, &id, cash("1")).await, 404, "NOT_FOUND");
    let path = format!("/v1/agent/invoices/{id}/payments");
    assert_error(&other.get(&path).await, 404, "NOT_FOUND");
    let all = sk.get(&path).await.expect(200);
    assert_eq!(all["data"], json!([]));
}
