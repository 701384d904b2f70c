//! Tokens: issued, renewed, expired, revoked; clients that are locked.

use super::program::*;
use crate::support::*;
use serde_json::{Value, json};
use std::time::Instant;
use time::{Duration, OffsetDateTime};

on_both!(
    a_token_ends_after_fifteen_minutes_and_is_renewed,
    a_refresh_token_that_comes_twice_ends_all,
    a_revoked_token_is_refused,
    a_client_that_fails_five_times_is_locked,
    a_client_is_locked_where_it_failed,
    a_token_ends_with_its_client,
    a_token_does_what_its_scopes_allow,
    a_token_of_another_kind_is_refused,
    a_token_s_status_says_when_to_renew,
    unknown_tokens_are_limited_by_address,
);

fn after(duration: Duration) -> OffsetDateTime {
    OffsetDateTime::now_utc() + duration
}

async fn a_token_ends_after_fifteen_minutes_and_is_renewed(server: TestServer) {
    let mut program = Program::of(&server.sk(), &server.base_url, SK).await;
    let first = program.authenticate().await;
    assert_eq!(first.header("cache-control"), "no-store");
    let first = first.expect(200);
    assert_eq!((&first["expires_in"], &first["token_type"]), (&json!(900), &json!("Bearer")));
    assert_eq!(first["refresh_expires_in"], 30 * 24 * 3600);
    let later = server.at_time(after(Duration::minutes(16)));
    let mut there = program.clone().at(&later.base_url);
    assert_sapi_error(&there.get("/document/receive").await, 401, "EXPIRED_TOKEN");
    let renewed = there.renew().await.expect(200);
    there.take(&renewed);
    there.get("/document/receive").await.expect(200);
    assert_ne!(renewed["refresh_token"], json!(program.refresh));
    program.take(&first);
    let month = server.at_time(after(Duration::hours(30 * 24 + 1)));
    assert_sapi_error(&program.at(&month.base_url).renew().await, 401, "EXPIRED_TOKEN");
}

async fn a_refresh_token_that_comes_twice_ends_all(server: TestServer) {
    let program = Program::of(&server.sk(), &server.base_url, SK).await;
    let mut renewed = program.clone();
    renewed.take(&program.renew().await.expect(200));
    program.get("/document/receive").await.expect(200);
    assert_sapi_error(&program.renew().await, 401, "REVOKED_TOKEN");
    for holder in [&program, &renewed] {
        assert_sapi_error(&holder.get("/document/receive").await, 401, "REVOKED_TOKEN");
        assert_sapi_error(&holder.renew().await, 401, "REVOKED_TOKEN");
    }
    program.authenticate().await.expect(200);
}

async fn a_revoked_token_is_refused(server: TestServer) {
    let program = Program::of(&server.sk(), &server.base_url, SK).await;
    let revoke = async |token: &str| {
        program.post("/auth/revoke", &json!({"token": token})).await.expect(200)
    };
    revoke("of somebody else").await;
    program.get("/document/receive").await.expect(200);
    revoke(&program.refresh).await;
    revoke(&program.refresh).await;
    assert_sapi_error(&program.get("/document/receive").await, 401, "REVOKED_TOKEN");
    assert_sapi_error(&program.renew().await, 401, "REVOKED_TOKEN");
    assert_sapi_error(&program.get("/auth/token/status").await, 401, "REVOKED_TOKEN");
}

