//! Webhooks from the registration to the receiver.

use crate::{network::organizations::at, support::*};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use time::OffsetDateTime;

on_both!(
    an_invoice_reaches_its_endpoint_signed,
    endpoints_are_kept_changed_and_removed,
    another_organization_s_endpoints_do_not_exist,
    both_secrets_sign_after_a_rotation,
    a_test_send_is_tried_once_and_counts_for_nothing,
    a_delivery_is_replayed_under_its_id,
    an_idle_service_delivers_at_once,
    invoices_become_overdue_when_their_day_is_over,
    opening_the_public_link_is_reported_once_an_hour,
);

pub const ENDPOINTS: &str = "/v1/agent/webhooks";

/// Registers an endpoint: its path and its secret.
pub async fn register(caller: &Caller, url: &str, events: &[&str]) -> (String, String) {
    let body = json!({"url": url, "events": events});
    let answer = post(caller, ENDPOINTS, &body).await.expect(201);
    let text = |name: &str| answer[name].as_str().expect(name).to_owned();
    (format!("{ENDPOINTS}/{}", text("id")), text("secret"))
}

pub async fn post(caller: &Caller, path: &str, body: &Value) -> Answer {
    caller.send(Method::POST, path, body.to_string().into_bytes()).await
}

pub async fn patch(caller: &Caller, path: &str, body: &Value) -> Answer {
    caller.send(Method::PATCH, path, body.to_string().into_bytes()).await
}

/// The only delivery of an endpoint once it is in this state; workers need a moment.
pub async fn delivery_in(caller: &Caller, endpoint: &str, state: &str) -> Value {
    eventually(state, || async {
        let list = caller.get(&format!("{endpoint}/deliveries")).await.expect(200);
        let rows = list["data"].as_array().expect("rows");
        assert!(rows.len() < 2, "{list}");
        rows.first().filter(|row| row["state"] == state).cloned()
    })
    .await
}

async fn an_invoice_reaches_its_endpoint_signed(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    let (endpoint, secret) = register(&sk, &receiver.url, &["invoice.created"]).await;
    let invoice = sk.issue(&invoice()).await.expect(201);
    let delivered = receiver.wait_for(1).await.remove(0);
    assert!(delivered.is_signed_with(&secret, OffsetDateTime::now_utc()));
    let body = delivered.json();
    assert_eq!(body["event"], "invoice.created");
    assert_eq!(body["data"]["invoiceId"], invoice["id"]);
    assert_eq!(body["data"]["invoiceNumber"], invoice["invoice_number"]);
    let organization = server.seeded.organizations.sk.org_id.to_string();
    assert_eq!(body["data"]["orgId"], organization);
    assert_eq!(delivered.headers["x-webhook-event"], "invoice.created");
    assert_eq!(delivered.headers["content-type"], "application/json");
    let row = delivery_in(&sk, &endpoint, "delivered").await;
    assert_eq!(row["id"], delivered.id());
    assert_eq!(row["payload"], body);
    assert_eq!(row["attempts"][0]["status"], 204);
    let one = sk.get(&format!("{endpoint}/deliveries/{}", delivered.id())).await.expect(200);
    assert_eq!(one, row);
    // nothing else is sent: other events, other organizations
    server.sk_buyer().issue(&crate::support::invoice()).await.expect(201);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.received().len(), 1);
}

