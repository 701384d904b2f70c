//! What is no endpoint, and who may not have one.

use crate::support::*;
use crate::webhooks::deliveries::{ENDPOINTS, patch, post, register};
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};

on_both!(
    bad_endpoints_are_refused_with_what_is_wrong,
    bad_changes_and_paths_are_refused,
    the_twenty_first_endpoint_is_refused,
    keys_and_scopes_are_required,
    loopback_is_for_development,
    without_a_secrets_key_postgresql_says_so,
    webhooks_need_the_plan_pro,
);

async fn bad_endpoints_are_refused_with_what_is_wrong(server: TestServer) {
    let sk = server.sk();
    let good = "https://hooks.example.com/x";
    let paid = json!(["invoice.paid"]);
    let long_name = "e".repeat(10_000);
    let cases: Vec<(Value, &[&str])> = vec![
        (json!({}), &["url", "events"]),
        (json!([]), &["body"]),
        (json!({"url": null, "events": null}), &["url", "events"]),
        (json!({"url": 7, "events": paid}), &["url"]),
        (json!({"url": "", "events": paid}), &["url"]),
        (json!({"url": "http://hooks.example.com", "events": paid}), &["url"]),
        (json!({"url": "ftp://hooks.example.com", "events": paid}), &["url"]),
        (json!({"url": "https://user:pass@hooks.example.com", "events": paid}), &["url"]),
        (json!({"url": "https://user@hooks.example.com", "events": paid}), &["url"]),
        (json!({"url": "https://hooks.example.com:22/", "events": paid}), &["url"]),
        (json!({"url": "https://hooks.example.com:0/", "events": paid}), &["url"]),
        (json!({"url": "https://hooks.example.com/#x", "events": paid}), &["url"]),
        (json!({"url": "https://xn--pple-43d.com/", "events": paid}), &["url"]),
        (json!({"url": "https://аpple.com/", "events": paid}), &["url"]),
        (json!({"url": "https://10.0.0.1/", "events": paid}), &["url"]),
        (json!({"url": "https://169.254.169.254/", "events": paid}), &["url"]),
        (json!({"url": "https://[::ffff:10.0.0.1]/", "events": paid}), &["url"]),
        (json!({"url": "https://0x0a000001/", "events": paid}), &["url"]),
        (json!({"url": format!("https://h.example.com/{long_name}"), "events": paid}), &["url"]),
        (json!({"url": format!("https://{long_name}.com/"), "events": paid}), &["url"]),
        (json!({"url": good, "events": []}), &["events"]),
        (json!({"url": good, "events": "invoice.paid"}), &["events"]),
        (json!({"url": good, "events": ["invoice.*"]}), &["events[0]"]),
        (json!({"url": good, "events": ["invoice.paid", 1, "x"]}), &["events[1]", "events[2]"]),
        (json!({"url": good, "events": ["participant.failed"]}), &["events[0]"]),
        (json!({"url": good, "events": [long_name]}), &["events[0]"]),
        (json!({"url": good, "events": vec!["invoice.paid"; 101]}), &["events"]),
        (json!({"url": good, "events": paid, "orgId": "x", "secret": "y"}), &["orgId", "secret"]),
    ];
    for (body, expected) in cases {
        let answer = post(&sk, ENDPOINTS, &body).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        let mut found = fields(&error);
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}", &body.to_string()[..body.to_string().len().min(200)]);
        assert!(answer.bytes.len() < 2_000, "an answer of bounded length");
    }
    for bytes in [&b"{"[..], b"", b"nul", b"\xff"] {
        let answer = sk.send(Method::POST, ENDPOINTS, bytes.to_vec()).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    assert_eq!(sk.get(ENDPOINTS).await.expect(200)["data"], json!([]), "none was kept");
}

