//! Contracts: recurring invoices over the interface.

use crate::{
    invoicing::invoice_changes::{each_text, texts_of},
    support::*,
};
use invoicing::terms::Term;
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

on_both!(
    a_contract_is_made_read_changed_and_cancelled,
    a_period_is_issued_on_its_day_once,
    each_text_is_on_its_invoices,
    what_cannot_be_issued_is_shown_and_tried_again,
    what_is_wrong_with_a_contract_is_said,
    contracts_of_others_are_not_found,
    a_test_key_does_not_see_what_a_live_key_made,
);

const CONTRACTS: &str = "/v1/agent/contracts";

async fn a_customer(caller: &Caller) -> String {
    caller.post("/v1/agent/customers", &customer()).await.created_id()
}

/// The day in so many days.
fn in_days(days: i64) -> String {
    (service_day::date(OffsetDateTime::now_utc()) + Duration::days(days)).to_string()
}

/// Yearly, first due in three days.
fn body(customer: &str, changes: Value) -> Value {
    let mut body = json!({
        "customer_id": customer,
        "items": [{"description": "Licencia {year}", "quantity": 1, "unit_price": 100, "vat_rate": 23}],
        "interval": "yearly",
        "start_date": in_days(3),
        "name": "Licencia",
    });
    let (Some(known), Some(changes)) = (body.as_object_mut(), changes.as_object()) else {
        panic!("objects")
    };
    known.extend(changes.clone());
    body
}

async fn make(caller: &Caller, changes: Value) -> String {
    let customer = a_customer(caller).await;
    caller.post(CONTRACTS, &body(&customer, changes)).await.created_id()
}

fn at(id: &str, what: &str) -> String {
    format!("{CONTRACTS}/{id}{what}")
}

async fn patch(caller: &Caller, id: &str, change: Value) -> Answer {
    caller.send(Method::PATCH, &at(id, ""), change.to_string().into_bytes()).await
}

async fn a_contract_is_made_read_changed_and_cancelled(server: TestServer) {
    let sk = server.sk();
    let customer = a_customer(&sk).await;
    let body = body(&customer, json!({"note": "Za {period}"}));
    let once = sk.clone().once("c-1");
    let made = once.post(CONTRACTS, &body).await.expect(201);
    assert_eq!(once.post(CONTRACTS, &body).await.expect(201), made, "once for a key");
    let id = made["id"].as_str().expect("an id");
    assert_eq!(sk.get(&at(id, "")).await.expect(200), made);
    assert_eq!((&made["status"], &made["mode"]), (&json!("active"), &json!("test")));
    assert_eq!(made["next"]["due_on"], json!(in_days(3)));
    assert_eq!(made["items"][0]["description"], "Licencia {year}", "as it was written");

    let preview = sk.get(&at(id, "/preview")).await.expect(200);
    let invoice = &preview["invoice"];
    assert_eq!(invoice["items"][0]["description"], format!("Licencia {}", &in_days(3)[..4]));
    assert_eq!((&invoice["total"], &preview["problem"]), (&json!("123.00"), &Value::Null));

    let changed = patch(&sk, id, json!({"version": 1, "due_days": 5})).await.expect(200);
    assert_eq!((&changed["version"], &changed["due_days"]), (&json!(2), &json!(5)));
    let stale = patch(&sk, id, json!({"version": 1, "due_days": 6})).await;
    assert_error(&stale, 409, "CONFLICT");
    let nothing = patch(&sk, id, json!({"version": 2})).await;
    assert_error(&nothing, 400, "VALIDATION_ERROR");
    let ends = patch(&sk, id, json!({"end_date": in_days(900)})).await.expect(200);
    assert_eq!(ends["end_date"], json!(in_days(900)));
    assert_eq!(patch(&sk, id, json!({"end_date": ""})).await.expect(200)["end_date"], Value::Null);

    let paused = sk.send(Method::POST, &at(id, "/pause"), Vec::new()).await.expect(200);
    assert_eq!(paused["status"], "paused");
    let listed = sk.get("/v1/agent/contracts?status=paused").await.expect(200);
    assert_eq!(listed["data"], json!([paused]));
    let active = sk.get("/v1/agent/contracts?status=active&problem=false").await.expect(200);
    assert_eq!(active["data"], json!([]));
    let on = sk.post(&at(id, "/resume"), &json!({"missed": "issue"})).await.expect(200);
    assert_eq!(on["status"], "active");
    for _ in 0..2 {
        assert_eq!(sk.send(Method::DELETE, &at(id, ""), Vec::new()).await.status, 204);
    }
    assert_eq!(sk.get(&at(id, "")).await.expect(200)["status"], "cancelled");
    assert_eq!(sk.get(&at(id, "/preview")).await.expect(200)["next"], Value::Null);
    assert_error(&patch(&sk, id, json!({"due_days": 7})).await, 409, "CONFLICT");
}

