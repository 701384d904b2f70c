//! The portal of a partner, as pages and as JSON.

use crate::{
    people::oauth::{hidden, text},
    portal::session::{Portal, without_query},
    support::*,
};
use access::Role;
use organizations::OperatorStore;
use serde_json::{Value, json};
use sign_in::SignInStore;
use std::num::NonZeroU32;

on_both!(
    a_partner_has_pages,
    strangers_and_viewers_change_nothing,
    forms_of_other_sites_are_refused,
    the_portal_speaks_json_to_a_session,
    a_secret_wants_a_recent_sign_in,
);

const PAGES: [&str; 8] = [
    "",
    "/usage",
    "/events",
    "/keys",
    "/keys/new",
    "/webhooks",
    "/webhooks/new",
    "/organizations/new",
];

const PAGES_OF_ONE: [&str; 4] =
    ["/organizations/{}", "/webhooks/{}", "/webhooks/{}/edit", "/webhooks/{}/deliveries/{}"];

const FORMS: [&str; 13] = [
    "/organizations/new",
    "/organizations/{}/claim",
    "/keys/new",
    "/keys/rotate",
    "/keys/revoke",
    "/webhooks/new",
    "/webhooks/{}/edit",
    "/webhooks/{}/rotate",
    "/webhooks/{}/test",
    "/webhooks/{}/switch",
    "/webhooks/{}/remove",
    "/webhooks/{}/replay",
    "/webhooks/{}/deliveries/{}/replay",
];

/// The demo user at the demo partner, in this role if in any.
pub async fn open(server: &TestServer, role: Option<Role>) -> Portal {
    let store = server.store();
    let partners = store.partners(None, 1).await.expect("asked");
    let partner = partners.rows.first().expect("the partner").id;
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    if let Some(role) = role {
        let user = user.expect("the user").id;
        store.set_partner_member(partner, user, role).await.expect("set");
    }
    let mut portal = Portal::open(server).await;
    portal.path = format!("/partner/{partner}/test");
    portal
}

async fn a_partner_has_pages(server: TestServer) {
    let receiver = Receiver::good().await;
    let mut portal = open(&server, Some(Role::Owner)).await;
    for page in PAGES {
        portal.page(page).await;
    }
    assert!(portal.page("").await.contains("Tatranská píla"));
    assert!(portal.page("/usage").await.contains("Tatranská píla"));

    let sk = server.seeded.organizations.sk.org_id;
    let form = [
        ("name", "Nová firma s. r. o."),
        ("ico", "36401234"),
        ("dic", "2020123456"),
        ("email", "firma@nova.example"),
        ("street", "Dlhá 1"),
        ("city", "Nitra"),
        ("postalCode", "949 01"),
        ("country", "SK"),
        ("once", "a-company"),
    ];
    // two clicks, one company
    let made = portal.done("/organizations/new", &form).await;
    assert_eq!(portal.done("/organizations/new", &form).await, made);
    let path = without_query(&made).to_owned();
    assert!(portal.page(&path).await.contains("firma@nova.example"));
    let claimed = portal.post(&format!("{path}/claim"), &[]).await;
    assert_eq!(claimed.status, 200, "{}", text(&claimed));
    let wrong = portal.post("/organizations/new", &[("name", "")]).await;
    assert_eq!(wrong.status, 422, "{}", text(&wrong));

    let key = text(&portal.post("/keys/new", &[("name", "ERP"), ("scopes", "invoice:read")]).await);
    assert!(key.contains("svc_pk_test_"), "{key}");
    assert!(portal.page("/keys").await.contains("ERP"));
    let hook = |only: String| [("url", receiver.url.clone()), ("orgId", only)];
    let foreign = hook(uuid::Uuid::nil().to_string());
    let foreign = [("url", &*foreign[0].1), ("orgId", &*foreign[1].1)];
    let refused = portal.post("/webhooks/new", &foreign).await;
    assert_eq!(refused.status, 422);
    assert!(text(&refused).contains("f-orgId-fault"), "{}", text(&refused));
    let own = hook(sk.to_string());
    let own = [("url", &*own[0].1), ("orgId", &*own[1].1)];
    let page = text(&portal.post("/webhooks/new", &own).await);
    assert!(page.contains("class=\"secret\""), "{page}");
    let list = portal.page("/webhooks").await;
    let id = list.split("/webhooks/").find_map(|rest| {
        let id = rest.split('"').next()?;
        (id.len() == 36).then(|| id.to_owned())
    });
    let path = format!("/webhooks/{}", id.expect("an endpoint"));
    assert!(portal.page(&path).await.contains(&sk.to_string()));
    let delivery = portal.done(&format!("{path}/test"), &[]).await;
    receiver.wait_for(1).await;
    assert!(portal.page(without_query(&delivery)).await.contains(&sk.to_string()));
    portal.done(&format!("{path}/remove"), &[]).await;
    // a company's pages show the way to its partner, and the other way round
    portal.path = format!("/portal/{sk}/test");
    assert!(portal.page("/invoices").await.contains("/partner/"));
}

