//! A server that is killed while it delivers webhooks.

use crate::{
    binary::{Server, http, seed},
    kills::{PATIENCE, ahead},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

const EVENTS: usize = 200;
const KILLS: usize = 6;
/// How many arrive between two kills at least.
const EACH: usize = EVENTS / (KILLS + 2);

/// A lease and a little: each server comes so much later by its clock, and takes over at once.
const LATER: time::Duration = time::Duration::seconds(65);

pub type Received = Arc<Mutex<Vec<(String, Value)>>>;

crate::on_both!(a_killed_server_delivers_every_event);

fn a_killed_server_delivers_every_event(database: &str) {
    let seeded = seed(database);
    let (received, most) = (Received::default(), Arc::new(AtomicUsize::new(0)));
    let url = receiver_of(&received, &most);
    let start = |rounds: i32, work: &str| {
        let clock = ahead(LATER * rounds);
        let settings = [
            ("BILLHOOK_CLOCK", clock.as_str()),
            ("BILLHOOK_CLOCK_FORCE", "true"),
            ("BILLHOOK_WORK", work),
            ("BILLHOOK_SECRETS_KEY", &"5a".repeat(32)),
            ("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", "true"),
            ("BILLHOOK_WEBHOOK_ENDPOINT_CONCURRENCY", "16"),
        ];
        Server::start_with(database, &settings)
    };
    // the events wait before the first worker begins
    let idle = start(0, "false");
    let body = json!({"url": url, "events": ["invoice.created"]});
    let endpoint = call(&idle, &seeded, "/v1/agent/webhooks", Some(&body));
    let deliveries =
        format!("/v1/agent/webhooks/{}/deliveries", endpoint["id"].as_str().expect("id"));
    let invoices: BTreeSet<String> = (0..EVENTS).map(|_| issue(&idle, &seeded)).collect();
    idle.kill();
    for round in 1..=KILLS {
        // this thread may be late with its kill
        most.store(round * EACH + EACH / 2, Ordering::Relaxed);
        let server = start(i32::try_from(round).expect("small"), "true");
        // no randomness beside: the process itself is at another place each time
        arrived_at_least(&received, round * EACH);
        server.kill();
    }
    let interrupted = distinct(&received).len();
    assert!(interrupted < EVENTS, "all had arrived before the last kill");
    most.store(usize::MAX, Ordering::Relaxed);
    let last = start(i32::try_from(KILLS).expect("small") + 1, "true");
    let until = Instant::now() + PATIENCE;
    while pending(&last, &seeded, &deliveries) {
        assert!(Instant::now() < until, "{} of {EVENTS} arrived", distinct(&received).len());
        thread::sleep(Duration::from_millis(50));
    }
    let by_id = distinct(&received);
    assert_eq!(by_id.len(), EVENTS, "each under one id");
    let arrived: BTreeSet<String> = by_id.values().cloned().collect();
    assert_eq!(arrived, invoices, "each event");
    check_history(&last, &seeded, &deliveries, &by_id);
    let all = received.lock().expect("what arrived").len();
    println!("{database}: {all} requests for {EVENTS} events, {interrupted} before the last kill");
}

fn arrived_at_least(received: &Received, count: usize) {
    let until = Instant::now() + PATIENCE;
    while received.lock().expect("what arrived").len() < count {
        assert!(Instant::now() < until, "{count} never arrived");
        thread::sleep(Duration::from_millis(1));
    }
}

/// By their `X-Webhook-Id`: the invoices. One id never has two.
fn distinct(received: &Received) -> BTreeMap<String, String> {
    let mut by_id = BTreeMap::new();
    for (id, body) in &*received.lock().expect("what arrived") {
        let invoice = body["data"]["invoiceId"].as_str().expect("an id").to_owned();
        if let Some(other) = by_id.insert(id.clone(), invoice.clone()) {
            assert_eq!(other, invoice, "{id}");
        }
    }
    by_id
}

fn pending(server: &Server, seeded: &Value, deliveries: &str) -> bool {
    ["pending", "delivering"].iter().any(|state| {
        let page = call(server, seeded, &format!("{deliveries}?limit=1&state={state}"), None);
        page["data"].as_array().is_some_and(|rows| !rows.is_empty())
    })
}

/// Every delivery is there, delivered, with the attempt that ended it.
fn check_history(
    server: &Server,
    seeded: &Value,
    deliveries: &str,
    by_id: &BTreeMap<String, String>,
) {
    let (mut after, mut seen) = (String::new(), BTreeSet::new());
    loop {
        let page = call(server, seeded, &format!("{deliveries}?limit=100{after}"), None);
        for row in page["data"].as_array().expect("rows") {
            let id = row["id"].as_str().expect("an id").to_owned();
            assert_eq!(row["state"], "delivered", "{row}");
            assert_eq!(row["payload"]["data"]["invoiceId"], by_id[&id].as_str());
            let attempts = row["attempts"].as_array().expect("attempts");
            let last = attempts.last().expect("an attempt");
            assert_eq!((&last["status"], &last["number"]), (&json!(200), &row["attemptCount"]));
            assert!(seen.insert(id), "on two pages");
        }
        match page["next_after"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), EVENTS);
}

pub fn issue(server: &Server, seeded: &Value) -> String {
    let body = json!({"customer": {"name": "A"}, "items": [
        {"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}]});
    let invoice = call(server, seeded, "/v1/agent/invoices", Some(&body));
    invoice["id"].as_str().expect("an id").to_owned()
}

pub fn call(server: &Server, seeded: &Value, path: &str, post: Option<&Value>) -> Value {
    let sk = &seeded["organizations"]["sk"];
    let text = |name: &str| sk[name].as_str().expect(name).to_owned();
    let url = format!("{}{path}", server.base_url);
    let request = match post {
        Some(body) => http().post(url).body(body.to_string()),
        None => http().get(url),
    };
    let request = request.header("X-API-Key", text("test_key"));
    let answer = request.header("X-Organization-Id", text("org_id")).send().expect("an answer");
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    serde_json::from_slice(&answer.bytes().expect("a body")).expect("JSON")
}

/// Answers 200 a few milliseconds after it has kept what came.
pub fn receiver(received: &Received) -> String {
    receiver_of(received, &Arc::new(AtomicUsize::new(usize::MAX)))
}

/// The same, and no more than so many; others wait.
fn receiver_of(received: &Received, most: &Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let (received, most) = (Arc::clone(received), Arc::clone(most));
    thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.expect("a connection");
            let (received, most) = (Arc::clone(&received), Arc::clone(&most));
            thread::spawn(move || serve(stream, &received, &most));
        }
    });
    url
}

/// Keeps what came as soon as there is room for it; not when its sender is gone by then.
fn keep(
    stream: &TcpStream,
    came: (String, Value),
    received: &Received,
    most: &AtomicUsize,
) -> Option<()> {
    loop {
        let mut received = received.lock().expect("what arrived");
        if received.len() < most.load(Ordering::Relaxed) {
            received.push(came);
            return Some(());
        }
        drop(received);
        thread::sleep(Duration::from_millis(1));
        stream.set_nonblocking(true).ok()?;
        let peeked = stream.peek(&mut [0]);
        stream.set_nonblocking(false).ok()?;
        // a sender that waits says nothing
        (peeked.err()?.kind() == ErrorKind::WouldBlock).then_some(())?;
    }
}

/// One connection; a killed server leaves it in the middle of anything.
fn serve(stream: TcpStream, received: &Received, most: &AtomicUsize) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut stream = stream;
    loop {
        let (mut id, mut length) = (None, 0);
        loop {
            let mut line = String::new();
            (reader.read_line(&mut line).ok()? > 0).then_some(())?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("x-webhook-id") => {
                    id = Some(value.to_owned());
                }
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().ok()?;
                }
                None if line.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let body = serde_json::from_slice(&body).expect("JSON");
        keep(&stream, (id?, body), received, most)?;
        thread::sleep(Duration::from_millis(5));
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").ok()?;
    }
}
