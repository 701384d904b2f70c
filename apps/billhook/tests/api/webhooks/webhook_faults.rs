//! Receivers that fail in every way, and what becomes of their deliveries.

use crate::support::*;
use crate::webhooks::deliveries::{delivery_in, post, register};
use runtime::config::Settings;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use time::OffsetDateTime;
use webhook_http::{HttpSender, Settings as SenderSettings};
use webhooks::{
    deliveries::WAITS,
    endpoints::{AddressPolicy, DEACTIVATED_AFTER},
};

on_both!(
    every_fault_is_reported_and_retried,
    huge_answers_count_by_their_status,
    slow_answers_time_out_and_delay_nobody,
    what_failed_is_tried_again_by_the_schedule,
    fifteen_failed_deliveries_switch_an_endpoint_off,
);

/// The first attempt of an invoice's delivery to such a receiver.
async fn first_attempt(server: &TestServer, behaviour: Behaviour) -> (Value, Receiver) {
    let (sk, receiver) = (server.sk(), Receiver::start(behaviour).await);
    let (endpoint, _) = register(&sk, &receiver.url, &["invoice.created"]).await;
    sk.issue(&invoice()).await.expect(201);
    let row = eventually("the end of an attempt", || async {
        let list = sk.get(&format!("{endpoint}/deliveries")).await.expect(200);
        let row = &list["data"][0];
        let has_ended = row["attempts"].as_array().is_some_and(|attempts| !attempts.is_empty());
        has_ended.then(|| row.clone())
    })
    .await;
    let removed = sk.send(reqwest::Method::DELETE, &endpoint, Vec::new()).await;
    assert_eq!(removed.status, 204);
    (row, receiver)
}

async fn every_fault_is_reported_and_retried(server: TestServer) {
    let other = Receiver::good().await;
    for (behaviour, outcome, status) in [
        (Behaviour::Answer(500, "no\u{0} good".to_owned()), "answered", json!(500)),
        (Behaviour::status(410), "answered", json!(410)),
        (Behaviour::Redirect(other.url.clone()), "answered", json!(301)),
        (Behaviour::CloseEarly, "broken_off", Value::Null),
    ] {
        let before = OffsetDateTime::now_utc();
        let (row, _receiver) = first_attempt(&server, behaviour).await;
        let after = OffsetDateTime::now_utc();
        let attempt = &row["attempts"][0];
        assert_eq!((&attempt["outcome"], &attempt["status"]), (&json!(outcome), &status));
        assert_eq!(row["state"], "pending", "{row}");
        let due = row["nextAttemptAt"].as_str().expect("a time");
        let due = OffsetDateTime::parse(due, &time::format_description::well_known::Rfc3339);
        let due = due.expect("a time");
        // the attempt failed between the two
        assert!(due >= before + WAITS[0] && due < after + WAITS[0] * 2, "{before} {due} {after}");
    }
    assert_eq!(other.received().len(), 0, "no redirect is followed");
}

async fn huge_answers_count_by_their_status(server: TestServer) {
    let (row, _receiver) = first_attempt(&server, Behaviour::Huge).await;
    assert_eq!(row["state"], "delivered", "{row}");
    assert_eq!(row["attempts"][0]["answer"], "x".repeat(1_000));
}

async fn slow_answers_time_out_and_delay_nobody(engine: Engine) {
    const PATIENCE: Duration = Duration::from_secs(4);
    let server = engine.serve(Settings { work: Some(false), ..settings() }).await;
    let hasty = server.refitted(|app| {
        let settings = SenderSettings::new(AddressPolicy::AndLoopback);
        let sender = HttpSender::new(SenderSettings { timeout: PATIENCE, ..settings });
        app.webhooks = sender.expect("a sender");
    });
    let [sk, buyer] = [server.sk(), server.sk_buyer()].map(|caller| caller.at(&hasty.base_url));
    let slow = Receiver::start(Behaviour::SlowBody).await;
    let quick = Receiver::good().await;
    let (slow_endpoint, _) = register(&sk, &slow.url, &["invoice.created"]).await;
    register(&buyer, &quick.url, &["invoice.created"]).await;
    let first = Instant::now();
    for _ in 0..30 {
        sk.issue(&invoice()).await.expect(201);
    }
    for _ in 0..30 {
        buyer.issue(&invoice()).await.expect(201);
    }
    // since the last of them was issued, however long that took: all of the slow ones take half a minute
    let issued = Instant::now();
    quick.wait_for(30).await;
    assert!(issued.elapsed() < Duration::from_secs(8), "{:?}", issued.elapsed());
    let (held, rounds) =
        (slow.received().len(), 1 + first.elapsed().as_secs() / PATIENCE.as_secs());
    assert!(held as u64 <= 4 * rounds, "at most as many at once as one endpoint may have: {held}");
    let list = format!("{slow_endpoint}/deliveries");
    let attempt = eventually("the end of an attempt", || async {
        let rows = sk.get(&list).await.expect(200);
        let mut rows = rows["data"].as_array().expect("rows").iter();
        rows.find_map(|row| row["attempts"].get(0).cloned())
    })
    .await;
    assert_eq!(attempt["outcome"], "timed_out");
}

