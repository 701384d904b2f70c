//! People over HTTP: second factors, forgotten passwords, invitations, members; as a browser goes.

use crate::{
    people::oauth::{Browser, hidden, text},
    support::*,
};
use access::Role;
use data_encoding::BASE32_NOPAD;
use reqwest::Method;
use ring::hmac;
use runtime::config::Settings;
use serde_json::json;
use sign_in::SignInStore;
use std::time::{SystemTime, UNIX_EPOCH};

on_both!(
    a_second_factor_is_enrolled_asked_for_and_removed,
    without_a_secrets_key_no_second_factor_is_begun,
    a_forgotten_password_is_set_by_mail,
    a_password_is_changed_on_its_page,
    a_password_is_changed_as_json,
    the_current_password_is_tried_a_few_times,
    somebody_is_invited_and_becomes_a_member,
    members_are_changed_on_their_page,
    a_second_tab_leaves_the_first_usable,
    pages_are_for_those_who_signed_in,
    long_bodies_of_anonymous_calls_are_refused,
    endpoints_say_which_methods_they_take,
);

const JSON_SIGN_IN: &str = "/api/auth/sign-in/email";
/// Where somebody gets who signs in.
const HOME: &str = "/portal";
/// Where somebody gets who wants to see the account and has not signed in.
const TO_ACCOUNT: &str = "/sign-in?next=%2Faccount";
const NEW_PASSWORD: &str = "iné správne heslo";

/// What an authenticator shows, by RFC 6238 and not by our own code.
pub fn code(secret: &str, steps_later: u64) -> String {
    let key = BASE32_NOPAD.decode(secret.as_bytes()).expect("base32");
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("now").as_secs();
    let tag = hmac::sign(&key, &(now / 30 + steps_later).to_be_bytes());
    let tag = tag.as_ref();
    let at = usize::from(tag[19] & 15);
    let word = u32::from_be_bytes([tag[at], tag[at + 1], tag[at + 2], tag[at + 3]]);
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}

fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let rest = page.split_once(start).unwrap_or_else(|| panic!("no {start} in {page}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} in {page}")).0
}

pub async fn signed_in(server: &TestServer) -> Browser {
    let (mut browser, user) = (Browser::new(&server.base_url), &server.seeded.user);
    let signed = browser.sign_in("/sign-in", &user.email, &user.password).await;
    assert_eq!(signed.header("location"), HOME, "{}", text(&signed));
    browser
}

/// Posts a form of a page with further values.
pub async fn post(browser: &mut Browser, page: &str, path: &str, more: &[(&str, &str)]) -> Answer {
    let shown = browser.get(page).await;
    let token = hidden(&shown, "form_token");
    let mut form = vec![("form_token", &*token)];
    form.extend(more);
    browser.post(path, &form).await
}

