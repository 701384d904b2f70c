//! Reports to the tax authority: each comes to be with what makes it due, goes out under one id, and is decided
//! once.

use super::tax_report_setup::{
    NONE, arriving, decided, due, id_of, receive, report, report_jobs, report_sent, reporting,
};
use crate::{
    build::{NOW, id},
    contract::{
        StoreUnderTest,
        sending::setup::{after, keep, of_many, step},
        setup::{kind, organization},
    },
    peppol::{participant, received_event},
    sends::{in_sandbox, moved, send, test_send},
};
use ::tax_reports::{
    Earlier, GivenUp, MadeDocument, REPORT_WITHIN, ReportAbout, ReportId, ReportSource,
    ReportState, ReportedDocument, ReportedDocumentId, TaxReport, TaxReportStore,
};
use access::OrganizationId;
use events::ReportIssue;
use jobs::{JobQueue, JobState, SubjectId};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    inbox::{ReceivedDocument, ReceivedRecord},
    ports::{AttemptOutcome, InboxStore, SubmissionStore},
    sending::QueuedSend,
    submissions::{Actor, Move, Progress, REPORT_JOB, ReportDue, RetryClass, State},
};

pub async fn a_report_comes_with_the_move_that_makes_it_due(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (send, due) = (test_send(), due());
    let (from, with) = report_sent(store, owner, &send, due).await;
    let kept = report(store, owner, due).await;
    let document = ReportedDocument::Sent { invoice_id: send.submission.invoice };
    let expected = TaxReport {
        id: id_of(due),
        network: Network::Test,
        document,
        original: due.original,
        state: ReportState::Queued,
        issues: Vec::new(),
        decided_at: None,
        due_at: after(1) + REPORT_WITHIN,
        deletes: false,
    };
    assert_eq!(kept.report, expected);
    assert_eq!(kept.source, ReportSource::Sent(send.submission.id));
    let rest = (kept.counterparty, kept.made, kept.attempts);
    assert_eq!(rest, (participant("0088:abc-9"), None, 0));
    let job = store.job(due.job).await.expect("read").expect("there");
    assert_eq!((job.kind.as_str(), job.subject), (REPORT_JOB.0, Some(SubjectId(due.report.0))));
    assert_eq!(
        (job.organization, job.state),
        (Some(owner), JobState::Waiting { run_at: after(1) })
    );

    // a move that comes too late keeps nothing of its report
    let late = self::due();
    let stale = reporting(with, late);
    let result = store.advance(owner, send.submission.id, from, &stale, NONE, &[], NOW).await;
    assert_eq!(kind(&result), "conflict");
    assert_eq!(kind(&store.tax_report(owner, id_of(late)).await), "not found");
    assert_eq!(report_jobs(store, owner).await, 1);
}

/// The receipt may never come.
pub async fn a_send_that_fails_is_reported_too(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (send, due) = (test_send(), due());
    keep(store, owner, &send).await;
    let own = (owner, send.submission.id);
    let from = step(store, own, Progress::new(State::Queued), Move::Claimed, NONE, NOW).await;
    let failed = Move::AttemptFailed(RetryClass::Permanent);
    let with = reporting(moved(from, Actor::Worker, failed, NOW), due);
    let outcome = AttemptOutcome::Error("refused");
    store.advance(own.0, own.1, from, &with, outcome, &[], after(1)).await.expect("moved");
    assert_eq!(report(store, owner, due).await.source, ReportSource::Sent(send.submission.id));
    assert_eq!(report_jobs(store, owner).await, 1, "the job of the send is gone, this one is not");
}