async fn endpoints_are_kept_changed_and_removed(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    let (endpoint, secret) = register(&sk, &receiver.url, &["invoice.paid"]).await;
    let shown = sk.get(&endpoint).await.expect(200);
    assert!(!shown.to_string().contains(&secret), "the secret is shown once");
    assert_eq!(shown["events"], json!(["invoice.paid"]));
    assert_eq!(shown["enabled"], true);
    let list = sk.get(ENDPOINTS).await.expect(200);
    assert_eq!(list["data"], json!([shown]));
    let change = json!({"events": ["invoice.created", "invoice.sent"], "enabled": false});
    let changed = patch(&sk, &endpoint, &change).await.expect(200);
    assert_eq!(changed["events"], json!(["invoice.created", "invoice.sent"]));
    assert_eq!((&changed["enabled"], &changed["disabledReason"]), (&json!(false), &json!("owner")));
    assert_eq!(sk.get(&endpoint).await.expect(200), changed);
    sk.issue(&invoice()).await.expect(201);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.received().len(), 0, "it is off");
    let enabled = post(&sk, &format!("{endpoint}/enable"), &json!({})).await.expect(200);
    assert_eq!((&enabled["enabled"], &enabled["disabledAt"]), (&json!(true), &Value::Null));
    sk.issue(&invoice()).await.expect(201);
    receiver.wait_for(1).await;
    let removed = sk.send(Method::DELETE, &endpoint, Vec::new()).await;
    assert_eq!((removed.status, removed.bytes.len()), (204, 0));
    assert_error(&sk.get(&endpoint).await, 404, "NOT_FOUND");
    let again = sk.send(Method::DELETE, &endpoint, Vec::new()).await;
    assert_error(&again, 404, "NOT_FOUND");
}

async fn another_organization_s_endpoints_do_not_exist(server: TestServer) {
    let (sk, other, receiver) = (server.sk(), server.sk_buyer(), Receiver::good().await);
    let (endpoint, _) = register(&sk, &receiver.url, &["invoice.created"]).await;
    sk.issue(&invoice()).await.expect(201);
    let id = receiver.wait_for(1).await[0].id().to_owned();
    let delivery = format!("{endpoint}/deliveries/{id}");
    for path in [endpoint.clone(), format!("{endpoint}/deliveries"), delivery.clone()] {
        assert_error(&other.get(&path).await, 404, "NOT_FOUND");
    }
    assert_error(&patch(&other, &endpoint, &json!({"enabled": false})).await, 404, "NOT_FOUND");
    assert_error(&other.send(Method::DELETE, &endpoint, vec![]).await, 404, "NOT_FOUND");
    for path in [
        format!("{endpoint}/rotate-secret"),
        format!("{endpoint}/enable"),
        format!("{endpoint}/test"),
        format!("{delivery}/redeliver"),
    ] {
        assert_error(&post(&other, &path, &json!({})).await, 404, "NOT_FOUND");
    }
    assert_eq!(other.get(ENDPOINTS).await.expect(200)["data"], json!([]));
    let (own, _) = register(&other, &receiver.url, &["invoice.created"]).await;
    assert_error(&other.get(&format!("{own}/deliveries/{id}")).await, 404, "NOT_FOUND");
}

async fn both_secrets_sign_after_a_rotation(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    let (endpoint, old) = register(&sk, &receiver.url, &["invoice.created"]).await;
    let path = format!("{endpoint}/rotate-secret");
    let rotated = post(&sk, &path, &json!({})).await.expect(200);
    let new = rotated["secret"].as_str().expect("a secret").to_owned();
    assert_ne!(new, old);
    assert!(rotated["oldSecretSignsUntil"].is_string());
    sk.issue(&invoice()).await.expect(201);
    let delivered = receiver.wait_for(1).await.remove(0);
    let now = OffsetDateTime::now_utc();
    assert!(delivered.is_signed_with(&new, now) && delivered.is_signed_with(&old, now));
    assert_eq!(delivered.headers["x-webhook-signature"].matches("v1=").count(), 2);
    for _ in 0..3 {
        post(&sk, &path, &json!({})).await.expect(200);
    }
    assert_error(&post(&sk, &path, &json!({})).await, 409, "CONFLICT");
}

