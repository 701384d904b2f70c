//! Enrollment, the test tokens, the two networks, and giving a registration up.

use crate::{
    network::organizations::{assert_deprecated, at, org_id},
    support::*,
};
use access::{OrganizationId, PartnerId};
use runtime::config::Settings;
use serde_json::{Value, json};
use time::{OffsetDateTime, macros::datetime};

on_both!(
    the_test_tokens_do_what_they_are_for,
    a_token_is_optional_only_in_the_lenient_sandbox,
    what_is_no_token_is_refused_and_not_reported,
    without_an_authority_live_keys_must_wait,
    a_live_key_moves_an_organization_and_a_test_key_does_not,
    a_registration_is_given_up_once,
    a_dic_that_cannot_be_registered_is_named,
    a_participant_is_one_organization_s,
    of_many_enrollments_at_once_one_is_reported,
    without_an_account_only_the_lenient_sandbox_sends,
);

const ENROLL: &str = "/v1/agent/peppol/enroll";
const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);

struct Firm {
    partner: PartnerId,
    id: String,
    test: Caller,
    live: Caller,
}

/// An organization that is not registered, of a partner of its own.
async fn firm(server: &TestServer, number: u32) -> Firm {
    let partner = server.new_partner(OLD).await;
    let made = partner.live.post("/v1/agent/organizations", &organization(number)).await;
    let id = org_id(&made.expect(201)["data"]);
    let (test, live) = (partner.test.acting_for(Some(&id)), partner.live.acting_for(Some(&id)));
    Firm { partner: partner.id, id, test, live }
}

impl Firm {
    async fn events(&self, server: &TestServer) -> Vec<(String, Value)> {
        server.events(self.partner).await
    }

    async fn status(&self) -> Value {
        let path = format!("/v1/agent/organizations/{}", self.id);
        self.test.get(&path).await.expect(200)["peppol_status"].clone()
    }

    async fn deactivate(&self, caller: &Caller) -> Answer {
        let path = format!("/v1/agent/organizations/{}/peppol/deactivate", self.id);
        caller.post(&path, &json!({})).await
    }
}

fn token(hex: &str) -> Value {
    json!({"verificationTokenHex": hex})
}

fn live_here() -> Settings {
    Settings { live_network: Some("sandbox".to_owned()), ..settings() }
}

/// "Enrollment test tokens".
async fn the_test_tokens_do_what_they_are_for(server: TestServer) {
    let firm = firm(&server, 1).await;
    for dead in ["000000000000dead", "000000000000DEAD"] {
        let error =
            assert_error(&firm.test.post(ENROLL, &token(dead)).await, 400, "VALIDATION_ERROR");
        assert_eq!(fields(&error), ["verificationTokenHex"]);
    }
    let events = firm.events(&server).await;
    assert_eq!(events.len(), 2);
    for (name, data) in &events {
        assert_eq!((&**name, &data["code"]), ("participant.failed", &json!("INVALID_TOKEN")));
        assert_eq!(data["participantId"], "9915:2100000001");
        assert_eq!((&data["mode"], &data["source"]), (&json!("test"), &json!("api_enroll")));
        assert!(data["failedAt"].is_string() && data["message"].is_string(), "{data}");
    }
    assert_eq!(firm.status().await, "none");

    for beef in ["000000000000BeEf", "000000000000beef"] {
        let body = firm.test.post(ENROLL, &token(beef)).await.expect(201);
        let data = &body["data"];
        assert_eq!((&data["status"], &data["mode"]), (&json!("send_only"), &json!("test")));
        let held = &data["reception"]["held_by"];
        assert!(held["ap_host"].is_string() && held["cert_org"].is_string(), "{body}");
    }
    let events = firm.events(&server).await;
    assert_eq!(events.len(), 3, "{events:?}");
    assert_eq!(events[2].0, "participant.failed");
    assert_eq!(events[2].1["code"], "PARTICIPANT_HELD_ELSEWHERE");
    assert_eq!(firm.status().await, "send_only");
    let read = firm.test.get(&format!("/v1/agent/organizations/{}", firm.id)).await.expect(200);
    assert!(read["reception"]["held_by"]["ap_host"].is_string(), "{read}");

    let moved = json!({"verificationTokenHex": "000000000000BEEF", "migrationCode": "M-1"});
    let body = firm.test.post(ENROLL, &moved).await.expect(201);
    assert_eq!(body["data"]["status"], "enrolled");
    assert_eq!(body["data"].get("reception"), None);
    let body = firm.test.post(ENROLL, &token("Ab")).await.expect(201);
    assert_eq!(body["data"]["status"], "enrolled");
    let events = firm.events(&server).await;
    assert_eq!(events.len(), 4, "enrolled twice, one event of it: {events:?}");
    assert_eq!(events[3].0, "participant.activated");
    assert_eq!(events[3].1["source"], "api_enroll");
    // also what receives here can be held elsewhere, as the table says
    let body = firm.test.post(ENROLL, &token("000000000000beef")).await.expect(201);
    assert_eq!(body["data"]["status"], "send_only");
}