async fn a_second_factor_is_enrolled_asked_for_and_removed(server: TestServer) {
    let (mut browser, user) = (signed_in(&server).await, &server.seeded.user);
    let mut elsewhere = signed_in(&server).await;
    let page = "/account/second-factor";
    let wrong = post(&mut browser, page, page, &[("password", "wrong")]).await;
    assert_eq!(wrong.status, 403);
    let begun = post(&mut browser, page, page, &[("password", &user.password)]).await;
    assert_eq!(begun.status, 303, "{}", text(&begun));
    let shown = text(&browser.get(page).await);
    assert!(shown.contains("<svg") && !shown.contains("<script") && !shown.contains("style="));
    let secret = between(&shown, "<dd><code>", "</code>").to_owned();
    assert!(shown.contains(&format!("secret={secret}")), "{shown}");
    let confirm = format!("{page}/confirm");
    let refused = post(&mut browser, page, &confirm, &[("code", "000000")]).await;
    assert_eq!(refused.status, 403);
    let first = code(&secret, 0);
    let codes = post(&mut browser, page, &confirm, &[("code", &first)]).await;
    assert_eq!(codes.status, 200);
    assert_eq!(browser.get("/account").await.status, 200);
    assert_eq!(elsewhere.get("/account").await.header("location"), TO_ACCOUNT, "it ended");
    let codes = text(&codes);
    let list = between(&codes, "class=\"codes\">", "</ul>");
    let recovery = between(list, "<li>", "</li>").to_owned();
    // the second step of another browser
    let mut other = Browser::new(&server.base_url);
    let asked = other.sign_in("/sign-in", &user.email, &user.password).await;
    assert_eq!((asked.status, asked.header("location")), (303, "/sign-in/code"));
    assert_eq!(other.get("/account").await.header("location"), TO_ACCOUNT, "not yet");
    let wrong = post(&mut other, "/sign-in/code", "/sign-in/code", &[("code", "000000")]).await;
    assert_eq!(wrong.status, 401);
    let replayed = &[("code", &*first)];
    let replayed = post(&mut other, "/sign-in/code", "/sign-in/code", replayed).await;
    assert_eq!(replayed.status, 401, "it confirmed the enrolment");
    let right = &[("code", &*code(&secret, 1))];
    let entered = post(&mut other, "/sign-in/code", "/sign-in/code", right).await;
    assert_eq!((entered.status, entered.header("location")), (303, HOME));
    assert_eq!(other.get("/account").await.status, 200);
    // as JSON
    let url = format!("{}{JSON_SIGN_IN}", server.base_url);
    let mut body = json!({"email": user.email, "password": user.password});
    let request = browser.http.post(&url).json(&body);
    let mut third = Browser::new(&server.base_url);
    assert_error(&third.send(request).await, 401, "SECOND_FACTOR_REQUIRED");
    for expected in [200, 401] {
        body["code"] = json!(recovery);
        let request = third.http.post(&url).json(&body);
        assert_eq!(third.send(request).await.status, expected, "a recovery code works once");
    }
    // wrong ones are few
    let step = "/sign-in/code";
    let mut fourth = Browser::new(&server.base_url);
    fourth.sign_in("/sign-in", &user.email, &user.password).await;
    for _ in 0..4 {
        assert_eq!(post(&mut fourth, step, step, &[("code", "000000")]).await.status, 401);
    }
    let waits = post(&mut fourth, step, step, &[("code", &code(&secret, 1))]).await;
    assert_eq!(waits.status, 429);
    assert!(waits.header("retry-after").parse::<u32>().expect("seconds") > 800);
    body["code"] = json!(code(&secret, 1));
    let waits = third.send(browser.http.post(&url).json(&body)).await;
    let error = assert_error(&waits, 429, "RATE_LIMITED");
    let seconds = waits.header("retry-after");
    assert!(seconds.parse::<u32>().expect("seconds") > 800);
    let said = format!("too many codes were wrong; try again after {seconds} s");
    assert_eq!(error["error"]["message"], said);
    let store = server.store();
    let known = store.user_for_sign_in(&user.email).await.expect("asked").expect("the user");
    assert!(store.remove_second_factor(known.id, None).await.expect("removed"));
    let off = text(&browser.get(page).await);
    assert!(off.contains("name=\"password\"") && !off.contains("<svg"), "{off}");
}

async fn without_a_secrets_key_no_second_factor_is_begun(engine: Engine) {
    let server = engine.serve(Settings { secrets_key: None, ..settings() }).await;
    let (mut browser, user) = (signed_in(&server).await, &server.seeded.user);
    let page = "/account/second-factor";
    let begun = post(&mut browser, page, page, &[("password", &user.password)]).await;
    if server.is_postgres() {
        assert_eq!(begun.status, 503);
        assert!(text(&begun).contains("BILLHOOK_SECRETS_KEY"), "{}", text(&begun));
    } else {
        assert_eq!(begun.status, 303, "{}", text(&begun));
    }
}

/// The link of the newest mail to an address, as a path.
pub async fn link(sink: &MailSink, to: &str, path: &str) -> String {
    eventually("the mail", || async {
        let mails = sink.mails();
        let mail = mails.iter().rev().find(|mail| mail.to == to)?;
        let line = mail.text.lines().find(|line| line.contains(path))?;
        Some(line[line.find(path).expect("found")..].trim().to_owned())
    })
    .await
}