async fn bad_changes_and_paths_are_refused(server: TestServer) {
    let sk = server.sk();
    let (endpoint, _) = register(&sk, "https://hooks.example.com/x", &["invoice.paid"]).await;
    let before = sk.get(&endpoint).await.expect(200);
    for (body, field) in [
        (json!({}), "body"),
        (json!({"url": "http://10.0.0.1/"}), "url"),
        (json!({"events": []}), "events"),
        (json!({"enabled": "yes"}), "enabled"),
        (json!({"id": "x", "enabled": false}), "id"),
    ] {
        let error = assert_error(&patch(&sk, &endpoint, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), [field], "{body}");
    }
    assert_eq!(sk.get(&endpoint).await.expect(200), before);
    for path in ["/x", "/00000000-0000-4000-8000-000000000000"] {
        assert_error(&sk.get(&format!("{ENDPOINTS}{path}")).await, 404, "NOT_FOUND");
        let path = format!("{endpoint}/deliveries{path}");
        assert_error(&sk.get(&path).await, 404, "NOT_FOUND");
        let path = format!("{path}/redeliver");
        assert_error(&post(&sk, &path, &json!({})).await, 404, "NOT_FOUND");
    }
    for query in ["state=gone", "event=invoice.*", "limit=0", "after=x", "colour=red"] {
        let answer = sk.get(&format!("{endpoint}/deliveries?{query}")).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    let put = sk.send(Method::PUT, &endpoint, Vec::new()).await;
    assert_error(&put, 405, "METHOD_NOT_ALLOWED");
}

async fn the_twenty_first_endpoint_is_refused(server: TestServer) {
    let sk = server.sk();
    let body = json!({"url": "https://hooks.example.com/x", "events": ["invoice.paid"]});
    for _ in 0..16 {
        post(&sk, ENDPOINTS, &body).await.expect(201);
    }
    // the last ones all at once
    let tries = (0..12).map(|_| post(&sk, ENDPOINTS, &body));
    let answers = futures_util::future::join_all(tries).await;
    let count = |status| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(201), count(409)), (4, 8));
    assert_error(&post(&sk, ENDPOINTS, &body).await, 409, "CONFLICT");
    assert_eq!(sk.get(ENDPOINTS).await.expect(200)["data"].as_array().map(Vec::len), Some(20));
    post(&server.sk_buyer(), ENDPOINTS, &body).await.expect(201);
}

async fn keys_and_scopes_are_required(server: TestServer) {
    let sk = server.sk();
    for path in [ENDPOINTS, "/v1/agent/events"] {
        let answer = sk.clone().with_key(None).get(path).await;
        assert_error(&answer, 401, "UNAUTHORIZED");
    }
    assert_error(&sk.get("/v1/agent/events").await, 403, "FORBIDDEN");
    let other =
        server.sk_buyer().acting_for(Some(&server.seeded.organizations.sk.org_id.to_string()));
    assert_error(&other.get(ENDPOINTS).await, 403, "FORBIDDEN");
    for path in ["/v1/partner/webhooks", "/v1/partner", "/v1/partner/x/y"] {
        for caller in [sk.clone(), server.demo_partner(), sk.clone().with_key(None)] {
            assert_error(&caller.get(path).await, 401, "UNAUTHORIZED");
            assert_error(&post(&caller, path, &json!({})).await, 401, "UNAUTHORIZED");
        }
    }
}

async fn loopback_is_for_development(engine: Engine) {
    let settings = Settings { webhook_allow_loopback: None, ..settings() };
    let server = engine.serve(settings).await;
    for url in
        ["https://localhost/x", "https://127.0.0.1/x", "https://[::1]/x", "http://127.0.0.1:9/x"]
    {
        let body = json!({"url": url, "events": ["invoice.paid"]});
        let answer = post(&server.sk(), ENDPOINTS, &body).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
}

async fn without_a_secrets_key_postgresql_says_so(engine: Engine) {
    let settings = Settings { secrets_key: None, ..settings() };
    let server = engine.serve(settings).await;
    let body = json!({"url": "https://hooks.example.com/x", "events": ["invoice.paid"]});
    let answer = post(&server.sk(), ENDPOINTS, &body).await;
    if server.is_postgres() {
        let error = assert_error(&answer, 503, "SERVICE_UNAVAILABLE");
        assert!(error.to_string().contains("BILLHOOK_SECRETS_KEY"), "{error}");
        // no time makes it right
        assert!(!answer.headers.contains_key("retry-after"), "{answer:?}");
    } else {
        answer.expect(201);
    }
}

async fn webhooks_need_the_plan_pro(server: TestServer) {
    let partner = server.demo_partner();
    let body = json!({"name": "Nová firma s. r. o.", "ico": "59999999"});
    let made = post(&partner, "/v1/agent/organizations", &body).await.expect(201);
    let new = partner.acting_for(made["data"]["org_id"].as_str());
    let good = json!({"url": "https://hooks.example.com/x", "events": ["invoice.paid"]});
    // the plan is said before anything that is wrong with the request
    for body in [good, json!({"url": 7, "events": "x"})] {
        let error =
            assert_error(&post(&new, ENDPOINTS, &body).await, 403, "PLAN_FEATURE_UNAVAILABLE");
        assert!(error.to_string().contains("pro"), "{error}");
    }
    assert_eq!(new.get(ENDPOINTS).await.expect(200)["data"], json!([]));
}