async fn what_failed_is_tried_again_by_the_schedule(engine: Engine) {
    let server = engine.serve(Settings { work: Some(false), ..settings() }).await;
    let (time, began) = (OffsetDateTime::now_utc(), Instant::now());
    let hurrying = server.hurrying_from(time, |_| {});
    let sk = server.sk().at(&hurrying.base_url);
    let receiver = Receiver::good_but_for_the_first(Behaviour::status(503)).await;
    let (endpoint, secret) = register(&sk, &receiver.url, &["invoice.created"]).await;
    sk.issue(&invoice()).await.expect(201);
    let received = receiver.wait_for(2).await;
    // on the server's clock. When it is due is looked at above; a busy worker comes later, but for the third attempt
    let wait = (received[1].at - received[0].at) * PACE;
    assert!(wait >= WAITS[0] && wait < WAITS[2], "{wait:?}");
    assert_eq!(received[0].id(), received[1].id());
    assert_eq!(received[0].body, received[1].body);
    let arrived = time + (received[1].at - began) * PACE;
    assert!(received[1].is_signed_with(&secret, arrived));
    let row = delivery_in(&sk, &endpoint, "delivered").await;
    let statuses = row["attempts"].as_array().expect("attempts").iter();
    let statuses: Vec<_> = statuses.map(|attempt| attempt["status"].clone()).collect();
    assert_eq!(statuses, [json!(503), json!(200)]);
}

/// Fifteen deliveries fail eleven times each: servers at later and later times work on them.
async fn fifteen_failed_deliveries_switch_an_endpoint_off(engine: Engine) {
    let mails = std::env::temp_dir().join(format!("billhook-mail-{}", uuid::Uuid::now_v7()));
    let mail_url = Some(format!("file:{}", mails.display()));
    let server = engine.serve(Settings { mail_url, ..settings() }).await;
    let (sk, receiver) = (server.sk(), Receiver::start(Behaviour::status(500)).await);
    let (endpoint, _) = register(&sk, &receiver.url, &["invoice.created"]).await;
    let count = DEACTIVATED_AFTER as usize + 1;
    for _ in 0..count {
        sk.issue(&invoice()).await.expect(201);
    }
    receiver.wait_for(count).await;
    let mut at = OffsetDateTime::now_utc();
    for (round, wait) in (2..).zip(WAITS) {
        at += wait + time::Duration::seconds(30);
        let later = server.resumed_at(at);
        // the last delivery is not tried any more once fifteen have failed for good
        let expected = if round == 11 { 10 * count + count - 1 } else { round * count };
        receiver.wait_for(expected).await;
        eventually_quiet(&receiver).await;
        if round == 11 {
            // on no other server's clock is it time for the mail
            mails_in(&mails, 1).await;
        }
        drop(later);
    }
    let off = sk.get(&endpoint).await.expect(200);
    assert_eq!((&off["enabled"], &off["disabledReason"]), (&json!(false), &json!("failures")));
    let failures = off["consecutiveFailures"].as_u64().expect("a count");
    assert!(failures >= DEACTIVATED_AFTER.into(), "{failures}");
    let failed = sk.get(&format!("{endpoint}/deliveries?state=failed")).await.expect(200);
    let rows = failed["data"].as_array().expect("rows");
    assert_eq!(rows.len(), count);
    let by_attempts = rows.iter().filter(|row| row["failedReason"] == "last_attempt").count();
    assert!(by_attempts >= DEACTIVATED_AFTER as usize, "{by_attempts}");
    // its owner gets a mail, once
    let mails = mails_in(&mails, 1).await;
    let of_it = mails.iter().filter(|mail| mail.contains(&receiver.url));
    assert_eq!(of_it.count(), 1, "{mails:?}");
    assert!(mails.iter().all(|mail| mail.contains("fakturacia@billhook.example")));
    // nothing is made for it while it is off; on again, it is as new
    let before = receiver.received().len();
    sk.issue(&invoice()).await.expect(201);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.received().len(), before);
    receiver.behave(Behaviour::status(200));
    let on = post(&sk, &format!("{endpoint}/enable"), &json!({})).await.expect(200);
    assert_eq!((&on["enabled"], &on["consecutiveFailures"]), (&json!(true), &json!(0)));
    let one = rows[0]["id"].as_str().expect("an id");
    post(&sk, &format!("{endpoint}/deliveries/{one}/redeliver"), &json!({})).await.expect(202);
    let again = receiver.wait_for(before + 1).await;
    assert_eq!(again[before].id(), one);
}

/// The mails in a folder, once there are as many.
async fn mails_in(folder: &std::path::Path, count: usize) -> Vec<String> {
    eventually("a mail", || async {
        let files =
            std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file"));
        let mails: Vec<_> = files
            .filter(|file| file.file_name().to_string_lossy().ends_with(".eml"))
            .map(|file| std::fs::read_to_string(file.path()).expect("a mail").replace("=\r\n", ""))
            .collect();
        assert!(mails.len() <= count, "{mails:?}");
        (mails.len() == count).then_some(mails)
    })
    .await
}

async fn eventually_quiet(receiver: &Receiver) {
    loop {
        let before = receiver.received().len();
        tokio::time::sleep(Duration::from_millis(150)).await;
        if receiver.received().len() == before {
            return;
        }
    }
}