async fn a_forgotten_password_is_set_by_mail(engine: Engine) {
    let sink = MailSink::new();
    let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
    let (mut before, user) = (signed_in(&server).await, &server.seeded.user);
    let mut browser = Browser::new(&server.base_url);
    let mut answers = Vec::new();
    for email in ["nobody@billhook.example", "no address", &*user.email] {
        let asked = post(&mut browser, "/forgotten", "/forgotten", &[("email", email)]).await;
        assert_eq!(asked.status, 200);
        answers.push(text(&asked));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    let link = link(&sink, &user.email, "/reset/").await;
    assert_eq!(sink.mails().len(), 1, "nobody else gets one");
    let weak = post(&mut browser, &link, &link, &[("password", "heslo1234567")]).await;
    assert_eq!(weak.status, 400);
    let set = post(&mut browser, &link, &link, &[("password", NEW_PASSWORD)]).await;
    assert_eq!(set.status, 200, "{}", text(&set));
    assert_eq!(before.get("/account").await.header("location"), TO_ACCOUNT, "sessions end");
    assert_eq!(browser.get(&link).await.status, 410);
    assert_eq!(browser.get("/reset/unknown").await.status, 410);
    let old = browser.sign_in("/sign-in", &user.email, &user.password).await;
    assert_eq!(old.status, 401);
    let new = browser.sign_in("/sign-in", &user.email, NEW_PASSWORD).await;
    assert_eq!(new.status, 303);
}

async fn a_password_is_changed_on_its_page(engine: Engine) {
    let sink = MailSink::new();
    let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
    let (mut here, mut elsewhere) = (signed_in(&server).await, signed_in(&server).await);
    let (page, user) = ("/account/password", &server.seeded.user);
    assert!(text(&here.get("/account").await).contains("href=\"/account/password\""));
    let shown = text(&here.get(page).await);
    assert!(shown.contains("autocomplete=\"current-password\"") && shown.contains(&user.email));
    assert!(!shown.contains("name=\"code\""), "no second factor is on: {shown}");
    for (current, new, status) in [
        ("wrong", NEW_PASSWORD, 403),
        (&*user.password, "short", 400),
        (&*user.password, "heslo1234567", 400),
    ] {
        let form = [("current", current), ("password", new)];
        let refused = post(&mut here, page, page, &form).await;
        assert_eq!(refused.status, status, "{new}");
        let shown = text(&refused);
        assert!(shown.contains("role=\"alert\"") && !shown.contains(&*user.password), "{shown}");
    }
    assert_eq!(elsewhere.get("/account").await.status, 200, "nothing was changed");
    let form = [("current", &*user.password), ("password", NEW_PASSWORD)];
    let changed = post(&mut here, page, page, &form).await;
    assert_eq!(changed.status, 200, "{}", text(&changed));
    assert!(text(&changed).contains("Všetky ostatné prihlásenia sa skončili"));
    assert_eq!(here.get("/account").await.status, 200, "this session stays");
    assert_eq!(elsewhere.get("/account").await.header("location"), TO_ACCOUNT);
    let mut browser = Browser::new(&server.base_url);
    let old = browser.sign_in("/sign-in", &user.email, &user.password).await;
    assert_eq!(old.status, 401);
    assert_eq!(browser.sign_in("/sign-in", &user.email, NEW_PASSWORD).await.status, 303);
    let link = link(&sink, &user.email, "/forgotten").await;
    assert_eq!(link, "/forgotten");
    let mails = sink.mails();
    assert!(mails[0].text.contains("a new password was set"), "{}", mails[0].text);
    assert_eq!(mails.len(), 1);
}

async fn a_password_is_changed_as_json(server: TestServer) {
    const CHANGE: &str = "/api/auth/change-password";
    let (mut here, user) = (signed_in(&server).await, &server.seeded.user);
    let url = format!("{}{CHANGE}", server.base_url);
    let request = |body: serde_json::Value| here.http.post(&url).json(&body);
    let body = json!({"current_password": user.password, "new_password": NEW_PASSWORD});
    let right = request(body.clone());
    let elsewhere = request(body.clone()).header("Sec-Fetch-Site", "cross-site");
    let nobody = request(body.clone());
    let unknown = request(json!({"current_password": "x", "new_password": "y", "z": 1}));
    let wrong = request(json!({"current_password": "wrong", "new_password": NEW_PASSWORD}));
    let weak = request(json!({"current_password": user.password, "new_password": "short"}));
    assert_error(&Browser::new(&server.base_url).send(nobody).await, 401, "UNAUTHORIZED");
    for (request, status, code) in [
        (elsewhere, 403, "FORBIDDEN"),
        (unknown, 400, "VALIDATION_ERROR"),
        (wrong, 401, "UNAUTHORIZED"),
        (weak, 400, "VALIDATION_ERROR"),
    ] {
        assert_error(&here.send(request).await, status, code);
    }
    assert_eq!(here.send(right).await.status, 204);
    assert_eq!(here.get("/api/auth/sessions").await.status, 200);
    // with a second factor a code is asked for
    let page = "/account/second-factor";
    let begun = post(&mut here, page, page, &[("password", NEW_PASSWORD)]).await;
    assert_eq!(begun.status, 303, "{}", text(&begun));
    let secret = between(&text(&here.get(page).await), "<dd><code>", "</code>").to_owned();
    let confirm = format!("{page}/confirm");
    let codes = post(&mut here, page, &confirm, &[("code", &code(&secret, 0))]).await;
    assert_eq!(codes.status, 200);
    let list = between(&text(&codes), "class=\"codes\">", "</ul>").to_owned();
    let recovery = between(&list, "<li>", "</li>").to_owned();
    assert!(text(&here.get("/account/password").await).contains("name=\"code\""));
    let mut body = json!({"current_password": NEW_PASSWORD, "new_password": user.password});
    let without = here.http.post(&url).json(&body);
    assert_error(&here.send(without).await, 401, "SECOND_FACTOR_REQUIRED");
    for (code, status) in [("000000", 401), (&*recovery, 204)] {
        body["code"] = json!(code);
        let request = here.http.post(&url).json(&body);
        assert_eq!(here.send(request).await.status, status, "{code}");
    }
}

async fn the_current_password_is_tried_a_few_times(server: TestServer) {
    let (mut here, page) = (signed_in(&server).await, "/account/password");
    let form = [("current", "wrong"), ("password", NEW_PASSWORD)];
    let mut last = post(&mut here, page, page, &form).await;
    // ten a minute, which may begin anew once meanwhile
    for _ in 0..20 {
        if last.status == 429 {
            break;
        }
        assert_eq!(last.status, 403);
        last = post(&mut here, page, page, &form).await;
    }
    assert_eq!(last.status, 429, "{}", text(&last));
    assert!(last.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds <= 60));
}