/// The invoices of a contract, once there are so many.
async fn invoices(caller: &Caller, id: &str, count: usize) -> Vec<Value> {
    eventually("the contract's invoices are issued", || async {
        let list = caller.get(&at(id, "/invoices")).await.expect(200);
        let rows = list["data"].as_array().expect("a list").clone();
        (rows.len() >= count).then_some(rows)
    })
    .await
}

/// A server that was down for more than a year, then one whose clock is set back.
async fn a_period_is_issued_on_its_day_once(server: TestServer) {
    let sk = server.sk();
    let id = make(&sk, json!({"send": "peppol"})).await;
    let later = server.at_time(OffsetDateTime::now_utc() + Duration::days(400));
    let there = sk.clone().at(&later.base_url);
    let rows = invoices(&there, &id, 2).await;
    assert_eq!(rows.len(), 2);
    let years: Vec<_> = rows.iter().map(|row| row["period_start"].clone()).collect();
    assert_eq!(years[1], json!(in_days(3)), "the newest first");
    let invoice = rows[0]["invoice_id"].as_str().expect("an id");
    let invoice = there.get(&format!("/v1/agent/invoices/{invoice}")).await.expect(200);
    assert_eq!((&invoice["contract_id"], &invoice["total"]), (&json!(id), &json!("123.00")));
    assert_eq!(invoice["issue_date"], json!(in_days(400)), "of the day of issue");
    assert_eq!(rows[0]["invoice_number"], invoice["invoice_number"]);
    eventually("both are on their way", || async {
        let rows = invoices(&there, &id, 2).await;
        rows.iter().all(|row| row["send"]["state"] == "queued").then_some(())
    })
    .await;
    drop(later);
    // a contract that is due shows that the job has run
    let next = make(&sk, json!({"start_date": in_days(300)})).await;
    let back = server.at_time(OffsetDateTime::now_utc() + Duration::days(300));
    invoices(&sk.clone().at(&back.base_url), &next, 1).await;
    assert_eq!(invoices(&sk, &id, 2).await.len(), 2, "none is issued again");
}

/// With its placeholders filled; a change counts from the next one.
async fn each_text_is_on_its_invoices(server: TestServer) {
    let sk = server.sk();
    let id = make(&sk, each_text(Term::name, "{year}")).await;
    let made = sk.get(&at(&id, "")).await.expect(200);
    assert_eq!(texts_of(&made), each_text(Term::name, "{year}"));
    let changed = patch(&sk, &id, each_text(Term::name, "za {year}")).await.expect(200);
    assert_eq!(texts_of(&changed), each_text(Term::name, "za {year}"));
    let later = server.at_time(OffsetDateTime::now_utc() + Duration::days(5));
    let there = sk.clone().at(&later.base_url);
    let rows = invoices(&there, &id, 1).await;
    let issued = rows[0]["invoice_id"].as_str().expect("an id");
    let issued = there.get(&format!("/v1/agent/invoices/{issued}")).await.expect(200);
    let year = format!("za {}", &in_days(3)[..4]);
    assert_eq!(texts_of(&issued), each_text(Term::name, &year));
}

async fn what_cannot_be_issued_is_shown_and_tried_again(server: TestServer) {
    let sk = server.sk();
    let id = make(&sk, json!({})).await;
    let contract = sk.get(&at(&id, "")).await.expect(200);
    let customer = contract["customer_id"].as_str().expect("an id");
    let path = format!("/v1/agent/customers/{customer}");
    assert_eq!(sk.send(Method::DELETE, &path, Vec::new()).await.status, 204);
    let later = server.at_time(OffsetDateTime::now_utc() + Duration::days(4));
    let there = sk.clone().at(&later.base_url);
    let stuck = eventually("the problem is shown", || async {
        let list = there.get("/v1/agent/contracts?problem=true").await.expect(200);
        list["data"].get(0).cloned()
    })
    .await;
    assert_eq!((&stuck["id"], &stuck["problem"]["code"]), (&json!(id), &json!("customer_retired")));
    assert_eq!(stuck["problem"]["attempts"], 1);
    let preview = there.get(&at(&id, "/preview")).await.expect(200);
    assert_eq!(
        (&preview["invoice"], &preview["problem"]["code"]),
        (&Value::Null, &json!("customer_retired"))
    );
    let resumed = there.send(Method::POST, &at(&id, "/resume"), Vec::new()).await.expect(200);
    assert_eq!(resumed["problem"], Value::Null, "it is tried at once");
}

