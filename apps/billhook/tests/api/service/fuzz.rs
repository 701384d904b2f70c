//! No body gives a 500: random JSON, and the right body with random changes, over real HTTP.

use crate::support::*;
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};
use reqwest::Method;
use serde_json::{Value, json};

on_both!(no_body_gives_a_500, no_query_gives_a_500,);

const CASES: usize = 400;

/// Any JSON, with the names and values of the API likelier than others.
fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[\\x00-\\x7f]{0,12}",
        "[0-9.eE+-]{1,40}",
        Just("2026-11-21".to_owned()),
        Just("e7a0e7a6-8a3c-4b7e-9d39-6d8c6a1f4b11".to_owned()),
        Just("x".repeat(3_000)),
        proptest::sample::select(vec!["EUR", "USD", "invoice", "proforma", "export_goods", "SK"])
            .prop_map(str::to_owned),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(name(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn name() -> impl Strategy<Value = String> {
    use agent_requests::{CustomerBody, InvoiceCreate, ItemBody};
    let known = [InvoiceCreate::FIELDS, ItemBody::FIELDS, CustomerBody::FIELDS].concat();
    let known = known.iter();
    let known: Vec<String> = known.map(|name| (*name).to_owned()).collect();
    prop_oneof![8 => proptest::sample::select(known), 1 => any::<String>()]
}

/// The right body with some members replaced by anything.
fn changed_body() -> impl Strategy<Value = Value> {
    let place = prop_oneof![Just(""), Just("items"), Just("customer"), Just("delivery_address")];
    prop::collection::vec((place, name(), any_json()), 1..4).prop_map(|changes| {
        let mut body = invoice();
        for (place, name, value) in changes {
            let target = match place {
                "items" => body.pointer_mut("/items/0"),
                "" => Some(&mut body),
                "customer" => body.pointer_mut("/customer"),
                other => {
                    body[other] = json!({"street": "A", "city": "B", "zip": "1", "country": "AT"});
                    body.pointer_mut("/delivery_address")
                }
            };
            if let Some(members) = target.and_then(Value::as_object_mut) {
                members.insert(name, value);
            }
        }
        body
    })
}

fn bodies() -> Vec<Vec<u8>> {
    let mut runner = TestRunner::new(Config::default());
    let mut sample = |strategy: BoxedStrategy<Vec<u8>>| {
        strategy.new_tree(&mut runner).expect("a value").current()
    };
    let text = |value: Value| value.to_string().into_bytes();
    (0..CASES)
        .map(|i| match i % 4 {
            0 => sample(any_json().prop_map(text).boxed()),
            1 => sample(prop::collection::vec(any::<u8>(), 0..200).boxed()),
            _ => sample(changed_body().prop_map(text).boxed()),
        })
        .collect()
}

async fn no_body_gives_a_500(server: TestServer) {
    let sk = server.sk();
    for body in bodies() {
        let answer = sk.send(Method::POST, "/v1/agent/invoices", body.clone()).await;
        let shown = || String::from_utf8_lossy(&body).into_owned();
        match answer.status {
            201 => {}
            400 => drop(assert_error(&answer, 400, code(&answer))),
            404 => drop(assert_error(&answer, 404, "NOT_FOUND")),
            409 => drop(assert_error(&answer, 409, "CONFLICT")),
            other => panic!("{other} for {}", shown()),
        }
        if answer.status == 201 {
            let id = answer.created_id();
            let xml = sk.get(&format!("/v1/agent/invoices/{id}/xml")).await;
            // a draft has no number to write
            let is_draft = answer.json()["status"] == "draft";
            assert_eq!(xml.status, if is_draft { 400 } else { 200 }, "{}", shown());
        }
    }
}

fn code(answer: &Answer) -> &'static str {
    match answer.json()["error"]["code"].as_str() {
        Some("BANK_ACCOUNT_CURRENCY_MISMATCH") => "BANK_ACCOUNT_CURRENCY_MISMATCH",
        _ => "VALIDATION_ERROR",
    }
}

async fn no_query_gives_a_500(server: TestServer) {
    let sk = server.sk();
    let mut runner = TestRunner::new(Config::default());
    let names = ["after", "limit", "status", "number", "issue_date_from", "customer_id", "name"];
    let query = (proptest::sample::select(names.to_vec()), "[ -~]{0,40}");
    for _ in 0..CASES / 4 {
        let (name, value) = query.new_tree(&mut runner).expect("a value").current();
        let value: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for path in ["/v1/agent/invoices", "/v1/agent/customers"] {
            let answer = sk.get(&format!("{path}?{name}={value}")).await;
            assert!([200, 400].contains(&answer.status), "{path}?{name}={value}: {answer:?}");
        }
    }
}