pub async fn a_report_comes_once_with_a_document_that_arrives(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let due = due();
    let document = arriving(due);
    receive(store, owner, &document).await;
    let kept = report(store, owner, due).await;
    let received = document.record.id;
    assert_eq!(kept.source, ReportSource::Received(received));
    let reported = ReportedDocument::Received { received_document_id: received };
    assert_eq!(kept.report.document, reported);
    assert_eq!(kept.counterparty, document.record.sender);
    assert_eq!(report_jobs(store, owner).await, 1);

    for (to, expected) in [(owner, "ok"), (other, "taken")] {
        let record = ReceivedRecord { id: ReceivedId(id()), ..document.record.clone() };
        let again = ReceivedDocument { record, report: Some(self::due()), ..document.clone() };
        let event = received_event(to, &again.record);
        assert_eq!(kind(&store.receive(to, &again, &event).await), expected);
        let second = id_of(again.report.expect("due"));
        assert_eq!(kind(&store.tax_report(to, second).await), "not found");
    }
    assert_eq!((report_jobs(store, owner).await, report_jobs(store, other).await), (1, 0));
}

pub async fn a_report_has_one_document_and_one_receipt(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let due = due();
    receive(store, owner, &arriving(due)).await;
    let end_user = participant("9915:2020202020");
    let first = MadeDocument { end_user, xml: "<TaxData>Č</TaxData>".into() };
    let second = MadeDocument { xml: "<TaxData/>".into(), ..first.clone() };
    for (made, expected) in [(&first, &first), (&second, &first)] {
        let kept = store.keep_tax_document(owner, id_of(due), made).await;
        assert_eq!(&kept.expect("kept"), expected, "the first stays");
    }
    assert_eq!(report(store, owner, due).await.sent_at, None);
    for second in [0, 1] {
        let receipt = b"<r/>\0\xff";
        store.keep_report_receipt(owner, id_of(due), receipt, after(second)).await.expect("kept");
        let kept = report(store, owner, due).await;
        assert_eq!((kept.report.state, kept.made.as_ref()), (ReportState::Sent, Some(&first)));
        assert_eq!(kept.sent_at, Some(after(0)), "the first stays");
    }
    for (owner, id) in [(other, id_of(due)), (owner, ReportId(id()))] {
        let kept = store.keep_tax_document(owner, id, &first).await;
        assert_eq!(kind(&kept), "not found");
        assert_eq!(kind(&store.keep_report_receipt(owner, id, b"", NOW).await), "not found");
    }
}

pub async fn a_report_is_decided_once_with_its_event(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    for state in [ReportState::Accepted, ReportState::Rejected] {
        let due = due();
        let document = arriving(due);
        receive(store, owner, &document).await;
        let before = subject.events(owner).await.len();
        let decision = decided(owner, &report(store, owner, due).await.report, state);
        let tasks = (0..8).map(|_| {
            let (store, decision) = (store.clone(), decision.clone());
            async move { store.decide_report(owner, &decision).await }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "conflict").await, 1, "{state:?}");
        assert_eq!(report(store, owner, due).await.report, decision.report);
        let other = match state {
            ReportState::Accepted => ReportState::Rejected,
            _ => ReportState::Accepted,
        };
        let other = decided(owner, &decision.report, other);
        assert_eq!(kind(&store.decide_report(owner, &other).await), "conflict");
        // the receipt comes after the decision
        assert_eq!(report(store, owner, due).await.sent_at, None, "a decision is no receipt");
        store.keep_report_receipt(owner, id_of(due), b"<r/>", NOW).await.expect("kept");
        let kept = report(store, owner, due).await;
        assert_eq!((kept.report, kept.sent_at), (decision.report.clone(), Some(NOW)));
        let events = subject.events(owner).await;
        assert_eq!(events.len(), before + 1);
        let last = events.last().expect("an event");
        assert!(last.contains(&format!("fs_report_{}", state.name())), "{last}");
    }
    let nobody = decided(owner, &report_of_nobody(), ReportState::Accepted);
    assert_eq!(kind(&store.decide_report(owner, &nobody).await), "conflict");
}

fn report_of_nobody() -> TaxReport {
    TaxReport {
        id: ReportId(id()),
        network: Network::Test,
        document: ReportedDocument::Received { received_document_id: ReceivedId(id()) },
        original: ReportedDocumentId(id()),
        state: ReportState::Queued,
        issues: Vec::new(),
        decided_at: None,
        due_at: NOW,
        deletes: false,
    }
}

