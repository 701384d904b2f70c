//! Exports: which documents they have, and the steps in which they are made.

use crate::{
    build::{NOW, fingerprint, id, lease},
    contract::{
        Ports, StoreUnderTest,
        setup::{kind, organization, walk},
    },
};
use access::{OrganizationId, Tier};
use accounting_export::ExportFault;
use accounting_export::{
    AddExportError, EXPORT_JOB, Export, ExportFile, ExportId, ExportState, ExportStore, FileSize,
    NewPart, Period, Progress,
};
use idempotency::{Answer, Decision, IdempotencyStore};
use jobs::{JobFilter, JobId, JobQueue, NewJob, SubjectId};
use persistence::Cursor;
use time::{Duration, OffsetDateTime, macros::date};

pub(super) const NOVEMBER: Period =
    Period { from: date!(2026 - 11 - 01), to: date!(2026 - 11 - 30) };

fn export_at(now: OffsetDateTime, tier: Tier) -> Export {
    Export::requested(ExportId(id()), (NOVEMBER, true), tier, 3, now)
}

fn job_of(owner: OrganizationId, export: &Export) -> NewJob {
    export.job(JobId(id()), owner)
}

/// An organization with an export that is kept.
async fn kept(store: &impl Ports) -> (OrganizationId, Export) {
    let owner = organization(store).await;
    let export = export_at(NOW, Tier::Test);
    store.add_export(owner, &export, &job_of(owner, &export), 10, None).await.expect("kept");
    (owner, export)
}

/// The next step, with a piece of a file.
fn step(before: &Export, text: &str) -> (Export, Vec<NewPart>) {
    let file = ExportFile::Documents;
    let FileSize { bytes, parts, .. } = before.progress.size(file);
    let size = FileSize { file, bytes: bytes + text.len() as u64, parts: parts + 1 };
    let done = before.progress.done + 1;
    let progress = Progress { done, sizes: vec![size], ..before.progress.clone() };
    let (state, version) = (ExportState::Running, before.version + 1);
    let after = Export { state, progress, version, ..before.clone() };
    (after, vec![NewPart { file, position: parts, content: text.into() }])
}

async fn piece(store: &impl Ports, owner: OrganizationId, id: ExportId, position: u32) -> String {
    let content = store.export_part(owner, id, ExportFile::Documents, position).await;
    String::from_utf8(content.expect("a piece")).expect("text")
}

pub async fn an_export_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, export) = kept(store).await;
    assert_eq!(store.export(owner, export.id).await.expect("there"), export);
    let jobs = store.jobs(JobFilter { kind: Some(EXPORT_JOB.0), state: None }, None, 1_000).await;
    let jobs = jobs.expect("jobs").rows;
    let own: Vec<_> = jobs.iter().filter(|job| job.organization == Some(owner)).collect();
    assert_eq!(own.len(), 1, "with the job that makes it");
    assert_eq!(own[0].subject, Some(SubjectId(export.id.0)));
    let (stranger, job) = (OrganizationId(id()), job_of(owner, &export));
    let nobody = store.add_export(stranger, &export, &job, 10, None);
    let nobody = nobody.await.expect_err("no such organization");
    assert!(matches!(nobody, AddExportError::Store(persistence::StoreError::NotFound)));
}

pub async fn an_export_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (export, mine, other) = (export_at(NOW, Tier::Test), lease("x-1"), lease("x-1"));
    let claimed = store.claim(owner.into(), &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let answer = Answer { status: 202, body: b"{}".to_vec() };
    let job = job_of(owner, &export);
    let lost = store.add_export(owner, &export, &job, 10, Some((&other, &answer))).await;
    assert!(matches!(lost, Err(AddExportError::Store(persistence::StoreError::LeaseLost))));
    assert_eq!(kind(&store.export(owner, export.id).await), "not found");
    store.add_export(owner, &export, &job, 10, Some((&mine, &answer))).await.expect("kept");
    let again = store.claim(owner.into(), &lease("x-1"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer));
}

pub async fn an_organization_has_so_many_exports_of_a_tier(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let asked: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            let export = export_at(NOW, Tier::Live);
            tokio::spawn(async move {
                let job = job_of(owner, &export);
                store.add_export(owner, &export, &job, 2, None).await.is_ok()
            })
        })
        .collect();
    let mut kept = 0;
    for asked in asked {
        kept += usize::from(asked.await.expect("no panic"));
    }
    assert_eq!(kept, 2, "who asks at once waits");
    let other = export_at(NOW, Tier::Test);
    store.add_export(owner, &other, &job_of(owner, &other), 2, None).await.expect("of its own");
}