async fn what_is_wrong_with_a_contract_is_said(server: TestServer) {
    let sk = server.sk();
    let customer = a_customer(&sk).await;
    for (change, field) in [
        (json!({"interval": "weekly"}), "interval"),
        (json!({"start_date": "2026-02-30"}), "start_date"),
        (json!({"day_of_month": 32}), "day_of_month"),
        (json!({"day_of_month": 1.5}), "day_of_month"),
        (json!({"billing": "later"}), "billing"),
        (json!({"send": "mail"}), "send"),
        (json!({"end_date": "2001-01-01"}), "end_date"),
        (json!({"items": []}), "items"),
        (
            json!({"items": [{"description": "{mes}", "quantity": 1, "unit_price": 1, "vat_rate": 23}]}),
            "items[0].description",
        ),
        (
            json!({"items": [{"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 20}]}),
            "items[0].vat_rate",
        ),
        (json!({"customer": {"name": "A"}}), "customer"),
        (json!({"due_days": 400}), "due_days"),
        (json!({"currency": "XXX"}), "currency"),
    ] {
        let answer = sk.post(CONTRACTS, &body(&customer, change.clone())).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{change}");
    }
    let nobody = sk.post(CONTRACTS, &body(&uuid::Uuid::nil().to_string(), json!({}))).await;
    assert_error(&nobody, 404, "NOT_FOUND");
    for body in ["", "[]", "{", "{\"interval\":{}}"] {
        let answer = sk.send(Method::POST, CONTRACTS, body.as_bytes().to_vec()).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    let id = make(&sk, json!({})).await;
    let wrong = sk.post(&at(&id, "/resume"), &json!({"missed": "some"})).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["missed"]);
    let wrong = patch(&sk, &id, json!({"interval": "monthly"})).await;
    assert_eq!(fields(&assert_error(&wrong, 400, "VALIDATION_ERROR")), ["interval"]);
}

/// Every operation on one contract, by somebody who must not find it.
async fn not_there(caller: &Caller, id: &str) {
    for what in ["", "/preview", "/invoices"] {
        assert_error(&caller.get(&at(id, what)).await, 404, "NOT_FOUND");
    }
    for what in ["/pause", "/resume"] {
        let answer = caller.send(Method::POST, &at(id, what), Vec::new()).await;
        assert_error(&answer, 404, "NOT_FOUND");
    }
    assert_error(&patch(caller, id, json!({"name": "x"})).await, 404, "NOT_FOUND");
    let gone = caller.send(Method::DELETE, &at(id, ""), Vec::new()).await;
    assert_error(&gone, 404, "NOT_FOUND");
    let list = caller.get(CONTRACTS).await.expect(200);
    assert_eq!(list["data"], json!([]));
}

async fn contracts_of_others_are_not_found(server: TestServer) {
    let id = make(&server.sk(), json!({})).await;
    not_there(&server.sk_buyer(), &id).await;
    let theirs = a_customer(&server.sk_buyer()).await;
    let foreign = server.sk().post(CONTRACTS, &body(&theirs, json!({}))).await;
    assert_error(&foreign, 404, "NOT_FOUND");
}

async fn a_test_key_does_not_see_what_a_live_key_made(server: TestServer) {
    let (test, key) = (server.sk(), &server.seeded.organizations.sk.live_key);
    let live = test.clone().with_key(Some(key));
    let id = make(&live, json!({})).await;
    not_there(&test, &id).await;
    let mine = make(&test, json!({})).await;
    let seen = live.get(CONTRACTS).await.expect(200);
    let ids: Vec<_> = seen["data"].as_array().expect("a list").iter().map(|c| &c["id"]).collect();
    assert_eq!(ids, [&json!(mine), &json!(id)], "the invoices are the organization's");
    assert_eq!(seen["data"][1]["mode"], "live");
}
