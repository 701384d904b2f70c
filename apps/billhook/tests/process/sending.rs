//! A server that is killed while it takes in documents and sends them.

use crate::{
    binary::{Server, billhook, http, seed, text},
    kills::{LEASE, Later, MUCH_LATER, PATIENCE},
};
use data_encoding::BASE64;
use jobs::{JobOutcome, JobQueue, Turn};
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    credit::Credits,
    identifiers::Network,
    ports::{AccountStore, AttemptOutcome, CreditStore, SubmissionLists, SubmissionStore},
    registration::{AccountRecord, PeppolAccount},
    sending::SEND_JOB,
    submissions::{Effect, Moved, Progress, State, SubmissionFilter},
};
use runtime::{config::Settings, wiring};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use store::Store;
use time::OffsetDateTime;

const CLIENTS: usize = 5;
const EACH: usize = 100;
const KILLS: u64 = 6;
const CREDIT: u64 = 1_000;

pub const SETTINGS: &[(&str, &str)] = &[
    ("BILLHOOK_LIVE_NETWORK", "sandbox"),
    LEASE[0],
    LEASE[1],
    ("BILLHOOK_LOG", "warn,billhook=info"),
];

crate::on_both!(
    a_killed_server_sends_charges_and_records_once,
    sends_in_doubt_are_settled_by_an_operator,
    a_dead_job_of_a_live_send_runs_again,
);

/// Clients send 500 documents, each under a key that is repeated until it is answered, while the
/// server is killed at random instants.
fn a_killed_server_sends_charges_and_records_once(database: &str) {
    let seeded = seed(database);
    provide(database, &seeded);
    let mut later = Later::default();
    let mut server = Server::start_with(database, SETTINGS);
    let address = Arc::new(Mutex::new(server.base_url.clone()));
    let template = Arc::new(template(&server.base_url, &seeded));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (seeded, address, template) = (seeded.clone(), address.clone(), template.clone());
            thread::spawn(move || {
                let numbers = (0..EACH).map(|i| format!("EXT-{client}-{i}"));
                numbers.map(|n| until_queued(&address, &seeded, &template, &n)).sum::<u32>()
            })
        })
        .collect();
    for kill in 0..KILLS {
        // no clock and no randomness beside: the process itself is at another place each time
        thread::sleep(Duration::from_millis(150 + kill * 137 % 400));
        server.kill();
        server = later.start(database, SETTINGS);
        address.lock().expect("the address").clone_from(&server.base_url);
    }
    let attempts: u32 = clients.into_iter().map(|c| c.join().expect("a client")).sum();
    let all = u32::try_from(CLIENTS * EACH).expect("a count");
    assert!(attempts > all, "no request was interrupted");
    server.kill();
    let server = later.by(MUCH_LATER).start(database, SETTINGS);
    settled(&server.base_url, &seeded);
    check(&server.base_url, &seeded);
    let jobs = billhook(database).args(["jobs", "list", "--kind", "peppol.send"]).output();
    let jobs = jobs.expect("jobs runs");
    assert!(jobs.status.success() && jobs.stdout.is_empty(), "{}{jobs:?}", text(&jobs));
}

/// Both organizations in the live network of this installation, with credit.
pub fn provide(database: &str, seeded: &Value) {
    provide_with(database, seeded, CREDIT);
}

/// The same with so much credit.
pub fn provide_with(database: &str, seeded: &Value, credit: u64) {
    let settings = Settings { database_url: Some(database.to_owned()), ..Settings::default() };
    let config = settings.resolve().expect("settings");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = wiring::open_store(&config, false).await.expect("the database");
        let now = OffsetDateTime::now_utc();
        for name in ["sk", "sk_buyer"] {
            let id = seeded["organizations"][name]["org_id"].clone();
            let id = serde_json::from_value(id).expect("an id");
            let before = store.account(id).await.expect("an account");
            let none = AccountRecord { account: PeppolAccount::None, ..before.clone() };
            let after = AccountRecord {
                account: PeppolAccount::Enrolled(Network::Live),
                participant: none.participant_in(Network::Live),
                ..before.clone()
            };
            let audit = AccountAudit::new(Network::Live, AuditAction::Enrolled);
            store.change_account(id, &before, &after, audit, &[], now).await.expect("enrolled");
            store.top_up(id, "test", Credits(credit), now).await.expect("credit");
        }
    });
}