async fn a_client_that_fails_five_times_is_locked(server: TestServer) {
    let program = Program::of(&server.sk(), &server.base_url, SK).await;
    let other = Program::of(&server.sk(), &server.base_url, SK).await;
    let mut wrong = program.clone();
    wrong.credentials["client_secret"] = other.credentials["client_secret"].clone();
    for _ in 1..5 {
        assert_sapi_error(&wrong.authenticate().await, 401, "SAPI-AUTH-001");
    }
    // one that succeeds starts the count again
    program.authenticate().await.expect(200);
    wrong.credentials["client_secret"] = json!("no secret at all");
    for _ in 1..5 {
        assert_sapi_error(&wrong.authenticate().await, 401, "SAPI-AUTH-001");
    }
    for client in [&wrong, &program] {
        let answer = client.authenticate().await;
        let error = assert_sapi_error(&answer, 423, "CLIENT_LOCKED");
        assert_eq!(error["error"]["retryable"], true);
        let seconds: i64 = answer.header("retry-after").parse().expect("seconds");
        assert!((500..=600).contains(&seconds), "{seconds}");
    }
    // its tokens go on, and so do other clients
    program.get("/document/receive").await.expect(200);
    other.authenticate().await.expect(200);
    let later = server.at_time(after(Duration::minutes(11)));
    program.at(&later.base_url).authenticate().await.expect(200);
    for id in [json!("acme"), json!(uuid::Uuid::now_v7())] {
        wrong.credentials["client_id"] = id;
        for _ in 0..6 {
            assert_sapi_error(&wrong.authenticate().await, 401, "SAPI-AUTH-001");
        }
    }
}

/// Who knows the id of a client, which is no secret, keeps it out nowhere but where they are themselves.
async fn a_client_is_locked_where_it_failed(server: TestServer) {
    let behind_a_proxy = server.standing(|app| {
        app.config.client_address_header = Some("X-Forwarded-For".into());
    });
    let program = Program::of(&server.sk(), &behind_a_proxy.base_url, SK).await;
    let from = async |address: &str, secret: Option<&str>| {
        let mut credentials = program.credentials.clone();
        if let Some(secret) = secret {
            credentials["client_secret"] = json!(secret);
        }
        let headers = [("X-Forwarded-For", address.to_owned())];
        let body = credentials.to_string().into_bytes();
        program.call(reqwest::Method::POST, "/auth/token", &headers, Some(body)).await.status
    };
    assert_eq!(from("192.0.2.1", None).await, 200);
    for _ in 1..5 {
        assert_eq!(from("192.0.2.2", Some("a guess")).await, 401);
    }
    assert_eq!(from("192.0.2.2", Some("a guess")).await, 423);
    assert_eq!(from("192.0.2.2", None).await, 423, "the right one, where others failed");
    for address in ["192.0.2.1", "192.0.2.3", "2001:db8::1"] {
        assert_eq!(from(address, None).await, 200, "{address}");
    }
    // a lock elsewhere counts nothing here: four guesses and the right one
    for _ in 1..5 {
        assert_eq!(from("192.0.2.1", Some("a guess")).await, 401);
    }
    assert_eq!(from("192.0.2.1", None).await, 200);
}

async fn a_token_ends_with_its_client(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let path = format!("/v1/agent/keys/{}", program.credentials["client_id"].as_str().expect("id"));
    let revoked = sk.send(reqwest::Method::DELETE, &path, Vec::new()).await;
    assert_eq!(revoked.status, 204);
    assert_sapi_error(&program.get("/document/receive").await, 401, "REVOKED_TOKEN");
    assert_sapi_error(&program.renew().await, 401, "REVOKED_TOKEN");
    assert_sapi_error(&program.authenticate().await, 401, "SAPI-AUTH-001");
    // a partner's key is no client
    let partner = server.demo_partner().post("/v1/agent/keys", &json!({})).await.expect(201);
    let mut stranger = program.clone();
    stranger.credentials["client_id"] = partner["id"].clone();
    stranger.credentials["client_secret"] = partner["key"].clone();
    assert_sapi_error(&stranger.authenticate().await, 401, "SAPI-AUTH-001");
}

