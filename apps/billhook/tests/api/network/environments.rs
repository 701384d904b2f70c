//! Test keys and live keys of one organization: what belongs to one network, the other never meets.

use crate::support::*;
use peppol_connector::{identifiers::Network, ports::CreditStore, registration::PeppolAccount};
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use webhooks::ports::FeedStore;

on_both!(
    a_live_key_is_never_answered_by_the_sandbox,
    an_invoice_that_was_tried_in_the_sandbox_is_sent_for_real,
    a_sandbox_send_leaves_its_invoice_as_it_is,
    a_test_key_releases_no_live_sends,
    what_was_sent_is_seen_by_keys_of_its_network,
    what_was_received_is_seen_by_keys_of_its_network,
    an_arrival_in_the_sandbox_says_so,
);

/// Live keys send within this installation.
fn both_networks() -> Settings {
    Settings { live_network: Some("sandbox".to_owned()), ..settings() }
}

/// A server whose demo organizations are in the test network, with credit.
async fn start(engine: Engine) -> TestServer {
    let server = engine.serve(both_networks()).await;
    for organization in organizations(&server) {
        server.top_up(organization, 9).await;
    }
    server
}

fn organizations(server: &TestServer) -> [access::OrganizationId; 2] {
    let all = &server.seeded.organizations;
    [all.sk.org_id, all.sk_buyer.org_id]
}

/// Both organizations back in the test network: what they have in the live one stays.
async fn enroll_test(server: &TestServer) {
    for organization in organizations(server) {
        server.set_account(organization, PeppolAccount::Enrolled(Network::Test)).await;
    }
}

fn rows(list: &Value) -> &[Value] {
    list["data"].as_array().expect("a list")
}

/// Names and data of the events of the demo partner's organizations, the oldest first.
async fn feed(server: &TestServer) -> Vec<(String, Value)> {
    server.store().assign_sequence(1_000).await.expect("placed");
    let page = server.demo_partner().get("/v1/agent/events?limit=1000").await.expect(200);
    let event = |item: &Value| {
        let payload = &item["payload"];
        (payload["event"].as_str().expect("a name").to_owned(), payload["data"].clone())
    };
    rows(&page).iter().map(event).collect()
}

/// Sends an invoice and waits until it has arrived; answers the document.
async fn delivered(caller: &Caller, invoice: &str) -> Value {
    let path = format!("/v1/agent/peppol/send/{invoice}");
    let sent = caller.post(&path, &json!({})).await.expect(200)["data"].clone();
    caller.document_in(&sent["document_id"], "delivered").await
}

async fn a_live_key_is_never_answered_by_the_sandbox(engine: Engine) {
    let server = start(engine).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let xml = sk.ubl("EXT-1").await.replace("9915", "0245");
    let body = json!({"document": {"format": "ubl", "xmlBase64": base64(xml.as_bytes())},
        "receiverPeppolId": "9915:0000000001"});
    let path = "/v1/agent/peppol/connector/send";
    let tried = sk.clone().once("EXT-1").post(path, &body).await.expect(200)["data"].clone();
    assert_eq!(tried["status"], "queued", "{tried}");
    sk.document_in(&tried["document_id"], "delivered").await;

    server.enroll_live().await;
    let once = live.clone().once("EXT-1");
    let sent = once.post(path, &body).await.expect(200)["data"].clone();
    assert_eq!(sent["status"], "queued", "{sent}");
    assert_ne!(sent["document_id"], tried["document_id"], "a document of its own");
    // a repeat within the tier is still one send
    assert_eq!(once.post(path, &body).await.expect(200)["data"], sent);
    let listed = live.get("/v1/agent/peppol/documents").await.expect(200);
    assert_eq!(rows(&listed).len(), 1, "{listed}");
    assert_eq!(listed["data"][0]["mode"], "live");

    // the same of what an organization issues
    let of_test = sk.clone().once("order-1").issue(&invoice()).await.created_id();
    let of_live = live.clone().once("order-1").issue(&invoice()).await.created_id();
    assert_ne!(of_test, of_live);
}

