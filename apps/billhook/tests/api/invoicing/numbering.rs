//! Numbers: gapless, never twice, under concurrency, over servers and beside numbers set by hand.

use crate::support::*;
use reqwest::Method;
use serde_json::{Value, json};

on_both!(
    concurrent_requests_leave_no_gap_and_no_double,
    a_number_set_by_hand_is_kept_and_skipped,
    the_variable_symbol_is_the_last_ten_digits,
    a_series_can_be_given_another_form,
    the_rate_limit_counts_over_all_servers,
);

fn number(body: &Value) -> String {
    body["invoice_number"].as_str().expect("a number").to_owned()
}

async fn concurrent_requests_leave_no_gap_and_no_double(server: TestServer) {
    let other = server.is_postgres().then(|| server.another());
    let sk = server.sk();
    let at = |i: usize| match &other {
        Some(other) if i % 2 == 1 => sk.clone().at(&other.base_url),
        _ => sk.clone(),
    };
    let requests = (0..60).map(|i| {
        let caller = at(i);
        // every third request is refused: it must not draw a number
        let body = if i % 3 == 2 { invoice_with(json!({"due_days": 400})) } else { invoice() };
        async move { caller.issue(&body).await }
    });
    let answers = futures_util::future::join_all(requests).await;
    let mut numbers: Vec<_> =
        answers.iter().filter(|a| a.status == 201).map(|a| number(&a.json())).collect();
    numbers.sort();
    let prefix = numbers[0][..numbers[0].len() - 4].to_owned();
    let expected: Vec<_> = (1..=40).map(|i| format!("{prefix}{i:04}")).collect();
    assert_eq!(numbers, expected);
}

async fn a_number_set_by_hand_is_kept_and_skipped(server: TestServer) {
    let sk = server.sk();
    let first = number(&sk.issue(&invoice()).await.expect(201));
    let third = first.replace("0001", "0003");
    let own = sk.issue(&invoice_with(json!({"invoice_number": third}))).await.expect(201);
    assert_eq!(number(&own), third);
    assert_eq!(
        own["variable_symbol"],
        json!(third.trim_start_matches(|c: char| !c.is_ascii_digit()))
    );
    assert_eq!(number(&sk.issue(&invoice()).await.expect(201)), first.replace("0001", "0002"));
    assert_eq!(number(&sk.issue(&invoice()).await.expect(201)), first.replace("0001", "0004"));
    let taken = sk.issue(&invoice_with(json!({"invoice_number": third}))).await;
    assert_error(&taken, 409, "CONFLICT");
    let elsewhere = server.sk_buyer().issue(&invoice_with(json!({"invoice_number": third}))).await;
    assert_eq!(number(&elsewhere.expect(201)), third);
}

async fn the_variable_symbol_is_the_last_ten_digits(server: TestServer) {
    let request = invoice_with(json!({"invoice_number": "A-12/3456/789012"}));
    let body = server.sk().issue(&request).await.expect(201);
    assert_eq!(body["variable_symbol"], "3456789012");
}

async fn a_series_can_be_given_another_form(server: TestServer) {
    let sk = server.sk();
    let form = json!({"prefix": "2/", "year": "two", "width": 6}).to_string().into_bytes();
    let path = "/v1/agent/number-series/invoice";
    let set = sk.send(Method::PUT, path, form).await.expect(200);
    let body = sk.issue(&invoice()).await.expect(201);
    assert_eq!(body["invoice_number"], set["example"]);
    assert!(number(&body).starts_with("2/") && number(&body).ends_with("000001"), "{body}");
    let listed = sk.get("/v1/agent/number-series").await.expect(200);
    assert_eq!(listed["data"].as_array().map(Vec::len), Some(6));
    let wrong = json!({"prefix": "<", "year": "three", "width": 99}).to_string().into_bytes();
    let answer = sk.send(Method::PUT, path, wrong).await;
    assert_error(&answer, 400, "VALIDATION_ERROR");
    let answer = sk.send(Method::PUT, "/v1/agent/number-series/receipt", Vec::new()).await;
    assert_error(&answer, 404, "NOT_FOUND");
}

async fn the_rate_limit_counts_over_all_servers(engine: Engine) {
    let mut settings = settings();
    settings.invoice_rate_per_minute = Some(5);
    let server = engine.serve(settings).await;
    let other = server.is_postgres().then(|| server.another());
    let sk = server.sk();
    let elsewhere = other.as_ref().map(|other| sk.clone().at(&other.base_url));
    for i in 0..5 {
        let caller = elsewhere.as_ref().filter(|_| i % 2 == 1).unwrap_or(&sk);
        caller.issue(&invoice()).await.expect(201);
    }
    let limited = elsewhere.as_ref().unwrap_or(&sk).issue(&invoice()).await;
    assert_error(&limited, 429, "RATE_LIMITED");
    let wait: u32 = limited.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    server.sk_buyer().issue(&invoice()).await.expect(201);
    assert_eq!(sk.get("/v1/agent/invoices").await.status, 200, "reading is not limited");
}
