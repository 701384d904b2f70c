//! The binary as its users run it: commands, and a server that is killed and started again.

mod accounting;
mod binary;
mod calls;
mod connection_mails;
mod contracts;
mod converting;
mod demo_pages;
mod exports;
mod installation;
mod keys;
mod killed_network;
mod kills;
mod listening;
mod load;
mod network;
mod oauth_peers;
mod operations;
mod provider_reports;
mod secrets_in_logs;
mod sending;
mod settings;
mod tax_reports;
mod visitor;
mod webhooks;

use binary::{Folder, Server, billhook, http, seed, text};
use reqwest::blocking::Response;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
    thread,
    time::Duration,
};

/// Makes two tests of each function, which is given the URL of a database that has the schema and nothing else.
/// Attributes before its name are those of both.
macro_rules! on_both {
    ($($(#[$attribute:meta])* $name:ident),+ $(,)?) => {
        mod sqlite { $(
            $(#[$attribute])*
            #[test]
            fn $name() {
                super::$name(&$crate::binary::migrated_sqlite().url());
            }
        )+ }
        mod postgres { $(
            $(#[$attribute])*
            #[test_databases::on_postgres]
            #[test]
            fn $name() {
                super::$name(&$crate::binary::migrated_postgres().url());
            }
        )+ }
    };
}
pub(crate) use on_both;

on_both!(a_killed_server_lost_nothing_and_does_nothing_twice);

fn issue(base_url: &str, seeded: &Value, key: &str) -> reqwest::Result<Response> {
    let sk = &seeded["organizations"]["sk"];
    let text = |name: &str| sk[name].as_str().expect(name).to_owned();
    let body = json!({"customer": {"name": "A"}, "items": [
        {"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}]});
    http()
        .post(format!("{base_url}/v1/agent/invoices"))
        .header("X-API-Key", text("test_key"))
        .header("X-Organization-Id", text("org_id"))
        .header("Idempotency-Key", key)
        .body(body.to_string())
        .send()
}

fn number(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).expect("JSON");
    body["invoice_number"].as_str().expect("a number").to_owned()
}

#[test]
fn seed_prints_one_object_and_fills_an_empty_database_only() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let names = |value: &Value| value.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
    assert_eq!(names(&seeded).expect("an object"), ["organizations", "partner", "user"]);
    let organizations = &seeded["organizations"];
    for name in ["sk", "sk_buyer", "sk_nonpayer", "cz"] {
        let of = &organizations[name];
        for (field, prefix) in
            [("org_id", ""), ("test_key", "svc_test_"), ("live_key", "svc_live_")]
        {
            assert!(
                of[field].as_str().is_some_and(|text| text.starts_with(prefix)),
                "{name}.{field}"
            );
        }
    }
    assert!(organizations["sk"]["bank_accounts"]["EUR"].is_string());
    assert!(organizations["sk"]["bank_accounts"]["USD"].is_string());
    assert!(seeded["partner"]["test_key"].as_str().is_some_and(|k| k.starts_with("svc_pk_test_")));
    assert!(seeded["partner"]["live_key"].as_str().is_some_and(|k| k.starts_with("svc_pk_live_")));
    assert!(seeded["user"]["email"].is_string() && seeded["user"]["password"].is_string());
    // somebody belongs to the partner, and to no company
    let server = Server::start(&folder.database());
    let mut visitor = visitor::Visitor::new(&server.base_url);
    let of = |name: &str| visitor::text(&seeded["partner"]["user"], name);
    visitor.sign_in(&of("/email"), &of("/password"));
    let opens = visitor.get("/portal");
    assert!(opens.location.starts_with("/partner/"), "{} {}", opens.location, opens.body);
    let page = visitor.get(&opens.location);
    assert!(page.status == 200 && page.body.contains("Tatranská píla"), "{}", page.body);
    server.kill();
    let again = billhook(&folder.database()).args(["seed", "--json"]).output().expect("seed runs");
    assert!(!again.status.success());
    assert!(again.stdout.is_empty() && text(&again).contains("not empty"), "{}", text(&again));
}

#[test]
fn keys_are_kept_as_hashes_only() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let key = seeded["organizations"]["sk"]["live_key"].as_str().expect("a key");
    let secret = &key["svc_live_".len() + 8..];
    let mut found = 0;
    for entry in fs::read_dir(&folder.0).expect("the folder") {
        let bytes = fs::read(entry.expect("a file").path()).expect("its bytes");
        found += bytes.len();
        assert!(!contains(&bytes, secret.as_bytes()), "the key is in the database");
        let password = seeded["user"]["password"].as_str().expect("a password");
        assert!(!contains(&bytes, password.as_bytes()), "the password is in the database");
    }
    assert!(found > 10_000);
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn a_set_clock_is_refused_beside_live_keys() {
    let folder = Folder::new();
    seed(&folder.database());
    let set = |force: &str| {
        let mut command = billhook(&folder.database());
        command
            .env("BILLHOOK_CLOCK", "2027-01-04T08:00:00+01:00")
            .env("BILLHOOK_CLOCK_FORCE", force);
        command.arg("serve").stderr(Stdio::piped()).spawn().expect("serve runs")
    };
    let output = set("false").wait_with_output().expect("its end");
    assert!(!output.status.success());
    assert!(text(&output).contains("BILLHOOK_CLOCK is refused"), "{}", text(&output));
    let mut forced = set("true");
    let lines = BufReader::new(forced.stderr.take().expect("its log")).lines();
    let warned: Vec<_> =
        lines.map_while(Result::ok).take_while(|l| !l.contains("serving")).collect();
    forced.kill().expect("a running server");
    forced.wait().expect("its end");
    assert!(warned.iter().any(|line| line.contains("WARN") && line.contains("BILLHOOK_CLOCK")));
}

/// The commands that need no database do not look at its settings.
#[test]
fn documents_are_validated_whatever_the_settings() {
    let invoice = fixtures::path("documents/ubl/invoice.xml");
    let run = |arguments: &[&str]| {
        let mut command = billhook("no database at all");
        command
            .env("BILLHOOK_WORKERS", "abc")
            .args(arguments)
            .arg(&invoice)
            .output()
            .expect("it runs")
    };
    let output = run(&["validate"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let output = run(&["validate", "--ruleset", "peppol-selfbilling-ubl"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let help = billhook("").args(["validate", "--help"]).output().expect("it runs");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("--preview") && !help.contains("database-url"), "{help}");
}

/// A key that is not the one of the database's secrets stops the start, until somebody says that they are lost.
#[test]
fn another_secrets_key_stops_the_start() {
    let folder = Folder::new();
    let run = |key: &str, arguments: &[&str]| {
        let mut command = billhook(&folder.database());
        command.env_remove("BILLHOOK_ACCEPT_LOST_SECRETS");
        command.env("BILLHOOK_SECRETS_KEY", key.repeat(64)).args(arguments);
        command.output().expect("it ends")
    };
    let output = run("a", &["migrate"]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(run("a", &["oauth", "rotate-key"]).status.success(), "the same key");
    for command in [&["serve"][..], &["oauth", "rotate-key"]] {
        let output = run("b", command);
        let said = text(&output);
        assert!(
            !output.status.success() && said.contains("BILLHOOK_ACCEPT_LOST_SECRETS"),
            "{said}"
        );
    }
    let output = run("b", &["oauth", "rotate-key", "--accept-lost-secrets", "true"]);
    assert!(output.status.success(), "{}", text(&output));
    let output = run("b", &["oauth", "rotate-key"]);
    assert!(output.status.success(), "it is the key now: {}", text(&output));
    assert!(!run("a", &["oauth", "rotate-key"]).status.success(), "and the other is not");
}

/// `billhook openapi | head -c 1`
#[test]
fn what_nobody_reads_ends_quietly() {
    let folder = Folder::new();
    let output = billhook(&folder.database()).arg("migrate").output().expect("it ends");
    assert!(output.status.success(), "{}", text(&output));
    for arguments in [&["openapi"][..], &["plans", "list"]] {
        let mut command = billhook(&folder.database());
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("its end");
        assert_eq!(output.status.code(), Some(141), "{arguments:?}: {}", text(&output));
        assert!(!text(&output).contains("panicked"), "{arguments:?}: {}", text(&output));
    }
    // an empty list is said to be one, and not to who reads the list
    let output = billhook(&folder.database()).args(["partners", "list"]).output().expect("it ends");
    assert_eq!((&*output.stdout, &*output.stderr), (&b""[..], &b"none\n"[..]));
}

/// Clients issue under keys of their own while the server is killed a few times; each repeats
/// until it is answered. In the end each key has its one invoice, and the numbers have no gap.
fn a_killed_server_lost_nothing_and_does_nothing_twice(database: &str) {
    const CLIENTS: usize = 4;
    const EACH: usize = 40;
    const KILLS: usize = 5;
    let seeded = seed(database);
    let address = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let mut later = kills::Later::default();
    let mut server = Server::start(database);
    address.lock().expect("the address").clone_from(&server.base_url);
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (seeded, address) = (seeded.clone(), address.clone());
            thread::spawn(move || {
                (0..EACH)
                    .map(|i| until_answered(&address, &seeded, &format!("{client}-{i}")))
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    for _ in 0..KILLS {
        thread::sleep(Duration::from_millis(60));
        server.kill();
        server = later.start(database, &[]);
        address.lock().expect("the address").clone_from(&server.base_url);
    }
    let answered: Vec<_> = clients.into_iter().flat_map(|c| c.join().expect("a client")).collect();
    let numbers: BTreeSet<_> = answered.iter().map(|one| number(&one.body)).collect();
    assert_eq!(numbers.len(), CLIENTS * EACH, "each key has an invoice of its own");
    for (i, number) in (1..).zip(&numbers) {
        assert!(number.ends_with(&format!("{i:04}")), "{numbers:?}");
    }
    assert!(answered.iter().any(|one| one.attempts > 1), "no request was interrupted");
    for Answered { key, body, .. } in &answered {
        let replay = issue(&server.base_url, &seeded, key).expect("an answer");
        assert_eq!(replay.bytes().expect("a body").as_ref(), body.as_slice(), "{key}");
    }
    let next = issue(&server.base_url, &seeded, "next").expect("an answer");
    let next = number(&next.bytes().expect("a body"));
    assert!(next.ends_with(&format!("{:04}", CLIENTS * EACH + 1)), "nothing twice: {next}");
}

struct Answered {
    key: String,
    attempts: u32,
    body: Vec<u8>,
}

fn until_answered(address: &std::sync::Mutex<String>, seeded: &Value, key: &str) -> Answered {
    for attempts in 1.. {
        let base_url = address.lock().expect("the address").clone();
        if let Ok(answer) = issue(&base_url, seeded, key)
            && answer.status() == 201
            && let Ok(body) = answer.bytes()
        {
            return Answered { key: key.to_owned(), attempts, body: body.to_vec() };
        }
        thread::sleep(Duration::from_millis(50));
    }
    unreachable!("attempts have no end")
}

#[test_databases::on_postgres]
#[test]
fn many_servers_start_on_one_empty_database() {
    // without PostgreSQL there is nothing to share
    let database = binary::empty_postgres();
    let url = database.url();
    let servers: Vec<_> = (0..6)
        .map(|_| {
            let url = url.clone();
            // six whole pools are as many connections as PostgreSQL has, and other tests need some
            let pool = [("BILLHOOK_DATABASE_POOL", "6")];
            thread::spawn(move || Server::start_with(&url, &pool))
        })
        .collect();
    let servers: Vec<_> = servers.into_iter().map(|s| s.join().expect("it starts")).collect();
    let seeded = seed(&url);
    let numbers: BTreeSet<_> = (0..12)
        .map(|i| {
            let at = &servers[i % servers.len()].base_url;
            let answer = issue(at, &seeded, &format!("key-{i}")).expect("an answer");
            number(&answer.bytes().expect("a body"))
        })
        .collect();
    assert_eq!(numbers.len(), 12);
}

/// docs/demo.md is a run of it, with ids and times by name.
#[test]
fn the_demo_issues_every_type_as_its_page_says_and_stops_when_asked() {
    let folder = Folder::new();
    let dir = folder.0.join("demo");
    let demo = || {
        billhook(&folder.database())
            .env("BILLHOOK_CLOCK", "2026-11-21T10:00:00Z")
            .args(["demo", "--exit", "--dir", dir.to_str().expect("a path")])
            .output()
            .expect("the demo runs")
    };
    let output = demo();
    assert!(output.status.success(), "{}", text(&output));
    let files = |extension: &str| files_of(&dir, extension);
    assert_eq!(files("pdf"), if cfg!(feature = "pdf") { 7 } else { 0 });
    assert_eq!(files("xml"), 6);
    let again = demo();
    assert!(!again.status.success() && text(&again).contains("holds a database already"));
    if cfg!(feature = "pdf") {
        is_the_page_of_the_demo(std::str::from_utf8(&output.stdout).expect("UTF-8"), &dir);
    }
}

fn is_the_page_of_the_demo(printed: &str, dir: &Path) {
    let address = printed.split_whitespace().find(|word| word.starts_with("http://"));
    let password = printed.lines().find_map(|line| line.rsplit_once("@billhook.example / "));
    let mut redactions = fixtures::Redactions::default();
    redactions.replace(password.expect("a sign-in").1, "[password]");
    redactions.replace(&dir.display().to_string(), "/tmp/billhook-demo");
    redactions.replace(address.expect("an address"), "http://127.0.0.1:8080");
    let printed = without_sizes(&redactions.apply(printed));
    fixtures::assert_page("demo.md", &[format!("text\n{}\n", printed.trim_end())]);
}

/// Files carry times, and times compress as they will.
fn without_sizes(printed: &str) -> String {
    let pieces = printed.split(" bytes)").map(|piece| match piece.rsplit_once('(') {
        Some((before, size)) if size.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{before}([size]")
        }
        _ => piece.to_owned(),
    });
    pieces.collect::<Vec<_>>().join(" bytes)")
}

fn files_of(dir: &Path, extension: &str) -> usize {
    let entries = fs::read_dir(dir).expect("the folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths.filter(|path| path.extension().is_some_and(|e| e == extension)).count()
}
