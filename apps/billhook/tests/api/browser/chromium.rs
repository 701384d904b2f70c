use futures_util::FutureExt;
use serde_json::{Value, json};
use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, BufReader, ErrorKind, Write},
    panic::{AssertUnwindSafe, resume_unwind},
    process::{Child, Command, Stdio},
    thread,
};
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

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
    /// None where there is no driver and none was named.
    pub fn start() -> Option<Self> {
        let named = env::var_os("BILLHOOK_CHROMEDRIVER");
        let program = named.clone().unwrap_or_else(|| OsString::from("chromedriver"));
        let started = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut driver = match started {
            Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => {
                say_that_it_is_left_out();
                return None;
            }
            started => started.unwrap_or_else(|error| panic!("{}: {error}", program.display())),
        };
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        thread::spawn(move || lines.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port.expect("chromedriver starts"));
        Some(Self { driver, address })
    }

    /// Runs a test in a tab; the browser is gone with it, whatever came of it.
    pub async fn run(&self, test: impl AsyncFnOnce(Tab)) {
        let mut wanted = DesiredCapabilities::chrome();
        for argument in [
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
            "--lang=sk",
        ] {
            wanted.add_arg(argument).expect("an argument");
        }
        wanted.set_browser_log_level(LoggingPrefsLogLevel::Warning).expect("a level");
        let driver = WebDriver::new(&self.address, wanted).await.expect("a session");
        let tab = Tab::prepare(driver.clone()).await;
        let tested = AssertUnwindSafe(test(tab)).catch_unwind().await;
        driver.quit().await.expect("the end of the session");
        tested.unwrap_or_else(|panic| resume_unwind(panic));
    }
}

/// Past the capture of output: nobody should take this for a pass.
fn say_that_it_is_left_out() {
    _ = io::stderr().write_all(
        b"\n*** The test of the pages in a browser is LEFT OUT. To run it:\n\
          *** apt-get install chromium chromium-driver\n\n",
    );
}

/// The browser's tab.
pub struct Tab {
    driver: WebDriver,
}

impl Tab {
    /// One that has axe-core on each of its pages.
    async fn prepare(driver: WebDriver) -> Self {
        let tab = Self { driver };
        let axe = fixtures::text("axe-core/axe.min.js");
        tab.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": axe })).await;
        tab
    }

    pub async fn wide_and_light(&self) {
        self.look(1280, "light").await;
    }

    pub async fn narrow_and_dark(&self) {
        self.look(320, "dark").await;
    }

    async fn look(&self, width: u32, theme: &str) {
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.command("Emulation.setDeviceMetricsOverride", size).await;
        // colours that are still on their way to others would be judged half-way
        let theme = json!({ "features": [
            { "name": "prefers-color-scheme", "value": theme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ] });
        self.command("Emulation.setEmulatedMedia", theme).await;
    }

    async fn command(&self, name: &str, parameters: Value) {
        self.driver.cdp().send_raw(name, parameters).await.expect(name);
    }

    pub async fn open(&self, address: &str) {
        self.driver.goto(address).await.expect("a page");
    }

    /// Where it is.
    pub async fn address(&self) -> String {
        self.driver.current_url().await.expect("an address").to_string()
    }

    /// What a script answers.
    pub async fn script(&self, text: &str, arguments: Vec<Value>) -> Value {
        self.driver.execute(text, arguments).await.expect("a script").json().clone()
    }

    /// What a script answers to its last argument, later.
    pub async fn script_later(&self, text: &str) -> Value {
        self.driver.execute_async(text, Vec::new()).await.expect("a script").json().clone()
    }

    /// Keys, wherever the focus is.
    pub async fn type_in(&self, keys: &str) {
        let focused = self.driver.active_element().await.expect("a focus");
        focused.send_keys(keys).await.expect("keys");
    }

    /// What the browser complained about since it was asked last.
    pub async fn complaints(&self) -> Vec<String> {
        let entries = self.driver.browser_log().await.expect("the log");
        entries.into_iter().map(|entry| format!("{} {}", entry.level, entry.message)).collect()
    }
}