async fn a_token_does_what_its_scopes_allow(server: TestServer) {
    let sk = server.sk();
    let mut program = Program::of(&sk, &server.base_url, SK).await;
    program.credentials["scope"] = json!("documents:send");
    let tokens = program.authenticate().await.expect(200);
    assert_eq!(tokens["scope"], "document:send");
    program.take(&tokens);
    assert_sapi_error(&program.get("/document/receive").await, 403, "INSUFFICIENT_SCOPE");
    program.take(&program.renew().await.expect(200));
    assert_sapi_error(&program.get("/document/receive").await, 403, "INSUFFICIENT_SCOPE");
    program.send(&handed_over(&sk.ubl("T-1").await, "T-1", SK, BUYER)).await.expect(202);

    let scopes = ["invoice:read", "invoice:download", "receipt:update"];
    let key = sk.post("/v1/agent/keys", &json!({"scopes": scopes})).await.expect(201);
    let mut reader = Program::with_key(&key, &server.base_url, SK).await;
    reader.get("/document/receive").await.expect(200);
    let body = handed_over("<a/>", "T-2", SK, BUYER);
    assert_sapi_error(&reader.send(&body).await, 403, "INSUFFICIENT_SCOPE");
    reader.credentials["scope"] = json!("document:send");
    assert_sapi_error(&reader.authenticate().await, 400, "INVALID_SCOPE");
}

async fn a_token_of_another_kind_is_refused(server: TestServer) {
    let sk = server.sk();
    let program = Program::of(&sk, &server.base_url, SK).await;
    let swapped = Program {
        access: program.refresh.clone(),
        refresh: program.access.clone(),
        ..program.clone()
    };
    assert_sapi_error(&swapped.get("/document/receive").await, 401, "INVALID_TOKEN");
    assert_sapi_error(&swapped.renew().await, 401, "INVALID_TOKEN");
    for access in ["", "x", &format!("sapi_at_{}", "a".repeat(43))] {
        let program = Program { access: access.to_owned(), ..program.clone() };
        let answer = program.get("/document/receive").await;
        assert_sapi_error(&answer, 401, "INVALID_TOKEN");
        assert!(answer.header("www-authenticate").starts_with("Bearer"), "{answer:?}");
    }
    // a token is no API key, and an API key no token
    let key = program.credentials["client_secret"].as_str().expect("a key").to_owned();
    let with_key = Program { access: key, ..program.clone() };
    assert_sapi_error(&with_key.get("/document/receive").await, 401, "INVALID_TOKEN");
    let agent = sk.with_key(Some(&program.access)).get("/v1/agent/invoices").await;
    assert_error(&agent, 401, "UNAUTHORIZED");
}

async fn a_token_s_status_says_when_to_renew(server: TestServer) {
    let began = Instant::now();
    let program = Program::of(&server.sk(), &server.base_url, SK).await;
    let status = program.get("/auth/token/status").await.expect(200);
    assert_eq!((&status["valid"], &status["token_type"]), (&json!(true), &json!("access")));
    assert_eq!(status["client_id"], program.credentials["client_id"]);
    assert_eq!(status["should_refresh"], false);
    let later = server.at_time(after(Duration::minutes(13)));
    let late = program.clone().at(&later.base_url).get("/auth/token/status").await.expect(200);
    assert_eq!(late["should_refresh"], true);
    let least = Duration::minutes(2) - began.elapsed() - Duration::SECOND;
    let left = Duration::seconds(late["expires_in_seconds"].as_i64().expect("a number"));
    assert!((least..=Duration::minutes(2)).contains(&left), "{left}, and not {least}");
    let refresh = Program { access: program.refresh.clone(), ..program };
    let refresh = refresh.get("/auth/token/status").await.expect(200);
    assert_eq!(refresh["token_type"], "refresh");
}

async fn unknown_tokens_are_limited_by_address(engine: Engine) {
    let mut settings = settings();
    settings.unknown_key_rate_per_minute = Some(3);
    let server = engine.serve(settings).await;
    let known = Program::of(&server.sk(), &server.base_url, SK).await;
    known.get("/document/receive").await.expect(200);
    let mut codes = Vec::new();
    for n in 0..5 {
        let access = format!("sapi_at_{n}{}", "a".repeat(42));
        let answer = Program { access, ..known.clone() }.get("/document/receive").await;
        codes.push(answer.json()["error"]["code"].clone());
    }
    let expected =
        ["INVALID_TOKEN", "INVALID_TOKEN", "INVALID_TOKEN", "RATE_LIMITED", "RATE_LIMITED"];
    assert_eq!(codes, expected.map(Value::from));
    known.get("/document/receive").await.expect(200);
}