async fn a_test_send_is_tried_once_and_counts_for_nothing(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::start(Behaviour::status(500)).await);
    let (endpoint, secret) = register(&sk, &receiver.url, &["invoice.sent"]).await;
    let path = format!("{endpoint}/test");
    let sent = sk.send(Method::POST, &path, Vec::new()).await.expect(202);
    let delivered = receiver.wait_for(1).await.remove(0);
    assert_eq!(sent["id"], delivered.id());
    assert_eq!(delivered.json()["event"], "invoice.sent");
    assert_eq!(delivered.json()["data"]["mode"], "test");
    assert!(delivered.is_signed_with(&secret, OffsetDateTime::now_utc()));
    let row = delivery_in(&sk, &endpoint, "failed").await;
    assert_eq!((&row["test"], &row["failedReason"]), (&json!(true), &json!("last_attempt")));
    assert_eq!(sk.get(&endpoint).await.expect(200)["consecutiveFailures"], 0);
    // of another event, and while the endpoint is off
    patch(&sk, &endpoint, &json!({"enabled": false})).await.expect(200);
    receiver.behave(Behaviour::status(200));
    post(&sk, &path, &json!({"event": "peppol.document.received"})).await.expect(202);
    let second = receiver.wait_for(2).await.remove(1);
    assert_eq!(second.json()["event"], "peppol.document.received");
    for event in ["peppol.document.status_changed", "participant.failed", "x", ""] {
        let refused = post(&sk, &path, &json!({"event": event})).await;
        assert_error(&refused, 400, "VALIDATION_ERROR");
    }
}

async fn a_delivery_is_replayed_under_its_id(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    let (endpoint, secret) = register(&sk, &receiver.url, &["invoice.created"]).await;
    sk.issue(&invoice()).await.expect(201);
    delivery_in(&sk, &endpoint, "delivered").await;
    let first = receiver.wait_for(1).await.remove(0);
    let path = format!("{endpoint}/deliveries/{}/redeliver", first.id());
    let again = post(&sk, &path, &json!({})).await.expect(202);
    assert_eq!(again["state"], "pending");
    let second = receiver.wait_for(2).await.remove(1);
    assert_eq!((second.id(), &second.body), (first.id(), &first.body));
    assert!(second.is_signed_with(&secret, OffsetDateTime::now_utc()));
    let row = delivery_in(&sk, &endpoint, "delivered").await;
    assert_eq!(row["attempts"].as_array().expect("attempts").len(), 2);
    patch(&sk, &endpoint, &json!({"enabled": false})).await.expect(200);
    assert_error(&post(&sk, &path, &json!({})).await, 409, "CONFLICT");
}

async fn an_idle_service_delivers_at_once(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    register(&sk, &receiver.url, &["invoice.created"]).await;
    let (mut issuing, mut waits) = (Vec::new(), Vec::new());
    for i in 0..10 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        let asked = Instant::now();
        sk.issue(&invoice()).await.expect(201);
        let answered = Instant::now();
        issuing.push(answered - asked);
        let at = receiver.wait_for(i + 1).await[i].at;
        waits.push(at.saturating_duration_since(answered));
    }
    issuing.sort();
    waits.sort();
    // a machine that takes its time for an invoice takes it for a delivery too
    let most = Duration::from_millis(150).max(8 * issuing[5]);
    assert!(waits[5] < most, "woken, not found by polling: {waits:?} {issuing:?}");
}

