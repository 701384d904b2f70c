//! Editing, cancelling and filing invoices over HTTP.

use crate::support::*;
use invoicing::terms::Term;
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::collections::BTreeMap;

on_both!(
    an_edit_changes_what_it_names,
    each_text_is_made_changed_and_taken_away,
    wrong_edits_are_named_in_camel_case,
    of_two_edits_with_one_version_one_wins,
    edits_without_a_version_all_count,
    what_is_cancelled_archived_or_locked_is_not_edited,
    an_invoice_sent_live_takes_metadata_only,
    a_recorded_invoice_takes_metadata_only,
    an_edit_never_undercuts_what_is_paid,
    payments_and_edits_at_once_add_up,
    every_change_is_in_the_history,
    changes_of_others_are_not_found,
);

/// A caller's changes of an invoice.
pub trait Changing {
    async fn patch(&self, id: &str, body: Value) -> Answer;
    /// `issue`, `submit`, `cancel` …
    async fn ask(&self, id: &str, what: &str) -> Answer;
    async fn take(&self, id: &str, what: &str) -> Answer;
    async fn invoice(&self, id: &str) -> Value;
    async fn history(&self, id: &str) -> Vec<Value>;
}

impl Changing for Caller {
    async fn patch(&self, id: &str, body: Value) -> Answer {
        let path = format!("/v1/agent/invoices/{id}");
        self.send(Method::PATCH, &path, body.to_string().into_bytes()).await
    }

    async fn ask(&self, id: &str, what: &str) -> Answer {
        self.send(Method::POST, &format!("/v1/agent/invoices/{id}/{what}"), Vec::new()).await
    }

    async fn take(&self, id: &str, what: &str) -> Answer {
        self.send(Method::DELETE, &format!("/v1/agent/invoices/{id}{what}"), Vec::new()).await
    }

    async fn invoice(&self, id: &str) -> Value {
        self.get(&format!("/v1/agent/invoices/{id}")).await.expect(200)
    }

    async fn history(&self, id: &str) -> Vec<Value> {
        let page = self.get(&format!("/v1/agent/invoices/{id}/history")).await.expect(200);
        page["data"].as_array().expect("a page").clone()
    }
}

fn line(price: &str) -> Value {
    json!({"description": "Iná práca", "quantity": 1, "unitPrice": price, "vatRate": 23})
}

async fn pay(sk: &Caller, id: &str, amount: &str) -> Answer {
    let body = json!({"amount": amount, "method": "cash"});
    sk.post(&format!("/v1/agent/invoices/{id}/payments"), &body).await
}