async fn somebody_is_invited_and_becomes_a_member(engine: Engine) {
    let sink = MailSink::new();
    let server = engine.serve(Settings { mail_url: Some(sink.url()), ..settings() }).await;
    let mut owner = signed_in(&server).await;
    let page = format!("/members/organization/{}", server.seeded.organizations.sk.org_id);
    let invite = format!("{page}/invite");
    let email = "nova@uctovnictvo.example";
    for (email, role, status) in [
        (email, "king", 400),
        ("no address", "viewer", 400),
        (&*server.seeded.user.email, "viewer", 409),
        (email, "accountant", 303),
        (email, "accountant", 429),
    ] {
        let sent = post(&mut owner, &page, &invite, &[("email", email), ("role", role)]).await;
        assert_eq!(sent.status, status, "{email} {role}: {}", text(&sent));
    }
    assert!(text(&owner.get(&page).await).contains(email));
    let link = link(&sink, email, "/invitation/").await;
    // not for whoever else is signed in
    let other = owner.get(&link).await;
    assert!(text(&other).contains("nova@uctovnictvo.example"), "{}", text(&other));
    let token = hidden(&other, "form_token");
    assert_eq!(owner.post(&link, &[("form_token", &token)]).await.status, 403);
    let mut new = Browser::new(&server.base_url);
    let weak = post(&mut new, &link, &link, &[("password", "short")]).await;
    assert_eq!(weak.status, 400);
    let joined = post(&mut new, &link, &link, &[("password", NEW_PASSWORD)]).await;
    assert_eq!((joined.status, joined.header("location")), (303, &*page), "{}", text(&joined));
    let shown = text(&new.get(&page).await);
    assert!(shown.contains(email) && !shown.contains("/invite"), "an accountant invites nobody");
    assert_eq!(new.get(&link).await.status, 410);
    let other = format!("/members/organization/{}", server.seeded.organizations.sk_buyer.org_id);
    assert_eq!(new.get(&other).await.status, 404);
    let token = hidden(&new.get(&page).await, "form_token");
    let form = [("form_token", &*token), ("email", "x@y.example"), ("role", "viewer")];
    assert_eq!(new.post(&invite, &form).await.status, 403);
    assert_eq!(new.post(&format!("{other}/invite"), &form).await.status, 404);
}

async fn members_are_changed_on_their_page(server: TestServer) {
    let mut owner = signed_in(&server).await;
    let organization = server.seeded.organizations.sk.org_id;
    let page = format!("/members/organization/{organization}");
    let store = server.store();
    let of = async |email: &str| {
        let user = store.user_for_sign_in(email).await.expect("asked").expect("the user");
        let memberships = store.memberships(user.id).await.expect("asked");
        let role = memberships.iter().find(|m| m.organization == organization).map(|m| m.role);
        (user.id, role)
    };
    let (id, role) = of(&server.seeded.user.email).await;
    assert_eq!(role, Some(Role::Owner));
    let own = format!("{page}/{id}");
    for form in [[("do", "remove"), ("role", "")], [("do", "role"), ("role", "viewer")]] {
        let refused = post(&mut owner, &page, &own, &form).await;
        assert_eq!(refused.status, 409, "the last owner stays");
    }
    let nobody = format!("{page}/{}", uuid::Uuid::nil());
    let missing = post(&mut owner, &page, &nobody, &[("do", "remove")]).await;
    assert_eq!(missing.status, 404);
    let unknown = post(&mut owner, &page, &own, &[("do", "role"), ("role", "king")]).await;
    assert_eq!(unknown.status, 400);
    assert_eq!(of(&server.seeded.user.email).await.1, Some(Role::Owner));
    assert_eq!(owner.post(&own, &[("do", "remove")]).await.status, 403, "without the token");
}