async fn an_invoice_that_was_tried_in_the_sandbox_is_sent_for_real(engine: Engine) {
    let server = start(engine).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let id = sk.issue(&invoice()).await.created_id();
    let tried = delivered(&sk, &id).await;
    server.enroll_live().await;
    let preflight = format!("/v1/agent/invoices/{id}/preflight");
    let preflight = live.post(&preflight, &json!({})).await.expect(200)["data"].clone();
    assert_eq!((&preflight["send_ready"], &preflight["refusal"]), (&json!(true), &Value::Null));
    let sent = delivered(&live, &id).await;
    assert_eq!((&tried["mode"], &sent["mode"]), (&json!("test"), &json!("live")));
    let again = live.post(&format!("/v1/agent/peppol/send/{id}"), &json!({})).await;
    assert_error(&again, 409, "CONFLICT");
    // each key has its own archive and its own state
    for (caller, scheme) in [(&sk, "9915"), (&live, "0245")] {
        let xml = caller.get(&format!("/v1/agent/invoices/{id}/xml")).await;
        assert_eq!(xml.header("x-service-ubl-source"), "archive");
        let text = String::from_utf8(xml.bytes).expect("UTF-8");
        assert!(text.contains(&format!("schemeID=\"{scheme}\"")), "{scheme}: {text}");
        let status = caller.get(&format!("/v1/agent/peppol/status/{id}")).await.expect(200);
        assert_eq!(status["data"]["documents"].as_array().map(Vec::len), Some(1), "{status}");
    }
    let store = server.store();
    let balance = store.balance(server.seeded.organizations.sk.org_id).await.expect("a balance");
    assert_eq!((balance.available.0, balance.reserved.0), (8, 0), "charged once");
}

async fn a_sandbox_send_leaves_its_invoice_as_it_is(engine: Engine) {
    let server = start(engine).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let id = sk.issue(&invoice()).await.created_id();
    let path = format!("/v1/agent/invoices/{id}");
    let before = sk.get(&path).await.expect(200);
    delivered(&sk, &id).await;
    assert_eq!(sk.get(&path).await.expect(200), before);
    let xml = live.get(&format!("{path}/xml")).await;
    assert_eq!(xml.header("x-service-ubl-source"), "preview", "nothing was sent for real");
    let status = live.get(&format!("/v1/agent/peppol/status/{id}")).await.expect(200);
    assert_eq!((&status["data"]["state"], rows_of(&status)), (&Value::Null, 0));
    let names = |events: Vec<(String, Value)>| -> Vec<String> {
        events.into_iter().map(|(name, _)| name).filter(|n| n.starts_with("invoice.")).collect()
    };
    assert_eq!(names(feed(&server).await), ["invoice.created"]);

    server.enroll_live().await;
    delivered(&live, &id).await;
    assert_eq!(sk.get(&path).await.expect(200)["status"], "sent");
    let names = names(feed(&server).await);
    assert_eq!(names, ["invoice.created", "invoice.sent", "invoice.updated"]);
}

fn rows_of(status: &Value) -> usize {
    status["data"]["documents"].as_array().expect("documents").len()
}

async fn a_test_key_releases_no_live_sends(engine: Engine) {
    let clock = Settings {
        clock: Some("2026-12-01T08:00:00+01:00".to_owned()),
        clock_force: Some(true),
        ..both_networks()
    };
    let server = engine.serve(clock).await;
    let organization = server.seeded.organizations.sk.org_id;
    server.top_up(organization, 9).await;
    server.enroll_live().await;
    let (sk, live) = (server.sk(), server.sk_live());
    let manual = br#"{"mode":"manual"}"#.to_vec();
    live.send(Method::PUT, "/v1/agent/peppol/send-settings", manual).await.expect(200);
    let id = live.issue(&invoice()).await.created_id();
    let path = format!("/v1/agent/peppol/send/{id}");
    let held = live.post(&path, &json!({})).await.expect(200)["data"].clone();
    assert_eq!(held["held"], true);

    let release = "/v1/agent/peppol/batches/send";
    for body in [json!({}), json!({"documentIds": [held["document_id"]]})] {
        let released = sk.post(release, &body).await.expect(200);
        assert_eq!(
            released["data"],
            json!({"released": 0, "document_ids": [], "has_more": false}),
            "{body}"
        );
    }
    let queue = sk.get("/v1/agent/peppol/queue").await.expect(200);
    assert_eq!(rows(&queue), [json!(null); 0]);
    let queue = live.get("/v1/agent/peppol/queue?held=true").await.expect(200);
    assert_eq!(rows(&queue).len(), 1, "it waits");
    let released = live.post(release, &json!({})).await.expect(200);
    assert_eq!(released["data"]["released"], 1);
    live.document_in(&held["document_id"], "delivered").await;
}

