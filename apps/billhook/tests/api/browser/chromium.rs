use super::look::{Look, WIDE};
use crate::support::eventually;
use data_encoding::BASE64;
use futures_util::FutureExt;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::{
    env,
    ffi::OsString,
    io::{BufRead, BufReader},
    panic::{AssertUnwindSafe, resume_unwind},
    process::{Child, Command, Stdio},
    thread,
};

const SUBMIT: &str = "
const form = document.querySelector(arguments[0]);
for (const [name, value] of arguments[1]) {
  const field = form.querySelector(`[name='${name}']`);
  if (field.type === 'checkbox') field.checked = true; else field.value = value;
}
window.wasHere = true;
form.submit();
";

const ARGUMENTS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--hide-scrollbars",
    // no page stays long enough for optimised scripts to pay
    "--js-flags=--max-optimized-bytecode-size=0",
];

/// A running chromedriver; ends on drop.
pub struct Chromium {
    driver: Child,
    address: String,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Chromium {
    pub fn start() -> Self {
        let named = env::var_os("BILLHOOK_CHROMEDRIVER");
        let program = named.unwrap_or_else(|| OsString::from("chromedriver"));
        let started = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = started.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        thread::spawn(move || lines.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port.expect("chromedriver starts"));
        Self { driver, address }
    }

    /// Runs a test in a tab of somebody who reads this language; the browser is gone with it, whatever came of it.
    pub async fn run<T>(&self, language: &'static str, test: impl AsyncFnOnce(Tab) -> T) -> T {
        let tab = Tab::begin(&self.address, language).await;
        let tested = AssertUnwindSafe(test(tab.clone())).catch_unwind().await;
        tab.call(Method::DELETE, "", None).await;
        tested.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The browser's tab, spoken to as W3C WebDriver says: JSON over HTTP.
#[derive(Clone)]
pub struct Tab {
    http: Client,
    session: String,
    pub language: &'static str,
}

impl Tab {
    /// One that has axe-core on each of its pages.
    async fn begin(driver: &str, language: &'static str) -> Self {
        let http = checked_http::client().no_proxy().build().expect("a client");
        let mut tab = Self { http, session: format!("{driver}/session"), language };
        let speaks = format!("--accept-lang={language}");
        let arguments: Vec<_> = ARGUMENTS.into_iter().chain([&*speaks]).collect();
        let wanted = json!({ "alwaysMatch": {
            "browserName": "chrome",
            // axe-core takes its time on a machine that has much else to do
            "timeouts": { "script": 300_000, "pageLoad": 300_000 },
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "WARNING" },
        }});
        let begun = tab.post("", json!({ "capabilities": wanted })).await;
        tab.session = format!("{}/{}", tab.session, begun["sessionId"].as_str().expect("an id"));
        let axe = fixtures::text("axe-core/axe.min.js");
        tab.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": axe })).await;
        tab.look(WIDE).await;
        tab
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let request = self.http.request(method, format!("{}{path}", self.session));
        let request = body.iter().fold(request, |request, body| request.json(body));
        let answer = request.send().await.expect("an answer of chromedriver");
        let is_success = answer.status().is_success();
        let mut answer: Value = answer.json().await.expect("JSON");
        assert!(is_success, "{path}: {}: {}", answer["value"]["error"], answer["value"]["message"]);
        answer["value"].take()
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.call(Method::POST, path, Some(body)).await
    }

    /// Has the page look like this from now on.
    pub async fn look(&self, Look { width, zoom, theme, .. }: Look) {
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": zoom, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", size).await;
        // colours that are still on their way to others would be measured half-way
        let theme = json!({ "features": [
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.command("Emulation.setEmulatedMedia", theme).await;
    }

    async fn command(&self, name: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", json!({ "cmd": name, "params": parameters })).await
    }

    /// The whole page as a PNG, however long it is.
    pub async fn picture(&self) -> Vec<u8> {
        let whole = json!({ "format": "png", "captureBeyondViewport": true });
        let taken = self.command("Page.captureScreenshot", whole).await;
        BASE64.decode(taken["data"].as_str().expect("a picture").as_bytes()).expect("base64")
    }

    pub async fn open(&self, address: &str) {
        self.post("/url", json!({ "url": address })).await;
    }

    /// Where it is.
    pub async fn address(&self) -> String {
        let address = self.call(Method::GET, "/url", None).await;
        address.as_str().expect("an address").to_owned()
    }

    /// What a script answers.
    pub async fn script(&self, text: &str, arguments: Vec<Value>) -> Value {
        self.post("/execute/sync", json!({ "script": text, "args": arguments })).await
    }

    /// What a script answers to its last argument, later.
    pub async fn script_later(&self, text: &str, arguments: Vec<Value>) -> Value {
        self.post("/execute/async", json!({ "script": text, "args": arguments })).await
    }

    /// Keys, wherever the focus is.
    pub async fn type_in(&self, keys: &str) {
        let focused = self.call(Method::GET, "/element/active", None).await;
        let id = focused.as_object().and_then(|it| it.values().next()?.as_str());
        let path = format!("/element/{}/value", id.expect("a focus"));
        self.post(&path, json!({ "text": keys })).await;
    }

    /// Fills in fields of a form by their names, sends it without the browser's own checks, and waits for its answer.
    pub async fn submit(&self, form: &str, fields: &[(&str, &str)]) {
        let fields: Vec<_> = fields.iter().map(|(name, value)| json!([name, value])).collect();
        self.script(SUBMIT, vec![json!(form), json!(fields)]).await;
        let came = "return !window.wasHere && document.readyState === 'complete'";
        eventually("an answer", || async {
            (self.script(came, vec![]).await == true).then_some(())
        })
        .await;
    }

    /// What the browser complained about since it was asked last.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.post("/se/log", json!({ "type": "browser" })).await;
        let entries = entries.as_array().expect("the log").iter();
        entries.map(|entry| format!("{} {}", entry["level"], entry["message"])).collect()
    }
}