pub async fn earlier_reports_of_a_document_are_known(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let original = ReportedDocumentId(id());
    let due = || ReportDue { original, ..self::due() };
    let (first, received, second, stranger) = (due(), due(), due(), due());
    report_sent(store, owner, &test_send(), first).await;
    receive(store, owner, &arriving(received)).await;
    report_sent(store, owner, &test_send(), second).await;
    report_sent(store, other, &test_send(), stranger).await;
    let live = due();
    let live_send = QueuedSend { reserve: in_sandbox(send()).reserve, ..send() };
    report_sent(store, owner, &live_send, live).await;
    let earlier = async |owner, due| {
        let kept = report(store, owner, due).await;
        store.earlier_reports(owner, &kept).await.expect("asked")
    };
    let due_at = after(1) + REPORT_WITHIN;
    let queued = Earlier { state: ReportState::Queued, due_at, sent_at: None, deletes: false };
    assert_eq!(earlier(owner, second).await, [queued]);
    store.report_failed(owner, id_of(first), Some(&given_up())).await.expect("kept");
    assert_eq!(earlier(owner, second).await, [], "it was given up");
    for (of, due) in [(owner, first), (owner, received), (other, stranger), (owner, live)] {
        store.keep_report_receipt(of, id_of(due), b"<r/>", NOW).await.expect("kept");
    }
    assert_eq!(earlier(owner, first).await, []);
    assert_eq!(earlier(owner, received).await, [], "in the other direction");
    let sent = Earlier { state: ReportState::Sent, sent_at: Some(NOW), ..queued };
    assert_eq!(earlier(owner, second).await, [sent]);
    assert_eq!(earlier(other, stranger).await, [], "of another organization");
    assert_eq!(earlier(owner, live).await, [], "in the other network");
    for state in [ReportState::Accepted, ReportState::Rejected] {
        let original = ReportedDocumentId(id());
        let due = || ReportDue { original, ..self::due() };
        let (first, second) = (due(), due());
        report_sent(store, owner, &test_send(), first).await;
        report_sent(store, owner, &test_send(), second).await;
        store.report_failed(owner, id_of(first), Some(&given_up())).await.expect("kept");
        let decision = decided(owner, &report(store, owner, first).await.report, state);
        store.decide_report(owner, &decision).await.expect("decided");
        assert_eq!(earlier(owner, second).await, [Earlier { state, ..queued }], "it had it");
        store.report_failed(owner, id_of(first), Some(&given_up())).await.expect("kept");
        let kept = report(store, owner, first).await;
        assert_eq!((kept.attempts, kept.given_up_at), (2, None), "it has it");
    }
}

pub async fn a_report_is_deleted_once_under_the_same_document(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (send, first) = (test_send(), due());
    report_sent(store, owner, &send, first).await;
    store.keep_report_receipt(owner, id_of(first), b"<r/>", NOW).await.expect("kept");
    let of = report(store, owner, first).await;
    let [deletion, again] =
        [(); 2].map(|()| ReportDue { original: of.report.original, ..self::due() });
    for due in [deletion, again] {
        store.withdraw_report(owner, &of, &due, after(2)).await.expect("kept");
    }
    let kept = report(store, owner, deletion).await;
    assert_eq!(kept.source, ReportSource::Withdrawn(id_of(first)));
    assert!(kept.report.deletes && kept.report.due_at == after(2) + REPORT_WITHIN);
    let expected = (of.report.document, of.report.original, of.report.network, of.counterparty);
    let report = kept.report.clone();
    let found = (report.document, report.original, report.network, kept.counterparty.clone());
    assert_eq!(found, expected);
    assert_eq!(kind(&store.tax_report(owner, id_of(again)).await), "not found");
    assert_eq!(report_jobs(store, owner).await, 2);
    let earlier = store.earlier_reports(owner, &kept).await.expect("asked");
    assert_eq!(earlier.iter().map(|one| one.state).collect::<Vec<_>>(), [ReportState::Sent]);
    let invoice = send.submission.invoice;
    let all = store.invoice_reports(owner, invoice).await.expect("asked");
    let ids: Vec<_> = all.iter().map(|kept| kept.report.id).collect();
    assert_eq!(ids, [id_of(deletion), id_of(first)]);

    for id in [id_of(first), id_of(deletion)] {
        store.forget_deletion(owner, id).await.expect("asked");
    }
    let all = store.invoice_reports(owner, invoice).await.expect("asked");
    assert_eq!(all.len(), 1, "a report is not forgotten");
}

