//! Drafts over HTTP: made, approved, issued, deleted.

use crate::{invoicing::invoice_changes::Changing, support::*};
use serde_json::{Value, json};

on_both!(
    a_draft_has_no_number_until_it_is_issued,
    a_draft_is_approved_by_who_may,
    a_draft_takes_no_payment_and_has_no_document,
    issuing_again_answers_the_same,
    drafts_issued_at_once_leave_no_gap,
    a_deleted_draft_is_gone,
    a_draft_is_checked_as_an_invoice,
    the_feed_tells_of_drafts,
);

fn draft() -> Value {
    invoice_with(json!({"draft": true}))
}

async fn number(sk: &Caller) -> String {
    let made = sk.issue(&invoice()).await.expect(201);
    made["invoice_number"].as_str().expect("a number").to_owned()
}

/// The number `n` after one of the default series.
fn after(number: &str, n: u32) -> String {
    let (head, count) = number.split_at(number.len() - 4);
    format!("{head}{:04}", count.parse::<u32>().expect("a count") + n)
}

async fn a_draft_has_no_number_until_it_is_issued(server: TestServer) {
    let sk = server.sk();
    let first = number(&sk).await;
    let made = sk.issue(&draft()).await.expect(201);
    let id = made["id"].as_str().expect("an id");
    assert_eq!((&made["status"], &made["version"]), (&json!("draft"), &json!(1)));
    for absent in ["invoice_number", "variable_symbol", "pdf_url", "xml_url", "public_url"] {
        assert_eq!(made[absent], Value::Null, "{absent}");
    }
    assert_eq!(sk.invoice(id).await, made);
    let listed = sk.get("/v1/agent/invoices?status=draft").await.expect(200);
    assert_eq!(listed["data"][0]["id"], made["id"]);
    assert_eq!(listed["data"][0]["invoice_number"], Value::Null);
    assert_eq!(number(&sk).await, after(&first, 1), "the draft drew none");
    let edited = sk.patch(id, json!({"note": "Ďakujeme", "dueDays": 5})).await.expect(200);
    assert_eq!((&edited["status"], &edited["version"]), (&json!("draft"), &json!(2)));
    let issued = sk.ask(id, "issue").await.expect(200);
    assert_eq!(issued["invoice_number"], after(&first, 2));
    assert_eq!((&issued["status"], &issued["note"]), (&json!("issued"), &json!("Ďakujeme")));
    assert!(issued["pdf_url"].is_string() && issued["public_url"].is_string());
    assert_eq!(sk.invoice(id).await, issued);
    assert_eq!(number(&sk).await, after(&first, 3));
    let pdf = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(pdf.status, 200);
    let actions: Vec<_> = sk.history(id).await.iter().map(|l| l["action"].clone()).collect();
    assert_eq!(actions, ["issued", "edited", "drafted"]);
}

async fn a_draft_is_approved_by_who_may(server: TestServer) {
    let sk = server.sk();
    let scopes = json!({"scopes": ["invoice:read", "invoice:create", "invoice:update"]});
    let made = sk.post("/v1/agent/keys", &scopes).await.expect(201);
    let clerk = sk.clone().with_key(Some(made["key"].as_str().expect("a key")));
    let id = clerk.issue(&draft()).await.created_id();
    assert_error(&clerk.ask(&id, "approve").await, 403, "FORBIDDEN");
    assert_error(&sk.ask(&id, "approve").await, 409, "CONFLICT");
    let pending = clerk.ask(&id, "submit").await.expect(200);
    assert_eq!(pending["status"], "pending_approval");
    assert_error(&clerk.ask(&id, "approve").await, 403, "FORBIDDEN");
    assert_error(&clerk.ask(&id, "issue").await, 409, "CONFLICT");
    assert_error(&clerk.ask(&id, "submit").await, 409, "CONFLICT");
    assert_eq!(sk.ask(&id, "return").await.expect(200)["status"], "draft");
    clerk.ask(&id, "submit").await.expect(200);
    let changed = clerk.patch(&id, json!({"note": "inak"})).await.expect(200);
    assert_eq!(changed["status"], "draft", "what was changed is submitted again");
    clerk.ask(&id, "submit").await.expect(200);
    let issued = sk.ask(&id, "approve").await.expect(200);
    assert_eq!(issued["status"], "issued");
    assert!(issued["invoice_number"].is_string());
    for what in ["approve", "issue", "submit", "return"] {
        assert_error(&sk.ask(&id, what).await, 409, "CONFLICT");
    }
    let reader = sk.post("/v1/agent/keys", &json!({"scopes": ["invoice:read"]})).await.expect(201);
    let reader = sk.clone().with_key(Some(reader["key"].as_str().expect("a key")));
    assert_error(&reader.patch(&id, json!({"note": "x"})).await, 403, "FORBIDDEN");
    assert_error(&reader.take(&id, "").await, 403, "FORBIDDEN");
}

