//! How long it takes to keep a send: to be looked at, not to be relied on.
//!
//! `cargo test --release -p store --test databases sends -- --ignored --nocapture --test-threads 1`

use crate::database::Database;
use idempotency::IdempotencyStore;
use peppol_connector::{
    credit::Credits,
    ports::{AttemptOutcome, CreditStore, SubmissionStore},
    sending::{DocumentBytes, QueuedSend},
    submissions::{Actor, Move, Moved, Progress, State},
};
use std::time::{Duration, Instant};
use testkit::{
    build::{NOW, fingerprint, lease},
    sends::{answer, moved, queued, receipt, send},
};

const SENDS: usize = 1_000;

/// A document of 10 KB that does not compress to nothing.
fn document() -> Vec<u8> {
    let line = |n: u64| format!("<cbc:ID>{}</cbc:ID>\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut text: String = (0..300).map(line).collect();
    text.truncate(10_000);
    text.into_bytes()
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: f64| times[(times.len() as f64 * part) as usize].as_micros();
    println!("{what}: median {} us, p95 {} us, p99 {} us", at(0.5), at(0.95), at(0.99));
}

async fn latency(database: &Database) {
    let store = &database.store;
    let organization = database.organization().await;
    let credit = Credits(SENDS as u64);
    store.top_up(organization, "all", credit, NOW).await.expect("topped up");
    let (mut commits, mut advances) = (Vec::new(), Vec::new());
    for _ in 0..SENDS {
        let send = QueuedSend { document: DocumentBytes::unchanged(document()), ..send() };
        let id = send.submission.id;
        let claim = lease(&id.to_string());
        store.claim(organization.into(), &claim, fingerprint(1), NOW).await.expect("claimed");
        let (commit, answer) = (queued(&send), answer());
        let begun = Instant::now();
        store.commit(organization, &commit, Some((&claim, &answer)), NOW).await.expect("kept");
        commits.push(begun.elapsed());
        let receipt = receipt();
        let mut from = Progress::new(State::Queued);
        for (by, outcome) in [
            (Move::Claimed, AttemptOutcome::None),
            (Move::Accepted, AttemptOutcome::Receipt(&receipt)),
        ] {
            let moved = moved(from, Actor::Worker, by, NOW);
            let begun = Instant::now();
            let advance = store.advance(organization, id, from, &moved, outcome, &[], NOW);
            advance.await.expect("moved");
            advances.push(begun.elapsed());
            let Moved::To(to, _) = moved else { panic!("{moved:?}") };
            from = to;
        }
    }
    show(&format!("{} commit", store.kind()), commits);
    show(&format!("{} advance", store.kind()), advances);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "a measurement"]
async fn on_sqlite() {
    latency(&Database::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "a measurement"]
async fn on_postgres() {
    latency(&Database::postgres().await).await;
}
