//! Keys made, listed, rotated and revoked over the API.

use crate::support::*;
use access::{Scope, Scopes};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

on_both!(
    a_key_is_shown_once_and_listed_without_its_text,
    a_key_gives_no_more_than_it_has,
    a_revoked_key_is_refused_at_once,
    a_rotated_key_goes_on_for_the_overlap,
    keys_are_managed_by_their_owner_alone,
    a_partner_s_key_has_the_contract_scopes_by_default,
    a_plan_allows_so_many_keys,
    what_is_wrong_with_a_key_is_said,
    a_key_makes_so_many_calls_a_minute,
);

const KEYS: &str = "/v1/agent/keys";

/// A caller with the key that an answer shows.
#[track_caller]
fn with(caller: &Caller, made: &Value) -> Caller {
    caller.clone().with_key(Some(made["key"].as_str().expect("a key")))
}

async fn make(caller: &Caller, body: Value) -> Value {
    caller.post(KEYS, &body).await.expect(201)
}

async fn remove(caller: &Caller, id: &Value) -> Answer {
    let path = format!("{KEYS}/{}", id.as_str().expect("an id"));
    caller.send(Method::DELETE, &path, Vec::new()).await
}

async fn a_key_is_shown_once_and_listed_without_its_text(server: TestServer) {
    let sk = server.sk();
    let answer = sk.post(KEYS, &json!({"name": "ERP", "scopes": ["invoice:read"]})).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let made = answer.expect(201);
    let text = made["key"].as_str().expect("a key");
    assert!(
        text.starts_with("svc_test_")
            && text.starts_with(made["prefix"].as_str().expect("a prefix"))
    );
    assert_eq!(made["last_used_at"], Value::Null);
    let erp = with(&sk, &made);
    erp.get("/v1/agent/invoices").await.expect(200);
    assert_error(&erp.issue(&invoice()).await, 403, "FORBIDDEN");

    let list = sk.get(KEYS).await;
    assert!(!String::from_utf8_lossy(&list.bytes).contains(&text[17..]), "its text is not listed");
    let list = list.expect(200);
    let row = list["data"].as_array().expect("keys").iter().find(|row| row["id"] == made["id"]);
    let row = row.expect("the key");
    assert_eq!(
        (&row["name"], &row["state"], &row["tier"]),
        (&json!("ERP"), &json!("active"), &json!("test"))
    );
    assert_eq!(row["scopes"], json!(["invoice:read"]));
    assert!(row["last_used_at"].is_string(), "{row}");
    assert!(row.get("key").is_none() && row["created_by"].is_string(), "{row}");
    let one = sk.get(&format!("{KEYS}/{}", made["id"].as_str().expect("an id"))).await.expect(200);
    assert_eq!(one["prefix"], made["prefix"]);
    // the keys of the sandbox only: this is one of them
    let live = sk.get(&format!("{KEYS}?tier=live")).await.expect(200);
    assert_eq!(live["data"], json!([]));
    let both = server.sk_live().get(KEYS).await.expect(200);
    assert_eq!(both["data"].as_array().expect("keys").len(), 3);
}

async fn a_key_gives_no_more_than_it_has(server: TestServer) {
    let sk = server.sk();
    let scopes = ["settings:update", "invoice:read"];
    let small = with(&sk, &make(&sk, json!({"scopes": scopes})).await);
    assert_eq!(make(&small, json!({})).await["scopes"], json!(["invoice:read", "settings:update"]));
    let more = small.post(KEYS, &json!({"scopes": ["invoice:read", "invoice:create"]})).await;
    let refused = assert_error(&more, 403, "FORBIDDEN");
    assert!(refused.to_string().contains("invoice:create"), "{refused}");
    assert_error(&small.post(KEYS, &json!({"tier": "live"})).await, 403, "FORBIDDEN");
    // what it could not make it cannot have rotated either
    let strong = sk.get(KEYS).await.expect(200)["data"].as_array().expect("keys").last().cloned();
    let path =
        format!("{KEYS}/{}/rotate", strong.expect("the first")["id"].as_str().expect("an id"));
    assert_error(&small.post(&path, &json!({})).await, 403, "FORBIDDEN");
    let without = with(&sk, &make(&sk, json!({"scopes": ["invoice:read"]})).await);
    for path in [KEYS, &path] {
        assert_error(&without.post(path, &json!({})).await, 403, "FORBIDDEN");
    }
    assert_error(&without.get(KEYS).await, 403, "FORBIDDEN");
    // nor one that lives longer
    let soon = OffsetDateTime::now_utc() + time::Duration::hours(1);
    let soon = soon.replace_nanosecond(0).expect("a second").format(&Rfc3339).expect("a time");
    let ending = with(&sk, &make(&sk, json!({"expires_at": soon})).await);
    assert_eq!(make(&ending, json!({})).await["expires_at"], json!(soon));
    let longer = ending.post(KEYS, &json!({"expires_at": "2099-01-01T00:00:00Z"})).await;
    assert_error(&longer, 403, "FORBIDDEN");
}

