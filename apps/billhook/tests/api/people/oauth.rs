//! Applications get access over OAuth 2.1: the whole way over HTTP, as a browser and a client go it.

use crate::support::*;
use access::{OrganizationId, Role};
use data_encoding::BASE64URL_NOPAD;
use members::{Group, MemberChange, MemberStore};
use organizations::OperatorStore;
use reqwest::{Client, redirect::Policy};
use runtime::config::Settings;
use serde_json::{Value, json};
use sign_in::SignInStore;

on_both!(
    the_server_says_what_it_can_do,
    an_application_gets_access_by_consent_and_loses_it_at_once,
    a_token_is_for_one_company_and_its_scopes,
    a_token_of_a_viewer_does_what_a_viewer_may,
    the_tokens_of_who_left_give_nothing,
    an_endpoint_ends_with_the_application_that_made_it,
    a_secret_comes_in_the_form_or_by_basic,
    of_many_refreshes_over_http_one_gives_a_pair,
    a_lost_answer_is_given_again_where_that_is_set,
    a_stolen_code_ends_the_connection,
    what_is_wrong_with_a_registration_is_said,
    what_is_wrong_with_a_request_is_reported_after_sign_in,
    forms_of_other_sites_change_nothing,
    sign_in_is_bounded,
    sessions_are_listed_and_ended,
    a_user_is_informed_of_each_connection_once,
);

pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
pub const REDIRECT: &str = "http://localhost:33418/callback";

/// An HTTP client that follows nothing by itself, with the cookies of one person.
#[derive(Clone)]
pub struct Browser {
    pub http: Client,
    pub base: String,
    pub cookies: Vec<(String, String)>,
}

impl Browser {
    pub fn new(base: &str) -> Self {
        let http = http().redirect(Policy::none()).build();
        let http = http.expect("a client");
        Self { http, base: base.to_owned(), cookies: Vec::new() }
    }

    pub async fn send(&mut self, request: reqwest::RequestBuilder) -> Answer {
        let cookies: Vec<_> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let answer = request
            .header("Cookie", cookies.join("; "))
            .header("Accept-Language", "sk")
            .send()
            .await
            .expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        for cookie in headers.get_all("set-cookie") {
            let text = cookie.to_str().expect("a text");
            assert!(text.contains("HttpOnly") && text.contains("SameSite=Lax"), "{text}");
            let (name, value) = text.split(';').next().expect("a pair").split_once('=').expect("=");
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        Answer { status, headers, bytes: answer.bytes().await.expect("a body").to_vec() }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let request = self.http.get(format!("{}{path}", self.base));
        self.send(request).await
    }

    pub async fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let request = self.http.post(format!("{}{path}", self.base)).form(form);
        self.send(request.header("Sec-Fetch-Site", "same-origin")).await
    }

    /// Signs in on the page, on the way to consent or not.
    pub async fn sign_in(&mut self, page: &str, email: &str, password: &str) -> Answer {
        let shown = self.get(page).await;
        assert_eq!(shown.status, 200);
        let token = hidden(&shown, "form_token");
        let mut form = vec![("form_token", &*token), ("email", email), ("password", password)];
        let consent = page.split_once("consent=").map(|(_, id)| id);
        form.extend(consent.map(|id| ("consent", id)));
        self.post("/sign-in", &form).await
    }
}

pub fn text(answer: &Answer) -> String {
    String::from_utf8(answer.bytes.clone()).expect("UTF-8")
}

/// The value of a hidden field.
pub fn hidden(page: &Answer, name: &str) -> String {
    let page = text(page);
    let marker = format!("name=\"{name}\" value=\"");
    let (_, rest) = page.split_once(&marker).unwrap_or_else(|| panic!("no {name} in {page}"));
    rest.split('"').next().expect("a value").to_owned()
}

/// The parameters of the address that a redirect leads to.
fn parameters(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, 303, "{}", text(answer));
    let location = answer.header("location");
    assert!(location.starts_with(REDIRECT), "{location}");
    let query = location.split_once('?').expect("a query").1;
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

pub fn parameter(answer: &Answer, name: &str) -> String {
    let found = parameters(answer).into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("no {name}: {}", answer.header("location"))).1
}

/// A registered application and the person who uses it.
pub struct App<'a> {
    server: &'a TestServer,
    pub browser: Browser,
    pub id: String,
    pub secret: Option<String>,
}

