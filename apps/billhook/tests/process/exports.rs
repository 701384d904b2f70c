//! A server that is killed while it makes an export: nothing of it is missing, and nothing is in it twice.

use crate::{
    binary::{Server, seed},
    calls::Calls,
    kills::PATIENCE,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    io::{Cursor, Read},
    thread,
    time::{Duration, Instant},
};

/// Two steps with files.
const INVOICES: usize = 30;
const KILLS: u64 = 6;

crate::on_both!(a_killed_server_makes_the_same_export);

fn ask(calls: &Calls, base: &str) -> String {
    let period = json!({"from": "2026-10-01", "to": "2026-10-31"});
    let asked = calls.call("POST", format!("{base}/v1/agent/exports"), &period);
    asked["id"].as_str().expect("an id").to_owned()
}

fn export(calls: &Calls, base: &str, id: &str) -> Value {
    calls.call("GET", format!("{base}/v1/agent/exports/{id}"), &Value::Null)
}

fn ready(calls: &Calls, base: &str, id: &str) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        let shown = export(calls, base, id);
        if shown["status"] == "ready" {
            return shown;
        }
        assert!(Instant::now() < until && shown["status"] != "failed", "{shown}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn file(calls: &Calls, base: &str, id: &str, name: &str) -> Vec<u8> {
    calls.bytes("GET", format!("{base}/v1/agent/exports/{id}/files/{name}"), &Value::Null)
}

fn server(database: &str) -> Server {
    let settings = [("BILLHOOK_JOB_LEASE_SECONDS", "1"), ("BILLHOOK_JOB_LEASE_FORCE", "true")];
    Server::start_with(database, &settings)
}

fn a_killed_server_makes_the_same_export(database: &str) {
    let calls = Calls::new(&seed(database));
    let running = server(database);
    let body = json!({"customer": {"name": "A"}, "issue_date": "2026-10-15", "items": [
        {"description": "a", "quantity": 1, "unit_price": 100, "vat_rate": 23}]});
    for _ in 0..INVOICES {
        calls.call("POST", format!("{}/v1/agent/invoices", running.base_url), &body);
    }
    let id = ask(&calls, &running.base_url);
    let mut interrupted = 0;
    let mut running = running;
    for kill in 0..KILLS {
        thread::sleep(Duration::from_millis(20 + kill * 97 % 250));
        let shown = export(&calls, &running.base_url, &id);
        interrupted += usize::from(shown["status"] != "ready");
        running.kill();
        running = server(database);
    }
    assert!(interrupted > 0, "no run was interrupted");
    let base = &running.base_url;
    // where processes may share a database, another one does the same
    let beside = database.starts_with("postgres").then(|| server(database));
    let export = ready(&calls, base, &id);
    let undisturbed = ask(&calls, base);
    let expected = ready(&calls, base, &undisturbed);
    drop(beside);
    assert_eq!(export["totals"], expected["totals"]);
    assert_eq!(export["totals"][0]["total"], format!("{}.00", 123 * INVOICES));
    for name in ["documents.csv", "vat.csv", "totals.csv"] {
        let (one, other) = (file(&calls, base, &id, name), file(&calls, base, &undisturbed, name));
        assert_eq!(one, other, "{name}");
    }
    let names = archived(file(&calls, base, &id, "files.zip"));
    assert_eq!(names, archived(file(&calls, base, &undisturbed, "files.zip")));
    let xmls = names.iter().filter(|name| name.ends_with(".xml")).count();
    assert_eq!(xmls, INVOICES);
}

/// The names of an archive, each once; every file is read to its end.
fn archived(archive: Vec<u8>) -> BTreeSet<String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut names = BTreeSet::new();
    for n in 0..archive.len() {
        let mut file = archive.by_index(n).expect("a file");
        file.read_to_end(&mut Vec::new()).expect("whole");
        assert!(names.insert(file.name().to_owned()), "{} is there twice", file.name());
    }
    names
}