fn given_up() -> GivenUp {
    let issue = ReportIssue {
        code: Some("BR-S-08".to_owned()),
        message: "a cent off".to_owned(),
        rules: Some("CEN EN 16931 over UBL 1.3.16".to_owned()),
    };
    GivenUp { at: NOW, issues: vec![issue] }
}

pub async fn attempts_to_report_are_counted_until_it_is_given_up(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (due, deadline) = (due(), after(1) + REPORT_WITHIN);
    let due_by = async |at| store.reports_due_by(at).await.expect("counted");
    let before = due_by(deadline).await;
    report_sent(store, owner, &test_send(), due).await;
    store.report_failed(owner, id_of(due), None).await.expect("kept");
    let kept = report(store, owner, due).await;
    assert_eq!((kept.attempts, kept.given_up_at), (1, None));
    assert_eq!(due_by(deadline).await, before + 1);
    assert_eq!(due_by(deadline - time::Duration::SECOND).await, before, "not so soon");
    store.report_failed(owner, id_of(due), Some(&given_up())).await.expect("kept");
    assert_eq!(due_by(deadline).await, before, "it was given up");
    let kept = report(store, owner, due).await;
    assert_eq!((kept.given_up_at, kept.report.issues), (Some(NOW), given_up().issues));
    store.keep_report_receipt(owner, id_of(due), b"<r/>", NOW).await.expect("kept");
    let kept = report(store, owner, due).await;
    assert_eq!((kept.attempts, kept.given_up_at), (3, None));
    assert_eq!(kept.report.issues, []);
    assert_eq!(due_by(deadline).await, before, "it is there");
    for (owner, id) in [(OrganizationId(id()), id_of(due)), (owner, ReportId(id()))] {
        assert_eq!(kind(&store.report_failed(owner, id, None).await), "not found");
    }
}

pub async fn reports_are_found_by_message_and_document(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (send, sent, arrived) = (test_send(), due(), due());
    report_sent(store, owner, &send, sent).await;
    let document = arriving(arrived);
    receive(store, owner, &document).await;
    let invoice = ReportAbout::Invoice(send.submission.invoice, Network::Test);
    let received = ReportAbout::Received(document.record.id);
    for (due, about) in [(sent, invoice), (arrived, received)] {
        let kept = report(store, owner, due).await;
        let found = store.report_sent_as(Network::Test, id_of(due)).await.expect("asked");
        assert_eq!(found, Some((owner, kept.clone())));
        let found = store.report_sent_as(Network::Live, id_of(due)).await.expect("asked");
        assert_eq!(found, None);
        assert_eq!(store.latest_report(owner, about).await.expect("asked"), Some(kept));
        assert_eq!(store.latest_report(other, about).await.expect("asked"), None);
        assert_eq!(kind(&store.tax_report(other, id_of(due)).await), "not found");
    }
    let live = ReportAbout::Invoice(send.submission.invoice, Network::Live);
    assert_eq!(store.latest_report(owner, live).await.expect("asked"), None);
    let unknown = store.report_sent_as(Network::Test, ReportId(id())).await;
    assert_eq!(unknown.expect("asked"), None);
}

pub async fn who_reports_is_said_by_the_organization(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let firm = store.reporting_firm(owner).await.expect("there");
    assert_eq!(firm.country, "SK");
    assert!(firm.vat_number.is_some_and(|number| number.starts_with("SK")));
    assert_eq!(kind(&store.reporting_firm(OrganizationId(id())).await), "not found");
}
