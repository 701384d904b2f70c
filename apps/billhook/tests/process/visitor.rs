//! A person's browser, as far as tests of the binary need one, and an application that the person connects.

use crate::binary::client;
use reqwest::{
    Method,
    blocking::{Client, RequestBuilder},
    redirect::Policy,
};
use serde_json::{Value, json};

pub const OAUTH: &str = "/api/auth/oauth2/";
pub const REDIRECT: &str = "http://localhost:33418/callback";
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A person's browser, and what was secret on its way.
pub struct Visitor {
    http: Client,
    pub base: String,
    cookies: Vec<(String, String)>,
    pub secrets: Vec<(&'static str, String)>,
}

pub struct Answer {
    pub status: u16,
    pub location: String,
    pub body: String,
}

impl Visitor {
    pub fn new(base: &str) -> Self {
        let http = client().redirect(Policy::none()).build();
        let http = http.expect("a client");
        Self { http, base: base.to_owned(), cookies: Vec::new(), secrets: Vec::new() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let cookies: Vec<_> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let request = self.http.request(method, format!("{}{path}", self.base));
        request.header("Cookie", cookies.join("; ")).header("Sec-Fetch-Site", "same-origin")
    }

    pub fn send(&mut self, request: RequestBuilder) -> Answer {
        let answer = request.send().expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        for cookie in headers.get_all("set-cookie") {
            let cookie = cookie.to_str().expect("a text").split(';').next().unwrap_or_default();
            let (name, value) = cookie.split_once('=').expect("a pair");
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
            self.keep("a cookie", value);
        }
        let location = headers.get("location").and_then(|it| it.to_str().ok()).unwrap_or_default();
        Answer { status, location: location.to_owned(), body: answer.text().expect("a body") }
    }

    pub fn keep(&mut self, name: &'static str, secret: &str) {
        // "sk" and the like are found in every log
        if secret.len() > 8 {
            self.secrets.push((name, secret.to_owned()));
        }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path);
        self.send(request)
    }

    pub fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Answer {
        let request = self.request(Method::POST, path).form(form);
        self.send(request)
    }

    /// Sends a form of a page, with the page's token.
    pub fn fill(&mut self, page: &str, path: &str, form: &[(&str, &str)]) -> Answer {
        let token = between(&self.get(page).body, "name=\"form_token\" value=\"", "\"");
        self.keep("the token of forms", &token);
        self.post(path, &[form, &[("form_token", &*token)]].concat())
    }

    pub fn json(&mut self, path: &str, body: &Value) -> Answer {
        let request = self.request(Method::POST, path).json(body);
        self.send(request)
    }
}

pub fn between(page: &str, start: &str, end: &str) -> String {
    let rest = page.split_once(start).unwrap_or_else(|| panic!("no {start} in {page}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} in {page}")).0.to_owned()
}

pub fn read(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body))
}

pub fn text(seeded: &Value, pointer: &str) -> String {
    let found = seeded.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("{pointer}")).to_owned()
}

impl Visitor {
    /// The demo user, signed in.
    pub fn signed_in(base: &str, seeded: &Value) -> Self {
        let mut visitor = Self::new(base);
        let (email, password) = (text(seeded, "/user/email"), text(seeded, "/user/password"));
        visitor.sign_in(&email, &password);
        visitor
    }

    pub fn sign_in(&mut self, email: &str, password: &str) {
        let signed =
            self.json("/api/auth/sign-in/email", &json!({"email": email, "password": password}));
        assert_eq!(signed.status, 200, "{}", signed.body);
    }

    /// Registers an application, with a secret or without, and approves it for the Slovak company: what the
    /// registration answered, and the code.
    pub fn approve_an_application(&mut self, seeded: &Value, method: &str) -> (Value, String) {
        let resource = format!("{}/v1/agent", self.base);
        let body = json!({"client_name": "App", "redirect_uris": [REDIRECT],
            "resources": [resource], "token_endpoint_auth_method": method,
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"]});
        let made = read(&self.json(&format!("{OAUTH}register"), &body));
        let id = text(&made, "/client_id");
        let query = [
            ("response_type", "code"),
            ("client_id", &*id),
            ("redirect_uri", REDIRECT),
            ("scope", "openid offline_access invoice:read"),
            ("state", "the-state-of-the-client"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("resource", &*resource),
        ];
        let begin = self.request(Method::GET, &format!("{OAUTH}authorize")).query(&query);
        let consent = self.send(begin).location;
        let sk = text(seeded, "/organizations/sk/org_id");
        let decided = [("organization", &*sk), ("mode", "test"), ("decision", "approve")];
        let back = self.fill(&consent, &consent, &decided);
        assert_eq!(back.status, 303, "{}", back.body);
        (made, between(&back.location, "code=", "&"))
    }
}
