//! A server that is killed while it reports documents to the tax authority.

use crate::{
    binary::{Server, billhook, http, seed, text},
    kills::{Instants, Later, MUCH_LATER, PATIENCE, get_through},
    sending::{SETTINGS, all, provide, read, settled, template, until_queued},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

const DOCUMENTS: usize = 200;
const KILLS: usize = 12;
const CLIENTS: usize = 4;
/// How long a server lives at most before the next kill.
const LIVES: Duration = Duration::from_millis(1_200);
/// Every so many servers, one lives until the sends that lost workers are through.
const LONG_LIFE: usize = 3;

crate::on_both!(a_killed_server_reports_each_document_once);

fn a_killed_server_reports_each_document_once(database: &str) {
    let (mut instants, mut later) = (Instants::draw(), Later::default());
    let seeded = seed(database);
    provide(database, &seeded);
    let mut server = Server::start_with(database, SETTINGS);
    let address = Arc::new(Mutex::new(server.base_url.clone()));
    let clients = clients(&address, &seeded, &template(&server.base_url, &seeded));
    for kill in 1..=KILLS {
        if kill % LONG_LIFE == 0 {
            get_through(&server.base_url, &seeded);
        }
        instants.wait(LIVES);
        server.kill();
        server = later.start(database, SETTINGS);
        address.lock().expect("the address").clone_from(&server.base_url);
    }
    let attempts: u32 = clients.into_iter().map(|client| client.join().expect("a client")).sum();
    server.kill();
    let server = later.by(MUCH_LATER).start(database, SETTINGS);
    settled(&server.base_url, &seeded);
    reported(database);
    check(&server.base_url, &seeded);
    println!("{DOCUMENTS} documents were queued in {attempts} attempts");
}

/// Clients that send all documents between them, each until it is queued; how often they tried.
fn clients(
    address: &Arc<Mutex<String>>,
    seeded: &Value,
    template: &str,
) -> Vec<thread::JoinHandle<u32>> {
    let next = Arc::new(AtomicUsize::new(0));
    let client = |_| {
        let (seeded, template) = (seeded.clone(), template.to_owned());
        let (address, next) = (Arc::clone(address), Arc::clone(&next));
        thread::spawn(move || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let mine = numbers.take_while(|number| *number < DOCUMENTS);
            mine.map(|number| until_queued(&address, &seeded, &template, &format!("EXT-{number}")))
                .sum()
        })
    };
    (0..CLIENTS).map(client).collect()
}

/// Waits until no report is under way.
fn reported(database: &str) {
    let until = Instant::now() + PATIENCE;
    loop {
        let jobs = billhook(database).args(["jobs", "list", "--kind", "tax.report"]).output();
        let jobs = jobs.expect("jobs runs");
        assert!(jobs.status.success(), "{}", text(&jobs));
        if jobs.stdout.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "never reported: {jobs:?}");
        thread::sleep(Duration::from_millis(200));
    }
}

fn check(base_url: &str, seeded: &Value) {
    for (name, list, path, id) in [
        ("sk", "/v1/agent/peppol/documents", "/v1/agent/peppol/status", "invoice_id"),
        ("sk_buyer", "/v1/agent/peppol/received", "/v1/agent/peppol/received", "id"),
    ] {
        let documents = all(base_url, seeded, name, list);
        assert_eq!(documents.len(), DOCUMENTS);
        for document in documents {
            let path = format!("{path}/{}", document[id].as_str().expect("an id"));
            let report = read(base_url, seeded, name, &path)["data"]["fs_report"].clone();
            assert_eq!(report["state"], "accepted", "{path}: {report}");
        }
    }
    let mut events: BTreeMap<String, usize> = BTreeMap::new();
    for payload in feed(base_url, seeded) {
        let is_report = payload["event"].as_str().is_some_and(|name| name.contains("fs_report"));
        if is_report {
            assert_eq!(payload["event"], "peppol.document.fs_report_accepted");
            let data = &payload["data"];
            let of = [&data["invoiceId"], &data["receivedDocumentId"]];
            *events.entry(format!("{of:?}")).or_default() += 1;
        }
    }
    assert_eq!(events.len(), 2 * DOCUMENTS, "an event of each");
    assert!(events.values().all(|count| *count == 1), "no event twice: {events:?}");
}

/// The payloads of all events of the partner's organizations.
fn feed(base_url: &str, seeded: &Value) -> Vec<Value> {
    let key = seeded["partner"]["live_key"].as_str().expect("a key");
    let (mut payloads, mut after) = (Vec::new(), String::new());
    loop {
        let url = format!("{base_url}/v1/agent/events?limit=100{after}");
        let answer = http().get(url).header("X-API-Key", key).send().expect("an answer");
        let page: Value = serde_json::from_slice(&answer.bytes().expect("bytes")).expect("JSON");
        let items = page["data"].as_array().expect("events").iter();
        payloads.extend(items.map(|item| item["payload"].clone()));
        match (page["has_more"] == true, page["next_after"].as_str()) {
            (true, Some(next)) => after = format!("&after={next}"),
            _ => return payloads,
        }
    }
}