impl<'a> App<'a> {
    pub async fn register(server: &'a TestServer, method: &str) -> Self {
        let mut browser = Browser::new(&server.base_url);
        let body = json!({
            "client_name": "Účtovný <b>pomocník</b>",
            "redirect_uris": [REDIRECT.replace(":33418", "")],
            "token_endpoint_auth_method": method,
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "resources": [format!("{}/v1/agent", server.base_url)],
        });
        let request = browser.http.post(format!("{}{REGISTER}", server.base_url)).json(&body);
        let answer = browser.send(request).await;
        assert_eq!(answer.header("cache-control"), "no-store");
        let made = answer.expect(201);
        let secret = made.get("client_secret").map(|it| it.as_str().expect("a text").to_owned());
        assert_eq!(secret.is_some(), method != "none");
        let id = made["client_id"].as_str().expect("an id").to_owned();
        Self { server, browser, id, secret }
    }

    pub fn authorize(&self, changes: &[(&str, &str)]) -> String {
        let resource = format!("{}/v1/agent", self.server.base_url);
        let mut all = vec![
            ("response_type", "code"),
            ("client_id", &*self.id),
            ("redirect_uri", REDIRECT),
            ("scope", "openid offline_access invoice:read invoice:create"),
            ("state", "stav"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("resource", &*resource),
        ];
        for (name, value) in changes {
            all.retain(|(known, _)| known != name);
            all.push((name, value));
        }
        let request = self.browser.http.get("http://x/").query(&all).build().expect("an address");
        format!("/api/auth/oauth2/authorize?{}", request.url().query().expect("a query"))
    }

    /// The page of consent, after signing in where that is asked for.
    pub async fn consent(&mut self, changes: &[(&str, &str)]) -> (String, Answer) {
        self.consent_at(&self.authorize(changes)).await
    }

    /// The same by an address of the authorization endpoint.
    pub async fn consent_at(&mut self, authorize: &str) -> (String, Answer) {
        let begun = self.browser.get(authorize).await;
        assert_eq!(begun.status, 303, "{}", text(&begun));
        let consent = begun.header("location").to_owned();
        let mut page = self.browser.get(&consent).await;
        if page.header("location").starts_with("/sign-in") {
            let sign_in = page.header("location").to_owned();
            let user = &self.server.seeded.user;
            let signed = self.browser.sign_in(&sign_in, &user.email, &user.password).await;
            assert_eq!((signed.status, signed.header("location")), (303, &*consent));
            page = self.browser.get(&consent).await;
        }
        (consent, page)
    }

    pub async fn decide(&mut self, decision: &str, changes: &[(&str, &str)]) -> Answer {
        self.decide_at(&self.authorize(changes), decision).await
    }

    /// The same by an address of the authorization endpoint.
    pub async fn decide_at(&mut self, authorize: &str, decision: &str) -> Answer {
        let (consent, page) = self.consent_at(authorize).await;
        assert_eq!(page.status, 200, "{}", text(&page));
        let token = hidden(&page, "form_token");
        let organization = self.server.seeded.organizations.sk.org_id.to_string();
        let form = [
            ("form_token", &*token),
            ("organization", &*organization),
            ("mode", "test"),
            ("decision", decision),
        ];
        self.browser.post(&consent, &form).await
    }

    pub async fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let mut form = form.to_vec();
        let request = self.browser.http.post(format!("{}{path}", self.server.base_url));
        let request = match &self.secret {
            Some(secret) => request.basic_auth(&self.id, Some(secret)),
            None => {
                form.push(("client_id", &*self.id));
                request
            }
        };
        let answer = request.form(&form).send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Answer { status, headers, bytes: answer.bytes().await.expect("a body").to_vec() }
    }

    pub async fn exchange(&mut self, code: &str, verifier: &str) -> Answer {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", REDIRECT),
            ("code_verifier", verifier),
        ];
        self.post(TOKEN, &form).await
    }

    pub async fn tokens(&mut self, changes: &[(&str, &str)]) -> Value {
        let code = parameter(&self.decide("approve", changes).await, "code");
        let answer = self.exchange(&code, VERIFIER).await;
        assert_eq!(answer.header("cache-control"), "no-store");
        answer.expect(200)
    }

    pub async fn call(&self, token: &Value, path: &str, organization: Option<&str>) -> Answer {
        let request = self.browser.http.get(format!("{}{path}", self.server.base_url));
        let request = request.bearer_auth(token["access_token"].as_str().expect("a token"));
        let request = organization
            .into_iter()
            .fold(request, |request, id| request.header("X-Organization-Id", id));
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Answer { status, headers, bytes: answer.bytes().await.expect("a body").to_vec() }
    }
}

