//! What a call with a token of OAuth costs beside the same call with an API key: rounds of one and the other in
//! turn, on SQLite. A token is a signature to check and a connection to look up; at most 1.3 times a key is the aim.
//! `benches/run bearer`.

use agent_api::server;
use billhook::commands::{Seeded, seed_with};
use passwords::Passwords;
use reqwest::{
    blocking::{Client, RequestBuilder, Response},
    redirect::Policy,
};
use runtime::{config::Settings, wiring};
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};
use uuid::Uuid;

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT: &str = "http://localhost:1/callback";
const CALL: &str = "/v1/agent/invoices?limit=1";

/// Calls of a round, and rounds of each kind.
const CALLS: usize = 200;
const ROUNDS: usize = 25;

fn main() {
    // `cargo test --benches` passes no --bench: nothing is measured then
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(Uuid::now_v7().to_string());
    std::fs::create_dir_all(&folder).expect("a folder");
    let (base, seeded) = serve(&folder);
    let http = Client::builder().no_proxy().redirect(Policy::none()).build().expect("a client");
    let token = token(&http, &base, &seeded);
    let sk = &seeded.organizations.sk;
    let key = |http: &Client| {
        let request = http.get(format!("{base}{CALL}"));
        request.header("X-API-Key", &sk.test_key).header("X-Organization-Id", sk.org_id.to_string())
    };
    let bearer = |http: &Client| http.get(format!("{base}{CALL}")).bearer_auth(&token);
    round(&http, &key);
    round(&http, &bearer);
    let (mut keys, mut bearers) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        keys.extend(round(&http, &key));
        bearers.extend(round(&http, &bearer));
    }
    let (key, bearer) = (median(keys), median(bearers));
    println!("{CALL}, {} calls of each, one at a time", CALLS * ROUNDS);
    println!("key     {:>8.3} ms", key.as_secs_f64() * 1e3);
    println!("bearer  {:>8.3} ms", bearer.as_secs_f64() * 1e3);
    println!("ratio   {:>8.2}", bearer.as_secs_f64() / key.as_secs_f64());
    let _ = std::fs::remove_dir_all(folder);
}

fn round(http: &Client, make: &dyn Fn(&Client) -> RequestBuilder) -> Vec<Duration> {
    let call = |_| {
        let began = Instant::now();
        let answer = make(http).send().expect("an answer");
        assert_eq!(answer.status().as_u16(), 200);
        answer.bytes().expect("a body");
        began.elapsed()
    };
    (0..CALLS).map(call).collect()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// A server on a new database with the demo organizations; it ends with the process.
fn serve(folder: &std::path::Path) -> (String, Seeded) {
    let settings = Settings {
        database_url: Some(format!("sqlite:{}", folder.join("billhook.db").display())),
        listen: Some("127.0.0.1:0".to_owned()),
        exchange_rates: Some(false),
        key_rate_per_minute: Some(u32::MAX),
        log: Some("off".to_owned()),
        ..Settings::default()
    };
    let mut config = settings.resolve().expect("settings");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let (listener, address) = server::bind(&config.listen).expect("a port");
            config.base_url = format!("http://{address}");
            let base = config.base_url.clone();
            let app = wiring::wire(config).await.expect("wiring");
            let weak = Passwords::weak().expect("made");
            let now = time::OffsetDateTime::now_utc();
            let seeded = seed_with(&app.store, now, &weak).await.expect("seeding");
            let server = billhook::interfaces::server(app, listener).expect("a server");
            sender.send((base, seeded)).expect("a listener");
            server.await.expect("serving");
        });
    });
    receiver.recv().expect("a server")
}

fn cookie(answer: &Response) -> String {
    let cookie = answer.headers()["set-cookie"].to_str().expect("a text");
    cookie.split(';').next().expect("a pair").to_owned()
}

fn location(answer: &Response) -> String {
    answer.headers()["location"].to_str().expect("a text").to_owned()
}

/// An access token: registration, sign-in, consent, exchange.
fn token(http: &Client, base: &str, seeded: &Seeded) -> String {
    let resource = format!("{base}/v1/agent");
    let metadata = json!({"redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none",
        "resources": [resource]});
    let made = http.post(format!("{base}/api/auth/oauth2/register")).json(&metadata).send();
    let made: Value = made.expect("an answer").json().expect("JSON");
    let client = made["client_id"].as_str().expect("an id").to_owned();
    let credentials = json!({"email": seeded.user.email, "password": seeded.user.password});
    let signed = http.post(format!("{base}/api/auth/sign-in/email")).json(&credentials).send();
    let session = cookie(&signed.expect("an answer"));
    let query = [
        ("response_type", "code"),
        ("client_id", &*client),
        ("redirect_uri", REDIRECT),
        ("scope", "invoice:read"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
        ("resource", &*resource),
    ];
    let begun = http.get(format!("{base}/api/auth/oauth2/authorize")).query(&query).send();
    let consent = format!("{base}{}", location(&begun.expect("an answer")));
    let page = http.get(&consent).header("Cookie", &session).send().expect("a page");
    let page = page.text().expect("a text");
    let (_, rest) = page.split_once("name=\"form_token\" value=\"").expect("a form");
    let organization = seeded.organizations.sk.org_id.to_string();
    let form = [
        ("form_token", rest.split('"').next().expect("a value")),
        ("organization", &*organization),
        ("mode", "test"),
        ("decision", "approve"),
    ];
    let back = http.post(&consent).header("Cookie", &session).form(&form).send();
    let back = location(&back.expect("an answer"));
    let (_, rest) = back.split_once("code=").expect("a code");
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", &*client),
        ("code", rest.split('&').next().expect("a value")),
        ("redirect_uri", REDIRECT),
        ("code_verifier", VERIFIER),
    ];
    let tokens = http.post(format!("{base}/api/auth/oauth2/token")).form(&form).send();
    let tokens: Value = tokens.expect("an answer").json().expect("JSON");
    tokens["access_token"].as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned()
}
