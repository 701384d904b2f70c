//! `billhook webhooks listen`, as integrators run it.

use crate::{
    binary::{Folder, Server, http, seed},
    kills::PATIENCE,
    webhooks::{Received, call, issue, receiver},
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The command at work.
struct Listening {
    process: Child,
    said: Lines<BufReader<ChildStderr>>,
    printed: Lines<BufReader<ChildStdout>>,
}

impl Listening {
    fn start(server: &Server, key: &Value, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_billhook"))
            .args(["webhooks", "listen", "--url", &server.base_url])
            .args(["--api-key", key.as_str().expect("a key")])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let said = BufReader::new(process.stderr.take().expect("its messages")).lines();
        let printed = BufReader::new(process.stdout.take().expect("its output")).lines();
        Self { process, said, printed }
    }

    /// The first message with this text.
    fn says(&mut self, text: &str) -> String {
        let said = self.said.by_ref().map_while(Result::ok);
        said.into_iter().find(|line| line.contains(text)).unwrap_or_else(|| panic!("never: {text}"))
    }

    fn prints(&mut self) -> Value {
        let line = self.printed.next().expect("a line").expect("text");
        serde_json::from_str(&line).expect("one JSON object a line")
    }

    /// Ctrl-C.
    fn interrupt(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
        assert!(self.process.wait().expect("its end").success());
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn forwarded(received: &Received) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some((_, body)) = received.lock().expect("what arrived").first() {
            return body.clone();
        }
        assert!(Instant::now() < until, "nothing was forwarded");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_company_listens_by_an_endpoint_for_the_time_being() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let settings = [("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", "true")];
    let server = Server::start_with(&folder.database(), &settings);
    let received = Received::default();
    let forward = receiver(&received);
    let sk = &seeded["organizations"]["sk"];
    let organization = sk["org_id"].as_str().expect("an id");
    let arguments =
        ["--organization", organization, "--events", "invoice.created", "--forward", &forward];
    let mut listening = Listening::start(&server, &sk["test_key"], &arguments);
    listening.says("registered");
    let list = call(&server, &seeded, "/v1/agent/webhooks", None);
    assert_eq!(list["data"][0]["events"], json!(["invoice.created"]));
    let invoice = issue(&server, &seeded);
    let printed = listening.prints();
    assert_eq!(printed["data"]["invoiceId"], invoice);
    assert_eq!(forwarded(&received), printed);
    listening.says("answered 200");
    listening.interrupt();
    let list = call(&server, &seeded, "/v1/agent/webhooks", None);
    assert_eq!(list["data"], json!([]), "it took its endpoint along");
}

/// Waits until something is in the feed: what comes after a listener has begun is new to it.
fn until_in_the_feed(server: &Server, key: &Value) {
    let until = Instant::now() + PATIENCE;
    loop {
        let feed = http().get(format!("{}/v1/agent/events", server.base_url));
        let feed = feed.header("X-API-Key", key.as_str().expect("a key")).send();
        let feed = feed.expect("an answer").bytes().expect("a body");
        let feed: Value = serde_json::from_slice(&feed).expect("JSON");
        if feed["data"][0].is_object() {
            return;
        }
        assert!(Instant::now() < until, "nothing is in the feed: {feed}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_partner_listens_to_the_feed() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let server = Server::start(&folder.database());
    issue(&server, &seeded);
    let key = &seeded["partner"]["test_key"];
    until_in_the_feed(&server, key);
    let received = Received::default();
    let forward = receiver(&received);
    let mut listening = Listening::start(&server, key, &["--forward", &forward]);
    listening.says("signed with whsec_");
    listening.says("listening");
    let invoice = issue(&server, &seeded);
    let printed = listening.prints();
    assert_eq!(printed["data"]["invoiceId"], invoice, "what is new, not what was");
    assert_eq!(forwarded(&received), printed);
    listening.interrupt();
    let mut nobody = Listening::start(&server, &json!("svc_pk_test_nonsense"), &[]);
    nobody.says("401");
    assert!(!nobody.process.wait().expect("its end").success());
}

/// The service delivers to this machine only where it is set: who listens is told so.
#[test]
fn a_company_that_cannot_be_reached_is_told_what_to_set() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let server = Server::start(&folder.database());
    let sk = &seeded["organizations"]["sk"];
    let organization = sk["org_id"].as_str().expect("an id");
    let mut listening =
        Listening::start(&server, &sk["test_key"], &["--organization", organization]);
    let said = listening.says("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK=true");
    assert!(said.contains("--public-url"), "{said}");
    assert!(!listening.process.wait().expect("its end").success());
}
