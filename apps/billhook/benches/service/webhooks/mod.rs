//! How fast committed events reach a local receiver, and how soon one does when nothing else
//! happens, beside what that receiver answers at best in the same minute. `benches/run webhooks`.

mod receiver;

use self::receiver::Receiver;
use crate::bench_server::{self, BenchServer, Database, ORGANIZATIONS};
use access::OrganizationId;
use events::{Event, EventName, NewEvent};
use runtime::{config::Settings, wiring};
use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Endpoint, EndpointId, Owner,
    endpoints::{NewEndpoint, Secret, Secrets, Subscription},
    ports::{EndpointStore, EventLog},
};
use workers::Workers;

/// Events one after the other, each when the one before has arrived.
const SINGLE: usize = 100;

/// How long all of them may take.
const PATIENCE: Duration = Duration::from_secs(600);

pub fn run() {
    // `cargo test --benches` passes no --bench: nothing is measured then
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let number = |name| std::env::var(name).ok().and_then(|text: String| text.parse().ok());
    let events = number("BENCH_EVENTS").unwrap_or(5_000);
    println!("{events} events, {ORGANIZATIONS} endpoints, {} cores\n", bench_server::cores());
    let receiver = Receiver::start();
    let body = event(OrganizationId(Uuid::nil())).body;
    let lanes = 4 * usize::try_from(ORGANIZATIONS).unwrap_or(1);
    let ceiling = receiver.ceiling(lanes, body.as_str(), Duration::from_secs(5));
    println!(
        "the receiver answers {ceiling:.0} a second to {lanes} connections of a bare client\n"
    );
    if let Some(server) = BenchServer::postgres() {
        measure("PostgreSQL", &server.database, &receiver, events, ceiling);
    } else {
        println!("PostgreSQL left out: none at TEST_DATABASE_URL or 127.0.0.1:5432");
    }
    measure("SQLite", &BenchServer::sqlite().database, &receiver, events, ceiling);
}

fn measure(name: &str, database: &Database, receiver: &Receiver, events: usize, ceiling: f64) {
    let settings = Settings {
        database_url: Some(database.url()),
        exchange_rates: Some(false),
        webhook_allow_loopback: Some(true),
        secrets_key: Some("5a".repeat(32)),
        log: Some("off".to_owned()),
        ..Settings::default()
    };
    let config = settings.resolve().expect("settings");
    let (go, started) = mpsc::channel::<()>();
    let (told, commits) = mpsc::channel();
    let url = format!("http://{}/hook", receiver.address);
    let service = thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = wiring::wire(config).await.expect("wiring");
            register(&app.store, &url).await;
            keep(&app.store, events).await;
            told.send(Instant::now()).expect("a listener");
            let workers = Workers::start(&app);
            while started.try_recv().is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // one at a time: the receiver is waited for by the other thread
            for _ in 0..SINGLE {
                tokio::time::sleep(Duration::from_millis(30)).await;
                let organization = OrganizationId(Uuid::from_u128(1));
                app.store.keep_event(&event(organization)).await.expect("kept");
                app.notifier.events();
                told.send(Instant::now()).expect("a listener");
                while started.try_recv().is_err() {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            workers.stop().await;
        });
    });
    let before = receiver.count();
    let began = commits.recv().expect("committed");
    let ended = receiver.wait_for(before + events, PATIENCE);
    let rate = events as f64 / (ended - began).as_secs_f64();
    println!("{name}: {rate:.0} events a second to 2xx, {:.3} of the receiver's", rate / ceiling);
    println!("{name}: {} MiB of memory then", resident_mib());
    go.send(()).expect("the service");
    let mut waits = Vec::new();
    for i in 1..=SINGLE {
        let committed = commits.recv().expect("committed");
        let arrived = receiver.wait_for(before + events + i, PATIENCE);
        waits.push(arrived.saturating_duration_since(committed));
        go.send(()).expect("the service");
    }
    service.join().expect("the service");
    waits.sort();
    let at = |part: usize| waits[waits.len() * part / 100].as_secs_f64() * 1e3;
    println!(
        "{name}: idle, {:.1} ms from commit to receipt (median), 95 %: {:.1}\n",
        at(50),
        at(95)
    );
}

async fn register(store: &store::Store, url: &str) {
    for number in 1..=ORGANIZATIONS {
        let owner = Owner::Organization(OrganizationId(Uuid::from_u128(number)));
        let url = webhooks::endpoints::EndpointUrl::parse(
            url,
            webhooks::endpoints::AddressPolicy::AndLoopback,
        )
        .expect("a URL");
        let events = Subscription::of(&[EventName::InvoiceCreated]);
        let new = NewEndpoint { owner, only: None, url, events, made_by: None };
        let secrets = Secrets::new(Secret::from_random([7; 32]));
        let id = EndpointId(Uuid::now_v7());
        let kept = store.add_endpoint(owner, id, &new, &secrets, OffsetDateTime::now_utc()).await;
        let _: Endpoint = kept.expect("registered");
    }
}

/// Commits events, of each organization as many.
async fn keep(store: &store::Store, events: usize) {
    let organizations = usize::try_from(ORGANIZATIONS).unwrap_or(1);
    let writers = (0..8).map(|writer| async move {
        for number in (writer..events).step_by(8) {
            let organization = (number % organizations + 1) as u128;
            let event = event(OrganizationId(Uuid::from_u128(organization)));
            store.keep_event(&event).await.expect("kept");
        }
    });
    futures_util::future::join_all(writers).await;
}

fn event(organization: OrganizationId) -> NewEvent {
    let now = OffsetDateTime::now_utc();
    let (event, body) = Event::test_send(EventName::InvoiceCreated, organization, now)
        .expect("JSON")
        .expect("an event that is emitted");
    NewEvent { id: None, organization, name: event.name(), body, at: now }
}

/// Of this process, receiver included.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) / 1024
}
