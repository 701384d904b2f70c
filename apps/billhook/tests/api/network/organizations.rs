//! Organizations that partners make: rules, answers, tenancy.

use crate::support::*;
use access::{Scope, Scopes};
use reqwest::Method;
use runtime::config::Settings;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use time::{OffsetDateTime, macros::datetime};

on_both!(
    what_a_partner_makes_it_reads_and_acts_for,
    only_the_lenient_sandbox_registers_at_creation,
    a_dic_that_is_registered_already_is_reported_and_the_organization_is_made,
    under_a_key_an_organization_is_made_once_for_a_partner,
    the_same_company_twice_under_a_partner_is_a_conflict,
    everything_that_is_wrong_is_said_at_once,
    keys_do_what_they_may,
    others_organizations_do_not_exist,
    organizations_are_listed_page_by_page_and_found,
    options_are_set_and_nothing_else,
);

const PATH: &str = "/v1/agent/organizations";
const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);
const NEW: OffsetDateTime = datetime!(2026-10-02 12:00 UTC);

pub fn at(clock: &str) -> Settings {
    Settings { clock: Some(clock.to_owned()), clock_force: Some(true), ..settings() }
}

/// Of an organization that was made or listed.
pub fn org_id(organization: &Value) -> String {
    organization["org_id"].as_str().expect("an id").to_owned()
}

async fn made(caller: &Caller, body: &Value) -> Value {
    caller.post(PATH, body).await.expect(201)["data"].clone()
}

async fn what_a_partner_makes_it_reads_and_acts_for(server: TestServer) {
    let partner = server.new_partner(OLD).await;
    let mut body = organization(1);
    body["registration"] = json!("OR OS Zvolen, vložka 1/S");
    let data = made(&partner.test, &body).await;
    for field in ["name", "ico", "dic", "ic_dph", "email", "address", "registration"] {
        assert_eq!(data[field], body[field], "{field}");
    }
    assert_eq!((&data["vat_payer"], &data["plan"]), (&json!(true), &json!("free")));
    let path = format!("{PATH}/{}", org_id(&data));
    assert_eq!(partner.test.get(&path).await.expect(200), data);
    assert_eq!(partner.live.get(PATH).await.expect(200)["data"], json!([data]));
    let acting = partner.test.acting_for(data["org_id"].as_str());
    acting.issue(&invoice()).await.expect(201);
}

/// Row "Peppol registration at organization creation" of Versioning 3.
async fn only_the_lenient_sandbox_registers_at_creation(engine: Engine) {
    for (clock, lenient) in [("2026-10-31T22:59:00Z", true), ("2026-10-31T23:00:00Z", false)] {
        let server = engine.serve(at(clock)).await;
        for (n, (since, live, option, registers)) in [
            (OLD, false, false, lenient),
            (OLD, false, true, false),
            (NEW, false, false, false),
            (OLD, true, false, false),
        ]
        .into_iter()
        .enumerate()
        {
            let partner = server.new_partner(since).await;
            let mut body = organization(u32::try_from(n).expect("few"));
            body["sandbox_like_production"] = json!(option);
            let caller = if live { &partner.live } else { &partner.test };
            let answer = caller.post(PATH, &body).await;
            let whole = answer.expect(201);
            let (status, events) = (&whole["data"]["peppol_status"], server.events(partner.id));
            let events = events.await;
            if registers {
                assert_eq!(status, "enrolled");
                assert_eq!(whole["data"]["peppol_sandbox"], true);
                assert_eq!(whole["data"]["peppol_mode"], "test");
                let id = format!("9915:{}", body["dic"].as_str().expect("a DIČ"));
                assert_eq!(whole["data"]["peppol_participant_id"], id);
                assert_eq!(whole["warnings"][0]["code"], "SANDBOX_AUTO_ENROLL");
                assert_deprecated(&answer, &server.base_url);
                let [(name, data)] = &events[..] else { panic!("{events:?}") };
                assert_eq!(name, "participant.activated");
                assert_eq!((&data["participantId"], &data["mode"]), (&json!(id), &json!("test")));
                assert_eq!(data["source"], "partner_api");
                assert_eq!(data["orgId"], whole["data"]["org_id"]);
            } else {
                assert_eq!(status, "none", "{clock} {n}");
                assert_eq!(whole["data"]["peppol_sandbox"], false);
                assert_eq!(whole.get("warnings"), None);
                assert_eq!(whole.get("hint").is_some(), !live, "{whole}");
                assert_eq!(answer.header("deprecation"), "");
                assert_eq!(events, []);
            }
        }
    }
}

/// The headers of Versioning 3.
#[track_caller]
pub fn assert_deprecated(answer: &Answer, base_url: &str) {
    assert_eq!(answer.header("deprecation"), "@1790899200");
    assert_eq!(answer.header("sunset"), "Sat, 31 Oct 2026 23:00:00 GMT");
    assert_eq!(answer.header("link"), format!("<{base_url}/docs/sandbox>; rel=\"deprecation\""));
}