async fn strangers_and_viewers_change_nothing(server: TestServer) {
    let mut stranger = open(&server, None).await;
    for page in PAGES {
        assert_eq!(stranger.get(page).await.status, 404, "{page}");
    }
    let mut viewer = open(&server, Some(Role::Viewer)).await;
    viewer.page("").await;
    let sk = server.seeded.organizations.sk.org_id;
    let sk = sk.to_string();
    for page in ["/keys", "/keys/new", "/webhooks", "/webhooks/new", "/organizations/new"] {
        assert_eq!(viewer.get(page).await.status, 403, "{page}");
    }
    for form in FORMS {
        let answer = viewer.post(&form.replace("{}", &sk), &[("name", "x")]).await;
        assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
    }
    let mut owner = open(&server, Some(Role::Owner)).await;
    let nobody = uuid::Uuid::nil().to_string();
    for page in PAGES_OF_ONE {
        assert_eq!(owner.get(&page.replace("{}", &nobody)).await.status, 404, "{page}");
    }
    for form in FORMS.iter().filter(|form| form.contains("{}")) {
        let answer = owner.post(&form.replace("{}", &nobody), &[]).await;
        assert_eq!(answer.status, 404, "{form}: {}", text(&answer));
    }
    let mut nobody = crate::people::oauth::Browser::new(&server.base_url);
    let ids = PAGES_OF_ONE.map(|page| page.replace("{}", &sk));
    for page in PAGES.iter().map(|page| (*page).to_owned()).chain(ids) {
        let answer = nobody.get(&format!("{}{page}", owner.path)).await;
        let to = format!("/sign-in?next={}", format!("{}{page}", owner.path).replace('/', "%2F"));
        assert_eq!((answer.status, answer.header("location")), (303, &*to), "{page}");
    }
}

/// Without the token of the session, with another, and from another site.
async fn forms_of_other_sites_are_refused(server: TestServer) {
    let mut owner = open(&server, Some(Role::Owner)).await;
    let token = hidden(&owner.get("").await, "form_token");
    let sk = server.seeded.organizations.sk.org_id.to_string();
    for form in FORMS {
        let path = format!("{}{}", owner.path, form.replace("{}", &sk));
        let none = owner.browser.post(&path, &[("scopes", "invoice:read")]).await;
        let wrong = owner.browser.post(&path, &[("form_token", &token[1..])]).await;
        let request = owner.browser.http.post(format!("{}{path}", owner.browser.base));
        let request = request.form(&[("form_token", &token)]);
        let elsewhere = owner.browser.send(request.header("Sec-Fetch-Site", "cross-site")).await;
        for answer in [none, wrong, elsewhere] {
            assert_eq!(answer.status, 403, "{form}: {}", text(&answer));
        }
        let mut nobody = crate::people::oauth::Browser::new(&server.base_url);
        let answer = nobody.post(&path, &[("form_token", &token)]).await;
        assert_eq!(answer.header("location"), "/sign-in", "{form}");
    }
}

/// The JSON has no field for a password: who signed in long ago signs in again.
async fn a_secret_wants_a_recent_sign_in(server: TestServer) {
    let mut portal = open(&server, Some(Role::Owner)).await;
    let post = |portal: &Portal, path: &str, body: Value| {
        let request = portal.browser.http.post(format!("{}{path}", portal.browser.base));
        request.json(&body).header("Sec-Fetch-Site", "same-origin")
    };
    let hook = json!({"url": "https://hooks.example.com/x"});
    let make = post(&portal, "/v1/partner/webhooks", hook.clone());
    let made = portal.browser.send(make).await.expect(201);
    let id = made["id"].as_str().expect("an id").to_owned();
    let rotate = format!("/v1/partner/webhooks/{id}/rotate-secret");
    let rotated = portal.browser.send(post(&portal, &rotate, json!({}))).await.expect(200);
    assert_ne!(rotated["secret"], made["secret"]);
    assert!(made["oldSecretSignsUntil"].is_null() && rotated["oldSecretSignsUntil"].is_string());

    let later = server.at_time(time::OffsetDateTime::now_utc() + sign_in::FRESH_FOR);
    portal.browser.base.clone_from(&later.base_url);
    for (path, body) in [("/v1/partner/webhooks", hook), (&*rotate, json!({}))] {
        let refused = portal.browser.send(post(&portal, path, body)).await;
        assert_error(&refused, 403, "RECENT_SIGN_IN_REQUIRED");
    }
    // what gives no secret away goes on
    let list = portal.browser.get("/v1/partner/webhooks").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    let off = portal.browser.http.patch(format!("{}/v1/partner/webhooks/{id}", later.base_url));
    let off = off.json(&json!({"enabled": false})).header("Sec-Fetch-Site", "same-origin");
    portal.browser.send(off).await.expect(200);
    let user = &server.seeded.user;
    let again = json!({"email": user.email, "password": user.password});
    let again = post(&portal, "/api/auth/sign-in/email", again);
    assert_eq!(portal.browser.send(again).await.status, 200);
    portal.browser.send(post(&portal, &rotate, json!({}))).await.expect(200);
}

