//! The whole network on one machine, and a document that is sent into it from outside.

use crate::{
    binary::{Folder, Server, billhook, seed, text},
    sending::{CREDIT, all, provide, read, template, until_queued},
};
use ::billhook::commands::{BUYER, Provider, SELLER, World, ZONE};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::Path,
    process::{Child, Output, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use test_databases::TempFolder;
use time::OffsetDateTime;

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

const CLIENTS: usize = 3;
const EACH: usize = 20;
const KILLS: u64 = 6;

/// How long it may take until everything is told: attempts after a lost receipt wait 10 to 12 seconds, and more after
/// others.
const PATIENCE: Duration = Duration::from_secs(150);

/// An installation of the real binary at an address that stays, on a database of its own.
struct Installation {
    database: String,
    settings: Vec<(&'static str, String)>,
    server: Option<Server>,
    base_url: String,
    seeded: Value,
    _folder: TempFolder,
}

impl Installation {
    fn start(world: &World, provider: Provider) -> Self {
        let folder = TempFolder::create();
        let database = folder.url();
        let seeded = seed(&database);
        provide(&database, &seeded);
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = free.local_addr().expect("an address").to_string();
        drop(free);
        let path = |path: std::path::PathBuf| path.display().to_string();
        let settings = vec![
            ("BILLHOOK_LISTEN", address.clone()),
            ("BILLHOOK_LIVE_NETWORK", "peppol".to_owned()),
            ("BILLHOOK_PEPPOL_LIVE_KEYS", path(world.keys_of(provider))),
            ("BILLHOOK_PEPPOL_LIVE_TRUST", path(world.trust())),
            ("BILLHOOK_PEPPOL_LIVE_ZONE", ZONE.to_owned()),
            ("BILLHOOK_PEPPOL_NAME_SERVERS", world.name_server().to_string()),
            ("BILLHOOK_PEPPOL_TLS_ROOTS", path(world.tls_roots())),
            ("BILLHOOK_PEPPOL_ALLOW_LOOPBACK", "true".to_owned()),
            ("BILLHOOK_JOB_LEASE_SECONDS", "2".to_owned()),
            ("BILLHOOK_JOB_LEASE_FORCE", "true".to_owned()),
            ("BILLHOOK_LOG", "warn,billhook=info".to_owned()),
        ];
        let base_url = format!("http://{address}");
        let mut installation =
            Self { database, settings, server: None, base_url, seeded, _folder: folder };
        installation.restart();
        installation
    }

    /// Killed, if it runs, and started again at the same address.
    fn restart(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill();
        }
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.server = Some(Server::start_with(&self.database, &settings));
    }

    fn rows(&self, name: &str, path: &str) -> Vec<Value> {
        all(&self.base_url, &self.seeded, name, path)
    }

    fn detail(&self, name: &str, path: &str) -> Value {
        read(&self.base_url, &self.seeded, name, path)["data"].clone()
    }
}

/// Waits until a condition holds of all rows of a list.
fn until_all(installation: &Installation, name: &str, path: &str, is_so: impl Fn(&Value) -> bool) {
    let until = Instant::now() + PATIENCE;
    loop {
        let rows = installation.rows(name, path);
        let open: Vec<_> = rows.iter().filter(|row| !is_so(row)).collect();
        if rows.len() == CLIENTS * EACH && open.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "{} of {}: {open:#?}", open.len(), rows.len());
        thread::sleep(Duration::from_millis(500));
    }
}

/// Messages between two installations, both killed at instants that differ each time: each document arrives once, is
/// charged once and proved, its sender hears of it, and both sides agree in the end.
#[test]
fn killed_installations_exchange_each_document_once() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = Folder::new();
    let opened = runtime.block_on(World::open(&folder.0, OffsetDateTime::now_utc()));
    let world = opened.expect("a network");
    let mut seller = Installation::start(&world, SELLER);
    let mut buyer = Installation::start(&world, BUYER);
    let participant = "0245:2020876550".parse().expect("a participant");
    runtime.block_on(async {
        world.publish(SELLER, &seller.base_url, None).await.expect("published");
        world.publish(BUYER, &buyer.base_url, Some(&participant)).await.expect("published");
    });

    let address = Arc::new(Mutex::new(seller.base_url.clone()));
    let template = Arc::new(template(&seller.base_url, &seller.seeded));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (seeded, address) = (seller.seeded.clone(), Arc::clone(&address));
            let template = Arc::clone(&template);
            thread::spawn(move || {
                for i in 0..EACH {
                    until_queued(&address, &seeded, &template, &format!("EXT-{client}-{i}"));
                    thread::sleep(Duration::from_millis(50));
                }
            })
        })
        .collect();
    for kill in 0..KILLS {
        thread::sleep(Duration::from_millis(150 + kill * 137 % 400));
        if kill % 3 != 1 {
            seller.restart();
        }
        if kill % 3 != 0 {
            buyer.restart();
        }
    }
    for client in clients {
        client.join().expect("a client");
    }
    until_all(&seller, "sk", "/v1/agent/peppol/documents", |row| row["state"] == "DELIVERED");
    check(&seller, &buyer);
}

fn check(seller: &Installation, buyer: &Installation) {
    let count = CLIENTS * EACH;
    let documents = seller.rows("sk", "/v1/agent/peppol/documents");
    let received = buyer.rows("sk_buyer", "/v1/agent/peppol/received");
    let numbers = |rows: &[Value], field: &str| {
        rows.iter().map(|row| row[field].to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!((documents.len(), received.len()), (count, count), "each arrived once");
    assert_eq!(numbers(&documents, "number"), numbers(&received, "document_number"));
    for document in &documents {
        let id = document["document_id"].as_str().expect("an id");
        let document = seller.detail("sk", &format!("/v1/agent/peppol/documents/{id}"));
        let hops = document["flight"]["attempts"][0]["hops"].as_array().expect("a list");
        assert!(hops.iter().all(|hop| hop["milliseconds"].is_u64()), "{document}");
        let evidence = document["flight"]["evidence"].as_array().expect("a list");
        let of = |kind: &str| evidence.iter().filter(|one| one["kind"] == kind).count();
        // a status that overtakes the receipt ends the send; a killed worker keeps no receipt
        assert!(of("receipt") <= 1 && of("status") == 1, "{document:#}");
    }
    for document in &received {
        let id = document["id"].as_str().expect("an id");
        let path = format!("/v1/agent/peppol/received/{id}");
        let until = Instant::now() + PATIENCE;
        loop {
            let status = buyer.detail("sk_buyer", &path)["status"].clone();
            if status["state"] == "sent" {
                assert_eq!(status["response"], "AB", "{status}");
                break;
            }
            assert!(status["state"] == "waiting" && Instant::now() < until, "{status}");
            thread::sleep(Duration::from_millis(200));
        }
    }
    let credit = seller.detail("sk", "/v1/agent/peppol/credit");
    let left = CREDIT - u64::try_from(count).expect("a count");
    assert_eq!((&credit["available"], &credit["reserved"]), (&json!(left), &json!(0)));
    let lines = seller.rows("sk", "/v1/agent/peppol/credit/entries");
    let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).count();
    assert_eq!((of("reserve"), of("capture"), of("release")), (count, count, 0));
}