async fn a_revoked_key_is_refused_at_once(server: TestServer) {
    let sk = server.sk();
    let made = make(&sk, json!({})).await;
    let caller = with(&sk, &made);
    caller.get("/v1/agent/invoices").await.expect(200);
    for _ in 0..2 {
        assert_eq!(remove(&sk, &made["id"]).await.status, 204);
        assert_error(&caller.get("/v1/agent/invoices").await, 401, "UNAUTHORIZED");
    }
    let revoked = sk.get(&format!("{KEYS}?state=revoked")).await.expect(200);
    assert_eq!(revoked["data"][0]["id"], made["id"]);
    assert!(revoked["data"][0]["revoked_at"].is_string());
    // also by itself
    let made = make(&sk, json!({})).await;
    let caller = with(&sk, &made);
    assert_eq!(remove(&caller, &made["id"]).await.status, 204);
    assert_error(&caller.get(KEYS).await, 401, "UNAUTHORIZED");
}

async fn a_rotated_key_goes_on_for_the_overlap(server: TestServer) {
    let sk = server.sk();
    let old =
        make(&sk, json!({"name": "ERP", "scopes": ["settings:update", "invoice:read"]})).await;
    let path = format!("{KEYS}/{}/rotate", old["id"].as_str().expect("an id"));
    let new = with(&sk, &old).post(&path, &json!({"overlap_hours": 1})).await.expect(201);
    assert_eq!((&new["name"], &new["scopes"]), (&old["name"], &old["scopes"]));
    assert!(new["old_key_ends_at"].is_string());
    for key in [&old, &new] {
        with(&sk, key).get("/v1/agent/invoices").await.expect(200);
    }
    let later = server.at_time(OffsetDateTime::now_utc() + time::Duration::minutes(61));
    let ended = with(&sk, &old).at(&later.base_url).get("/v1/agent/invoices").await;
    assert_error(&ended, 401, "UNAUTHORIZED");
    with(&sk, &new).at(&later.base_url).get("/v1/agent/invoices").await.expect(200);
    assert_error(&sk.clone().at(&later.base_url).post(&path, &json!({})).await, 409, "CONFLICT");

    let path = format!("{KEYS}/{}/rotate", new["id"].as_str().expect("an id"));
    sk.post(&path, &json!({"overlap_hours": 0})).await.expect(201);
    assert_error(&with(&sk, &new).get(KEYS).await, 401, "UNAUTHORIZED");
    for body in [json!({"overlap_hours": 169}), json!({"overlap_hours": -1})] {
        let path =
            format!("{KEYS}/{}/rotate", make(&sk, json!({})).await["id"].as_str().expect("an id"));
        let refused = assert_error(&sk.post(&path, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&refused), ["overlap_hours"]);
    }
}

async fn keys_are_managed_by_their_owner_alone(server: TestServer) {
    let (sk, buyer) = (server.sk(), server.sk_buyer());
    let made = make(&sk, json!({})).await;
    let path = format!("{KEYS}/{}", made["id"].as_str().expect("an id"));
    // not even the partner that manages the organization
    for other in [buyer, server.demo_partner()] {
        assert_error(&other.get(&path).await, 404, "NOT_FOUND");
        assert_error(&remove(&other, &made["id"]).await, 404, "NOT_FOUND");
        assert_error(&other.post(&format!("{path}/rotate"), &json!({})).await, 404, "NOT_FOUND");
        let list = other.get(KEYS).await.expect(200);
        let ids: Vec<_> = list["data"].as_array().expect("keys").iter().map(|k| &k["id"]).collect();
        assert!(!ids.contains(&&made["id"]), "{ids:?}");
    }
    with(&sk, &made).get("/v1/agent/invoices").await.expect(200);
    assert_error(&sk.get(&format!("{KEYS}/7")).await, 404, "NOT_FOUND");
    // an organization need not be named
    sk.acting_for(None).get(&path).await.expect(200);
}