/// What an application is answered on its way, by the names of the operations.
pub async fn answers_on_the_way(server: &TestServer) -> Vec<(&'static str, Answer)> {
    let mut app = App::register(server, "client_secret_basic").await;
    let body = json!({
        "client_name": "My app", "redirect_uris": ["https://app.example/cb"],
        "token_endpoint_auth_method": "client_secret_basic",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
        "resources": [format!("{}/v1/agent", server.base_url)],
    });
    let request = app.browser.http.post(format!("{}{REGISTER}", server.base_url)).json(&body);
    let registered = app.browser.send(request).await;
    let code = parameter(&app.decide("approve", &[]).await, "code");
    let tokens = app.exchange(&code, VERIFIER).await;
    let json = tokens.expect(200);
    let token = json["access_token"].as_str().expect("a token");
    let introspected = app.post("/api/auth/oauth2/introspect", &[("token", token)]).await;
    let user = app.call(&json, "/api/auth/oauth2/userinfo", None).await;
    vec![
        ("registerApplication", registered),
        ("exchangeToken", tokens),
        ("introspectToken", introspected),
        ("userInfo", user.clone()),
        ("postUserInfo", user),
    ]
}

const REGISTER: &str = "/api/auth/oauth2/register";
const TOKEN: &str = "/api/auth/oauth2/token";
const INVOICES: &str = "/v1/agent/invoices";

fn claims(token: &Value) -> (Value, Value) {
    let token = token["access_token"].as_str().expect("a token");
    let mut parts = token.split('.').map(|part| {
        serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap_or_default())
            .unwrap_or(Value::Null)
    });
    (parts.next().expect("a header"), parts.next().expect("claims"))
}

async fn the_server_says_what_it_can_do(server: TestServer) {
    let mut browser = Browser::new(&server.base_url);
    let base = &server.base_url;
    for path in ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] {
        let found = browser.get(path).await.expect(200);
        assert_eq!(&found["issuer"], base, "byte for byte");
        assert_eq!(found["code_challenge_methods_supported"], json!(["S256"]));
        assert_eq!(found["scopes_supported"].as_array().map(Vec::len), Some(25));
        let jwks = found["jwks_uri"].as_str().expect("an address").replace(base, "");
        let keys = browser.get(&jwks).await.expect(200);
        let key = &keys["keys"][0];
        assert_eq!(
            (&key["kty"], &key["crv"], &key["alg"]),
            (&json!("EC"), &json!("P-256"), &json!("ES256"))
        );
        assert_eq!(key.get("d"), None, "the private half stays here");
    }
    let of = |path: &str| format!("/.well-known/oauth-protected-resource{path}");
    for path in ["", "/v1/agent"] {
        let found = browser.get(&of(path)).await.expect(200);
        assert_eq!(found["resource"], format!("{base}/v1/agent"));
        assert_eq!(found["authorization_servers"], json!([base]));
    }
    // what is not there is not announced
    browser.get("/mcp").await.expect(404);
    browser.get(&of("/mcp")).await.expect(404);
    let answer = browser.get(INVOICES).await;
    assert_error(&answer, 401, "UNAUTHORIZED");
    let place = format!(
        "Bearer scope=\"invoice:read report:read bank:read contract:read stock:read project:read\", \
         resource_metadata=\"{base}/.well-known/oauth-protected-resource/v1/agent\""
    );
    assert_eq!(answer.header("www-authenticate"), place);
}

