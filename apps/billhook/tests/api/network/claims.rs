//! Claims: the mail, the page, the confirmation, collisions.

use crate::{network::organizations::org_id, support::*};
use reqwest::{
    Response,
    header::{ACCEPT, ACCEPT_LANGUAGE},
};
use runtime::config::Settings;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;

on_both!(
    a_company_confirms_what_a_partner_claims,
    browsers_get_pages_and_programs_get_json,
    a_real_organization_with_the_same_numbers_is_in_the_way,
    a_live_claim_needs_a_token_or_an_address_of_its_own,
    a_test_key_writes_to_no_stranger,
    what_cannot_be_asked_or_registered_is_not_claimed,
);

const PATH: &str = "/v1/agent/organizations";
const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);

/// A folder for mail, gone with it.
pub struct Mails(PathBuf);

impl Mails {
    pub fn new() -> Self {
        Self(std::env::temp_dir().join(format!("billhook-mail-{}", Uuid::now_v7())))
    }

    pub fn settings(&self) -> Settings {
        let url = format!("file:{}", self.0.display());
        Settings { mail_url: Some(url), ..settings() }
    }

    /// As they lie in the folder.
    pub fn files(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mails = files.map(|file| file.path());
        let mails = mails.filter(|path| path.extension().is_some_and(|it| it == "eml"));
        mails.map(|path| fs::read_to_string(path).expect("a mail")).collect()
    }

    fn all(&self) -> Vec<String> {
        self.files().iter().map(|mail| mail.replace("=\r\n", "")).collect()
    }

    /// The links of the mails to this server.
    fn links(&self, base_url: &str) -> Vec<String> {
        let start = format!("{base_url}/claim/");
        let link = |mail: &String| {
            mail.lines().find(|line| line.starts_with(&start)).map(|line| line.trim().to_owned())
        };
        self.all().iter().filter_map(link).collect()
    }
}

