//! Nothing secret is in the log, however much is logged: whoever reads logs signs in nowhere.

use crate::{
    binary::{Folder, Server, free_address, seed},
    kills::PATIENCE,
    on_both,
    visitor::{OAUTH, REDIRECT, VERIFIER, Visitor, between, read, text},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    fs,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

on_both!(nothing_secret_is_logged);

const SECRETS_KEY: &str = "4cf1a2b39d5e6f708192a3b4c5d6e7f84cf1a2b39d5e6f708192a3b4c5d6e7f8";
const WRONG_PASSWORD: &str = "nespravne-heslo-7141";
const NEW_PASSWORD: &str = "nove-spravne-heslo-2718";

fn nothing_secret_is_logged(database: &str) {
    let seeded = seed(database);
    let mails = Folder::new();
    let mail_url = format!("file:{}", mails.0.display());
    let listen = free_address();
    let log = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&log);
    let settings = [
        ("BILLHOOK_LISTEN", listen.as_str()),
        ("BILLHOOK_LOG", "debug"),
        ("BILLHOOK_MAIL_URL", mail_url.as_str()),
        ("BILLHOOK_SECRETS_KEY", SECRETS_KEY),
        ("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", "true"),
    ];
    let server = Server::start_heard(database, &settings, move |line| {
        let mut heard = heard.lock().expect("the log");
        heard.push_str(&line);
        heard.push('\n');
    });
    let mut visitor = Visitor::new(&server.base_url);
    visitor.keep("the key of secrets", SECRETS_KEY);
    sign_in(&mut visitor, &seeded);
    application(&mut visitor, &seeded);
    keys_and_webhooks(&mut visitor, &seeded);
    second_factor(&mut visitor, &seeded);
    links_of_mails(&mut visitor, &seeded, &mails);
    // the lines about the last calls are written before their answers leave; those of jobs take a moment
    thread::sleep(Duration::from_millis(300));
    let log = log.lock().expect("the log").clone();
    assert!(log.contains("\"DEBUG\"") && log.contains("application connected"), "{log}");
    assert!(visitor.secrets.len() > 20, "{}", visitor.secrets.len());
    for (name, secret) in &visitor.secrets {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{name}: {secret}");
    }
}

fn sign_in(visitor: &mut Visitor, seeded: &Value) {
    let (email, password) = (text(seeded, "/user/email"), text(seeded, "/user/password"));
    visitor.keep("the password", &password);
    visitor.keep("a wrong password", WRONG_PASSWORD);
    for (password, expected) in [(WRONG_PASSWORD, 401), (&*password, 200)] {
        let body = json!({"email": email, "password": password});
        assert_eq!(visitor.json("/api/auth/sign-in/email", &body).status, expected);
    }
    let wrong = [("email", &*email), ("password", WRONG_PASSWORD)];
    let refused = Visitor::new(&visitor.base).fill("/sign-in", "/sign-in", &wrong);
    assert_eq!(refused.status, 401);
}

/// From its registration to the end of its access, with mistakes on the way.
fn application(visitor: &mut Visitor, seeded: &Value) {
    let (made, code) = visitor.approve_an_application(seeded, "client_secret_basic");
    let (id, secret) = (text(&made, "/client_id"), text(&made, "/client_secret"));
    visitor.keep("a client's secret", &secret);
    visitor.keep("a code", &code);
    visitor.keep("a verifier", VERIFIER);
    let client = |visitor: &mut Visitor, path: &str, form: &[(&str, &str)], secret: &str| {
        let request = visitor.request(Method::POST, &format!("{OAUTH}{path}"));
        let request = request.basic_auth(&id, Some(secret)).form(form);
        visitor.send(request)
    };
    let exchange = [
        ("grant_type", "authorization_code"),
        ("code", &*code),
        ("redirect_uri", REDIRECT),
        ("code_verifier", VERIFIER),
    ];
    let wrong = "nespravne-tajomstvo-aplikacie";
    visitor.keep("a wrong secret", wrong);
    assert_eq!(client(visitor, "token", &exchange, wrong).status, 401);
    let tokens = read(&client(visitor, "token", &exchange, &secret));
    let refresh = text(&tokens, "/refresh_token");
    let form = [("grant_type", "refresh_token"), ("refresh_token", &*refresh)];
    let next = read(&client(visitor, "token", &form, &secret));
    for tokens in [&tokens, &next] {
        for name in ["access_token", "refresh_token"] {
            visitor.keep("a token", &text(tokens, &format!("/{name}")));
        }
    }
    visitor.keep("an ID token", &text(&tokens, "/id_token"));
    let access = text(&next, "/access_token");
    for path in ["/v1/agent/invoices", "/api/auth/oauth2/userinfo"] {
        let call = visitor.request(Method::GET, path).bearer_auth(&access);
        assert_eq!(visitor.send(call).status, 200, "{path}");
    }
    visitor.get(&format!("/v1/agent/invoices?access_token={access}"));
    for (path, token) in [("introspect", &access), ("revoke", &access)] {
        assert_eq!(client(visitor, path, &[("token", token)], &secret).status, 200);
    }
    // what was used twice, and what has ended
    assert_eq!(client(visitor, "token", &form, &secret).status, 400);
    assert_eq!(client(visitor, "token", &exchange, &secret).status, 400);
    let call = visitor.request(Method::GET, "/v1/agent/invoices").bearer_auth(&access);
    assert_eq!(visitor.send(call).status, 401);
}