async fn an_application_gets_access_by_consent_and_loses_it_at_once(server: TestServer) {
    for method in ["none", "client_secret_basic"] {
        let mut app = App::register(&server, method).await;
        let (_, page) = app.consent(&[]).await;
        for (header, value) in [
            ("x-frame-options", "DENY"),
            ("cache-control", "no-store"),
            ("referrer-policy", "same-origin"),
            (
                "content-security-policy",
                "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            ),
        ] {
            assert_eq!(page.header(header), value);
        }
        let shown = text(&page);
        for part in
            ["localhost:33418", "Účtovný &#60;b&#62;pomocník", "Tatranská píla", "lang=\"sk\""]
        {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains("<script") && !shown.contains("<b>pomocník"), "{shown}");
        let tokens = app.tokens(&[]).await;
        assert_eq!(
            (&tokens["token_type"], &tokens["expires_in"]),
            (&json!("Bearer"), &json!(3600))
        );
        let (header, claims) = claims(&tokens);
        assert_eq!((&header["typ"], &header["alg"]), (&json!("at+jwt"), &json!("ES256")));
        let sk = server.seeded.organizations.sk.org_id;
        assert_eq!(claims["aud"], format!("{}/v1/agent", server.base_url));
        assert_eq!((&claims["org_id"], &claims["mode"]), (&json!(sk), &json!("test")));
        app.call(&tokens, INVOICES, None).await.expect(200);
        let refresh = tokens["refresh_token"].as_str().expect("one");
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh)];
        let next = app.post(TOKEN, &form).await.expect(200);
        app.call(&next, INVOICES, None).await.expect(200);
        let info = app.call(&next, "/api/auth/oauth2/userinfo", None).await.expect(200);
        assert_eq!(info["sub"], claims["sub"]);
        // the user ends it; a process beside this one knows at once
        let list = app.browser.get("/api/auth/connections").await.expect(200);
        let mine = list["data"].as_array().expect("connections").iter();
        let mine: Vec<_> = mine.filter(|it| it["client_id"] == json!(app.id)).collect();
        assert_eq!((mine.len(), &mine[0]["active"]), (1, &json!(true)));
        let page = app.browser.get("/connections").await;
        assert!(text(&page).contains("Tatranská píla"));
        let token = hidden(&page, "form_token");
        let id = mine[0]["id"].as_str().expect("an id");
        let end = format!("/connections/{sk}/{id}/end");
        assert_eq!(app.browser.post(&end, &[("form_token", &token)]).await.status, 303);
        let issuer = server.base_url.clone();
        let beside = server.standing(move |app| app.config.base_url = issuer);
        for server in [&server.base_url, &beside.base_url] {
            let request = app.browser.http.get(format!("{server}{INVOICES}"));
            let token = next["access_token"].as_str().expect("a token");
            let refused = request.bearer_auth(token).send().await.expect("an answer");
            assert_eq!(refused.status().as_u16(), 401);
            let challenge = refused.headers()["www-authenticate"].to_str().expect("a text");
            let expected = "error_description=\"connection_revoked\"";
            assert!(challenge.contains(expected), "{server}: {challenge}");
        }
    }
}

async fn a_token_is_for_one_company_and_its_scopes(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[("scope", "invoice:read settings:update")]).await;
    assert_eq!(tokens.get("refresh_token"), None, "without offline_access");
    assert_eq!(tokens.get("id_token"), None, "without openid");
    let o = &server.seeded.organizations;
    let (sk, buyer) = (o.sk.org_id.to_string(), o.sk_buyer.org_id.to_string());
    app.call(&tokens, INVOICES, Some(&sk)).await.expect(200);
    assert_error(&app.call(&tokens, INVOICES, Some(&buyer)).await, 403, "FORBIDDEN");
    assert_error(&app.call(&tokens, INVOICES, Some("x")).await, 403, "FORBIDDEN");
    let list = app.call(&tokens, "/v1/agent/organizations", None).await.expect(200);
    let ids: Vec<_> =
        list["data"].as_array().expect("a list").iter().map(|o| &o["org_id"]).collect();
    assert_eq!(ids, [&json!(sk)]);
    let refused = app.call(&tokens, "/v1/agent/dashboard/summary", None).await;
    assert_error(&refused, 403, "FORBIDDEN");
    let expected = "Bearer error=\"insufficient_scope\", scope=\"report:read\"";
    assert_eq!(refused.header("www-authenticate"), expected);
    // it makes and sees no keys, and is no partner
    assert_error(&app.call(&tokens, "/v1/agent/keys", None).await, 403, "FORBIDDEN");
    assert_error(&app.call(&tokens, "/v1/agent/events", None).await, 403, "FORBIDDEN");
    // a token in the query is ignored
    let token = tokens["access_token"].as_str().expect("a token");
    let in_query = app.browser.get(&format!("{INVOICES}?access_token={token}")).await;
    assert_error(&in_query, 401, "UNAUTHORIZED");
    for token in ["", "x", &format!("{token}x"), &token.replace('.', "")] {
        let refused = app.call(&json!({ "access_token": token }), INVOICES, None).await;
        assert_error(&refused, 401, "UNAUTHORIZED");
        assert!(refused.header("www-authenticate").contains("error=\"invalid_token\""));
    }
    // another installation's
    let other = Engine::Sqlite.serve(settings()).await;
    let request = app.browser.http.get(format!("{}{INVOICES}", other.base_url));
    let answer = request.bearer_auth(token).send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 401);
}

async fn a_token_of_a_viewer_does_what_a_viewer_may(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[("scope", "invoice:read report:read settings:update")]).await;
    let store = server.store();
    let user = &server.seeded.user.email;
    let user = store.user_for_sign_in(user).await.expect("asked").expect("the user").id;
    let sk: OrganizationId = server.seeded.organizations.sk.org_id;
    app.call(&tokens, INVOICES, None).await.expect(200);
    store.set_member(sk, user, Role::Viewer).await.expect("set");
    app.call(&tokens, INVOICES, None).await.expect(200);
    let (_, page) = app.consent(&[("scope", "invoice:create")]).await;
    assert_eq!(page.status, 200);
    let refused = app.decide("approve", &[("scope", "invoice:create")]).await;
    assert_eq!(refused.status, 403, "{}", text(&refused));
}