impl Drop for Mails {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The form that asks for the confirmation.
const QUESTION: &str = "<form method=\"post\">";

async fn link(mails: &Mails, server: &TestServer) -> String {
    eventually("a mail", || async { mails.links(&server.base_url).pop() }).await
}

async fn follow(link: &str, post: bool, accept: &str) -> Response {
    let client = http().build().expect("a client");
    let request = if post { client.post(link) } else { client.get(link) };
    let request = request.header(ACCEPT, accept).header(ACCEPT_LANGUAGE, "sk");
    request.send().await.expect("an answer")
}

async fn confirm(link: &str) -> (u16, Value) {
    let answer = follow(link, true, "application/json").await;
    (answer.status().as_u16(), answer.json().await.expect("JSON"))
}

/// Live keys are served by the built-in network, where any token is right.
fn live(mails: &Mails) -> Settings {
    Settings { live_network: Some("sandbox".to_owned()), ..mails.settings() }
}

/// With the tax authority's token: the mail goes out.
async fn claimed(caller: &Caller, organization: &str) -> Value {
    let token = json!({"verificationTokenHex": "ab"});
    let answer = caller.post(&format!("{PATH}/{organization}/peppol-claim"), &token).await;
    let body = answer.expect(200);
    assert_eq!(body["organization_id"], organization);
    assert_eq!(body.as_object().expect("flat").len(), 3, "{body}");
    json!([body["status"], body["reason"]])
}

async fn made(caller: &Caller, number: u32) -> String {
    org_id(&caller.post(PATH, &organization(number)).await.expect(201)["data"])
}

async fn a_company_confirms_what_a_partner_claims(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(live(&mails)).await;
    let partner = server.new_partner(OLD).await;
    let own = made(&partner.live, 1).await;
    assert_eq!(claimed(&partner.live, &own).await, json!(["sent", null]));
    assert_eq!(claimed(&partner.live, &own).await, json!(["pending", null]));
    let link = link(&mails, &server).await;
    // mail scanners follow links: reading confirms nothing
    for _ in 0..2 {
        let page = follow(&link, false, "text/html").await;
        assert_eq!(page.status(), 200);
        for (name, value) in [("referrer-policy", "no-referrer"), ("cache-control", "no-store")] {
            assert_eq!(page.headers()[name], value);
        }
        let policy = page.headers()["content-security-policy"].to_str().expect("text");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let html = page.text().await.expect("HTML");
        assert!(html.contains(QUESTION) && html.contains("Lesná správa č. 1"), "{html}");
        assert!(html.contains("Účtovníci &#60;spolu&#62; &#38; synovia"), "{html}");
        assert!(!html.contains("<style") && !html.contains("<script"), "{html}");
    }
    assert_eq!(server.events(partner.id).await, []);

    let confirmed = json!({"organization_id": own, "status": "confirmed", "reason": null});
    for _ in 0..2 {
        assert_eq!(confirm(&link).await, (200, confirmed.clone()));
    }
    let events = server.events(partner.id).await;
    let [(name, data)] = &events[..] else { panic!("not one event: {events:?}") };
    assert_eq!((&**name, &data["source"]), ("participant.activated", &json!("partner_claim")));
    assert_eq!(data["participantId"], "0245:2100000001");
    assert_eq!(claimed(&partner.live, &own).await, json!(["confirmed", null]));
    let html = follow(&link, false, "text/html").await.text().await.expect("HTML");
    assert!(!html.contains(QUESTION) && html.contains("Potvrdené"), "{html}");

    // single use: given up, the link does not bring it back
    partner.live.post(&format!("{PATH}/{own}/peppol/deactivate"), &json!({})).await.expect(200);
    assert_eq!(confirm(&link).await.0, 404);
    assert_eq!(follow(&link, true, "text/html").await.status(), 404);
    assert_eq!(mails.links(&server.base_url).len(), 1);
}

async fn browsers_get_pages_and_programs_get_json(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(live(&mails)).await;
    let partner = server.new_partner(OLD).await;
    let own = made(&partner.live, 1).await;
    claimed(&partner.live, &own).await;
    let link = link(&mails, &server).await;
    for token in ["x", &"A".repeat(43), &"A".repeat(2_000)] {
        let unknown = format!("{}/claim/{token}", server.base_url);
        let page = follow(&unknown, false, "text/html").await;
        assert_eq!(page.status(), 404);
        assert!(page.text().await.expect("HTML").starts_with("<!doctype html>"));
        let (status, body) = confirm(&unknown).await;
        assert_eq!((status, &body["error"]["code"]), (404, &json!("NOT_FOUND")));
    }
    let accept = "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8";
    let page = follow(&link, true, accept).await;
    assert_eq!(page.status(), 200);
    assert!(page.text().await.expect("HTML").contains("Potvrdené"));
}

async fn a_real_organization_with_the_same_numbers_is_in_the_way(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(live(&mails)).await;
    let (partner, other) = (server.new_partner(OLD).await, server.new_partner(OLD).await);
    let own = made(&partner.live, 1).await;
    // a draft of another partner, and its registration in the sandbox, stand in nobody's way
    let theirs = made(&other.live, 1).await;
    let enroll = json!({"verificationTokenHex": "ab"});
    let enrolled = other.test.clone().acting_for(Some(&theirs));
    enrolled.post("/v1/agent/peppol/enroll", &enroll).await.expect(201);
    assert_eq!(claimed(&partner.live, &own).await, json!(["sent", null]));
    let link = link(&mails, &server).await;
    let enrolled = other.live.clone().acting_for(Some(&theirs));
    enrolled.post("/v1/agent/peppol/enroll", &enroll).await.expect(201);
    assert_eq!(claimed(&partner.live, &own).await, json!(["collision", "real_org_exists_for_ico"]));
    let mut by_dic = organization(1);
    by_dic["ico"] = Value::Null;
    let third = server.new_partner(OLD).await;
    let by_dic = org_id(&third.live.post(PATH, &by_dic).await.expect(201)["data"]);
    let by_dic = claimed(&third.live, &by_dic).await;
    assert_eq!(by_dic, json!(["collision", "real_org_exists_for_dic"]));
    let (status, body) = confirm(&link).await;
    assert_eq!((status, &body["error"]["code"]), (409, &json!("PARTNER_CLAIM_COLLISION")));
    let page = follow(&link, true, "text/html").await;
    assert_eq!(page.status(), 409);
    assert!(page.text().await.expect("HTML").contains("IČO"));
    let events = server.events(partner.id).await;
    assert_eq!(events[0].0, "participant.failed");
    assert_eq!(events[0].1["code"], "PARTNER_CLAIM_COLLISION");
    let read = partner.live.get(&format!("{PATH}/{own}")).await.expect(200);
    assert_eq!(read["peppol_status"], "none");
}

async fn a_live_claim_needs_a_token_or_an_address_of_its_own(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(live(&mails)).await;
    let partner = server.new_partner(OLD).await;
    let own = made(&partner.live, 1).await;
    let path = format!("{PATH}/{own}/peppol-claim");
    let answer = partner.live.post(&path, &json!({})).await;
    let error = assert_error(&answer, 400, "VALIDATION_ERROR");
    assert_eq!(fields(&error), ["verificationTokenHex"]);
    for token in ["", " ", "zz", "0x12", &"ab".repeat(257)] {
        let answer = partner.live.post(&path, &json!({"verificationTokenHex": token})).await;
        let error = assert_error(&answer, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), ["verificationTokenHex"], "{token:?}");
    }
    assert_eq!(claimed(&partner.live, &own).await, json!(["sent", null]));
    let link = link(&mails, &server).await;
    // the address changes: the link that went to the first one ends, for good
    for email in ["iny@firma.example", "klient@firma.example"] {
        let change = json!({"email": email}).to_string().into_bytes();
        let path = format!("{PATH}/{own}");
        partner.live.send(reqwest::Method::PATCH, &path, change).await.expect(200);
        assert_eq!(confirm(&link).await.0, 404);
        assert_eq!(follow(&link, false, "text/html").await.status(), 404);
    }
    // to one address a few mails a day
    for number in 2..6 {
        let own = made(&partner.live, number).await;
        assert_eq!(claimed(&partner.live, &own).await, json!(["sent", null]), "{number}");
    }
    let own = made(&partner.live, 6).await;
    let path = format!("{PATH}/{own}/peppol-claim");
    let answer = partner.live.post(&path, &json!({"verificationTokenHex": "ab"})).await;
    assert_error(&answer, 429, "RATE_LIMITED");
    // the first of the five is a day old then, and not before
    let wait: i64 = answer.header("retry-after").parse().expect("seconds");
    assert!((86_000..=86_400).contains(&wait), "{wait}");
    let said = answer.json()["error"]["message"].to_string();
    assert!(said.contains("try again in 2"), "{said}");
    let now = time::OffsetDateTime::now_utc();
    for (seconds, status) in [(wait - 60, 429), (wait + 1, 200)] {
        let then = server.at_time(now + time::Duration::seconds(seconds));
        let caller = partner.live.clone().at(&then.base_url);
        let answer = caller.post(&path, &json!({"verificationTokenHex": "ab"})).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }
}