fn keys_and_webhooks(visitor: &mut Visitor, seeded: &Value) {
    let portal = format!("/portal/{}/test", text(seeded, "/organizations/sk/org_id"));
    let secret_of = |page: &str| between(page, "<code>", "</code>");
    let new = format!("{portal}/keys/new");
    let made = visitor.fill(&new, &new, &[("name", "ERP"), ("scopes", "settings:update")]);
    let key = secret_of(&made.body);
    assert!(key.starts_with("svc_test_"), "{}", made.body);
    visitor.keep("a key", &key);
    let unknown = format!("svc_test_{}", "Qx7".repeat(14));
    visitor.keep("an unknown key", &unknown);
    let sk = text(seeded, "/organizations/sk/org_id");
    let call = |visitor: &mut Visitor, method: Method, path: &str, key: &str, body: &Value| {
        let request = visitor.request(method, path).header("X-API-Key", key);
        visitor.send(request.header("X-Organization-Id", &sk).json(body))
    };
    let (hooks, none) = ("/v1/agent/webhooks", json!({}));
    assert_eq!(call(visitor, Method::GET, hooks, &unknown, &none).status, 401);
    let body = json!({"url": "http://127.0.0.1:9/hook", "events": ["invoice.created"]});
    let made = read(&call(visitor, Method::POST, hooks, &key, &body));
    visitor.keep("a webhook's secret", &text(&made, "/secret"));
    let hook = format!("{hooks}/{}", text(&made, "/id"));
    let rotate = format!("{hook}/rotate-secret");
    let rotated = read(&call(visitor, Method::POST, &rotate, &key, &none));
    visitor.keep("a webhook's next secret", &text(&rotated, "/secret"));
    // signed and sent to where nobody is
    let test = format!("{hook}/test");
    assert_eq!(call(visitor, Method::POST, &test, &key, &none).status, 202);
    for of in ["sk", "sk_buyer"] {
        for name in ["test_key", "live_key"] {
            visitor.keep("a seeded key", &text(seeded, &format!("/organizations/{of}/{name}")));
        }
    }
}

/// Its secret, and codes that are none.
fn second_factor(visitor: &mut Visitor, seeded: &Value) {
    let page = "/account/second-factor";
    let password = text(seeded, "/user/password");
    assert_eq!(visitor.fill(page, page, &[("password", &password)]).status, 303);
    let secret = between(&visitor.get(page).body, "<dd><code>", "</code>");
    visitor.keep("the secret of a second factor", &secret);
    let wrong = [("code", "recovery-code-of-nobody")];
    visitor.keep("a wrong code", wrong[0].1);
    assert_eq!(visitor.fill(page, &format!("{page}/confirm"), &wrong).status, 403);
}

/// The links of an invitation and of a new password, which are followed.
fn links_of_mails(visitor: &mut Visitor, seeded: &Value, mails: &Folder) {
    let members = format!("/members/organization/{}", text(seeded, "/organizations/sk/org_id"));
    let nova = [("email", "nova@uctovnictvo.example"), ("role", "viewer")];
    assert_eq!(visitor.fill(&members, &format!("{members}/invite"), &nova).status, 303);
    let email = text(seeded, "/user/email");
    let mut stranger = Visitor::new(&visitor.base);
    stranger.fill("/forgotten", "/forgotten", &[("email", &email)]);
    visitor.keep("a new password", NEW_PASSWORD);
    for (path, form) in [
        ("/invitation/", vec![("password", NEW_PASSWORD)]),
        ("/reset/", vec![("password", NEW_PASSWORD)]),
    ] {
        let token = token_of_mail(mails, path);
        visitor.keep("the token of a mail", &token);
        let page = format!("{path}{token}");
        let done = stranger.fill(&page, &page, &form);
        assert!(done.status < 400, "{path}: {} {}", done.status, done.body);
    }
    visitor.secrets.append(&mut stranger.secrets);
}

/// The secret of a link in a mail, once it is in the folder.
fn token_of_mail(mails: &Folder, path: &str) -> String {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        let files = fs::read_dir(&mails.0).expect("the folder").flatten();
        // others are being written
        for entry in files.filter(|file| file.path().extension().is_some_and(|it| it == "eml")) {
            let mail = fs::read_to_string(entry.path()).unwrap_or_default();
            let mail = mail.replace("=\r\n", "").replace("=\n", "");
            if let Some((_, rest)) = mail.split_once(path) {
                let is_of_it = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
                return rest.chars().take_while(is_of_it).collect();
            }
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("no mail with {path}");
}