/// Row "verificationTokenHex in enroll" of Versioning 3.
async fn a_token_is_optional_only_in_the_lenient_sandbox(engine: Engine) {
    for (clock, lenient) in [("2026-10-31T22:59:00Z", true), ("2026-10-31T23:00:00Z", false)] {
        let server = engine.serve(at(clock)).await;
        let mut number = 0;
        for body in [&b""[..], b"{}", b"{\"verificationTokenHex\":\"\"}"] {
            number += 1;
            let firm = firm(&server, number).await;
            let answer = firm.test.send(reqwest::Method::POST, ENROLL, body.to_vec()).await;
            if lenient {
                let whole = answer.expect(201);
                assert_eq!(whole["data"]["status"], "enrolled");
                assert_eq!(whole["warnings"][0]["code"], "SANDBOX_TOKEN_MISSING");
                assert_deprecated(&answer, &server.base_url);
                // the option, and a live key, ask for it all the same
                let path = format!("/v1/agent/organizations/{}", firm.id);
                let option = b"{\"sandbox_like_production\":true}".to_vec();
                firm.test.send(reqwest::Method::PATCH, &path, option).await.expect(200);
            }
            for caller in [&firm.test, &firm.live] {
                let answer = caller.send(reqwest::Method::POST, ENROLL, body.to_vec()).await;
                let error = assert_error(&answer, 400, "VALIDATION_ERROR");
                assert_eq!(fields(&error), ["verificationTokenHex"]);
            }
            let events = if lenient { 1 } else { 0 };
            assert_eq!(firm.events(&server).await.len(), events);
            let answer = firm.test.post(ENROLL, &token("0a")).await;
            assert_eq!(answer.expect(201).get("warnings"), None);
            assert_eq!(answer.header("sunset"), "");
        }
    }
}

async fn what_is_no_token_is_refused_and_not_reported(server: TestServer) {
    let firm = firm(&server, 1).await;
    for body in [
        token("xyz"),
        token(" dead"),
        token(&"a".repeat(513)),
        json!({"verificationTokenHex": 7}),
        json!({"verification_token_hex": "ab"}),
        json!({"verificationTokenHex": "ab", "migrationCode": "a\nb"}),
        json!({"verificationTokenHex": "ab", "migrationCode": "a".repeat(201)}),
        json!([]),
    ] {
        assert_error(&firm.test.post(ENROLL, &body).await, 400, "VALIDATION_ERROR");
    }
    assert_eq!((firm.status().await, firm.events(&server).await.len()), (json!("none"), 0));
    let nobody = firm.test.clone().acting_for(None);
    assert_error(&nobody.post(ENROLL, &token("ab")).await, 400, "VALIDATION_ERROR");
}

async fn without_an_authority_live_keys_must_wait(server: TestServer) {
    let firm = firm(&server, 1).await;
    for hex in ["ab", "000000000000dead", "000000000000beef"] {
        let answer = firm.live.post(ENROLL, &token(hex)).await;
        assert_error(&answer, 503, "VERIFICATION_UNAVAILABLE");
    }
    let claim = format!("/v1/agent/organizations/{}/peppol-claim", firm.id);
    assert_error(&firm.live.post(&claim, &json!({})).await, 503, "VERIFICATION_UNAVAILABLE");
    assert_eq!((firm.status().await, firm.events(&server).await.len()), (json!("none"), 0));
}

/// Network isolation, Versioning 4; live keys never simulate.
async fn a_live_key_moves_an_organization_and_a_test_key_does_not(engine: Engine) {
    let server = engine.serve(live_here()).await;
    let firm = firm(&server, 1).await;
    firm.test.post(ENROLL, &token("ab")).await.expect(201);
    let body = firm.live.post(ENROLL, &token("000000000000dead")).await.expect(201);
    assert_eq!(body["data"]["status"], "enrolled");
    assert_eq!(body["data"]["mode"], "live");
    assert_eq!(body["data"]["participant_id"], "0245:2100000001");
    let body = firm.live.post(ENROLL, &token("000000000000beef")).await.expect(201);
    assert_eq!(body["data"]["status"], "enrolled");
    for hex in ["ab", "000000000000dead", "000000000000beef"] {
        assert_error(&firm.test.post(ENROLL, &token(hex)).await, 409, "CONFLICT");
    }
    let events = firm.events(&server).await;
    let modes: Vec<_> = events.iter().map(|(name, data)| (&**name, &data["mode"])).collect();
    let activated = "participant.activated";
    assert_eq!(modes, [(activated, &json!("test")), (activated, &json!("live"))]);
    // neither does a test key give the live registration up
    assert_error(&firm.deactivate(&firm.test).await, 409, "CONFLICT");
    let body = firm.deactivate(&firm.live).await.expect(200);
    assert_eq!(body["data"]["status"], "deactivated");
    firm.test.post(ENROLL, &token("ab")).await.expect(201);
}