async fn a_draft_takes_no_payment_and_has_no_document(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&draft()).await.created_id();
    for round in 0..2 {
        let payment = json!({"amount": "1", "method": "cash"});
        let paid = sk.post(&format!("/v1/agent/invoices/{id}/payments"), &payment).await;
        for answer in [
            paid,
            sk.ask(&id, "cancel").await,
            sk.ask(&id, "archive").await,
            sk.get(&format!("/v1/agent/invoices/{id}/pdf")).await,
            sk.get(&format!("/v1/agent/invoices/{id}/xml")).await,
        ] {
            let error = assert_error(&answer, 400, "VALIDATION_ERROR");
            assert_eq!(fields(&error), ["id"], "{round}");
            let message = error["error"]["details"][0]["message"].as_str().unwrap_or_default();
            assert!(message.contains("issue the invoice first"), "{error}");
        }
        let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
        assert!((400..500).contains(&sent.status), "{sent:?}");
        if round == 0 {
            sk.ask(&id, "submit").await.expect(200);
        }
    }
}

async fn issuing_again_answers_the_same(server: TestServer) {
    let sk = server.sk();
    let once = sk.clone().once("draft-7");
    let made = once.issue(&draft()).await;
    assert_eq!(made.bytes, once.issue(&draft()).await.bytes, "one draft");
    let id = made.created_id();
    let issuing = sk.clone().once("issue-7");
    let first = issuing.ask(&id, "issue").await;
    let again = issuing.ask(&id, "issue").await;
    assert_eq!((first.status, &first.bytes), (200, &again.bytes));
    assert_error(&sk.ask(&id, "issue").await, 409, "CONFLICT");
    let other = sk.issue(&draft()).await.created_id();
    assert_error(&issuing.ask(&other, "issue").await, 409, "CONFLICT");
}

async fn drafts_issued_at_once_leave_no_gap(server: TestServer) {
    let sk = server.sk();
    let first = number(&sk).await;
    let mut ids = Vec::new();
    for _ in 0..8 {
        ids.push(sk.issue(&draft()).await.created_id());
    }
    // each twice: one of both is too late
    let tasks = ids.iter().chain(&ids).map(|id| sk.ask(id, "issue"));
    let answers = futures_util::future::join_all(tasks).await;
    let mut numbers: Vec<String> = Vec::new();
    for answer in answers {
        match answer.status {
            200 => numbers.push(answer.json()["invoice_number"].as_str().expect("one").to_owned()),
            _ => drop(assert_error(&answer, 409, "CONFLICT")),
        }
    }
    numbers.sort();
    let expected: Vec<_> = (1..=8).map(|n| after(&first, n)).collect();
    assert_eq!(numbers, expected);
    assert_eq!(number(&sk).await, after(&first, 9));
}

