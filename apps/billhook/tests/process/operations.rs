//! What operators meet: starting, stopping, metrics, and commands beside running servers.

use crate::{
    binary::{Folder, Server, billhook, client, free_address, seed, text},
    kills::PATIENCE,
    webhooks::{call, issue},
};
use reqwest::blocking::Client;
use runtime::{config::Settings, wiring};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

fn patient() -> Client {
    client().timeout(PATIENCE).build().expect("a client")
}

fn status(url: &str) -> u16 {
    patient().get(url).send().expect("an answer").status().as_u16()
}

fn terminate(process: &Child) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
}

/// The server answers while its workers finish; what they sent is kept before it ends.
#[test]
fn workers_stop_before_the_server() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let settings = [("BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", "true")];
    let mut server = Server::start_with(&folder.database(), &settings);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let body = json!({"url": url, "events": ["invoice.created"]});
    let endpoint = call(&server, &seeded, "/v1/agent/webhooks", Some(&body));
    issue(&server, &seeded);
    let (mut delivery, _) = listener.accept().expect("a delivery");
    terminate(&server.process);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(status(&format!("{}/health/live", server.base_url)), 200, "the worker is at work");
    read_request(&mut delivery);
    delivery.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").expect("answered");
    assert!(server.process.wait().expect("its end").success());
    let server = Server::start_with(&folder.database(), &[("BILLHOOK_WORK", "false")]);
    let id = endpoint["id"].as_str().expect("an id");
    let path = format!("/v1/agent/webhooks/{id}/deliveries");
    let deliveries = call(&server, &seeded, &path, None);
    assert_eq!(deliveries["data"][0]["state"], "delivered", "{deliveries}");
}

fn read_request(stream: &mut TcpStream) {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        let line = line.trim_end().to_lowercase();
        if let Some(text) = line.strip_prefix("content-length: ") {
            length = text.parse().expect("a length");
        }
        if line.is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length]).expect("a body");
}

#[test]
fn metrics_have_an_address_of_their_own_when_they_are_given_one() {
    let folder = Folder::new();
    seed(&folder.database());
    let address = free_address();
    let server = Server::start_with(&folder.database(), &[("BILLHOOK_METRICS_LISTEN", &address)]);
    assert_eq!(status(&format!("{}/metrics", server.base_url)), 404);
    assert_eq!(status(&format!("http://{address}/metrics")), 200);
    for path in ["/health/live", "/v1/agent/invoices", "/"] {
        assert_eq!(status(&format!("http://{address}{path}")), 404, "{path}");
    }
    server.kill();
    let worker = billhook(&folder.database())
        .env("BILLHOOK_METRICS_LISTEN", &address)
        .arg("work")
        .stderr(Stdio::null())
        .spawn();
    let mut worker = worker.expect("it runs");
    let url = format!("http://{address}/metrics");
    let until = Instant::now() + PATIENCE;
    while patient().get(&url).send().is_err() {
        assert!(Instant::now() < until, "workers have metrics too");
        thread::sleep(Duration::from_millis(20));
    }
    terminate(&worker);
    assert!(worker.wait().expect("its end").success());
}

/// Looking at the queue, and working beside servers of another version, changes no schema.
#[test]
fn jobs_and_work_do_not_migrate() {
    let folder = Folder::new();
    let database = folder.database();
    let output = billhook(&database).args(["jobs", "count"]).output().expect("jobs runs");
    assert!(text(&output).contains("run the command migrate"), "{}", text(&output));
    let worker = billhook(&database).arg("work").stderr(Stdio::piped()).spawn();
    let mut worker = worker.expect("it runs");
    let log = BufReader::new(worker.stderr.take().expect("its log"));
    let mut lines = log.lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("workers cannot start yet")));
    assert!(pending(&database) > 0);
    assert!(billhook(&database).arg("migrate").status().expect("it runs").success());
    assert!(lines.any(|line| line.contains("workers started")), "it begins by itself");
    terminate(&worker);
    thread::spawn(move || lines.for_each(drop));
    assert!(worker.wait().expect("its end").success());
    assert_eq!(pending(&database), 0);
}