/// Whether others find the first firm in the test network.
async fn found(firm: &Firm) -> Value {
    let path = "/v1/agent/peppol/recipient?peppolId=9915:2100000001";
    firm.test.get(path).await.expect(200)["data"]["found"].clone()
}

async fn a_registration_is_given_up_once(server: TestServer) {
    let firm = firm(&server, 1).await;
    assert_error(&firm.deactivate(&firm.test).await, 409, "CONFLICT");
    firm.test.post(ENROLL, &token("ab")).await.expect(201);
    assert_eq!(found(&firm).await, true);
    let first = firm.deactivate(&firm.test).await.expect(200);
    assert_eq!(found(&firm).await, false);
    assert_eq!(first["data"]["participant_id"], "9915:2100000001");
    assert_eq!(firm.deactivate(&firm.test).await.expect(200), first);
    assert_eq!(firm.status().await, "deactivated");
    let events = firm.events(&server).await;
    assert_eq!(events.len(), 2, "{events:?}");
    assert_eq!(events[1].0, "participant.deactivated");
    assert_eq!(events[1].1["source"], "api_deactivate");
    assert!(events[1].1["deactivatedAt"].is_string());
    // and taken up again
    let again = firm.test.post(ENROLL, &token("ab")).await.expect(201);
    assert_eq!(again["data"]["status"], "enrolled");
    assert_eq!(firm.events(&server).await.len(), 3);
}

async fn a_dic_that_cannot_be_registered_is_named(server: TestServer) {
    let partner = server.new_partner(OLD).await;
    for body in [
        json!({"name": "Bez DIČ", "ico": "50000001"}),
        json!({"name": "Česká", "ico": "50000002", "dic": "CZ12345678", "country": "CZ"}),
    ] {
        let made = partner.test.post("/v1/agent/organizations", &body).await.expect(201);
        let acting = partner.test.clone().acting_for(made["data"]["org_id"].as_str());
        let answer = acting.post(ENROLL, &token("ab")).await;
        assert_eq!(fields(&assert_error(&answer, 400, "VALIDATION_ERROR")), ["dic"]);
    }
    assert_eq!(server.events(partner.id).await, []);
}

async fn a_participant_is_one_organization_s(server: TestServer) {
    let (first, second) = (firm(&server, 1).await, firm(&server, 1).await);
    first.test.post(ENROLL, &token("ab")).await.expect(201);
    assert_error(&second.test.post(ENROLL, &token("ab")).await, 409, "CONFLICT");
    assert_eq!(second.status().await, "none");
    let events = second.events(&server).await;
    let [(name, data)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&**name, &data["code"]), ("participant.failed", &json!("PARTICIPANT_TAKEN")));
    first.deactivate(&first.test).await.expect(200);
    second.test.post(ENROLL, &token("ab")).await.expect(201);
}

async fn of_many_enrollments_at_once_one_is_reported(server: TestServer) {
    let firm = firm(&server, 1).await;
    let body = token("ab");
    let calls = (0..8).map(|_| firm.test.post(ENROLL, &body));
    for answer in futures_util::future::join_all(calls).await {
        assert!(matches!(answer.status, 201 | 409), "{}", answer.status);
    }
    assert_eq!(firm.events(&server).await.len(), 1);
}

/// Row "Sending without a Peppol account" of Versioning 3.
async fn without_an_account_only_the_lenient_sandbox_sends(engine: Engine) {
    for (clock, lenient) in [("2026-10-31T20:00:00Z", true), ("2026-11-02T10:00:00Z", false)] {
        let server = engine.serve(at(clock)).await;
        let firm = firm(&server, 1).await;
        let xml = firm.test.ubl("EXT-1").await;
        let test = firm.test.connector_data(&xml, json!({})).await;
        if lenient {
            assert_eq!(test["status"], "queued", "{test}");
        } else {
            assert_eq!((&test["status"], &test["reason"]), (&json!("rejected"), &json!("ingest")));
            assert!(test["error"].to_string().contains("/v1/agent/peppol/enroll"), "{test}");
        }
        let organization = OrganizationId(firm.id.parse().expect("an id"));
        server.top_up(organization, 5).await;
        let live = firm.live.connector_data(&firm.live.ubl("EXT-2").await, json!({})).await;
        assert_eq!((&live["status"], &live["reason"]), (&json!("rejected"), &json!("ingest")));
        assert!(!live["error"].to_string().contains("enroll"), "{live}");
    }
}