const WEBHOOKS: &str = "/v1/agent/webhooks";

async fn an_endpoint_ends_with_the_application_that_made_it(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let tokens = app.tokens(&[("scope", "settings:update")]).await;
    let (_, claims) = claims(&tokens);
    let connection = &claims["connection_id"];
    let body = json!({"url": "https://app.example/hook", "events": ["invoice.created"]});
    let request = app.browser.http.post(format!("{}{WEBHOOKS}", server.base_url)).json(&body);
    let request = request.bearer_auth(tokens["access_token"].as_str().expect("a token"));
    let made = app.browser.send(request).await.expect(201);
    let by = &made["madeBy"];
    assert_eq!((&by["connectionId"], &by["sandboxOnly"]), (connection, &json!(true)));
    let path = format!("{WEBHOOKS}/{}", made["id"].as_str().expect("an id"));
    let sk = server.sk();
    let own = sk.post(WEBHOOKS, &body).await.expect(201);
    assert!(own["madeBy"]["keyId"].is_string() && own["madeBy"]["sandboxOnly"] == false);
    // what happens outside the sandbox is not for it
    sk.issue(&invoice()).await.expect(201);
    let delivered = async |endpoint: &Value| {
        let path = format!("{WEBHOOKS}/{}/deliveries", endpoint["id"].as_str().expect("an id"));
        let list = sk.get(&path).await.expect(200);
        list["data"].as_array().expect("a list").len()
    };
    eventually("the delivery of the company's own", async || {
        (delivered(&own).await == 1).then_some(())
    })
    .await;
    assert_eq!(delivered(&made).await, 0);
    let token = tokens["access_token"].as_str().expect("a token");
    app.post("/api/auth/oauth2/revoke", &[("token", token)]).await;
    let ended = sk.get(&path).await.expect(200);
    assert_eq!(
        (&ended["enabled"], &ended["disabledReason"]),
        (&json!(false), &json!("access_ended"))
    );
    let other = format!("{WEBHOOKS}/{}", own["id"].as_str().expect("an id"));
    assert_eq!(sk.get(&other).await.expect(200)["enabled"], true, "another's goes on");
    // who switches it on again is its maker
    let on = sk.post(&format!("{path}/enable"), &json!({})).await.expect(200);
    assert_eq!((&on["enabled"], &on["madeBy"]["keyId"]), (&json!(true), &own["madeBy"]["keyId"]));
}

async fn a_secret_comes_in_the_form_or_by_basic(server: TestServer) {
    for method in ["client_secret_basic", "client_secret_post"] {
        let mut app = App::register(&server, method).await;
        let (id, secret) = (app.id.clone(), app.secret.take().expect("a secret"));
        let posted = [("token", "x"), ("client_secret", &*secret)];
        for path in ["/api/auth/oauth2/introspect", "/api/auth/oauth2/revoke"] {
            assert_eq!(app.post(path, &posted).await.status, 200, "{method} {path}");
            let wrong = app.post(path, &[("token", "x"), ("client_secret", "no")]).await;
            assert_eq!(wrong.expect(401)["error"], "invalid_client");
        }
        let form = [("grant_type", "refresh_token"), ("refresh_token", "x")];
        let known = app.post(TOKEN, &[&form[..], &posted[1..]].concat()).await.expect(400);
        assert_eq!(known["error"], "invalid_grant");
        app.secret = Some(secret.clone());
        let twice = app.post(TOKEN, &[&form[..], &posted[1..]].concat()).await.expect(400);
        assert_eq!(twice["error"], "invalid_request", "one way, not both");
        // RFC 7009, 2.2: whatever it looks like
        for token in ["x".repeat(5_000), "\0".to_owned(), "č\n".to_owned()] {
            let answer = app.post("/api/auth/oauth2/revoke", &[("token", &*token)]).await;
            assert_eq!(answer.status, 200, "{id}");
        }
    }
}