/// That the answer of one key is there, and that of the other says that there is nothing.
async fn only_seen_by(caller: &Caller, other: &Caller, path: &str) {
    assert_eq!(caller.get(path).await.status, 200, "{path}");
    assert_error(&other.get(path).await, 404, "NOT_FOUND");
}

async fn what_was_sent_is_seen_by_keys_of_its_network(engine: Engine) {
    let server = start(engine).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let id = sk.issue(&invoice()).await.created_id();
    let tried = delivered(&sk, &id).await;
    server.enroll_live().await;
    let sent = delivered(&live, &id).await;
    for (caller, other, document, mode) in
        [(&sk, &live, &tried, "test"), (&live, &sk, &sent, "live")]
    {
        let id = document["document_id"].as_str().expect("an id");
        for tail in ["", "/xml", "/evidence"] {
            only_seen_by(caller, other, &format!("/v1/agent/peppol/documents/{id}{tail}")).await;
        }
        for path in ["/v1/agent/peppol/documents", "/v1/agent/peppol/documents?state=DELIVERED"] {
            let list = caller.get(path).await.expect(200);
            let [row] = rows(&list) else { panic!("one document: {list}") };
            assert_eq!((&row["document_id"], &row["mode"]), (&json!(id), &json!(mode)));
        }
        let audit = caller.get("/v1/agent/peppol/events").await.expect(200);
        assert!(rows(&audit).iter().all(|line| line["mode"] == mode), "{audit}");
        let events: Vec<_> = rows(&audit).iter().filter(|line| line["document_id"] == id).collect();
        assert_eq!(events.len(), 4, "{audit}");
        let of_other = format!("/v1/agent/peppol/events?document_id={id}");
        assert_eq!(rows(&other.get(&of_other).await.expect(200)).len(), 0);
    }
}

async fn what_was_received_is_seen_by_keys_of_its_network(engine: Engine) {
    let server = start(engine).await;
    let (sk, live) = (server.sk(), server.sk_live());
    let (buyer, buyer_live) = (server.sk_buyer(), server.sk_buyer_live());
    let id = sk.issue(&invoice()).await.created_id();
    delivered(&sk, &id).await;
    server.enroll_live().await;
    delivered(&live, &id).await;
    enroll_test(&server).await;
    let path = "/v1/agent/peppol/received";
    for (caller, other, mode) in [(&buyer, &buyer_live, "test"), (&buyer_live, &buyer, "live")] {
        let list = caller.get(&format!("{path}?acknowledged=false")).await.expect(200);
        let [row] = rows(&list) else { panic!("one document: {list}") };
        assert_eq!(row["mode"], mode);
        let one = format!("{path}/{}", row["id"].as_str().expect("an id"));
        for tail in ["", "/xml", "/evidence"] {
            only_seen_by(caller, other, &format!("{one}{tail}")).await;
        }
        let acknowledge = format!("{one}/acknowledge");
        assert_error(&other.post(&acknowledge, &json!({})).await, 404, "NOT_FOUND");
        assert_eq!(caller.get(&one).await.expect(200)["data"]["acknowledged"], false);
        let done = caller.post(&acknowledge, &json!({})).await.expect(200)["data"].clone();
        assert_eq!(done["acknowledged"], true);
        let read = caller.get(&one).await.expect(200)["data"].clone();
        assert_eq!(without_report(read), without_report(done));
    }
}

/// A received document without the report to the tax authority, which a job takes on meanwhile.
fn without_report(mut received: Value) -> Value {
    received.as_object_mut().expect("an object").remove("fs_report").expect("said");
    received
}

async fn an_arrival_in_the_sandbox_says_so(engine: Engine) {
    let server = start(engine).await;
    let id = server.sk().issue(&invoice()).await.created_id();
    delivered(&server.sk(), &id).await;
    server.enroll_live().await;
    delivered(&server.sk_live(), &id).await;
    let events = feed(&server).await;
    let modes: Vec<_> = events
        .iter()
        .filter(|(name, _)| name == "peppol.document.received")
        .map(|(_, data)| data["mode"].clone())
        .collect();
    assert_eq!(modes, [json!("test"), Value::Null], "said of the sandbox only");
}