async fn an_edit_changes_what_it_names(server: TestServer) {
    let sk = server.sk();
    let before = sk.issue(&invoice()).await.expect(201);
    let id = before["id"].as_str().expect("an id");
    let contract = a_contract(&sk, &before).await;
    let body = json!({
        "version": 1, "items": [line("100.10"), line("0.005")], "dueDays": 30,
        "note": "Ďakujeme", "internalNote": "len pre nás", "orderNumber": "OBJ-1",
        "buyerReference": "stredisko 12",
        "paymentMethod": "card", "contractId": contract,
    });
    let after = sk.patch(id, body.clone()).await.expect(200);
    assert_eq!((&after["subtotal"], &after["total"]), (&json!("100.11"), &json!("123.14")));
    assert_eq!(
        (&after["note"], &after["internal_note"]),
        (&json!("Ďakujeme"), &json!("len pre nás"))
    );
    assert_eq!(
        (&after["order_number"], &after["payment_method"]),
        (&json!("OBJ-1"), &json!("card"))
    );
    assert_eq!(after["buyer_reference"], "stredisko 12");
    assert_eq!((&after["contract_id"], &after["version"]), (&json!(contract), &json!(2)));
    for same in ["invoice_number", "status", "customer", "issue_date", "currency", "bank_account"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(sk.invoice(id).await, after);
    let mut again = body;
    again["version"] = json!(2);
    assert_eq!(sk.patch(id, again).await.expect(200)["version"], 2, "nothing is changed twice");
    let cleared = sk.patch(id, json!({"note": "", "contractId": ""})).await.expect(200);
    assert_eq!((&cleared["note"], &cleared["contract_id"]), (&Value::Null, &Value::Null));
}

/// Every text that is declared, under the names of a body.
pub fn each_text(name: fn(Term) -> &'static str, word: &str) -> Value {
    let text = |term: &Term| (name(*term), format!("{word} {}", term.name()));
    Term::ALL.iter().map(text).collect()
}

/// What an answer says of every text.
pub fn texts_of(answer: &Value) -> Value {
    Term::ALL.iter().map(|term| (term.name(), answer[term.name()].clone())).collect()
}

async fn each_text_is_made_changed_and_taken_away(server: TestServer) {
    let sk = server.sk();
    let made = sk.issue(&invoice_with(each_text(Term::name, "prvé"))).await.expect(201);
    assert_eq!(texts_of(&made), each_text(Term::name, "prvé"));
    let id = made["id"].as_str().expect("an id");
    let same = sk.patch(id, json!({"dueDays": 30})).await.expect(200);
    assert_eq!(texts_of(&same), texts_of(&made), "what is not named stays");
    let changed = sk.patch(id, each_text(Term::member, "iné")).await.expect(200);
    assert_eq!(texts_of(&changed), each_text(Term::name, "iné"));
    assert_eq!(texts_of(&sk.invoice(id).await), texts_of(&changed));
    let line = &sk.history(id).await[0];
    assert_eq!(line["before"], texts_of(&made));
    assert_eq!(line["after"], texts_of(&changed));
    let none: Value = Term::ALL.iter().map(|term| (term.member(), "")).collect();
    let cleared = sk.patch(id, none).await.expect(200);
    assert_eq!(
        texts_of(&cleared),
        Term::ALL.iter().map(|t| (t.name(), Value::Null)).collect::<Value>()
    );
}

/// A contract with the customer of an invoice.
async fn a_contract(caller: &Caller, invoice: &Value) -> String {
    let body = json!({
        "customer_id": invoice["customer"]["id"], "interval": "yearly",
        "start_date": "2098-01-01", "name": "Licencia",
        "items": [{"description": "Licencia", "quantity": 1, "unit_price": 1, "vat_rate": 23}],
    });
    caller.post("/v1/agent/contracts", &body).await.created_id()
}

async fn wrong_edits_are_named_in_camel_case(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    for (body, named) in [
        (json!({}), vec![""]),
        (json!({"version": 1}), vec![""]),
        (json!({"version": "1"}), vec!["version"]),
        (json!({"issue_date": "2026-01-01"}), vec!["issue_date"]),
        (json!({"items": []}), vec!["items"]),
        (
            json!({"items": [{"description": "x", "quantity": 0, "unitPrice": "a", "vatRate": 7}]}),
            vec!["items[0].unitPrice", "items[0].vatRate", "items[0].quantity"],
        ),
        (json!({"dueDate": "2001-01-01"}), vec!["dueDate"]),
        (json!({"dueDays": 3, "dueDate": "2099-01-01"}), vec!["dueDate"]),
        (json!({"exchangeRate": "1.1"}), vec!["exchangeRate"]),
        (json!({"contractId": "x"}), vec!["contractId"]),
        (json!({"note": "x".repeat(2001)}), vec!["note"]),
    ] {
        let shown = body.to_string();
        let error = assert_error(&sk.patch(&id, body).await, 400, "VALIDATION_ERROR");
        let expected: Vec<_> =
            named.iter().map(|f| if f.is_empty() { "body" } else { *f }).collect();
        assert_eq!(fields(&error), expected, "{shown}");
    }
    let account = json!({"bankAccountId": "018f0000-0000-7000-8000-000000000001"});
    assert_error(&sk.patch(&id, account).await, 404, "NOT_FOUND");
    let contract = json!({"contractId": "018f0000-0000-7000-8000-000000000001"});
    let unknown = assert_error(&sk.patch(&id, contract).await, 404, "NOT_FOUND");
    assert_eq!(fields(&unknown), ["contractId"]);
    let foreign = server.sk_buyer();
    let theirs = foreign.issue(&invoice()).await.expect(201);
    let theirs = json!({"contractId": a_contract(&foreign, &theirs).await});
    assert_error(&sk.patch(&id, theirs).await, 404, "NOT_FOUND");
    assert_eq!(sk.invoice(&id).await["version"], 1);
}

async fn of_two_edits_with_one_version_one_wins(server: TestServer) {
    let sk = server.sk();
    for round in 0..8 {
        let id = sk.issue(&invoice()).await.created_id();
        let one = sk.patch(&id, json!({"version": 1, "note": "jeden"}));
        let other = sk.patch(&id, json!({"version": 1, "note": "druhý"}));
        let (one, other) = futures_util::future::join(one, other).await;
        let (won, lost) = if one.status == 200 { (one, other) } else { (other, one) };
        assert_error(&lost, 409, "CONFLICT");
        let kept = sk.invoice(&id).await;
        assert_eq!(won.expect(200)["note"], kept["note"], "{round}");
        assert_eq!(kept["version"], 2, "{round}");
    }
}

async fn edits_without_a_version_all_count(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let edits = (0..4).map(|n| sk.patch(&id, json!({"note": format!("poznámka {n}")})));
    let answers = futures_util::future::join_all(edits).await;
    let made = answers.iter().filter(|answer| answer.status == 200).count();
    for late in answers.iter().filter(|answer| answer.status != 200) {
        assert_error(late, 409, "CONFLICT");
    }
    assert_eq!(sk.invoice(&id).await["version"], made + 1);
    assert_eq!(sk.history(&id).await.len(), 1 + made, "and that it was issued");
}

async fn what_is_cancelled_archived_or_locked_is_not_edited(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    for hold in ["archive", "lock"] {
        let held = sk.ask(&id, hold).await.expect(200);
        assert!(held[if hold == "lock" { "locked_at" } else { "archived_at" }].is_string());
        assert_eq!(sk.ask(&id, hold).await.expect(200), held, "twice changes nothing");
        assert_error(&sk.patch(&id, json!({"note": "x"})).await, 409, "CONFLICT");
        assert_error(&sk.patch(&id, json!({"internalNote": "x"})).await, 409, "CONFLICT");
        assert_error(&sk.ask(&id, "cancel").await, 409, "CONFLICT");
        sk.take(&id, &format!("/{hold}")).await.expect(200);
    }
    pay(&sk, &id, "1").await.expect(201);
    assert_error(&sk.ask(&id, "cancel").await, 409, "CONFLICT");
    let payment = sk.invoice(&id).await["payments"][0]["id"].as_str().expect("an id").to_owned();
    sk.take(&id, &format!("/payments/{payment}")).await.expect(200);
    assert_error(&sk.take(&id, "").await, 409, "CONFLICT");
    let cancelled = sk.ask(&id, "cancel").await.expect(200);
    assert_eq!(cancelled["status"], "cancelled");
    assert!(cancelled["invoice_number"].is_string(), "it keeps its number");
    assert_error(&sk.ask(&id, "cancel").await, 409, "CONFLICT");
    assert_error(&sk.patch(&id, json!({"note": "x"})).await, 409, "CONFLICT");
    assert_error(&pay(&sk, &id, "1").await, 409, "CONFLICT");
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert!((400..500).contains(&sent.status), "{sent:?}");
}

async fn an_invoice_sent_live_takes_metadata_only(engine: Engine) {
    let settings = Settings { live_network: Some("sandbox".to_owned()), ..settings() };
    let server = engine.serve(settings).await;
    server.enroll_live().await;
    server.top_up(server.seeded.organizations.sk.org_id, 10).await;
    let sk = server.sk_live();
    let id = sk.issue(&invoice()).await.created_id();
    let sent = sk.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await.expect(200);
    sk.document_in(&sent["data"]["document_id"], "delivered").await;
    assert_eq!(sk.invoice(&id).await["status"], "sent");
    let refused = assert_error(&sk.patch(&id, json!({"note": "x"})).await, 409, "CONFLICT");
    let message = refused["error"]["message"].as_str().expect("a message");
    assert!(message.contains("Peppol") && message.contains("internalNote"), "{message}");
    let noted = sk.patch(&id, json!({"internalNote": "zaúčtované"})).await.expect(200);
    assert_eq!((&noted["internal_note"], &noted["status"]), (&json!("zaúčtované"), &json!("sent")));
    assert_error(&sk.ask(&id, "cancel").await, 409, "CONFLICT");
    let archive = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
    assert_eq!(archive.header("x-service-ubl-source"), "archive");
    let actions: Vec<_> = sk.history(&id).await.iter().map(|l| l["action"].clone()).collect();
    assert_eq!(actions, ["edited", "sent", "issued"]);
}

async fn a_recorded_invoice_takes_metadata_only(server: TestServer) {
    let sk = server.sk();
    let xml = sk.ubl("EXT-77").await;
    let data = sk.connector_data(&xml, json!({})).await;
    let id = data["invoice_id"].as_str().expect("an id");
    let noted = sk.patch(id, json!({"internalNote": "z ERP"})).await.expect(200);
    assert_eq!(noted["internal_note"], "z ERP");
    assert!(noted["items"].as_array().is_some_and(|items| !items.is_empty()), "{noted}");
    assert_eq!(sk.invoice(id).await["internal_note"], "z ERP");
    let refused = assert_error(&sk.patch(id, json!({"note": "x"})).await, 409, "CONFLICT");
    assert!(refused["error"]["message"].as_str().is_some_and(|m| m.contains("another system")));
    assert_error(&sk.take(id, "").await, 409, "CONFLICT");
    assert_error(&sk.ask(id, "issue").await, 409, "CONFLICT");
    sk.ask(id, "lock").await.expect(200);
}

async fn an_edit_never_undercuts_what_is_paid(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    pay(&sk, &id, "61.50").await.expect(201);
    let less = assert_error(
        &sk.patch(&id, json!({"items": [line("49.99")]})).await,
        400,
        "VALIDATION_ERROR",
    );
    assert_eq!(fields(&less), ["items"]);
    let paid = sk.patch(&id, json!({"items": [line("50")]})).await.expect(200);
    assert_eq!((&paid["status"], &paid["outstanding"]), (&json!("paid"), &json!("0.00")));
    let more = sk.patch(&id, json!({"items": [line("60")]})).await.expect(200);
    assert_eq!(
        (&more["status"], &more["outstanding"]),
        (&json!("partially_paid"), &json!("12.30"))
    );
}

async fn payments_and_edits_at_once_add_up(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    let payments = futures_util::future::join_all((0..16).map(|_| pay(&sk, &id, "7")));
    let edits = futures_util::future::join_all(
        (0..8).map(|n| sk.patch(&id, json!({"items": [line(&format!("{}", 40 + n))]}))),
    );
    let (payments, edits) = futures_util::future::join(payments, edits).await;
    for answer in payments.iter().chain(&edits) {
        *statuses.entry(answer.status).or_default() += 1;
        assert!([200, 201, 400, 409].contains(&answer.status), "{answer:?}");
    }
    let now = sk.invoice(&id).await;
    let cents = |value: &Value| -> i64 {
        value.as_str().expect("an amount").replace('.', "").parse().expect("cents")
    };
    let paid: i64 =
        now["payments"].as_array().expect("payments").iter().map(|p| cents(&p["amount"])).sum();
    assert_eq!(cents(&now["paid_amount"]), paid, "{statuses:?}");
    assert_eq!(cents(&now["outstanding"]), cents(&now["total"]) - paid, "{statuses:?}");
    assert!(cents(&now["outstanding"]) >= 0, "{statuses:?}");
}

async fn every_change_is_in_the_history(server: TestServer) {
    let sk = server.sk();
    let id = sk.issue(&invoice()).await.created_id();
    let [issued] = &sk.history(&id).await[..] else { panic!("one line") };
    assert_eq!((&issued["action"], &issued["version"]), (&json!("issued"), &json!(1)));
    sk.patch(&id, json!({"items": [line("10")], "note": "x"})).await.expect(200);
    pay(&sk, &id, "12.30").await.expect(201);
    for n in 0..25 {
        sk.patch(&id, json!({"internalNote": format!("{n}")})).await.expect(200);
    }
    let first = sk.get(&format!("/v1/agent/invoices/{id}/history")).await.expect(200);
    assert_eq!(
        (first["data"].as_array().map(Vec::len), &first["has_more"]),
        (Some(20), &json!(true))
    );
    let after = first["next_after"].as_str().expect("a cursor");
    let path = format!("/v1/agent/invoices/{id}/history?after={after}&limit=20");
    let last = sk.get(&path).await.expect(200);
    let lines = last["data"].as_array().expect("lines");
    assert_eq!((lines.len(), &last["has_more"]), (8, &json!(false)));
    let (paid, edited) = (&lines[5], &lines[6]);
    assert_eq!((&lines[7], &issued["key_id"]), (issued, &edited["key_id"]));
    assert_eq!((&edited["action"], &edited["version"]), (&json!("edited"), &json!(2)));
    assert_eq!(
        (&edited["before"]["total"], &edited["after"]["total"]),
        (&json!("123.00"), &json!("12.30"))
    );
    assert_eq!((&edited["before"]["note"], &edited["after"]["note"]), (&Value::Null, &json!("x")));
    assert!(edited["before"].get("customer").is_none(), "only what changed: {edited}");
    assert_eq!(
        (&paid["before"]["status"], &paid["after"]["status"]),
        (&json!("issued"), &json!("paid"))
    );
    assert!(paid["key_id"].is_string() && paid["key_id"] == edited["key_id"], "{paid}");
    assert_error(
        &sk.get(&format!("/v1/agent/invoices/{id}/history?limit=21")).await,
        400,
        "VALIDATION_ERROR",
    );
}

async fn changes_of_others_are_not_found(server: TestServer) {
    let (sk, other) = (server.sk(), server.sk_buyer());
    let id = sk.issue(&invoice()).await.created_id();
    let before = sk.invoice(&id).await;
    assert_error(&other.patch(&id, json!({"note": "x"})).await, 404, "NOT_FOUND");
    for what in ["issue", "submit", "approve", "return", "cancel", "archive", "lock"] {
        assert_error(&other.ask(&id, what).await, 404, "NOT_FOUND");
    }
    for what in ["", "/archive", "/lock"] {
        assert_error(&other.take(&id, what).await, 404, "NOT_FOUND");
    }
    assert_error(&other.get(&format!("/v1/agent/invoices/{id}/history")).await, 404, "NOT_FOUND");
    assert_eq!(sk.invoice(&id).await, before);
}
