//! A server that is killed while it writes into an accounting program, and a program that is down for a day: the program
//! has each document once, in order.

use crate::{
    binary::{Server, seed},
    calls::Calls,
    kills::{LEASE, Later, PATIENCE},
};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

const KILLS: usize = 5;
/// Documents that are issued before each of them.
const EACH: usize = 3;
/// How long the program works on a request while servers are killed: they are killed before it answers.
const WORK: Duration = Duration::from_secs(60);

crate::on_both!(a_killed_server_writes_each_document_once);

fn a_killed_server_writes_each_document_once(database: &str) {
    let (seeded, program, mut later) = (seed(database), Program::start(), Later::default());
    let calls = Calls::new(&seeded);
    let key = "5a".repeat(32);
    let settings =
        [("BILLHOOK_SECRETS_KEY", key.as_str()), ("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", "true")];
    let settings = [&settings[..], &LEASE[..]].concat();
    let mut ids = Vec::new();
    program.lock().works = true;
    for kill in 1..=KILLS {
        ids.extend(issued(database, &settings, (&calls, &program, &mut later)));
        let server = later.by(time::Duration::minutes(2)).start(database, &settings);
        // it has made what was sent, and has not answered
        until("made", || program.lock().made.len() == kill * EACH);
        server.kill();
    }
    program.lock().works = false;
    program.lock().is_down = true;
    ids.extend(issued(database, &settings, (&calls, &program, &mut later)));
    for _ in 0..3 {
        let asked = program.lock().asked;
        let server = later.by(time::Duration::hours(8)).start(database, &settings);
        until("asked in vain", || program.lock().asked > asked);
        server.kill();
    }
    program.lock().is_down = false;
    let server = later.by(time::Duration::hours(1)).start(database, &settings);
    until("written", || {
        let path = "/v1/agent/accounting-program/postings";
        let postings = calls.all(&server.base_url, path);
        let done = |posting: &Value| posting["status"] == "created";
        postings.len() == ids.len() && postings.iter().all(done)
    });
    let program = program.lock();
    assert_eq!(program.made, ids, "each once, in order");
    assert!(program.looked_up > 0, "it was asked what it has");
}

#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "never {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The ids of documents that are issued while nobody works.
fn issued(
    database: &str,
    settings: &[(&str, &str)],
    (calls, program, later): (&Calls, &Program, &mut Later),
) -> Vec<String> {
    let idle = [settings, &[("BILLHOOK_WORK", "false")]].concat();
    let server = later.by(time::Duration::ZERO).start(database, &idle);
    let ids = (0..EACH).map(|_| issue(calls, &server)).collect();
    look(calls, &server, program);
    server.kill();
    ids
}

fn issue(calls: &Calls, server: &Server) -> String {
    let body = json!({
        "customer": {"name": "Odberateľ"},
        "items": [{"description": "a", "quantity": 1, "unit_price": 1, "vat_rate": 23}],
    });
    let issued = calls.call("POST", format!("{}/v1/agent/invoices", server.base_url), &body);
    issued["id"].as_str().expect("an id").to_owned()
}

/// Has the job of the link run: a link that is saved is looked at.
fn look(calls: &Calls, server: &Server, program: &Program) {
    let body = json!({
        "kind": "pohoda_mserver", "url": program.url, "user": "a", "secret": "b", "from_date": "2026-01-01",
    });
    calls.call("PUT", format!("{}/v1/agent/accounting-program", server.base_url), &body);
}

/// A Pohoda that makes a document whenever it is sent one.
struct Program {
    url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// External ids, in the order in which documents were made.
    made: Vec<String>,
    asked: usize,
    looked_up: usize,
    /// Whether it works on requests that make documents for long after it has made them.
    works: bool,
    is_down: bool,
}

impl Program {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = Arc::<Mutex<State>>::default();
        let kept = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&kept);
                thread::spawn(move || serve(stream, &state));
            }
        });
        Self { url, state }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) {
    let Some(request) = read(&mut stream) else { return };
    let (answer, works) = {
        let mut state = state.lock().expect("the state");
        state.asked += 1;
        if state.is_down {
            return;
        }
        let looks = request.contains("<ftr:filter>");
        (state.answer(&request, looks), state.works && !looks && request.starts_with("POST"))
    };
    if works {
        thread::sleep(WORK);
    }
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", answer.len());
    let _ = stream.write_all([head, answer].concat().as_bytes());
}

impl State {
    fn answer(&mut self, request: &str, looks: bool) -> String {
        self.looked_up += usize::from(looks);
        let mut items = String::new();
        for item in request.split("<dat:dataPackItem ").skip(1) {
            let (posting, id) = (between(item, "id=\"", "\""), between(item, "<typ:ids>", "<"));
            if !looks {
                self.made.push(id.clone());
            }
            let place = self.made.iter().position(|made| *made == id);
            let within = match place {
                None => String::new(),
                Some(place) if looks => format!(
                    "<a:invoiceHeader><a:extId><a:ids>{id}</a:ids></a:extId><a:id>{place}</a:id></a:invoiceHeader>"
                ),
                Some(place) => {
                    format!("<a:producedDetails><a:id>{place}</a:id></a:producedDetails>")
                }
            };
            items += &format!(
                "<a:responsePackItem id=\"{posting}\" state=\"ok\"><a:r state=\"ok\">{within}</a:r></a:responsePackItem>"
            );
        }
        format!("<a:responsePack xmlns:a=\"urn:a\" state=\"ok\">{items}</a:responsePack>")
    }
}

fn between(text: &str, before: &str, after: &str) -> String {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(after).map_or("", |(found, _)| found).to_owned()
}

/// Head and body of a request.
fn read(stream: &mut TcpStream) -> Option<String> {
    let (mut all, mut chunk) = (Vec::new(), vec![0; 65_536]);
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                let is_length = name.eq_ignore_ascii_case("content-length");
                is_length.then(|| value.trim().parse::<usize>().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        let count = stream.read(&mut chunk).ok().filter(|count| *count > 0)?;
        all.extend_from_slice(&chunk[..count]);
    }
}
