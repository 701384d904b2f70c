//! Many large documents at once: the memory that they take is bounded, and what does not fit waits or is
//! told to come again.

use crate::{
    binary::{Server, http, seed},
    kills::PATIENCE,
    sending::{provide, settled, template},
};
use data_encoding::BASE64;
use serde_json::{Value, json};
use std::{
    fs, thread,
    time::{Duration, Instant},
};

/// Who sends at the same time.
const CLIENTS: usize = 40;

/// Bytes of the one text that makes each document large: 40 of them are 400 MB as they come in and
/// decoded, before anything is parsed.
const LARGE: usize = 4_000_000;

/// Megabytes that the server may have had in memory at once. It has about 60 when it begins.
const PEAK: u64 = 900;

const SETTINGS: &[(&str, &str)] = &[
    ("BILLHOOK_LIVE_NETWORK", "sandbox"),
    ("BILLHOOK_SEND_MEGABYTES", "16"),
    ("BILLHOOK_LOG", "warn,billhook=info"),
];

crate::on_both!(documents_in_flight_are_bounded,);

fn documents_in_flight_are_bounded(database: &str) {
    let seeded = seed(database);
    provide(database, &seeded);
    let server = Server::start_with(database, SETTINGS);
    let name = ">Tatranská píla s. r. o.</cbc:RegistrationName>";
    let large = format!(">{}</cbc:RegistrationName>", "p".repeat(LARGE));
    let template = template(&server.base_url, &seeded).replacen(name, &large, 1);
    assert!(template.len() > LARGE, "the name is in its place");
    let base_url = server.base_url.as_str();
    let refused = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|n| {
                let (seeded, template) = (&seeded, &template);
                scope.spawn(move || until_queued(base_url, seeded, template, &format!("EXT-{n}")))
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("a client")).sum::<usize>()
    });
    settled(base_url, &seeded);
    let peak = peak_megabytes(server.process.id());
    println!("{refused} refusals, {peak} MB at most");
    assert!(peak < PEAK, "{peak} MB");
}

/// Repeats a send until it is queued; how often it was refused. No other answer is right, but that the
/// request was read too late, on a machine that has more to do.
fn until_queued(base_url: &str, seeded: &Value, template: &str, number: &str) -> usize {
    let xml = template.replace("NUMBER", number);
    let body = json!({"document": {"format": "ubl", "xmlBase64": BASE64.encode(xml.as_bytes())}});
    let body = body.to_string();
    let of = &seeded["organizations"]["sk"];
    let header = |name: &str| of[name].as_str().expect(name);
    let until = Instant::now() + PATIENCE;
    for refused in 0.. {
        assert!(Instant::now() < until, "{number} is never queued");
        let request = http().post(format!("{base_url}/v1/agent/peppol/connector/send"));
        let request = request.timeout(PATIENCE).header("X-API-Key", header("live_key"));
        let request = request.header("X-Organization-Id", header("org_id"));
        let answer = request.header("Idempotency-Key", number).body(body.clone()).send();
        let answer = answer.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let text = answer.text().expect("a body");
        if status == 200 {
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(answer["data"]["status"], "queued", "{answer}");
            return refused;
        }
        let again = match status {
            // 409: the request before under this key was given up and has not let go of it yet
            408 | 409 => 1,
            503 => headers["retry-after"].to_str().expect("text").parse().expect("seconds"),
            _ => panic!("{status}: {text}"),
        };
        thread::sleep(Duration::from_secs(again));
    }
    unreachable!("attempts have no end")
}

/// The most memory that a process has had.
fn peak_megabytes(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    let kilobytes = line.trim().trim_end_matches(" kB").trim();
    kilobytes.parse::<u64>().expect("a number") / 1024
}