async fn a_test_key_writes_to_no_stranger(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(mails.settings()).await;
    let partner = server.new_partner(OLD).await;
    let own = made(&partner.test, 1).await;
    let path = format!("{PATH}/{own}/peppol-claim");
    let body = partner.test.post(&path, &json!({})).await.expect(200);
    assert_eq!((&body["status"], &body["reason"]), (&json!("pending"), &Value::Null));
    let link = body["confirmation_url"].as_str().expect("a link");
    assert_eq!(confirm(link).await.1["status"], "confirmed");
    let events = server.events(partner.id).await;
    assert_eq!((events.len(), &events[0].1["mode"]), (1, &json!("test")));
    let again = partner.test.post(&path, &json!({})).await.expect(200);
    assert_eq!(again["status"], "confirmed");
    assert_eq!(mails.files(), Vec::<String>::new());
}

async fn what_cannot_be_asked_or_registered_is_not_claimed(engine: Engine) {
    let mails = Mails::new();
    let server = engine.serve(live(&mails)).await;
    let partner = server.new_partner(OLD).await;
    for (body, field) in [
        (json!({"name": "Bez adresy", "ico": "50000001", "dic": "2100000001"}), "email"),
        (json!({"name": "Bez DIČ", "ico": "50000002", "email": "a@b.example"}), "dic"),
    ] {
        let own = org_id(&partner.live.post(PATH, &body).await.expect(201)["data"]);
        let answer = partner.live.post(&format!("{PATH}/{own}/peppol-claim"), &json!({})).await;
        assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), [field]);
    }
    // of many at once one is sent
    let own = made(&partner.live, 3).await;
    let calls = (0..6).map(|_| claimed(&partner.live, &own));
    let answers = futures_util::future::join_all(calls).await;
    let sent = answers.iter().filter(|answer| answer[0] == "sent").count();
    assert_eq!((sent, answers.len()), (1, 6), "{answers:?}");
}
