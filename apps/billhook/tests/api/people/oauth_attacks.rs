//! What attackers send to the endpoints of OAuth (RFC 9700; docs/oauth.md, "What is refused").

use crate::{
    people::oauth::{App, Browser, parameter, text},
    support::*,
};
use data_encoding::BASE64URL_NOPAD;
use reqwest::{Method, redirect::Policy};
use ring::hmac;
use serde_json::{Value, json};

on_both!(
    forged_tokens_give_nothing,
    a_rotated_key_forges_nothing,
    a_parameter_that_comes_twice_is_refused,
    any_text_gets_an_error_of_the_rfc,
    pages_are_for_no_frame_and_no_other_site,
    answers_with_secrets_are_not_stored_on_the_way,
    the_host_of_a_request_makes_no_address,
    secrets_are_kept_as_hashes,
    wrong_credentials_are_few,
);

const INVOICES: &str = "/v1/agent/invoices";
const TOKEN: &str = "/api/auth/oauth2/token";
const REVOKE: &str = "/api/auth/oauth2/revoke";
const INTROSPECT: &str = "/api/auth/oauth2/introspect";

fn encoded(json: &Value) -> String {
    BASE64URL_NOPAD.encode(json.to_string().as_bytes())
}

/// `alg: none`, HS256 with the public key as its secret, an unknown key, each part with a flipped bit, an ID token.
async fn forged_tokens_give_nothing(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let tokens = app.tokens(&[]).await;
    let token = tokens["access_token"].as_str().expect("a token");
    // the right signature is remembered: what resembles the token is compared all the same
    app.call(&tokens, INVOICES, None).await.expect(200);
    let parts: Vec<_> = token.split('.').collect();
    let [header, claims, signature] = parts[..] else { panic!("{token}") };
    let header_bytes = BASE64URL_NOPAD.decode(header.as_bytes()).expect("base64url");
    let known: Value = serde_json::from_slice(&header_bytes).expect("JSON");
    let with = |name: &str, value: Value| {
        let mut changed = known.clone();
        changed[name] = value;
        encoded(&changed)
    };
    let mut forged = vec![
        format!("{}.{claims}.", with("alg", json!("none"))),
        format!("{}.{claims}.{signature}", with("alg", json!("none"))),
        format!("{}.{claims}.{signature}", with("kid", json!("another"))),
        format!("{}.{claims}.{signature}", with("typ", json!("JWT"))),
        tokens["id_token"].as_str().expect("one").to_owned(),
    ];
    let keys = app.browser.get("/api/auth/jwks").await.expect(200);
    let key = &keys["keys"][0];
    let coordinate = |name: &str| {
        let text = key[name].as_str().expect("a coordinate");
        BASE64URL_NOPAD.decode(text.as_bytes()).expect("base64url")
    };
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    for secret in [point, key.to_string().into_bytes(), coordinate("x")] {
        let signed = format!("{}.{claims}", with("alg", json!("HS256")));
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &secret), signed.as_bytes());
        forged.push(format!("{signed}.{}", BASE64URL_NOPAD.encode(tag.as_ref())));
    }
    for (at, part) in parts.iter().enumerate() {
        let mut bytes = BASE64URL_NOPAD.decode(part.as_bytes()).expect("base64url");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let flipped = BASE64URL_NOPAD.encode(&bytes);
        let mut changed = parts.clone();
        changed[at] = &flipped;
        forged.push(changed.join("."));
    }
    let mut stolen = claims_of(token);
    stolen["org_id"] = json!(server.seeded.organizations.cz.org_id);
    let mut forever = claims_of(token);
    forever["exp"] = json!(4_102_444_800_u64);
    for changed in [stolen, forever] {
        forged.push(format!("{header}.{}.{signature}", encoded(&changed)));
    }
    for token in forged {
        let refused = app.call(&json!({ "access_token": token }), INVOICES, None).await;
        assert_error(&refused, 401, "UNAUTHORIZED");
        assert!(refused.header("www-authenticate").contains("error=\"invalid_token\""), "{token}");
        let answer = app.post(INTROSPECT, &[("token", &token)]).await.expect(200);
        assert_eq!(answer, json!({ "active": false }), "{token}");
    }
    app.call(&tokens, INVOICES, None).await.expect(200);
}