pub async fn exports_are_listed_by_tier_the_newest_first(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut expected = Vec::new();
    for n in 0..5 {
        for tier in [Tier::Test, Tier::Live] {
            let export = export_at(NOW + Duration::seconds(n / 2), tier);
            let job = job_of(owner, &export);
            store.add_export(owner, &export, &job, 100, None).await.expect("kept");
            expected.extend((tier == Tier::Live).then_some(export));
        }
    }
    expected.sort_by_key(|export| std::cmp::Reverse((export.created_at, export.id)));
    let place = |export: &Export| Cursor::new(export.created_at, export.id);
    let all = walk(2, place, |after| store.exports(owner, Tier::Live, after, 2)).await;
    assert_eq!(all, expected);
    let stranger = organization(store).await;
    let none = store.exports(stranger, Tier::Live, None, 10).await.expect("a page");
    assert!(none.rows.is_empty());
}

pub async fn a_step_of_an_export_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, export) = kept(store).await;
    let (first, parts) = step(&export, "one\n");
    store.advance_export(owner, &first, &parts).await.expect("kept");
    assert_eq!(store.export(owner, export.id).await.expect("there"), first);
    // made again by a worker that was thought dead: nothing of it is kept
    let again = store.advance_export(owner, &first, &parts).await;
    assert_eq!(kind(&again), "conflict");
    let (second, parts) = step(&first, "two\n");
    let workers: Vec<_> = (0..6)
        .map(|_| {
            let (store, second, parts) = (store.clone(), second.clone(), parts.clone());
            tokio::spawn(async move { kind(&store.advance_export(owner, &second, &parts).await) })
        })
        .collect();
    let mut ends = Vec::new();
    for worker in workers {
        ends.push(worker.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 5].as_slice(), &["ok"]].concat());
    let both = (piece(store, owner, export.id, 0).await, piece(store, owner, export.id, 1).await);
    assert_eq!(both, ("one\n".into(), "two\n".into()));
    let none = store.export_part(owner, export.id, ExportFile::Documents, 2).await;
    assert_eq!(kind(&none), "not found");
}

pub async fn an_export_that_failed_has_no_files(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, export) = kept(store).await;
    let (first, parts) = step(&export, "one\n");
    store.advance_export(owner, &first, &parts).await.expect("kept");
    let failed = first.failed(&ExportFault::TooLarge, NOW);
    store.advance_export(owner, &failed, &[]).await.expect("kept");
    assert_eq!(store.export(owner, export.id).await.expect("there"), failed);
    let none = store.export_part(owner, export.id, ExportFile::Documents, 0).await;
    assert_eq!(kind(&none), "not found");
}

pub async fn exports_are_an_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, export) = kept(store).await;
    let (first, parts) = step(&export, "one\n");
    store.advance_export(owner, &first, &parts).await.expect("kept");
    let stranger = organization(store).await;
    assert_eq!(kind(&store.export(stranger, export.id).await), "not found");
    let (second, parts) = step(&first, "two\n");
    assert_eq!(kind(&store.advance_export(stranger, &second, &parts).await), "not found");
    let piece = store.export_part(stranger, export.id, ExportFile::Documents, 0).await;
    assert_eq!(kind(&piece), "not found");
    assert_eq!(kind(&store.delete_export(stranger, export.id).await), "not found");
    assert_eq!(store.export(owner, export.id).await.expect("there"), first);
}

pub async fn a_deleted_export_leaves_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, export) = kept(store).await;
    let (first, parts) = step(&export, "one\n");
    store.advance_export(owner, &first, &parts).await.expect("kept");
    store.delete_export(owner, export.id).await.expect("deleted");
    assert_eq!(kind(&store.export(owner, export.id).await), "not found");
    let piece = store.export_part(owner, export.id, ExportFile::Documents, 0).await;
    assert_eq!(kind(&piece), "not found");
    assert_eq!(kind(&store.delete_export(owner, export.id).await), "not found");
    let (second, parts) = step(&first, "two\n");
    assert_eq!(kind(&store.advance_export(owner, &second, &parts).await), "not found");
}

pub async fn exports_are_deleted_when_their_time_is_over(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, early) = kept(store).await;
    let late = export_at(NOW + Duration::hours(1), Tier::Test);
    store.add_export(owner, &late, &job_of(owner, &late), 10, None).await.expect("kept");
    let (first, parts) = step(&early, "one\n");
    store.advance_export(owner, &first, &parts).await.expect("kept");
    while store.purge_exports(early.expires_at).await.expect("purged") > 0 {}
    assert_eq!(kind(&store.export(owner, early.id).await), "not found");
    assert_eq!(store.export(owner, late.id).await.expect("there"), late);
}