async fn the_tokens_of_who_left_give_nothing(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let tokens = app.tokens(&[]).await;
    let token = |name: &str| tokens[name].as_str().expect("a token").to_owned();
    let (access, refresh) = (token("access_token"), token("refresh_token"));
    let introspect = "/api/auth/oauth2/introspect";
    app.call(&tokens, INVOICES, None).await.expect(200);
    for token in [&access, &refresh] {
        let found = app.post(introspect, &[("token", token)]).await.expect(200);
        assert_eq!(found["active"], true, "{found}");
    }
    let store = server.store();
    let user = store.user_for_sign_in(&server.seeded.user.email).await.expect("asked");
    let user = user.expect("the user").id;
    let sk = Group::Organization(server.seeded.organizations.sk.org_id);
    store
        .change_member(sk, user, time::OffsetDateTime::now_utc(), |_| Ok(MemberChange::Remove))
        .await
        .expect("removed");

    for path in [INVOICES, "/v1/agent/organizations", "/api/auth/oauth2/userinfo"] {
        let refused = app.call(&tokens, path, None).await;
        assert_eq!(refused.status, 401, "{path}: {}", text(&refused));
        let challenge = refused.header("www-authenticate");
        assert!(challenge.contains("error_description=\"connection_revoked\""), "{challenge}");
    }
    for token in [&access, &refresh] {
        let found = app.post(introspect, &[("token", token)]).await.expect(200);
        assert_eq!(found, json!({ "active": false }));
    }
    let form = [("grant_type", "refresh_token"), ("refresh_token", &*refresh)];
    let refused = app.post(TOKEN, &form).await.expect(400);
    let expected = json!({"error": "invalid_grant", "error_description": "connection_revoked"});
    assert_eq!(refused, expected);
}

/// 64 refreshes with one token at once: what was answered.
async fn refresh_at_once(app: &App<'_>, tokens: &Value) -> Vec<(u16, Value)> {
    let refresh = tokens["refresh_token"].as_str().expect("one").to_owned();
    let requests = (0..64).map(|_| {
        let form = [
            ("grant_type", "refresh_token".to_owned()),
            ("refresh_token", refresh.clone()),
            ("client_id", app.id.clone()),
        ];
        let request = app.browser.http.post(format!("{}{TOKEN}", app.server.base_url)).form(&form);
        async move {
            let answer = request.send().await.expect("an answer");
            let status = answer.status().as_u16();
            (status, answer.json::<Value>().await.expect("JSON"))
        }
    });
    futures_util::future::join_all(requests).await
}

/// One new pair, and the connection ends, because the token is in more than one hand.
async fn of_many_refreshes_over_http_one_gives_a_pair(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[]).await;
    let answers = refresh_at_once(&app, &tokens).await;
    let made = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(made, 1, "{answers:?}");
    for (status, body) in &answers {
        assert!(*status == 200 || body["error"] == "invalid_grant", "{status} {body}");
    }
    let refused = app.call(&tokens, INVOICES, None).await;
    assert!(refused.header("www-authenticate").contains("connection_revoked"));
}

/// Where lost answers are given again, all get the one new token, until it was used.
async fn a_lost_answer_is_given_again_where_that_is_set(engine: Engine) {
    let settings = Settings { oauth_refresh_grace_seconds: Some(60), ..settings() };
    let server = engine.serve(settings).await;
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[]).await;
    let answers = refresh_at_once(&app, &tokens).await;
    let (_, next) = &answers[0];
    for (status, body) in &answers {
        assert_eq!((*status, &body["refresh_token"]), (200, &next["refresh_token"]), "{body}");
    }
    app.call(next, INVOICES, None).await.expect(200);
    let form = |tokens: &Value| {
        let refresh = tokens["refresh_token"].as_str().expect("one").to_owned();
        [("grant_type", "refresh_token".to_owned()), ("refresh_token", refresh)]
    };
    let used = form(next);
    let used = used.each_ref().map(|(name, value)| (*name, &**value));
    let third = app.post(TOKEN, &used).await.expect(200);
    app.call(&third, INVOICES, None).await.expect(200);
    let old = form(&tokens);
    let old = old.each_ref().map(|(name, value)| (*name, &**value));
    assert_eq!(app.post(TOKEN, &old).await.expect(400)["error"], "invalid_grant");
    let refused = app.call(&third, INVOICES, None).await;
    assert!(refused.header("www-authenticate").contains("connection_revoked"));
}