fn claims_of(token: &str) -> Value {
    part(token, 1)
}

/// The header (0) or the claims (1) of a token.
fn part(token: &str, at: usize) -> Value {
    let part = token.split('.').nth(at).expect("a part");
    serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).expect("base64url"))
        .expect("JSON")
}

/// The claims under a key that nobody published, whose token names one that is published.
fn signed_by_a_stranger(published: &Value, claims: &Value) -> String {
    use oauth::{
        ports::TokenSigner,
        tokens::{PublicKey, SigningKey, TokenType},
    };
    let signer = token_signer::Es256::default();
    let stranger = signer.new_key(time::OffsetDateTime::now_utc()).expect("a key");
    let id = published.as_str().expect("a key id").to_owned();
    let named = SigningKey { public: PublicKey { id, ..stranger.public }, ..stranger };
    signer.sign(&named, TokenType::Access, claims).expect("signed")
}

/// What the key before has signed stands until it ends, and gives nobody a signature of the new one.
async fn a_rotated_key_forges_nothing(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let old = app.tokens(&[]).await;
    app.call(&old, INVOICES, None).await.expect(200);
    let (store, now) = (server.store(), time::OffsetDateTime::now_utc());
    let rotated =
        use_cases::people::oauth::rotate_key(&store, &token_signer::Es256::default(), now).await;
    let (before, after) = rotated.expect("rotated");
    let token = old["access_token"].as_str().expect("a token");
    assert_eq!(part(token, 0)["kid"], json!(before.expect("a key before")));
    app.call(&old, INVOICES, None).await.expect(200);
    // a process that begins now knows both
    let issuer = server.base_url.clone();
    let fresh = server.standing(move |app| app.config.base_url = issuer);
    let call = async |token: &str| {
        let request = app.browser.http.get(format!("{}{INVOICES}", fresh.base_url));
        request.bearer_auth(token).send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(call(token).await, 200);
    for published in [part(token, 0)["kid"].clone(), json!(after)] {
        let forged = signed_by_a_stranger(&published, &claims_of(token));
        assert_eq!(call(&forged).await, 401, "signed by another key than it names");
    }
    let (issuer, later) = (server.base_url.clone(), now + time::Duration::minutes(61));
    let ended = server.refitted_at(later, move |app| app.config.base_url = issuer);
    let request = app.browser.http.get(format!("{}{INVOICES}", ended.base_url));
    let refused = request.bearer_auth(token).send().await.expect("an answer");
    assert_eq!(refused.status().as_u16(), 401, "its hour is over");
    let refreshed = [
        ("grant_type", "refresh_token"),
        ("refresh_token", old["refresh_token"].as_str().expect("one")),
        ("client_id", &*app.id),
    ];
    let request = app.browser.http.post(format!("{}{TOKEN}", fresh.base_url)).form(&refreshed);
    let new: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    let new = new["access_token"].as_str().expect("a token");
    assert_eq!(part(new, 0)["kid"], json!(after));
    assert_eq!(call(new).await, 200);
}

async fn a_parameter_that_comes_twice_is_refused(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let authorize = app.authorize(&[]);
    for (name, value) in [("client_id", &*app.id.clone()), ("redirect_uri", "https://evil.example")]
    {
        let page = app.browser.get(&format!("{authorize}&{name}={value}")).await;
        assert_eq!((page.status, page.header("location")), (400, ""), "{name}: nobody goes there");
    }
    for again in ["scope=openid", "state=x", "response_type=code", "code_challenge_method=S256"] {
        let refused = app.consent_at(&format!("{authorize}&{again}")).await.1;
        assert_eq!(parameter(&refused, "error"), "invalid_request", "{again}");
    }
    for (path, name) in [
        (TOKEN, "grant_type"),
        (TOKEN, "code"),
        (TOKEN, "code_verifier"),
        (TOKEN, "refresh_token"),
        (REVOKE, "token"),
        (INTROSPECT, "token"),
    ] {
        let refused = app.post(path, &[(name, "x"), (name, "x")]).await;
        assert_eq!(refused.expect(400)["error"], "invalid_request", "{path} {name}");
    }
}

async fn any_text_gets_an_error_of_the_rfc(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let huge = "x".repeat(1 << 20);
    for value in ["", "\0", "\r\nSet-Cookie: a=b", "\u{202e}", "%", "ÿ", "' OR 1=1 --", &*huge] {
        for form in [
            vec![("grant_type", value)],
            vec![("grant_type", "authorization_code"), ("code", value), ("redirect_uri", value)],
            vec![("grant_type", "refresh_token"), ("refresh_token", value), ("scope", value)],
        ] {
            let refused = app.post(TOKEN, &form).await;
            assert!(refused.json()["error"].is_string(), "{}", text(&refused));
            assert!(matches!(refused.status, 400 | 401 | 413), "{}", text(&refused));
        }
        if value.len() < 1000 {
            let shown = app.browser.get(&app.authorize(&[("client_id", value)])).await;
            assert_eq!((shown.status, shown.header("location")), (400, ""));
            let (_, refused) = app.consent(&[("scope", &format!("{value}x"))]).await;
            let error = parameter(&refused, "error");
            assert!(matches!(&*error, "invalid_scope" | "invalid_request"), "{value:?}: {error}");
        }
    }
    // the address itself is bounded
    let url = format!("{}{}", server.base_url, app.authorize(&[("state", &huge)]));
    if let Ok(answer) = app.browser.http.get(url).send().await {
        assert!(answer.status().is_client_error(), "{}", answer.status());
    }
    for body in [&b"\xff\xfe"[..], b"{}", b"grant_type", b"=&=&&"] {
        let request = app.browser.http.post(format!("{}{TOKEN}", server.base_url));
        let form = "application/x-www-form-urlencoded";
        let answer = request.header("Content-Type", form).body(body.to_vec()).send().await;
        let answer = answer.expect("an answer");
        assert!(answer.status().is_client_error(), "{body:?}");
        assert!(answer.json::<Value>().await.expect("JSON")["error"].is_string(), "{body:?}");
    }
}

/// Sign-in, consent and errors: not in a frame, nothing from elsewhere, no address of theirs told, read by no other site.
async fn pages_are_for_no_frame_and_no_other_site(server: TestServer) {
    let mut app = App::register(&server, "none").await;
    let (consent, shown) = app.consent(&[]).await;
    let unknown = app.browser.get(&app.authorize(&[("client_id", "x")])).await;
    let authorize = app.browser.get(&app.authorize(&[])).await;
    let mut stranger = Browser::new(&server.base_url);
    let sign_in = stranger.get("/sign-in").await;
    let over = app.browser.get("/consent/x").await;
    for page in [&shown, &unknown, &sign_in, &over] {
        assert_eq!(page.header("x-frame-options"), "DENY");
        let policy = page.header("content-security-policy");
        for part in ["default-src 'none'", "style-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy}");
        }
        // not `no-referrer`: Chromium would send the forms with `Origin: null`
        assert_eq!(page.header("referrer-policy"), "same-origin");
    }
    assert_eq!((authorize.status, authorize.header("referrer-policy")), (303, "no-referrer"));
    for path in [&*app.authorize(&[]), &consent, "/sign-in"] {
        for method in [Method::GET, Method::OPTIONS] {
            let request = app.browser.http.request(method, format!("{}{path}", server.base_url));
            let request = request.header("Origin", "https://evil.example");
            let answer =
                app.browser.send(request.header("Access-Control-Request-Method", "GET")).await;
            assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
        }
    }
}

