//! The same key: the same answer, one invoice.

use crate::support::*;
use serde_json::json;

on_both!(
    a_repeat_gets_the_stored_answer_byte_for_byte,
    another_body_under_the_key_is_a_conflict,
    a_key_belongs_to_its_organization,
    a_refused_request_frees_its_key,
    requests_at_the_same_time_make_one_invoice,
    malformed_keys_are_refused,
);

async fn a_repeat_gets_the_stored_answer_byte_for_byte(server: TestServer) {
    let sk = server.sk().once("order-1");
    let first = sk.issue(&invoice()).await;
    let second = sk.issue(&invoice()).await;
    assert_eq!((first.status, second.status), (201, 201));
    assert_eq!(first.bytes, second.bytes);
    assert_eq!(first.header("content-type"), second.header("content-type"));
    let next = server.sk().issue(&invoice()).await.expect(201);
    assert!(next["invoice_number"].as_str().is_some_and(|n| n.ends_with("0002")), "{next}");
}

async fn another_body_under_the_key_is_a_conflict(server: TestServer) {
    let sk = server.sk().once("order-1");
    sk.issue(&invoice()).await.expect(201);
    let other = sk.issue(&invoice_with(json!({"note": "other"}))).await;
    assert_error(&other, 409, "CONFLICT");
}

async fn a_key_belongs_to_its_organization(server: TestServer) {
    let first = server.sk().once("order-1").issue(&invoice()).await.created_id();
    let second = server.sk_buyer().once("order-1").issue(&invoice()).await.created_id();
    assert_ne!(first, second);
}

async fn a_refused_request_frees_its_key(server: TestServer) {
    let sk = server.sk().once("order-1");
    assert_error(&sk.issue(&invoice_with(json!({"items": []}))).await, 400, "VALIDATION_ERROR");
    sk.issue(&invoice()).await.expect(201);
}

async fn requests_at_the_same_time_make_one_invoice(server: TestServer) {
    let sk = server.sk().once("order-1");
    let body = invoice();
    let answers = futures_util::future::join_all((0..16).map(|_| sk.issue(&body))).await;
    let created: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
    assert!(!created.is_empty());
    assert!(created.iter().all(|answer| answer.bytes == created[0].bytes));
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_error(answer, 409, "CONFLICT");
    }
    let list = server.sk().get("/v1/agent/invoices").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
}

async fn malformed_keys_are_refused(server: TestServer) {
    for key in ["", &"k".repeat(256)] {
        let answer = server.sk().once(key).issue(&invoice()).await;
        let body = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&body), ["Idempotency-Key"]);
    }
}
