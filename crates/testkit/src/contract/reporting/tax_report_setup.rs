//! What the tests of tax reports begin with.

use crate::{
    build::{NOW, id},
    contract::{
        Ports,
        sending::setup::{after, all_jobs, keep, step},
    },
    peppol::{received_document, received_event, received_record},
    sends::moved,
};
use ::tax_reports::{Decided, KeptReport, ReportId, ReportState, ReportedDocumentId, TaxReport};
use access::OrganizationId;
use events::{Data, Event, NewEvent, ReportData, ReportIssue};
use jobs::{JobFilter, JobId};
use peppol_connector::{
    inbox::{Arrival, ReceivedDocument},
    ports::AttemptOutcome,
    sending::QueuedSend,
    submissions::{Actor, Effect, Move, Moved, Progress, REPORT_JOB, ReportDue, State},
};

pub(super) const NONE: AttemptOutcome<'_> = AttemptOutcome::None;

pub(super) fn due() -> ReportDue {
    ReportDue { report: ReportId(id()), job: JobId(id()), original: ReportedDocumentId(id()) }
}

/// A send that goes out, with a report; the progress from which it went.
pub(super) async fn report_sent(
    store: &impl Ports,
    owner: OrganizationId,
    send: &QueuedSend,
    due: ReportDue,
) -> (Progress, Moved) {
    keep(store, owner, send).await;
    let own = (owner, send.submission.id);
    let from = step(store, own, Progress::new(State::Queued), Move::Claimed, NONE, NOW).await;
    let with = reporting(moved(from, Actor::Worker, Move::Accepted, NOW), due);
    store.advance(own.0, own.1, from, &with, NONE, &[], after(1)).await.expect("moved");
    (from, with)
}

pub(super) fn reporting(moved: Moved, due: ReportDue) -> Moved {
    let Moved::To(to, mut effects) = moved else { panic!("it moves") };
    effects.push(Effect::Report(due));
    Moved::To(to, effects)
}

pub(super) fn arriving(due: ReportDue) -> ReceivedDocument {
    ReceivedDocument { report: Some(due), ..received_document(received_record()) }
}

pub(super) async fn receive(
    store: &impl Ports,
    owner: OrganizationId,
    document: &ReceivedDocument,
) {
    let event = received_event(owner, &document.record);
    let arrival = store.receive(owner, document, &event).await.expect("received");
    assert_eq!(arrival, Arrival::Kept);
}

pub(super) fn id_of(due: ReportDue) -> ReportId {
    due.report
}

pub(super) async fn report(
    store: &impl Ports,
    owner: OrganizationId,
    due: ReportDue,
) -> KeptReport {
    store.tax_report(owner, id_of(due)).await.expect("there")
}

/// How many jobs are to report for an organization.
pub(super) async fn report_jobs(store: &impl Ports, owner: OrganizationId) -> usize {
    let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
    let jobs = all_jobs(store, filter, 100).await;
    jobs.iter().filter(|job| job.organization == Some(owner)).count()
}

pub(super) fn decided(owner: OrganizationId, report: &TaxReport, state: ReportState) -> Decided {
    let rejected = state == ReportState::Rejected;
    let issue =
        ReportIssue { code: Some("BV".into()), message: "Č. <1> \"x\"".into(), rules: None };
    let issues = if rejected { vec![issue] } else { Vec::new() };
    let report = TaxReport { state, issues, decided_at: Some(after(9)), ..report.clone() };
    let data = ReportData {
        document: report.document,
        original_document_id: report.original.to_string(),
        state: state.name().to_owned(),
        issues: report.issues.clone(),
        decided_at: after(9),
        deletes: false,
        mode: report.network.tier(),
    };
    let data = match rejected {
        true => Data::PeppolDocumentFsReportRejected(data),
        false => Data::PeppolDocumentFsReportAccepted(data),
    };
    let event = Event { organization: owner, at: after(9), data };
    let event = NewEvent::once(&event, &report.id.to_string()).expect("an event");
    Decided { report, event }
}