async fn a_dic_that_is_registered_already_is_reported_and_the_organization_is_made(engine: Engine) {
    let server = engine.serve(at("2026-10-15T10:00:00Z")).await;
    let (first, second) = (server.new_partner(OLD).await, server.new_partner(OLD).await);
    made(&first.test, &organization(1)).await;
    let answer = second.test.post(PATH, &organization(1)).await;
    let whole = answer.expect(201);
    assert_eq!(whole["data"]["peppol_status"], "none");
    assert_eq!((whole.get("warnings"), answer.header("sunset")), (None, ""));
    let events = server.events(second.id).await;
    let [(name, data)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&**name, &data["code"]), ("participant.failed", &json!("PARTICIPANT_TAKEN")));
    // one without a DIČ is made too, and nothing is published
    let body = json!({"name": "Bez DIČ", "ico": "59999999"});
    assert_eq!(made(&second.test, &body).await["peppol_status"], "none");
    assert_eq!(server.events(second.id).await.len(), 1);
}

async fn under_a_key_an_organization_is_made_once_for_a_partner(engine: Engine) {
    let server = engine.serve(at("2026-10-15T10:00:00Z")).await;
    let (partner, other) = (server.new_partner(OLD).await, server.new_partner(NEW).await);
    let once = partner.test.clone().once("klient-17");
    let first = once.post(PATH, &organization(1)).await;
    let again = once.post(PATH, &organization(1)).await;
    first.expect(201);
    assert_eq!((again.status, &again.bytes), (201, &first.bytes));
    assert_deprecated(&again, &server.base_url);
    assert_error(&once.post(PATH, &organization(2)).await, 409, "CONFLICT");
    // keys of two partners do not meet; a refused request frees its key
    let theirs = other.test.clone().once("klient-17");
    assert_error(&theirs.post(PATH, &json!({})).await, 400, "VALIDATION_ERROR");
    theirs.post(PATH, &organization(3)).await.expect(201);
    assert_eq!(partner.test.get(PATH).await.expect(200)["data"].as_array().map(Vec::len), Some(1));
}

async fn the_same_company_twice_under_a_partner_is_a_conflict(server: TestServer) {
    let (partner, other) = (server.new_partner(OLD).await, server.new_partner(OLD).await);
    let first = made(&partner.test, &organization(1)).await;
    for (field, name) in [("dic", "IČO"), ("ico", "DIČ")] {
        let mut body = organization(1);
        body[field] = organization(2)[field].clone();
        let refused = assert_error(&partner.test.post(PATH, &body).await, 409, "CONFLICT");
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains(name) && message.contains(&org_id(&first)), "{message}");
    }
    // also with a live key, and not for another partner
    assert_error(&partner.live.post(PATH, &organization(1)).await, 409, "CONFLICT");
    made(&other.test, &organization(1)).await;
    // of many at once one is made
    let body = organization(9);
    let calls = (0..8).map(|_| partner.test.post(PATH, &body));
    let answers = futures_util::future::join_all(calls).await;
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [vec![201], vec![409; 7]].concat());
}