async fn the_portal_speaks_json_to_a_session(server: TestServer) {
    let sk = server.seeded.organizations.sk.org_id;
    let mut portal = open(&server, None).await;
    let refused = portal.browser.get("/v1/partner/organizations").await;
    assert_error(&refused, 403, "FORBIDDEN");
    let mut portal = open(&server, Some(Role::Admin)).await;
    let json = |answer: &Answer| -> Value { serde_json::from_slice(&answer.bytes).expect("JSON") };
    let list = portal.browser.get("/v1/partner/organizations?limit=2").await;
    assert_eq!((list.status, &json(&list)["has_more"]), (200, &json!(true)));
    let usage = json(&portal.browser.get("/v1/partner/usage").await);
    assert_eq!(usage["data"][0]["invoices"]["used"], 0, "{usage}");
    let feed = portal.browser.get("/v1/partner/events?limit=1").await;
    assert_eq!(feed.status, 200, "{}", text(&feed));

    let send = |portal: &Portal, body: Value, site: &'static str| {
        let url = format!("{}/v1/partner/webhooks", portal.browser.base);
        portal.browser.http.post(url).json(&body).header("Sec-Fetch-Site", site)
    };
    let body = json!({"url": "https://hooks.example.com/x", "orgId": sk});
    let elsewhere = send(&portal, body.clone(), "cross-site");
    assert_error(&portal.browser.send(elsewhere).await, 403, "FORBIDDEN");
    let here = send(&portal, body, "same-origin");
    let made = portal.browser.send(here).await;
    assert_eq!(made.status, 201, "{}", text(&made));
    let made = json(&made);
    assert_eq!(made["orgId"], json!(sk));
    assert!(made["secret"].as_str().is_some_and(|secret| !secret.is_empty()));
    let foreign = json!({"url": "https://hooks.example.com/x", "orgId": uuid::Uuid::nil()});
    let foreign = send(&portal, foreign, "same-origin");
    assert_error(&portal.browser.send(foreign).await, 400, "VALIDATION_ERROR");
    let list = json(&portal.browser.get("/v1/partner/webhooks").await);
    assert_eq!(list["data"][0]["id"], made["id"]);
    assert!(list["data"][0]["secret"].is_null());
    let id = made["id"].as_str().expect("an id");
    let one = portal.browser.get(&format!("/v1/partner/webhooks/{id}")).await;
    assert_eq!(one.status, 200);
    assert_error(&server.sk().get(&format!("/v1/agent/webhooks/{id}")).await, 404, "NOT_FOUND");
    let named = |id: &str| {
        let url = format!("{}/v1/partner/webhooks", portal.browser.base);
        portal.browser.http.get(url).header("X-Partner-Id", id.to_owned())
    };
    let other = named("x");
    assert_error(&portal.browser.send(other).await, 404, "NOT_FOUND");
    for nothing in ["/v1/partner/nothing", "/v1/partner/usage/nothing"] {
        assert_error(&portal.browser.get(nothing).await, 404, "NOT_FOUND");
        assert_error(&server.sk().get(nothing).await, 401, "UNAUTHORIZED");
    }
    assert_eq!(portal.browser.get("/v1/partner/usage?limit=21").await.status, 400);

    // at a server that allows one call of the smallest plan, a partner has five
    let few = server.standing(|app| app.config.key_rate_per_minute = NonZeroU32::MIN);
    portal.browser.base.clone_from(&few.base_url);
    let mut limited = None;
    for _ in 0..12 {
        let answer = portal.browser.get("/v1/partner/usage").await;
        limited = limited.or(Some(answer).filter(|answer| answer.status == 429));
    }
    assert!(!limited.expect("a refusal").header("retry-after").is_empty());
}