async fn a_stolen_code_ends_the_connection(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let code = parameter(&app.decide("approve", &[]).await, "code");
    for (verifier, secret) in [(CHALLENGE, true), (VERIFIER, false)] {
        let kept = app.secret.clone();
        if !secret {
            app.secret = Some("wrong".to_owned());
        }
        let refused = app.exchange(&code, verifier).await;
        let (status, error) = if secret { (400, "invalid_grant") } else { (401, "invalid_client") };
        assert_eq!(refused.expect(status)["error"], error);
        assert_eq!(refused.header("www-authenticate").starts_with("Basic"), !secret);
        app.secret = kept;
    }
    let tokens = app.exchange(&code, VERIFIER).await.expect(200);
    assert_eq!(app.exchange(&code, CHALLENGE).await.expect(400)["error"], "invalid_grant");
    app.call(&tokens, INVOICES, None).await.expect(200);
    assert_eq!(app.exchange(&code, VERIFIER).await.expect(400)["error"], "invalid_grant");
    assert_eq!(app.call(&tokens, INVOICES, None).await.status, 401);
    let revoke = "/api/auth/oauth2/revoke";
    assert_eq!(app.post(revoke, &[("token", "unknown")]).await.status, 200);
    let twice = [("grant_type", "refresh_token"), ("grant_type", "refresh_token")];
    assert_eq!(app.post(TOKEN, &twice).await.expect(400)["error"], "invalid_request");
    let introspect = "/api/auth/oauth2/introspect";
    let token = tokens["access_token"].as_str().expect("a token");
    let found = app.post(introspect, &[("token", token)]).await.expect(200);
    assert_eq!(found, json!({ "active": false }));
}

async fn what_is_wrong_with_a_registration_is_said(server: TestServer) {
    let mut browser = Browser::new(&server.base_url);
    for (body, error) in [
        (json!({"redirect_uris": ["http://app.example/cb"]}), "invalid_redirect_uri"),
        (json!({"redirect_uris": ["javascript:alert(1)"]}), "invalid_redirect_uri"),
        (
            json!({"redirect_uris": ["https://a.example/cb"], "resources": ["https://b.example"]}),
            "invalid_target",
        ),
        (
            json!({"redirect_uris": ["https://a.example/cb"], "grant_types": ["password"]}),
            "invalid_client_metadata",
        ),
        (json!([]), "invalid_client_metadata"),
        (json!({"client_name": "x".repeat(1 << 20)}), "invalid_client_metadata"),
    ] {
        let request = browser.http.post(format!("{}{REGISTER}", server.base_url)).json(&body);
        assert_eq!(browser.send(request).await.expect(400)["error"], error);
    }
    for _ in 0..24 {
        let request = browser.http.post(format!("{}{REGISTER}", server.base_url)).json(&json!([]));
        browser.send(request).await.expect(400);
    }
    let request = browser.http.post(format!("{}{REGISTER}", server.base_url)).json(&json!([]));
    let limited = browser.send(request).await;
    limited.expect(429);
    assert!(limited.header("retry-after").parse::<u32>().is_ok());
}

