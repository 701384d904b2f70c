//! What the functions about sending stand on.

use crate::contract::{Ports, setup::walk};
use crate::{
    build::{NOW, fingerprint, lease},
    sends::{moved, queued},
};
use access::OrganizationId;
use idempotency::{Decision, Lease};
use jobs::{Job, JobFilter, JobId};
use peppol_connector::{
    audit::{AuditEntry, AuditFilter},
    credit::{Balance, CreditMove, Credits, LedgerKind, LedgerLine},
    identifiers::SubmissionId,
    ports::AttemptOutcome,
    sending::QueuedSend,
    submissions::{Actor, Move, Moved, Progress, SubmissionFilter, SubmissionRecord},
};
use persistence::{Cursor, Listed, StoreError};
use std::future::Future;
use time::{Duration, OffsetDateTime};

/// `NOW` and some seconds.
pub(in crate::contract) fn after(seconds: i64) -> OffsetDateTime {
    NOW + Duration::seconds(seconds)
}

/// An organization with this much credit.
pub(in crate::contract) async fn rich(store: &impl Ports, credit: u64) -> OrganizationId {
    let organization = crate::contract::setup::organization(store).await;
    store.top_up(organization, "first", Credits(credit), NOW).await.expect("topped up");
    organization
}

/// Keeps a send without a lease.
pub(in crate::contract) async fn keep(
    store: &impl Ports,
    organization: OrganizationId,
    send: &QueuedSend,
) {
    store.commit(organization, &queued(send), None, NOW).await.expect("kept");
}

/// A lease that is at work.
pub(in crate::contract) async fn claimed(
    store: &impl Ports,
    organization: OrganizationId,
    key: &str,
) -> Lease {
    let lease = lease(key);
    let decision =
        store.claim(organization.into(), &lease, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::Proceed);
    lease
}

/// What a worker reports.
pub(in crate::contract) async fn step(
    store: &impl Ports,
    (organization, id): (OrganizationId, SubmissionId),
    from: Progress,
    by: Move,
    outcome: AttemptOutcome<'_>,
    now: OffsetDateTime,
) -> Progress {
    let actor = if by.may(Actor::Worker) { Actor::Worker } else { Actor::Operator };
    let moved = moved(from, actor, by, now);
    store.advance(organization, id, from, &moved, outcome, &[], now).await.expect("moved");
    match moved {
        Moved::To(to, _) => to,
        Moved::Unchanged | Moved::Deleted => from,
    }
}

/// What stands on the account; and that it is what the ledger says.
pub(in crate::contract) async fn balance(
    store: &impl Ports,
    organization: OrganizationId,
) -> (u64, u64) {
    let Balance { available, reserved } = store.balance(organization).await.expect("a balance");
    let (mut free, mut set_aside) = (0_i128, 0_i128);
    for line in all_entries(store, organization, 100).await {
        let amount = i128::from(line.amount.0);
        match line.kind {
            LedgerKind::TopUp => free += amount,
            LedgerKind::Seat => free -= amount,
            LedgerKind::Send(CreditMove::Reserve) => {
                free -= amount;
                set_aside += amount;
            }
            LedgerKind::Send(CreditMove::Capture) => set_aside -= amount,
            LedgerKind::Send(CreditMove::Release) => {
                set_aside -= amount;
                free += amount;
            }
        }
    }
    let stands = (available.0, reserved.0);
    assert_eq!((stands.0.into(), stands.1.into()), (free, set_aside), "the ledger adds up");
    stands
}

/// All that sending keeps for an organization.
#[derive(Debug, PartialEq)]
pub(in crate::contract) struct Kept {
    submissions: Vec<SubmissionRecord>,
    jobs: Vec<Job>,
    audit: Vec<AuditEntry>,
    ledger: Vec<LedgerLine>,
    balance: (u64, u64),
}

pub(in crate::contract) async fn kept(store: &impl Ports, organization: OrganizationId) -> Kept {
    let mut jobs = all_jobs(store, JobFilter::default(), 100).await;
    jobs.retain(|job| job.organization == Some(organization));
    Kept {
        submissions: all_submissions(store, organization, &SubmissionFilter::default(), 100).await,
        jobs,
        audit: crate::contract::network::setup::all_lines(
            store,
            organization,
            &AuditFilter::default(),
            100,
        )
        .await,
        ledger: all_entries(store, organization, 100).await,
        balance: balance(store, organization).await,
    }
}

pub(in crate::contract) async fn all_submissions(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &SubmissionFilter,
    limit: u16,
) -> Vec<SubmissionRecord> {
    let place = |row: &SubmissionRecord| Cursor::new(row.created_at, row.submission.id);
    walk(limit, place, |after| store.submissions(organization, filter, after, limit)).await
}

pub(in crate::contract) async fn all_entries(
    store: &impl Ports,
    organization: OrganizationId,
    limit: u16,
) -> Vec<LedgerLine> {
    let place = |line: &LedgerLine| Cursor::new(line.at, line.id);
    walk(limit, place, |after| store.ledger(organization, after, limit)).await
}

pub(in crate::contract) async fn all_jobs(
    store: &impl Ports,
    filter: JobFilter<'_>,
    limit: u16,
) -> Vec<Job> {
    walk(limit, Job::cursor, |after| store.jobs(filter, after, limit)).await
}

/// The state of a job.
pub(in crate::contract) async fn job(store: &impl Ports, id: JobId) -> Job {
    store.job(id).await.expect("read").expect("there")
}

/// Runs all at once and counts those that went well; the others must have failed as `expected`.
pub(in crate::contract) async fn of_many<T, F>(
    tasks: impl IntoIterator<Item = F>,
    expected: &str,
) -> usize
where
    T: Send + 'static,
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    let tasks: Vec<_> = tasks.into_iter().map(tokio::spawn).collect();
    let mut well = 0;
    for task in tasks {
        let result = task.await.expect("no panic");
        match crate::contract::setup::kind(&result) {
            "ok" => well += 1,
            kind => assert_eq!(kind, expected, "{:?}", result.err()),
        }
    }
    well
}
