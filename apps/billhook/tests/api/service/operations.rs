//! What keeps the service up: time limits and metrics.

use crate::support::*;
use jobs::{JobId, JobKind, JobOutcome, JobQueue, NewJob, Turn};
use runtime::config::Settings;
use std::time::Duration;
use time::OffsetDateTime;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, sleep},
};
use uuid::Uuid;

on_both!(a_body_that_does_not_come_is_given_up, what_stands_still_is_in_the_metrics,);

/// A client that holds its body back holds no memory, and is told.
async fn a_body_that_does_not_come_is_given_up(engine: Engine) {
    let settings = Settings { body_timeout_seconds: Some(1), ..settings() };
    let server = engine.serve(settings).await;
    let address = server.base_url.strip_prefix("http://").expect("an address");
    let caller = server.sk();
    let headers: String =
        caller.headers().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let head = format!(
        "POST /v1/agent/invoices HTTP/1.1\r\nHost: x\r\n{headers}Content-Length: 1000\r\n\r\n{{"
    );
    let began = Instant::now();
    stream.write_all(head.as_bytes()).await.expect("sent");
    // a byte now and then is no body either
    let (mut reading, mut writing) = stream.into_split();
    let drip = tokio::spawn(async move {
        while writing.write_all(b" ").await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    });
    let mut answer = Vec::new();
    let read = reading.read_to_end(&mut answer);
    let closed = tokio::time::timeout(PATIENCE, read).await;
    assert!(closed.is_ok(), "the connection stays open");
    assert!(began.elapsed() >= Duration::from_millis(900), "too soon");
    drip.abort();
    let answer = String::from_utf8(answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains(r#""code":"REQUEST_TIMEOUT""#), "{answer}");
    assert!(answer.contains(r#""field":"body""#), "{answer}");
    // the next client is served
    caller.issue(&invoice()).await.expect(201);
}

async fn what_stands_still_is_in_the_metrics(engine: Engine) {
    let server = engine.serve(Settings { work: Some(false), ..settings() }).await;
    let store = server.store();
    let now = OffsetDateTime::now_utc();
    let kind = JobKind("test.dead");
    let (id, organization, subject, key) = (JobId(Uuid::now_v7()), None, None, None);
    let job = NewJob { id, kind, organization, subject, key, run_at: now };
    store.enqueue(&job, now).await.expect("kept");
    let claimed = store.claim_in_turn(Turn::of(&[kind], 1), now, time::Duration::hours(1)).await;
    let dead = JobOutcome::Dead { error: "no".into() };
    let claimed = claimed.expect("claimed");
    store.conclude_job(&claimed[0], &dead, now).await.expect("asked").expect("held");
    server.sk().issue(&invoice()).await.expect(201);
    sleep(Duration::from_millis(20)).await;
    let page = server.sk().with_key(None).get("/metrics").await;
    assert_eq!(page.status, 200);
    let page = String::from_utf8(page.bytes).expect("text");
    let value = |name: &str| -> f64 {
        let found = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        found.unwrap_or_else(|| panic!("{name} is not in\n{page}")).parse().expect("a number")
    };
    assert_eq!(value("billhook_database_up"), 1.0);
    assert_eq!(value(r#"billhook_jobs_dead{kind="test.dead"}"#), 1.0);
    assert_eq!(value("billhook_sends_needing_operator"), 0.0);
    assert!(value(r#"billhook_events_unplaced{known="true"}"#) >= 1.0);
    assert_eq!(value(r#"billhook_events_unplaced{known="false"}"#), 0.0);
    assert!(value("billhook_feed_lag_seconds") > 0.0);
    assert!(value(r#"billhook_unreadable_rows_total{table="invoices"}"#) >= 0.0);
    assert!(value(r#"billhook_peppol_unsigned_answers_total{answer="receipt"}"#) >= 0.0);
}