async fn what_is_wrong_with_a_request_is_reported_after_sign_in(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    for changes in [
        [("client_id", "app_AAAAAAAAAAAAAAAAAAAAAA")],
        [("redirect_uri", "https://evil.example/cb")],
        [("redirect_uri", "http://localhost:33418/other")],
    ] {
        let page = app.browser.get(&app.authorize(&changes)).await;
        assert_eq!((page.status, page.header("location")), (400, ""));
        assert!(page.header("content-type").starts_with("text/html"));
    }
    let begun = app.browser.get(&app.authorize(&[("response_type", "token")])).await;
    let consent = begun.header("location").to_owned();
    let before = app.browser.get(&consent).await;
    assert!(before.header("location").starts_with("/sign-in?consent="), "not to the client yet");
    for (name, value, error) in [
        ("response_type", "token", "unsupported_response_type"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge", "", "invalid_request"),
        ("scope", "invoice:fly", "invalid_scope"),
        ("resource", "https://other.example", "invalid_target"),
    ] {
        let (_, refused) = app.consent(&[(name, value)]).await;
        assert_eq!(parameter(&refused, "error"), error, "{name}={value}");
        assert_eq!(parameter(&refused, "state"), "stav");
        assert!(parameters(&refused).iter().any(|(name, _)| name == "iss"));
    }
    let denied = app.decide("deny", &[]).await;
    assert_eq!(parameter(&denied, "error"), "access_denied");
    assert_eq!(app.browser.get("/consent/00000000-0000-0000-0000-000000000000").await.status, 410);
    assert_eq!(app.browser.get("/consent/x").await.status, 410);
}

async fn forms_of_other_sites_change_nothing(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let (consent, page) = app.consent(&[]).await;
    let token = hidden(&page, "form_token");
    let sk = server.seeded.organizations.sk.org_id.to_string();
    let form = |token: &str| {
        [("form_token", token), ("organization", &*sk), ("mode", "test"), ("decision", "approve")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    for (token, site) in [("", "same-origin"), ("x", "same-origin"), (&*token, "cross-site")] {
        let request = app.browser.http.post(format!("{}{consent}", server.base_url));
        let request = request.form(&form(token)).header("Sec-Fetch-Site", site);
        assert_eq!(app.browser.send(request).await.status, 403, "{token} {site}");
    }
    let user = &server.seeded.user;
    let body = json!({"email": user.email, "password": user.password});
    let url = format!("{}/api/auth/sign-in/email", server.base_url);
    let foreign = app.browser.http.post(&url).json(&body).header("Origin", "https://evil.example");
    assert_error(&app.browser.send(foreign).await, 403, "FORBIDDEN");
    let as_form = app.browser.http.post(&url).body(body.to_string());
    assert_error(&app.browser.send(as_form).await, 400, "VALIDATION_ERROR");
    let request = app.browser.http.post(format!("{}{consent}", server.base_url));
    let request = request.form(&form(&token)).header("Sec-Fetch-Site", "same-origin");
    assert_eq!(app.browser.send(request).await.status, 303);
    // once
    let request = app.browser.http.post(format!("{}{consent}", server.base_url));
    assert_eq!(app.browser.send(request.form(&form(&token))).await.status, 410);
}

async fn sign_in_is_bounded(server: TestServer) {
    let mut browser = Browser::new(&server.base_url);
    let url = format!("{}/api/auth/sign-in/email", server.base_url);
    let user = &server.seeded.user;
    let body = |email: &str, password: &str| json!({"email": email, "password": password});
    for email in [&user.email, "nobody@billhook.example"] {
        for _ in 0..10 {
            let request = browser.http.post(&url).json(&body(email, "wrong"));
            assert_error(&browser.send(request).await, 401, "UNAUTHORIZED");
        }
        let request = browser.http.post(&url).json(&body(email, &user.password));
        let limited = browser.send(request).await;
        assert_error(&limited, 429, "RATE_LIMITED");
    }
    assert!(browser.cookies.is_empty());
    // from another address the owner gets in, and an open session still confirms
    let header = |app: &mut runtime::wiring::App| {
        app.config.client_address_header = Some("X-Forwarded-For".into())
    };
    let server = server.standing(header);
    let url = format!("{}/api/auth/sign-in/email", server.base_url);
    let mut statuses = Vec::new();
    for from in ["192.0.2.1"; 11].into_iter().chain(["192.0.2.2"]) {
        let password = if from.ends_with('1') { "wrong" } else { &*user.password };
        let request = browser.http.post(&url).json(&body(&user.email, password));
        statuses.push(browser.send(request.header("X-Forwarded-For", from)).await.status);
    }
    assert_eq!(statuses[..10], [401; 10]);
    assert_eq!(statuses[10..], [429, 200]);
    assert!(!browser.cookies.is_empty());
}

async fn sessions_are_listed_and_ended(server: TestServer) {
    let user = &server.seeded.user;
    let mut browsers = [Browser::new(&server.base_url), Browser::new(&server.base_url)];
    for browser in &mut browsers {
        assert_eq!(
            browser.get("/connections").await.header("location"),
            "/sign-in?next=%2Fconnections"
        );
        assert_error(&browser.get("/api/auth/sessions").await, 401, "UNAUTHORIZED");
        let wrong = browser.sign_in("/sign-in", &user.email, "wrong").await;
        assert_eq!(wrong.status, 401);
        let signed = browser.sign_in("/sign-in", &user.email, &user.password).await;
        assert_eq!((signed.status, signed.header("location")), (303, "/portal"));
    }
    let [one, two] = &mut browsers;
    let list = one.get("/api/auth/sessions").await.expect(200);
    let rows = list["data"].as_array().expect("sessions");
    assert_eq!(rows.len(), 2);
    let other = rows.iter().find(|row| row["current"] == false).expect("the other");
    let url = format!("{}/api/auth/sessions/{}", one.base, other["id"].as_str().expect("an id"));
    let request = one.http.delete(&url);
    assert_eq!(one.send(request).await.status, 204);
    assert_error(&two.get("/api/auth/sessions").await, 401, "UNAUTHORIZED");
    let page = one.get("/connections").await;
    let token = hidden(&page, "form_token");
    assert_eq!(one.post("/sign-out", &[("form_token", &token)]).await.status, 303);
    assert_error(&one.get("/api/auth/sessions").await, 401, "UNAUTHORIZED");
}

async fn a_user_is_informed_of_each_connection_once(engine: Engine) {
    let sink = MailSink::new();
    let settings = Settings { mail_url: Some(sink.url()), ..settings() };
    let server = engine.serve(settings).await;
    let mut app = App::register(&server, "none").await;
    app.tokens(&[]).await;
    eventually("the mail", || async { (!sink.mails().is_empty()).then_some(()) }).await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to, server.seeded.user.email);
    assert!(mails[0].text.contains("Tatranská píla") && mails[0].text.contains("localhost:33418"));
}
