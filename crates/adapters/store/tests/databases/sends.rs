//! Smoke.
use crate::database::Database;
use access::Tier;
use idempotency::{Decision, IdempotencyStore};
use jobs::{JobFilter, JobQueue};
use peppol_connector::*;
use std::time::Instant;
use testkit::{
    build::{NOW, claim, fingerprint},
    sends::{self, answer, moved, queued, receipt, send, staged},
};
use time::Duration;

crate::on_both!(smoke, latency);

async fn credit(database: &Database, organization: access::OrganizationId, available: u64) {
    let of = database.place.literal(organization.0);
    database.place.execute(&format!("insert into credit_accounts (organization_id, available, reserved) values ({of}, {available}, 0)")).await;
}

async fn smoke(database: &Database) {
    let store = &database.store;
    let organization = database.organization().await;
    credit(database, organization, 2).await;
    let facts =
        store.organization_facts(organization, Tier::Live, Some("x"), NOW).await.expect("facts");
    assert_eq!(facts.available, Credits(2));
    let key = claim("k");
    assert_eq!(
        store.claim(organization, &key, fingerprint(1), NOW).await.expect("asked"),
        Decision::Work
    );
    let send = send();
    store.commit(organization, &queued(&send), Some((&key, &answer())), NOW).await.expect("kept");
    let facts = store
        .organization_facts(organization, Tier::Live, Some(&send.submission.number), NOW)
        .await
        .expect("facts");
    assert_eq!(
        (facts.available, facts.number),
        (Credits(1), NumberUse::Recorded(send.submission.invoice))
    );
    let (kept, bytes) = store.submission(organization, send.submission.id).await.expect("there");
    assert_eq!((&kept, &bytes[..]), (&send.submission, &*send.document.sent));
    let again = store
        .commit(organization, &queued(&sends::send_of(&send.submission.number)), None, NOW)
        .await;
    assert!(matches!(again, Err(ConnectorStoreError::Taken(_))), "{again:?}");
    let lost =
        store.commit(organization, &queued(&sends::send()), Some((&key, &answer())), NOW).await;
    assert!(matches!(lost, Err(ConnectorStoreError::ClaimLost)), "{lost:?}");
    store.commit(organization, &queued(&sends::send()), None, NOW).await.expect("kept");
    let poor = store.commit(organization, &queued(&sends::send()), None, NOW).await;
    assert!(matches!(poor, Err(ConnectorStoreError::Insufficient)), "{poor:?}");
    let document = staged();
    store
        .commit(organization, &Commit::Stage(Box::new(document.clone())), None, NOW)
        .await
        .expect("staged");
    assert_eq!(
        store.staged(organization, document.id).await.expect("read"),
        Some(document.clone())
    );
    let mut dispatched = sends::test_send();
    dispatched.unstage = Some(document.id);
    store.commit(organization, &queued(&dispatched), None, NOW).await.expect("kept");
    let gone = store
        .commit(
            organization,
            &queued(&{
                let mut s = sends::test_send();
                s.unstage = Some(document.id);
                s
            }),
            None,
            NOW,
        )
        .await;
    assert!(matches!(gone, Err(ConnectorStoreError::NotFound)), "{gone:?}");
    // the worker
    let mut jobs =
        store.claim_jobs(&[SEND_JOB], NOW, Duration::minutes(1), 10).await.expect("jobs");
    assert_eq!(jobs.len(), 3);
    jobs.retain(|claimed| claimed.job.subject == Some(send.submission.id.0));
    assert!(
        store
            .claim_jobs(&[SEND_JOB], NOW, Duration::minutes(1), 10)
            .await
            .expect("jobs")
            .is_empty()
    );
    let (from, to) = (kept.progress, moved(kept.progress, Actor::Worker, Move::Claimed, NOW));
    store
        .advance(organization, kept.id, from, &to, AttemptOutcome::None, &[], NOW)
        .await
        .expect("moved");
    let stale =
        store.advance(organization, kept.id, from, &to, AttemptOutcome::None, &[], NOW).await;
    assert!(matches!(stale, Err(ConnectorStoreError::Stale)), "{stale:?}");
    let Moved::To(from, _) = to else { panic!() };
    let to = moved(from, Actor::Worker, Move::AttemptFailed(RetryClass::Transient), NOW);
    store
        .advance(organization, kept.id, from, &to, AttemptOutcome::Error("no"), &[], NOW)
        .await
        .expect("moved");
    let job = store.job(send.job.id).await.expect("read").expect("there");
    assert_eq!(
        (job.state, job.last_error.as_deref()),
        (jobs::JobState::Waiting { run_at: NOW + Duration::seconds(10) }, Some("no"))
    );
    let Moved::To(from, _) = to else { panic!() };
    let to = moved(from, Actor::Worker, Move::Claimed, NOW);
    store
        .advance(organization, kept.id, from, &to, AttemptOutcome::None, &[], NOW)
        .await
        .expect("moved");
    let Moved::To(from, _) = to else { panic!() };
    let to = moved(from, Actor::Worker, Move::Accepted, NOW);
    store
        .advance(organization, kept.id, from, &to, AttemptOutcome::Receipt(&receipt()), &[], NOW)
        .await
        .expect("moved");
    assert_eq!(store.job(send.job.id).await.expect("read"), None);
    assert_eq!(store.jobs(JobFilter::default(), None, 10).await.expect("read").rows.len(), 2);
    assert_eq!(database.place.texts("select cast(available as text) || ' ' || cast(reserved as text) as text from credit_accounts").await, ["0 1"]);
    let lines = database.place.texts("select event as text from peppol_trail where number is not null and document_id is not null order by at, id").await;
    assert_eq!(
        lines,
        ["queued", "queued", "queued", "attempted", "attempt_failed", "attempted", "sent"]
    );
}

async fn latency(database: &Database) {
    let store = &database.store;
    let organization = database.organization().await;
    credit(database, organization, 100_000).await;
    let mut times = Vec::new();
    for i in 0..300 {
        let mut send = send();
        send.document = DocumentBytes::unchanged(vec![b'x'; 10_000]);
        let key = claim(&i.to_string());
        store.claim(organization, &key, fingerprint(1), NOW).await.expect("asked");
        let begun = Instant::now();
        store
            .commit(organization, &queued(&send), Some((&key, &answer())), NOW)
            .await
            .expect("kept");
        times.push(begun.elapsed());
    }
    times.sort();
    println!("LATENCY {} {:?} {:?}", store.kind(), times[150], times[297]);
}