fn call(
    base_url: &str,
    seeded: &Value,
    name: &str,
    path: &str,
    post: Option<(&str, &Value)>,
) -> Option<(u16, Vec<u8>)> {
    let of = &seeded["organizations"][name];
    let url = format!("{base_url}{path}");
    let request = match post {
        Some((key, body)) => http().post(url).header("Idempotency-Key", key).body(body.to_string()),
        None => http().get(url),
    };
    let answer = request
        .header("X-API-Key", of["live_key"].as_str()?)
        .header("X-Organization-Id", of["org_id"].as_str()?)
        .send()
        .ok()?;
    let status = answer.status().as_u16();
    Some((status, answer.bytes().ok()?.to_vec()))
}

pub fn read(base_url: &str, seeded: &Value, name: &str, path: &str) -> Value {
    let (status, body) = call(base_url, seeded, name, path, None).expect("an answer");
    assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
    serde_json::from_slice(&body).expect("JSON")
}

/// A valid document with NUMBER in the place of its number.
pub fn template(base_url: &str, seeded: &Value) -> String {
    let body = json!({
        "customer": {
            "name": "Dunajská stavebná a. s.", "ico": "35876549", "dic": "2020876550",
            "ic_dph": "SK2020876550",
            "address": {"street": "Vajnorská 100", "city": "Bratislava", "postalCode": "831 04", "country": "SK"},
        },
        "items": [{"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}],
    });
    let issued = call(base_url, seeded, "sk", "/v1/agent/invoices", Some(("template", &body)));
    let issued: Value = serde_json::from_slice(&issued.expect("an answer").1).expect("JSON");
    let id = issued["id"].as_str().expect("an id");
    let path = format!("/v1/agent/invoices/{id}/xml");
    let xml = call(base_url, seeded, "sk", &path, None).expect("an answer").1;
    let number = issued["invoice_number"].as_str().expect("a number");
    let xml = String::from_utf8(xml).expect("UTF-8");
    xml.replacen(&format!("<cbc:ID>{number}<"), "<cbc:ID>NUMBER<", 1)
}

/// Repeats a send under its key until it is queued; how often it was tried.
pub fn until_queued(address: &Mutex<String>, seeded: &Value, template: &str, number: &str) -> u32 {
    let xml = template.replace("NUMBER", number);
    let body = json!({"document": {"format": "ubl", "xmlBase64": BASE64.encode(xml.as_bytes())}});
    let until = Instant::now() + PATIENCE;
    for attempts in 1.. {
        assert!(Instant::now() < until, "{number} is never answered");
        let base_url = address.lock().expect("the address").clone();
        let path = "/v1/agent/peppol/connector/send";
        if let Some((200, answer)) = call(&base_url, seeded, "sk", path, Some((number, &body))) {
            let answer: Value = serde_json::from_slice(&answer).expect("JSON");
            assert_eq!(answer["data"]["status"], "queued", "{answer}");
            return attempts;
        }
        thread::sleep(Duration::from_millis(50));
    }
    unreachable!("attempts have no end")
}

/// Waits until nothing is under way.
pub fn settled(base_url: &str, seeded: &Value) {
    let until = Instant::now() + PATIENCE;
    loop {
        let queue = read(base_url, seeded, "sk", "/v1/agent/peppol/queue");
        if queue["data"] == json!([]) {
            return;
        }
        assert!(Instant::now() < until, "never settled: {queue}");
        thread::sleep(Duration::from_millis(200));
    }
}

/// Every row of a list.
pub fn all(base_url: &str, seeded: &Value, name: &str, path: &str) -> Vec<Value> {
    let (mut rows, mut after) = (Vec::new(), String::new());
    loop {
        let page = read(base_url, seeded, name, &format!("{path}?limit=100{after}"));
        rows.extend(page["data"].as_array().expect("a list").iter().cloned());
        match page["next_after"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => return rows,
        }
    }
}

fn check(base_url: &str, seeded: &Value) {
    let count = CLIENTS * EACH;
    let documents = all(base_url, seeded, "sk", "/v1/agent/peppol/documents");
    assert_eq!(documents.len(), count, "each was recorded once");
    let distinct = |rows: &[Value], field: &str| {
        rows.iter().map(|row| row[field].to_string()).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(distinct(&documents, "number"), count);
    assert_eq!(distinct(&documents, "invoice_id"), count);
    assert!(documents.iter().all(|document| document["state"] == "DELIVERED"));
    let received = all(base_url, seeded, "sk_buyer", "/v1/agent/peppol/received");
    assert_eq!((received.len(), distinct(&received, "document_number")), (count, count));

    let credit = read(base_url, seeded, "sk", "/v1/agent/peppol/credit")["data"].clone();
    let left = CREDIT - u64::try_from(count).expect("a count");
    assert_eq!((&credit["available"], &credit["reserved"]), (&json!(left), &json!(0)));
    let lines = all(base_url, seeded, "sk", "/v1/agent/peppol/credit/entries");
    let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).count();
    assert_eq!((of("reserve"), of("capture"), of("release")), (count, count, 0));

    for kind in ["sent", "delivered"] {
        let path = "/v1/agent/peppol/events";
        let lines = audit(base_url, seeded, path, kind);
        assert_eq!(lines, count, "{kind}");
    }
}

fn audit(base_url: &str, seeded: &Value, path: &str, kind: &str) -> usize {
    let path = format!("{path}?event={kind}&format=csv");
    let (status, body) = call(base_url, seeded, "sk", &path, None).expect("an answer");
    assert_eq!(status, 200);
    String::from_utf8(body).expect("UTF-8").lines().count() - 1
}

/// Three sends whose outcome nobody knows: one is tried again, one counts as sent, one as failed.
fn sends_in_doubt_are_settled_by_an_operator(database: &str) {
    let seeded = seed(database);
    provide(database, &seeded);
    let server = Server::start_with(database, SETTINGS);
    let xml = template(&server.base_url, &seeded);
    let xml = xml.replace(">2020876550</cbc:EndpointID>", ">0000000004</cbc:EndpointID>");
    let address = Mutex::new(server.base_url.clone());
    for number in ["D-1", "D-2", "D-3"] {
        until_queued(&address, &seeded, &xml, number);
    }
    // ten seconds later they are tried again
    let tried = |documents: &[Value]| documents.iter().all(|d| d["attempts"].as_u64() > Some(0));
    let until = Instant::now() + PATIENCE;
    let path = "/v1/agent/peppol/documents";
    while !tried(&all(&server.base_url, &seeded, "sk", path)) {
        assert!(Instant::now() < until, "never tried");
        thread::sleep(Duration::from_millis(50));
    }
    server.kill();
    park_all(database, &seeded);

    let jobs = |arguments: &[&str]| {
        let output = billhook(database).arg("jobs").args(arguments).output().expect("jobs runs");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (_, listed) = jobs(&["list", "--state", "dead", "--json"]);
    let dead: Vec<Value> =
        listed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(dead.len(), 3, "{listed}");
    let id = |i: usize| dead[i]["id"].as_str().expect("an id").to_owned();
    for (i, verb) in [(0, "retry"), (1, "accept"), (2, "give-up")] {
        assert!(jobs(&[verb, &id(i)]).0, "{verb}");
        assert!(!jobs(&[verb, &id(i)]).0, "{verb} a second time");
    }
    assert!(!jobs(&["retry", &uuid::Uuid::now_v7().to_string()]).0, "no such job");

    let server = Server::start_with(database, &[("BILLHOOK_WORK", "false")]);
    let documents = all(&server.base_url, &seeded, "sk", path);
    let mut states: Vec<_> = documents.iter().map(|d| d["state"].to_string()).collect();
    states.sort();
    assert_eq!(states, ["\"FAILED\"", "\"QUEUED\"", "\"SENT\""], "{documents:?}");
    let credit = read(&server.base_url, &seeded, "sk", "/v1/agent/peppol/credit")["data"].clone();
    let (available, reserved) = (json!(CREDIT - 2), json!(1));
    assert_eq!((&credit["available"], &credit["reserved"]), (&available, &reserved));
}

/// As an earlier version left it after many failures of the database: no longer tried, and not in doubt.
fn a_dead_job_of_a_live_send_runs_again(database: &str) {
    let seeded = seed(database);
    provide(database, &seeded);
    let idle = [("BILLHOOK_LIVE_NETWORK", "sandbox"), ("BILLHOOK_WORK", "false")];
    let server = Server::start_with(database, &idle);
    let xml = template(&server.base_url, &seeded);
    until_queued(&Mutex::new(server.base_url.clone()), &seeded, &xml, "L-1");
    server.kill();
    with_store(database, async |store| {
        let now = OffsetDateTime::now_utc();
        let claimed =
            store.claim_in_turn(Turn::of(&[SEND_JOB], 1), now, time::Duration::hours(1)).await;
        let [claimed] = &claimed.expect("claimed")[..] else { panic!("one job") };
        let dead = JobOutcome::Dead { error: "no answer".into() };
        store.conclude_job(claimed, &dead, now).await.expect("asked").expect("held");
    });
    let jobs = |arguments: &[&str]| {
        billhook(database).arg("jobs").args(arguments).output().expect("jobs runs")
    };
    let listed = jobs(&["list", "--state", "dead", "--json"]).stdout;
    let listed: Value = serde_json::from_slice(&listed).expect("one dead job");
    let id = listed["id"].as_str().expect("an id");
    for verb in ["accept", "give-up"] {
        let refused = jobs(&[verb, id]);
        assert!(!refused.status.success() && text(&refused).contains("jobs retry"), "{verb}");
    }
    assert!(jobs(&["retry", id]).status.success());
    assert!(!jobs(&["retry", id]).status.success(), "it waits already");
    let server = Server::start_with(database, SETTINGS);
    settled(&server.base_url, &seeded);
    let documents = all(&server.base_url, &seeded, "sk", "/v1/agent/peppol/documents");
    assert_eq!(documents[0]["state"], "DELIVERED");
}

/// Works on the database itself.
pub fn with_store<F: Future<Output = ()>>(database: &str, work: impl FnOnce(Store) -> F) {
    let settings = Settings { database_url: Some(database.to_owned()), ..Settings::default() };
    let config = settings.resolve().expect("settings");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        work(wiring::open_store(&config, false).await.expect("the database")).await;
    });
}

/// As they stand when attempts ran out in doubt.
fn park_all(database: &str, seeded: &Value) {
    let settings = Settings { database_url: Some(database.to_owned()), ..Settings::default() };
    let config = settings.resolve().expect("settings");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = wiring::open_store(&config, false).await.expect("the database");
        let id = seeded["organizations"]["sk"]["org_id"].clone();
        let id = serde_json::from_value(id).expect("an id");
        let filter = SubmissionFilter::default();
        let page = store.submissions(id, &filter, None, 10).await.expect("submissions");
        for record in page.rows {
            let from = record.submission.progress;
            let needs_operator =
                Progress { state: State::Sending, ambiguous: true, needs_operator: true, ..from };
            let moved = Moved::To(needs_operator, vec![Effect::AskOperator]);
            let outcome = AttemptOutcome::Error("no receipt");
            let now = OffsetDateTime::now_utc();
            let kept = store.advance(id, record.submission.id, from, &moved, outcome, &[], now);
            kept.await.expect("needs_operator");
        }
    });
}