async fn answers_with_secrets_are_not_stored_on_the_way(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let tokens = app.tokens(&[]).await;
    let token = tokens["access_token"].as_str().expect("a token").to_owned();
    let answers = [
        app.post(TOKEN, &[("grant_type", "password")]).await,
        app.call(&tokens, "/api/auth/oauth2/userinfo", None).await,
        app.post(INTROSPECT, &[("token", &token)]).await,
        app.post(REVOKE, &[("token", &token)]).await,
        // with a code in its address
        app.decide("approve", &[]).await,
    ];
    for (answer, status) in answers.iter().zip([400, 200, 200, 200, 303]) {
        assert_eq!((answer.status, answer.header("cache-control")), (status, "no-store"));
    }
}

/// `BILLHOOK_BASE_URL` alone does, whatever stands in front of the service, or says that it does.
async fn the_host_of_a_request_makes_no_address(server: TestServer) {
    let http = http().redirect(Policy::none()).build().expect("a client");
    let app = App::register(&server, "none").await;
    for path in [
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
        "/.well-known/oauth-protected-resource/v1/agent",
        INVOICES,
        &app.authorize(&[]),
        "/connections",
    ] {
        let ask = |with: &[(&'static str, &'static str)]| {
            let request = http.get(format!("{}{path}", server.base_url));
            let request =
                with.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            async move {
                let answer = request.send().await.expect("an answer");
                let header = |name: &str| {
                    let value = answer.headers().get(name).map(|it| it.to_str().expect("a text"));
                    value.unwrap_or_default().to_owned()
                };
                let headers = header("location") + &header("www-authenticate");
                headers + &answer.text().await.expect("a text")
            }
        };
        let lying = [
            ("Host", "evil.example"),
            ("X-Forwarded-Host", "evil.example"),
            ("X-Forwarded-Proto", "gopher"),
            ("Forwarded", "host=evil.example;proto=gopher"),
        ];
        let said = ask(&lying).await;
        assert!(!said.contains("evil.example") && !said.contains("gopher"), "{path}: {said}");
        if path.starts_with("/.well-known") {
            assert_eq!(said, ask(&[]).await, "{path}");
        }
    }
}