async fn everything_that_is_wrong_is_said_at_once(server: TestServer) {
    let partner = server.new_partner(OLD).await;
    let body = json!({
        "name": "", "ico": "1", "dic": "2", "icDph": "x", "email": "nobody", "phone": "1",
        "country": "Slovensko", "address": {"street": "Lesná 1"}, "vat_payer": "yes",
    });
    let answer = partner.test.post(PATH, &body).await;
    let error = assert_error(&answer, 400, "VALIDATION_ERROR");
    let wrong: BTreeSet<_> = fields(&error).into_iter().collect();
    let expected = [
        "name",
        "ico",
        "dic",
        "icDph",
        "email",
        "phone",
        "country",
        "vat_payer",
        "address.city",
        "address.postalCode",
        "address.country",
    ];
    assert_eq!(wrong, BTreeSet::from(expected), "{error}");
    assert!(error.to_string().contains("did you mean ic_dph?"), "{error}");
    for body in [&b""[..], b"[]", b"{", b"{\"name\":\"a\",\"name\":\"b\",\"ico\":\"12345678\"}"] {
        let answer = partner.test.send(Method::POST, PATH, body.to_vec()).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
    assert_eq!(partner.test.get(PATH).await.expect(200)["data"], json!([]));
}

async fn keys_do_what_they_may(server: TestServer) {
    let user = server.sk().acting_for(None);
    assert_error(&user.post(PATH, &organization(1)).await, 403, "FORBIDDEN");
    assert_error(&user.clone().with_key(None).get(PATH).await, 401, "UNAUTHORIZED");
    let none = server.partner_with(OLD, Scopes::of(&[Scope::InvoiceCreate])).await;
    let refused = assert_error(&none.test.post(PATH, &organization(1)).await, 403, "FORBIDDEN");
    assert!(refused.to_string().contains("org:provision"), "{refused}");
    assert_error(&none.test.get(PATH).await, 403, "FORBIDDEN");
    let reader = server.partner_with(OLD, Scopes::of(&[Scope::InvoiceRead])).await;
    reader.test.get(PATH).await.expect(200);
    let maker = server.partner_with(OLD, Scopes::of(&[Scope::OrgProvision])).await;
    let own = org_id(&made(&maker.test, &organization(1)).await);
    maker.test.get(PATH).await.expect(200);
    let options = json!({"sandbox_like_production": true});
    let path = format!("{PATH}/{own}");
    let set = maker.test.send(Method::PATCH, &path, options.to_string().into_bytes()).await;
    assert_error(&set, 403, "FORBIDDEN");
    let claim = format!("{path}/peppol-claim");
    assert_error(&maker.test.post(&claim, &json!({})).await, 403, "FORBIDDEN");
}

async fn others_organizations_do_not_exist(server: TestServer) {
    let (partner, stranger) = (server.new_partner(OLD).await, server.new_partner(OLD).await);
    let own = org_id(&made(&partner.test, &organization(1)).await);
    let path = format!("{PATH}/{own}");
    let user = server.sk().acting_for(None);
    for caller in [&stranger.test, &user] {
        for (method, path) in [
            (Method::GET, path.clone()),
            (Method::PATCH, path.clone()),
            (Method::POST, format!("{path}/peppol/deactivate")),
            (Method::GET, format!("{PATH}/7")),
        ] {
            let body = json!({"email": ""}).to_string().into_bytes();
            assert_error(&caller.send(method, &path, body).await, 404, "NOT_FOUND");
        }
    }
    let claim = format!("{path}/peppol-claim");
    assert_error(&stranger.test.post(&claim, &json!({})).await, 404, "NOT_FOUND");
    assert_error(&user.post(&claim, &json!({})).await, 403, "FORBIDDEN");
    // a user's key lists its own; a header that names another's organization is refused
    let list = user.get(PATH).await.expect(200);
    let sk = server.seeded.organizations.sk.org_id.to_string();
    assert_eq!(list["data"].as_array().expect("rows").len(), 1);
    assert_eq!(org_id(&list["data"][0]), sk);
    assert_eq!(stranger.test.get(PATH).await.expect(200)["data"], json!([]));
    let named = stranger.test.clone().acting_for(Some(&own)).get(PATH).await;
    assert_error(&named, 403, "FORBIDDEN");
    partner.test.clone().acting_for(Some(&own)).get(PATH).await.expect(200);
}

async fn organizations_are_listed_page_by_page_and_found(engine: Engine) {
    let server = engine.serve(at("2026-10-15T10:00:00Z")).await;
    let partner = server.new_partner(OLD).await;
    let mut ids = Vec::new();
    for number in 1..=5 {
        let mut body = organization(number);
        if number == 3 {
            body["name"] = json!("Žilinské píly");
            body["sandbox_like_production"] = json!(true);
        }
        ids.insert(0, org_id(&made(&partner.test, &body).await));
    }
    let (mut found, mut query) = (Vec::new(), "?limit=2".to_owned());
    loop {
        let page = partner.test.get(&format!("{PATH}{query}")).await.expect(200);
        found.extend(page["data"].as_array().expect("rows").iter().map(org_id));
        let Some(after) = page["next_after"].as_str() else { break };
        query = format!("?limit=2&after={after}");
    }
    assert_eq!(found, ids);
    for (query, rows) in [
        ("name=zilinske", vec![2]),
        ("name=LESN%C3%81", vec![0, 1, 3, 4]),
        ("ico=50000001", vec![4]),
        ("dic=2100000005", vec![0]),
        ("peppol_status=none", vec![2]),
        ("peppol_status=enrolled&name=5", vec![0]),
        ("name=%00", vec![]),
    ] {
        let page = partner.test.get(&format!("{PATH}?{query}")).await.expect(200);
        let found: Vec<_> = page["data"].as_array().expect("rows").iter().map(org_id).collect();
        let rows: Vec<_> = rows.into_iter().map(|row: usize| ids[row].clone()).collect();
        assert_eq!(found, rows, "{query}");
    }
    for query in ["peppol_status=live", "limit=0", "after=x", "nam=x"] {
        let answer = partner.test.get(&format!("{PATH}?{query}")).await;
        assert_error(&answer, 400, "VALIDATION_ERROR");
    }
}

async fn options_are_set_and_nothing_else(server: TestServer) {
    let partner = server.new_partner(OLD).await;
    let own = made(&partner.test, &organization(1)).await;
    let path = format!("{PATH}/{}", org_id(&own));
    let set = async |body: Value| {
        partner.test.send(Method::PATCH, &path, body.to_string().into_bytes()).await
    };
    let after = set(json!({"sandbox_like_production": true, "email": "iny@firma.example"})).await;
    let mut expected = own.clone();
    expected["sandbox_like_production"] = json!(true);
    expected["email"] = json!("iny@firma.example");
    assert_eq!(after.expect(200), expected);
    assert_eq!(set(json!({"email": ""})).await.expect(200)["email"], Value::Null);
    expected["email"] = Value::Null;
    for body in [json!({}), json!({"ico": "12345678"}), json!({"email": "x"}), json!({"email": 1})]
    {
        assert_error(&set(body).await, 400, "VALIDATION_ERROR");
    }
    assert_eq!(partner.test.get(&path).await.expect(200), expected);
}