async fn a_partner_s_key_has_the_contract_scopes_by_default(server: TestServer) {
    let partner = server.demo_partner();
    let made = make(&partner, json!({})).await;
    assert!(made["key"].as_str().expect("a key").starts_with("svc_pk_test_"));
    let scopes = made["scopes"].as_array().expect("scopes");
    for scope in ["contract:read", "contract:create", "contract:update", "org:provision"] {
        assert!(scopes.contains(&json!(scope)), "{scopes:?}");
    }
    assert!(!scopes.contains(&json!("contract:delete")), "{scopes:?}");
    // an older key, without them, cannot give them to another
    let older = Scopes::of(&[Scope::SettingsUpdate, Scope::InvoiceRead]);
    let older = server.partner_with(OffsetDateTime::now_utc(), older).await;
    let made = make(&older.test, json!({})).await;
    assert_eq!(made["scopes"], json!(["invoice:read", "settings:update"]));
    with(&partner, &made).get("/v1/agent/organizations").await.expect(200);
}

async fn a_plan_allows_so_many_keys(server: TestServer) {
    let sk = server.sk();
    let mut last = Value::Null;
    // two were there
    for _ in 2..access::Plan::Pro.max_keys() {
        last = make(&sk, json!({})).await;
    }
    let refused = sk.post(KEYS, &json!({})).await;
    assert_error(&refused, 403, "PLAN_LIMIT_REACHED");
    assert_eq!(remove(&sk, &last["id"]).await.status, 204);
    make(&sk, json!({})).await;
}

async fn what_is_wrong_with_a_key_is_said(server: TestServer) {
    let sk = server.sk();
    for (body, field) in [
        (json!({"scopes": ["invoice:fly"]}), "scopes[0]"),
        (json!({"scopes": []}), "scopes"),
        (json!({"scopes": "invoice:read"}), "scopes"),
        (json!({"tier": "prod"}), "tier"),
        (json!({"name": "a\nb"}), "name"),
        (json!({"expires_at": "2020-01-01T00:00:00Z"}), "expires_at"),
        (json!({"expires_at": "tomorrow"}), "expires_at"),
        (json!({"role": "owner"}), "role"),
    ] {
        let refused = assert_error(&sk.post(KEYS, &body).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&refused), [field], "{body}");
    }
    for query in ["tier=x", "state=x", "limit=0", "scope=1"] {
        assert_error(&sk.get(&format!("{KEYS}?{query}")).await, 400, "VALIDATION_ERROR");
    }
}

async fn a_key_makes_so_many_calls_a_minute(engine: Engine) {
    let mut settings = settings();
    settings.key_rate_per_minute = Some(4);
    let server = engine.serve(settings).await;
    // the plan pro has twice the calls of the smallest
    let sk = server.sk();
    let calls = ["/v1/agent/invoices", "/v1/agent/customers", "/v1/agent/nothing/at/all"];
    for call in calls.iter().cycle().take(8) {
        assert_ne!(sk.get(call).await.status, 429, "{call}");
    }
    // what is no operation is not counted, so that two are left
    for _ in 0..2 {
        sk.get(KEYS).await.expect(200);
    }
    let limited = sk.get("/v1/agent/invoices").await;
    assert_error(&limited, 429, "RATE_LIMITED");
    let wait: u64 = limited.header("retry-after").parse().expect("whole seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    // before anything else is looked at
    let other = sk.clone().acting_for(Some("7")).get("/v1/agent/invoices").await;
    assert_error(&other, 429, "RATE_LIMITED");
    // each key has its own window
    server.sk_live().get("/v1/agent/invoices").await.expect(200);
    server.sk_buyer().get("/v1/agent/invoices").await.expect(200);
    // another process counts on, where it can
    if server.is_postgres() {
        let other = server.another();
        let limited = sk.clone().at(&other.base_url).get("/v1/agent/invoices").await;
        assert_error(&limited, 429, "RATE_LIMITED");
    }
    let later = server.at_time(OffsetDateTime::now_utc() + Duration::from_secs(61));
    sk.at(&later.base_url).get("/v1/agent/invoices").await.expect(200);
}