/// What is in the database gives nobody access: neither the client's secret, nor a token, nor the cookie is there.
async fn secrets_are_kept_as_hashes(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let code = parameter(&app.decide("approve", &[]).await, "code");
    let tokens = app.exchange(&code, crate::people::oauth::VERIFIER).await.expect(200);
    let text = |name: &str| tokens[name].as_str().expect(name).to_owned();
    let mut secrets = vec![code, text("access_token"), text("refresh_token"), text("id_token")];
    secrets.extend(app.secret.clone());
    secrets.extend(app.browser.cookies.iter().map(|(_, value)| value.clone()));
    assert!(secrets.len() >= 6, "with a cookie");
    // 160 bits of chance at least (OAuth 2.1, 7.6)
    assert!(secrets.iter().all(|secret| secret.len() >= 27));
    let Some(kept) = server.sqlite_bytes() else { return };
    let is_there = |part: &[u8]| kept.windows(part.len()).any(|window| window == part);
    assert!(is_there(app.id.as_bytes()), "this is the database");
    for secret in secrets {
        assert!(!is_there(secret.as_bytes()), "{secret} is in the database");
    }
}

/// Of a client from one address: 60 a minute, and the right ones do not count.
async fn wrong_credentials_are_few(server: TestServer) {
    let mut app = App::register(&server, "client_secret_basic").await;
    let right = app.secret.replace("wrong".to_owned());
    let form = [("grant_type", "refresh_token"), ("refresh_token", "x")];
    let mut wrong = 0;
    let limited = loop {
        let answer = app.post(TOKEN, &form).await;
        if answer.status == 429 {
            break answer;
        }
        assert_eq!(answer.expect(401)["error"], "invalid_client");
        assert!(answer.header("www-authenticate").starts_with("Basic"));
        wrong += 1;
        assert!(wrong < 1_000, "nobody stops it");
    };
    assert!(wrong >= 60 && !limited.header("retry-after").is_empty(), "{wrong}");
    app.secret = right;
    assert_eq!(app.post(TOKEN, &form).await.expect(400)["error"], "invalid_grant");
}
