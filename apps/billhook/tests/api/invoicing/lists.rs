//! Lists: whole, in order, filtered, page by page.

use crate::support::*;
use serde_json::{Value, json};

on_both!(pages_hold_every_invoice_once_newest_first, filters_choose, wrong_parameters_are_named,);

fn numbers(list: &Value) -> Vec<String> {
    let rows = list["data"].as_array().expect("rows");
    rows.iter().map(|row| row["invoice_number"].as_str().expect("number").to_owned()).collect()
}

/// Not overdue: the job that marks overdue invoices begins when the server does.
const FAR: &str = "2099-12-24";

/// Seven documents that differ in what lists can be asked for; answers their numbers, newest first.
async fn issue_some(server: &TestServer) -> Vec<String> {
    let sk = server.sk();
    let mut issued = Vec::new();
    for members in [
        json!({"invoice_number": "A1", "issue_date": "2026-01-10", "due_date": FAR}),
        json!({"invoice_number": "A2", "issue_date": "2026-02-10", "already_paid": true}),
        json!({"invoice_number": "A3", "issue_date": "2026-03-10", "due_date": FAR, "currency": "USD"}),
        json!({"invoice_number": "A4", "issue_date": "2026-04-10", "type": "proforma"}),
        json!({"invoice_number": "A5", "issue_date": "2026-05-10", "due_date": "2026-12-24"}),
        json!({"invoice_number": "A6", "issue_date": "2026-06-10", "customer": {"name": "Žaneta"}}),
        json!({"invoice_number": "A7", "issue_date": "2026-07-10"}),
    ] {
        let body = sk.issue(&invoice_with(members)).await.expect(201);
        issued.insert(0, body["invoice_number"].as_str().expect("number").to_owned());
    }
    issued
}

async fn pages_hold_every_invoice_once_newest_first(server: TestServer) {
    let issued = issue_some(&server).await;
    let sk = server.sk();
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = sk.get(&format!("/v1/agent/invoices?limit=3{after}")).await.expect(200);
        seen.extend(numbers(&page));
        if page["has_more"] == json!(false) {
            assert_eq!(page["next_after"], Value::Null);
            break;
        }
        // one more arrives meanwhile: it is newer, so no page repeats or skips
        sk.issue(&invoice()).await.expect(201);
        after = format!("&after={}", page["next_after"].as_str().expect("a cursor"));
    }
    assert_eq!(seen, issued);
}

async fn filters_choose(server: TestServer) {
    issue_some(&server).await;
    let sk = server.sk();
    for (query, expected) in [
        ("status=paid", &["A2"][..]),
        ("type=proforma", &["A4"]),
        ("currency=USD", &["A3"]),
        ("number=A5", &["A5"]),
        ("number=A", &[]),
        ("issue_date_from=2026-06-10", &["A7", "A6"]),
        ("issue_date_to=2026-02-10", &["A2", "A1"]),
        ("due_date_from=2026-12-01&due_date_to=2026-12-31", &["A5"]),
        ("type=invoice&status=issued&issue_date_to=2026-03-31", &["A3", "A1"]),
    ] {
        let list = sk.get(&format!("/v1/agent/invoices?{query}")).await.expect(200);
        assert_eq!(numbers(&list), expected, "{query}");
    }
    let found = sk.get("/v1/agent/customers?name=%C5%BEanet").await.expect(200);
    let id = found["data"][0]["id"].as_str().expect("the contact").to_owned();
    let list = sk.get(&format!("/v1/agent/invoices?customer_id={id}")).await.expect(200);
    assert_eq!(numbers(&list), ["A6"]);
    let found = sk.get("/v1/agent/customers?ico=35876549&limit=100").await.expect(200);
    assert!(found["data"].as_array().is_some_and(|rows| !rows.is_empty()), "{found}");
    let found = sk.get("/v1/agent/customers?dic=1111111111").await.expect(200);
    assert_eq!(found["data"], json!([]));
}

async fn wrong_parameters_are_named(server: TestServer) {
    let sk = server.sk();
    for (query, expected) in [
        ("limit=0", &["limit"][..]),
        ("limit=101", &["limit"]),
        ("after=zzz", &["after"]),
        ("status=lost&type=x", &["status", "type"]),
        ("currency=eur", &["currency"]),
        ("customer_id=7", &["customer_id"]),
        ("issue_date_from=yesterday", &["issue_date_from"]),
        ("issue_date_from=1999-12-31&due_date_to=2100-01-01", &["due_date_to", "issue_date_from"]),
        ("issue_date_to=0001-01-01&due_date_from=9999-12-31", &["due_date_from", "issue_date_to"]),
        ("colour=red", &["colour"]),
        ("limit=1&limit=2", &["limit"]),
    ] {
        let answer = sk.get(&format!("/v1/agent/invoices?{query}")).await;
        let body = assert_error(&answer, 400, "VALIDATION_ERROR");
        let mut named = fields(&body);
        named.sort_unstable();
        assert_eq!(named, expected, "{query}");
    }
}
