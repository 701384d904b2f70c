//! docs/oauth.md

use super::recording::{Recording, said};
use crate::{
    people::oauth::{App, REDIRECT, VERIFIER, parameter},
    support::*,
};
use serde_json::{Value, json};

const REGISTER: &str = "/api/auth/oauth2/register";
const TOKEN: &str = "/api/auth/oauth2/token";

/// Members of answers that are others each time.
const SECRETS: [&str; 5] =
    ["client_id", "client_secret", "access_token", "refresh_token", "id_token"];
const MOMENTS: [&str; 4] = ["client_id_issued_at", "iat", "exp", "auth_time"];

#[tokio::test]
async fn the_page_of_oauth_is_up_to_date() {
    let server = Engine::Sqlite.serve(settings()).await;
    let mut recording = Recording::default();
    recording.redactions.replace(&server.base_url, "{base}");
    recording.redactions.replace(&server.seeded.user.email, "jana@firma.example");
    let app = App::register(&server, "client_secret_basic").await;
    let mut page = Page { server: &server, recording, app };
    page.register().await;
    let code = parameter(&page.app.decide("approve", &[]).await, "code");
    page.recording.redactions.replace(&code, "{code}");
    let tokens = page.tokens(&code).await;
    page.call(&tokens).await;
    let next = page.refresh(&tokens).await;
    let token = next["access_token"].as_str().expect("a token");
    page.form("/api/auth/oauth2/introspect", &[("token", token)]).await;
    page.form("/api/auth/oauth2/revoke", &[("token", token)]).await;
    // what was revoked is refused
    page.refresh(&next).await;
    page.recording.is("oauth.md");
}

struct Page<'a> {
    server: &'a TestServer,
    recording: Recording,
    app: App<'a>,
}

impl Page<'_> {
    /// Records an answer, whose secrets get names. One without a body says its status alone.
    fn answered(&mut self, answer: &Answer) -> Value {
        let json = serde_json::from_slice(&answer.bytes).unwrap_or(Value::Null);
        for name in SECRETS {
            if let Some(secret) = json[name].as_str() {
                self.recording.redactions.replace(secret, &format!("{{{name}}}"));
            }
        }
        for name in MOMENTS {
            if let Some(moment) = json[name].as_i64() {
                // two of them may be the same second
                self.recording.redactions.replace(&moment.to_string(), "[seconds]");
            }
        }
        self.recording.block("http", said(answer).trim_end());
        json
    }

    async fn register(&mut self) {
        let body = json!({
            "client_name": "My app",
            "redirect_uris": ["http://localhost/callback"],
            "token_endpoint_auth_method": "client_secret_basic",
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "resources": [format!("{}/v1/agent", self.server.base_url)],
        });
        let shown = serde_json::to_string_pretty(&body).expect("JSON");
        self.recording.block("http", &format!("POST {REGISTER}\n\n{shown}"));
        let browser = &mut self.app.browser;
        let request = browser.http.post(format!("{}{REGISTER}", browser.base)).json(&body);
        let answer = browser.send(request).await;
        let made = self.answered(&answer);
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        (self.app.id, self.app.secret) = (text("client_id"), Some(text("client_secret")));
    }

    /// Sends a form with the application's credentials.
    async fn form(&mut self, path: &str, form: &[(&str, &str)]) -> Value {
        let pairs = form.iter().map(|pair| {
            let url = reqwest::Url::parse_with_params("http://x/", [pair]).expect("an address");
            url.query().expect("a query").to_owned()
        });
        let shown = pairs.collect::<Vec<_>>().join("\n&");
        let head = format!("POST {path}\nAuthorization: Basic …");
        self.recording.block("http", &format!("{head}\n\n{shown}"));
        let answer = self.app.post(path, form).await;
        self.answered(&answer)
    }

    async fn tokens(&mut self, code: &str) -> Value {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", REDIRECT),
            ("code_verifier", VERIFIER),
        ];
        self.form(TOKEN, &form).await
    }

    async fn refresh(&mut self, tokens: &Value) -> Value {
        let token = tokens["refresh_token"].as_str().expect("a token");
        self.form(TOKEN, &[("grant_type", "refresh_token"), ("refresh_token", token)]).await
    }

    async fn call(&mut self, tokens: &Value) {
        const CALL: &str = "/v1/agent/invoices?limit=1";
        let head = format!("GET {CALL}\nAuthorization: Bearer {{access_token}}");
        self.recording.block("http", &head);
        let answer = self.app.call(tokens, CALL, None).await;
        self.answered(&answer);
    }
}