fn pending(database: &str) -> usize {
    let settings = Settings { database_url: Some(database.to_owned()), ..Settings::default() };
    let config = settings.resolve().expect("settings");
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = wiring::open_store(&config, false).await.expect("the database");
        store.pending_migrations().await.expect("counted")
    })
}

/// The lines of a start until the server listens.
fn start_log(database: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let serve = billhook(database)
        .envs(settings.iter().copied())
        .arg("serve")
        .stderr(Stdio::piped())
        .spawn();
    let mut process = serve.expect("serve runs");
    let lines = BufReader::new(process.stderr.take().expect("its log")).lines();
    let lines = lines.map_while(Result::ok);
    let lines: Vec<_> = lines.take_while(|line| !line.contains("serving")).collect();
    process.kill().expect("a running server");
    process.wait().expect("its end");
    lines
}

#[test]
fn mail_that_nobody_sends_is_warned_of_beside_live_keys() {
    let folder = Folder::new();
    let warns = |settings: &[(&str, &str)]| {
        let log = start_log(&folder.database(), settings);
        log.iter().any(|line| line.contains("WARN") && line.contains("BILLHOOK_MAIL_URL"))
    };
    assert!(!warns(&[]), "no live keys yet");
    // an address that others reach: people are invited, whatever keys there are
    let public = [
        ("BILLHOOK_BASE_URL", "https://faktury.example"),
        ("BILLHOOK_CLIENT_ADDRESS_HEADER", "none"),
    ];
    assert!(warns(&public));
    seed(&folder.database());
    assert!(warns(&[]));
    let mail = format!("file:{}", folder.0.join("mail").display());
    assert!(!warns(&[("BILLHOOK_MAIL_URL", &mail)]));
}

/// What an organization gave its customer can be told from any other file later.
#[cfg_attr(not(feature = "pdf"), ignore = "the feature pdf is off")]
#[test]
fn a_pdf_that_was_handed_out_can_be_proven() {
    let folder = Folder::new();
    let seeded = seed(&folder.database());
    let server = Server::start(&folder.database());
    let id = issue(&server, &seeded);
    let sk = &seeded["organizations"]["sk"];
    let text_of = |name: &str| sk[name].as_str().expect(name).to_owned();
    let download = |key: &str| {
        let url = format!("{}/v1/agent/invoices/{id}/pdf?lang=en", server.base_url);
        let request = patient().get(url).header("X-API-Key", text_of(key));
        let request = request.header("X-Organization-Id", text_of("org_id"));
        request.send().expect("an answer").bytes().expect("a file").to_vec()
    };
    let file = folder.0.join("received.pdf");
    let verify = || {
        let arguments = ["pdf", "verify", file.to_str().expect("a path")];
        billhook(&folder.database()).args(arguments).output().expect("it runs")
    };
    for key in ["test_key", "live_key", "test_key"] {
        fs::write(&file, download(key)).expect("written");
        let output = verify();
        assert!(output.status.success(), "{}", text(&output));
        let said = String::from_utf8(output.stdout).expect("text");
        let tier = if key == "live_key" { "to a live key" } else { "to a test key" };
        for expected in [&id, "FA20", &text_of("org_id"), " in en, ", tier, "invoice-pdf "] {
            assert!(said.contains(expected), "{expected} is not in\n{said}");
        }
        assert_eq!(said.matches("made by").count(), 1, "once, however often\n{said}");
    }
    let mut changed = fs::read(&file).expect("read");
    let last = changed.len() - 1;
    changed[last] ^= 1;
    fs::write(&file, changed).expect("written");
    let output = verify();
    assert!(!output.status.success() && text(&output).contains("was not handed out here"));
}

#[test]
fn the_files_of_an_installation_are_its_owner_s_alone() {
    let folder = Folder::new();
    let seeded: Value = seed(&folder.database());
    let server = Server::start(&folder.database());
    issue(&server, &seeded);
    for entry in fs::read_dir(&folder.0).expect("the folder") {
        let entry = entry.expect("a file");
        let mode = entry.metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", entry.path().display());
    }
}
