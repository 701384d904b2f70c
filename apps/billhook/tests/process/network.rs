//! The whole network on one machine, and a document that is sent into it from outside.

use crate::binary::{Folder, billhook, text};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Output, Stdio},
};

/// What ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The demo at work, and what it printed until then.
fn demo(dir: &Path) -> (Running, Vec<String>) {
    let mut process = billhook("")
        .args(["demo", "--network", "--dir", dir.to_str().expect("a path")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the demo runs");
    let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
    let process = Running(process);
    let mut printed = Vec::new();
    while let Some(Ok(line)) = lines.next() {
        let is_last = line.starts_with("Both go on");
        printed.push(line);
        if is_last {
            return (process, printed);
        }
    }
    panic!("the demo ended: {printed:#?}");
}

/// The word behind the beginning of a line.
fn word<'a>(printed: &'a [String], beginning: &str) -> &'a str {
    let line = printed.iter().find_map(|line| line.trim_start().strip_prefix(beginning));
    let line = line.unwrap_or_else(|| panic!("no {beginning}: {printed:#?}"));
    line.split_whitespace().next().expect("a word").trim_end_matches(',')
}

fn send(dir: &Path, dns: &str, to: &str, more: &[&str]) -> (Option<i32>, Value, Output) {
    let path = |name: &str| dir.join(name).display().to_string();
    let file = fixtures::path("documents/ubl/invoice.xml").display().to_string();
    let output = billhook("")
        .args(["peppol", "send", &file, "--to", to, "--from", "9915:2020123456"])
        .args(["--keys", &path("seller/ap.pem"), "--trust", &path("trust")])
        .args(["--tls-roots", &path("tls-roots.pem"), "--dns", dns])
        .args(["--network", "test", "--zone", "participant.sml.demo"])
        .args(["--allow-loopback", "--format", "json"])
        .args(more)
        .output()
        .expect("it runs");
    let said = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), said, output)
}

#[test]
fn an_invoice_travels_through_the_whole_network() {
    let folder = Folder::new();
    let dir = folder.0.join("demo");
    let (_running, printed) = demo(&dir);
    let mut rest = printed.iter();
    for hop in [
        "issued",
        "looked up    dns",
        "looked up    service-group",
        "looked up    service-metadata",
        "found        9915:2020876550 at https://localhost:",
        "AS4          message",
        "receipt      signed by PSK000002",
        "inbox        FA",
        "status out   AB from 0242:000002 to 0242:000001: sent",
        "status in    AB to 0242:000001",
        "ended        FA",
    ] {
        assert!(rest.any(|line| line.starts_with(hop)), "{hop}, in this order: {printed:#?}");
    }
    assert!(printed.iter().any(|line| line.contains("is DELIVERED")), "{printed:#?}");

    let dns = word(&printed, "name server");
    let receipt = folder.0.join("receipt.xml").display().to_string();
    let (code, said, output) = send(&dir, dns, "9915:2020876550", &["--receipt", &receipt]);
    assert_eq!((code, &said["outcome"]), (Some(0), &Value::from("taken")), "{}", text(&output));
    let kept = std::fs::read_to_string(&receipt).expect("the receipt");
    let id = said["message_id"].as_str().expect("an id");
    assert!(kept.contains("NonRepudiationInformation") && kept.contains(id), "{kept}");
    let again = send(&dir, dns, "9915:2020876550", &["--message-id", id]);
    assert_eq!(again.0, Some(0), "the same once more: {}", text(&again.2));
    assert_eq!(again.1["receipt_id"], said["receipt_id"], "answered with the first receipt");

    let (code, said, output) = send(&dir, dns, "9915:2020202099", &[]);
    assert_eq!((code, &said["outcome"]), (Some(1), &Value::from("refused")), "{}", text(&output));
    assert!(said["reason"].as_str().is_some_and(|reason| reason.contains("not registered")));
    let (code, said, output) = send(&dir, "127.0.0.1:9", "9915:2020876550", &["--timeout", "1"]);
    let not_taken = (Some(2), &Value::from("not-taken"));
    assert_eq!((code, &said["outcome"]), not_taken, "{}", text(&output));
    let (code, _, output) = send(&dir, dns, "9915:2020876550", &["--keys", "/nowhere.pem"]);
    assert_eq!(code, Some(2));
    assert!(text(&output).contains("/nowhere.pem"), "{}", text(&output));
}