async fn invoices_become_overdue_when_their_day_is_over(server: TestServer) {
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    register(&sk, &receiver.url, &["invoice.overdue", "invoice.updated"]).await;
    let due = sk.issue(&invoice_with(json!({"due_days": 0}))).await.expect(201);
    let later = sk.issue(&invoice_with(json!({"due_days": 30}))).await.expect(201);
    // the search runs a minute after midnight: never is tomorrow's clock before that
    let soon = OffsetDateTime::now_utc() + time::Duration::minutes(2);
    let tomorrow = server.at_time(soon + time::Duration::days(1));
    let received = receiver.wait_for(2).await;
    drop(tomorrow);
    let after_tomorrow = server.at_time(soon + time::Duration::days(2));
    tokio::time::sleep(Duration::from_millis(500)).await;
    drop(after_tomorrow);
    assert_eq!(receiver.received().len(), 2, "once");
    let mut names = Vec::new();
    for delivery in &received {
        let body = delivery.json();
        names.push(body["event"].as_str().expect("a name").to_owned());
        assert_eq!(body["data"]["invoiceId"], due["id"]);
        assert_eq!(body["data"]["status"], "overdue");
        assert_eq!(body["data"]["previousStatus"], "issued");
    }
    names.sort();
    assert_eq!(names, ["invoice.overdue", "invoice.updated"]);
    let path =
        |invoice: &Value| format!("/v1/agent/invoices/{}", invoice["id"].as_str().expect("an id"));
    assert_eq!(sk.get(&path(&due)).await.expect(200)["status"], "overdue");
    assert_eq!(sk.get(&path(&later)).await.expect(200)["status"], "issued");
    let feed = server.demo_partner().get("/v1/agent/events").await.expect(200);
    let ids = feed["data"].as_array().expect("items").iter();
    let ids: Vec<_> = ids.filter_map(|item| item["event_id"].as_str()).collect();
    let (id, date) = (&due["id"], &due["due_date"]);
    let expected = format!("invoice.overdue:{id}:{date}").replace('"', "");
    assert_eq!(ids, [expected]);
}

async fn opening_the_public_link_is_reported_once_an_hour(engine: Engine) {
    // not at the turn of an hour
    let server = engine.serve(at("2026-11-21T10:20:00Z")).await;
    let (sk, receiver) = (server.sk(), Receiver::good().await);
    register(&sk, &receiver.url, &["invoice.viewed"]).await;
    let mut body = invoice();
    body["customer"]["name"] = json!("<script>alert(1)</script>");
    let invoice = sk.issue(&body).await.expect(201);
    let path = format!("/v1/agent/invoices/{}", invoice["id"].as_str().expect("an id"));
    let shown = sk.get(&path).await.expect(200);
    assert_eq!(shown["public_url"], invoice["public_url"]);
    let url = shown["public_url"].as_str().expect("a link").to_owned();
    assert!(url.starts_with(&format!("{}/i/", server.base_url)), "{url}");
    let client = http().build().expect("a client");
    let open = |url: &str, agent: &str, accept: &str| {
        client.get(url).header("User-Agent", agent).header("Accept", accept).send()
    };
    // neither files nor robots are views
    let pdf = open(&format!("{url}/pdf"), "Mozilla/5.0", "text/html").await.expect("a PDF");
    if cfg!(feature = "pdf") {
        assert_eq!(pdf.status(), 200);
        assert!(pdf.bytes().await.expect("bytes").starts_with(b"%PDF"));
    }
    for (agent, accept) in [("Googlebot/2.1", "text/html"), ("curl/8", "*/*")] {
        assert_eq!(open(&url, agent, accept).await.expect("a page").status(), 200);
    }
    for _ in 0..3 {
        let page = open(&url, "Mozilla/5.0", "text/html,*/*").await.expect("a page");
        let header = |name: &str| page.headers()[name].to_str().expect("text").to_owned();
        assert_eq!(header("cache-control"), "no-store");
        assert!(header("x-robots-tag").contains("noindex"));
        assert!(header("content-security-policy").contains("default-src 'none'"));
        let text = page.text().await.expect("text");
        assert!(text.contains(invoice["invoice_number"].as_str().expect("a number")));
        assert!(!text.contains("<script"), "{text}");
    }
    let viewed = receiver.wait_for(1).await.remove(0).json();
    assert_eq!(viewed["data"]["invoiceId"], invoice["id"]);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(receiver.received().len(), 1);
    for wrong in [&url[..url.len() - 1], &format!("{url}A"), &format!("{}/i/x", server.base_url)] {
        assert_eq!(open(wrong, "Mozilla/5.0", "text/html").await.expect("a page").status(), 404);
    }
}