async fn a_second_tab_leaves_the_first_usable(server: TestServer) {
    let (mut browser, user) = (Browser::new(&server.base_url), &server.seeded.user);
    let first = hidden(&browser.get("/sign-in").await, "form_token");
    let second = hidden(&browser.get("/sign-in").await, "form_token");
    browser.get("/forgotten").await;
    let form =
        |token| [("form_token", token), ("email", &*user.email), ("password", &*user.password)];
    assert_eq!(browser.post("/sign-in", &form(&*first)).await.status, 303);
    let late = browser.post("/sign-in", &form(&*second)).await;
    assert_eq!((late.status, late.header("location")), (303, HOME));
    let foreign = browser.post("/sign-in", &form("another")).await;
    assert_eq!(foreign.status, 303, "signed in already");
    let mut stranger = Browser::new(&server.base_url);
    assert_eq!(stranger.post("/sign-in", &form(&*first)).await.status, 403, "without the cookie");
}

async fn pages_are_for_those_who_signed_in(server: TestServer) {
    let mut nobody = Browser::new(&server.base_url);
    let id = uuid::Uuid::nil();
    let members = format!("/members/organization/{id}");
    for path in ["/account", "/account/password", "/account/second-factor", &*members] {
        let answer = nobody.get(path).await;
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.header("location").starts_with("/sign-in?next=%2F"), "{path}");
    }
    // one for all: sign-ins are few a minute
    let mut somebody = signed_in(&server).await;
    for path in [
        format!("/account/sessions/{id}/end"),
        "/account/sessions/end-others".to_owned(),
        "/account/password".to_owned(),
        "/account/second-factor".to_owned(),
        "/account/second-factor/confirm".to_owned(),
        "/account/second-factor/codes".to_owned(),
        "/account/second-factor/remove".to_owned(),
        format!("{members}/invite"),
        format!("{members}/{id}"),
        format!("{members}/invitations/{id}/end"),
    ] {
        let answer = nobody.post(&path, &[("form_token", "x")]).await;
        assert_eq!((answer.status, answer.header("location")), (303, "/sign-in"), "{path}");
        assert_eq!(somebody.post(&path, &[("form_token", "x")]).await.status, 403, "{path}");
    }
    for path in [&*members, "/members/partner/x", "/members/king/x"] {
        assert_eq!(somebody.get(path).await.status, 404, "{path}");
    }
    let account = text(&somebody.get("/account").await);
    assert!(account.contains("Tatranská píla") && account.contains("/members/organization/"));
    assert_eq!(somebody.get("/invitation/unknown").await.status, 410);
}

async fn long_bodies_of_anonymous_calls_are_refused(server: TestServer) {
    let browser = Browser::new(&server.base_url);
    let long = format!("x={}", "a".repeat(200 * 1024));
    for (path, kind, expected) in [
        ("/api/auth/oauth2/register", "application/json", 400),
        ("/api/auth/oauth2/token", "application/x-www-form-urlencoded", 400),
        ("/api/auth/oauth2/introspect", "application/x-www-form-urlencoded", 400),
        (JSON_SIGN_IN, "application/json", 413),
        ("/sign-in", "application/x-www-form-urlencoded", 403),
        ("/forgotten", "application/x-www-form-urlencoded", 403),
    ] {
        let request = browser.http.post(format!("{}{path}", server.base_url));
        let request = request.header("Content-Type", kind).body(long.clone());
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), expected, "{path}");
    }
}

async fn endpoints_say_which_methods_they_take(server: TestServer) {
    let browser = Browser::new(&server.base_url);
    for (method, path, allowed) in [
        (Method::GET, "/api/auth/oauth2/token", "POST"),
        (Method::PUT, "/api/auth/oauth2/register", "POST"),
        (Method::DELETE, "/api/auth/oauth2/revoke", "POST"),
        (Method::POST, "/api/auth/oauth2/authorize", "GET, HEAD"),
        (Method::POST, "/api/auth/jwks", "GET, HEAD"),
        (Method::PUT, "/api/auth/oauth2/userinfo", "GET, POST, HEAD"),
        (Method::POST, "/.well-known/oauth-authorization-server", "GET, HEAD"),
    ] {
        let request = browser.http.request(method, format!("{}{path}", server.base_url));
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 405, "{path}");
        assert_eq!(answer.headers()["allow"], allowed, "{path}");
    }
}