async fn a_deleted_draft_is_gone(server: TestServer) {
    let sk = server.sk();
    let csv = base64("a;b\n1;2\n".as_bytes());
    let file = json!({"filename": "h.csv", "mime_code": "text/csv", "base64_content": csv});
    let body = invoice_with(json!({"draft": true, "attachments": [file]}));
    let id = sk.issue(&body).await.created_id();
    assert_eq!(sk.take(&id, "").await.status, 204);
    assert_error(&sk.get(&format!("/v1/agent/invoices/{id}")).await, 404, "NOT_FOUND");
    assert_error(&sk.take(&id, "").await, 404, "NOT_FOUND");
    assert_eq!(sk.history(&id).await[0]["action"], "deleted", "what was done stays on record");
    let other = sk.issue(&body).await.created_id();
    let issued = sk.ask(&other, "issue").await.expect(200);
    assert_eq!(issued["attachments"][0]["filename"], "h.csv");
}

async fn a_draft_is_checked_as_an_invoice(server: TestServer) {
    let sk = server.sk();
    for (members, named) in [
        (json!({"draft": true, "items": []}), "items"),
        (json!({"draft": true, "invoice_number": "X-1"}), "invoice_number"),
        (json!({"draft": "yes"}), "draft"),
    ] {
        let error = assert_error(&sk.issue(&invoice_with(members)).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [named]);
    }
    let customer = sk.post("/v1/agent/customers", &customer()).await.expect(201);
    let mut body = draft();
    body["customer_id"] = customer["id"].clone();
    body.as_object_mut().expect("a body").remove("customer");
    let id = sk.issue(&body).await.created_id();
    let gone = format!("/v1/agent/customers/{}", customer["id"].as_str().expect("an id"));
    assert_eq!(sk.send(reqwest::Method::DELETE, &gone, Vec::new()).await.status, 204);
    let error = assert_error(&sk.ask(&id, "issue").await, 404, "NOT_FOUND");
    assert_eq!(fields(&error), ["customer_id"]);
    assert_eq!(sk.invoice(&id).await["status"], "draft");
}

async fn the_feed_tells_of_drafts(server: TestServer) {
    let sk = server.sk();
    let kept = sk.issue(&draft()).await.created_id();
    let gone = sk.issue(&draft()).await.created_id();
    sk.ask(&kept, "submit").await.expect(200);
    sk.ask(&kept, "approve").await.expect(200);
    sk.patch(&kept, json!({"note": "ticho"})).await.expect(200);
    sk.ask(&kept, "cancel").await.expect(200);
    sk.take(&gone, "").await;
    let events = eventually("all events are in the feed", || async {
        let feed = whole_feed(&server.demo_partner()).await;
        let own = |id: &str| -> Vec<(String, Value, Value)> {
            let items = feed.iter().filter(|item| item["payload"]["data"]["invoiceId"] == *id);
            let events = items.map(|item| {
                let (event, data) = (&item["payload"]["event"], &item["payload"]["data"]);
                let name = event.as_str().expect("a name").to_owned();
                (name, data["previousStatus"].clone(), data["status"].clone())
            });
            events.collect()
        };
        let (kept, gone) = (own(&kept), own(&gone));
        (kept.len() >= 4 && gone.len() >= 2).then_some((kept, gone))
    })
    .await;
    let line = |name: &str, before: Value, after: &str| (name.to_owned(), before, json!(after));
    assert_eq!(
        events.0,
        [
            line("invoice.created", Value::Null, "draft"),
            line("invoice.updated", json!("draft"), "pending_approval"),
            line("invoice.updated", json!("pending_approval"), "issued"),
            line("invoice.updated", json!("issued"), "cancelled"),
        ]
    );
    assert_eq!(
        events.1,
        [
            line("invoice.created", Value::Null, "draft"),
            line("invoice.deleted", Value::Null, "draft"),
        ]
    );
}

async fn whole_feed(partner: &Caller) -> Vec<Value> {
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let page = partner.get(&format!("/v1/agent/events?limit=100{after}")).await.expect(200);
        all.extend(page["data"].as_array().expect("a page").iter().cloned());
        if page["has_more"] != true {
            return all;
        }
        after = format!("&after={}", page["next_after"].as_str().expect("a cursor"));
    }
}
