//! Reports to the tax authority, from the document to its decision.

mod dated_again;
mod seen;

use crate::{
    provider_reports::{log, provider},
    receive_status::evidence,
    setup::{FakeNetwork, TestPorts, run},
};
use access::OrganizationId;
use invoicing::states::InvoiceMove;
use jobs::{Job, JobFilter, JobQueue};
use peppol_connector::{
    identifiers::{Network, SubmissionId},
    inbox::{ArrivingDocument, DocumentHead, ReceivedFilter, ReceivedMessage, StatusRequest},
    ports::{InboxStore, SubmissionLists, SubmissionStore},
    sending::QueuedSend,
    submissions::{Jitter, REPORT_JOB},
};
use peppol_messages::mls::{
    Issue, MLS_DOCUMENT_TYPE, MLS_PROCESS, MessageStatus, ReasonCode, ResponseCode,
};
use persistence::StoreError;
use tax_reports::{FsReport, ReportId, ReportState, Reporting, TaxReportStore};
use testkit::{
    build::{self, NOW},
    fakes::{FakeAccessPoint, Reply},
    fixtures,
    peppol::{participant, received_record},
    sends,
};
use time::Duration;
use use_cases::{
    invoicing::change_invoice::move_invoice,
    receiving::receive_document::receive_document,
    reporting::tax_reports::{Reported, report_document, withdraw_reports},
    sending::deliver::SubmissionSender,
};

/// Ours.
const SEAT: &str = "PSK000001";
const AUTHORITY: &str = "0242:000099";
const RECEIVER: &str = "9915:2020202020";

fn invoice() -> Vec<u8> {
    fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml")
}

/// Ports that report; the authority replies so, the receiver of the send so.
fn ports(authority: &[Reply], receiver: &[Reply]) -> (TestPorts, OrganizationId) {
    let access_point = FakeAccessPoint::default()
        .with(&participant(AUTHORITY), authority)
        .with(&sends::test_send().submission.receiver, receiver);
    let network = FakeNetwork { access_point, ..FakeNetwork::default() };
    let provider = participant("0242:000001");
    let reporting = Some(Reporting { authority: participant(AUTHORITY), provider });
    let ports = TestPorts { network, reporting, ..TestPorts::default() };
    let organization = ports.with_enrolled();
    (ports, organization)
}

/// Sends this document.
fn send(ports: &TestPorts, owner: OrganizationId, document: &[u8]) -> SubmissionId {
    let id = queue(ports, owner, document, sends::test_send());
    deliver(ports, owner, id);
    id
}

fn queue(
    ports: &TestPorts,
    owner: OrganizationId,
    document: &[u8],
    mut send: QueuedSend,
) -> SubmissionId {
    send.document.sent = document.into();
    // whom the example says that it is from
    send.submission.sender = participant("0088:9482348239847239874");
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    send.submission.id
}

fn deliver(ports: &TestPorts, owner: OrganizationId, id: SubmissionId) {
    run(SubmissionSender(ports).deliver(owner, id, Jitter(0))).expect("an attempt");
}

/// The jobs of reports, the oldest first.
fn jobs(ports: &TestPorts) -> Vec<Job> {
    let filter = JobFilter { kind: Some(REPORT_JOB.0), state: None };
    let mut jobs = run(ports.store.jobs(filter, None, 100)).expect("jobs").rows;
    jobs.reverse();
    jobs
}

fn the_report(ports: &TestPorts) -> ReportId {
    let [job] = &jobs(ports)[..] else { panic!("not one report") };
    ReportId(job.subject.expect("a report").0)
}

fn report(ports: &TestPorts, owner: OrganizationId, id: ReportId) -> Reported {
    run(report_document(ports, owner, id, Jitter(0))).expect("an attempt")
}

fn state(ports: &TestPorts, owner: OrganizationId, id: ReportId) -> ReportState {
    run(ports.store.tax_report(owner, id)).expect("there").report.state
}

/// What its shown form says of why there is none.
fn issues(ports: &TestPorts, owner: OrganizationId, id: ReportId) -> Vec<(Option<String>, String)> {
    let kept = run(ports.store.tax_report(owner, id)).expect("there");
    let issues = FsReport::from(&kept).issues.into_iter();
    issues.map(|issue| (issue.code, issue.message)).collect()
}

/// The documents that the authority took.
fn taken(ports: &TestPorts) -> Vec<(uuid::Uuid, String)> {
    let taken = ports.network.access_point.delivered().into_iter();
    let to_authority = taken.filter(|sent| sent.message.receiver == participant(AUTHORITY));
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    to_authority.map(|sent| (sent.message.message_id.0, text(sent.document))).collect()
}

/// A status that an access point says about a message.
fn status(provider: &str, about: ReportId, response: ResponseCode) -> ArrivingDocument {
    let document = MessageStatus {
        id: "mls-1".to_owned(),
        issued: NOW,
        sender: provider.trim_start_matches("PSK").to_owned(),
        receiver: "000001".to_owned(),
        response,
        description: None,
        about: about.to_string(),
        issues: Vec::new(),
    };
    let message = ReceivedMessage {
        provider: provider.to_owned(),
        // another message each time: one that comes again is not read again
        message_id: format!("{}@x", build::id()),
        instance: build::id().to_string(),
        status: StatusRequest::default(),
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "4@billhook".to_owned(),
        sender: participant(AUTHORITY),
        receiver: participant("0242:000001"),
        document_type: format!("busdox-docid-qns::{MLS_DOCUMENT_TYPE}").parse().expect("a type"),
        process: format!("cenbii-procid-ubl::{MLS_PROCESS}").parse().expect("a process"),
        document: document.write().as_bytes().into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

fn take(ports: &TestPorts, document: &ArrivingDocument) {
    run(receive_document(ports, SEAT, document)).expect("taken");
}

#[test]
fn a_sent_document_is_reported_once_and_decided_once() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Delivers]);
    send(&ports, owner, &invoice());
    let id = the_report(&ports);
    assert_eq!(state(&ports, owner, id), ReportState::Queued);
    for _ in 0..2 {
        assert_eq!(report(&ports, owner, id), Reported::Settled);
        assert_eq!(state(&ports, owner, id), ReportState::Sent);
    }
    let [(message, document)] = &taken(&ports)[..] else { panic!("not one report") };
    assert_eq!(*message, id.0);
    for said in ["<pxs:ReporterRole>C2</pxs:ReporterRole>", "000099", "000001", ">S</"] {
        assert!(document.contains(said), "no {said} in {document}");
    }
    let before = ports.store.events(owner).len();
    for response in [ResponseCode::Accepted, ResponseCode::Delivered] {
        take(&ports, &status("PSK000099", id, response));
        assert_eq!(state(&ports, owner, id), ReportState::Accepted);
    }
    let events = ports.store.events(owner);
    assert_eq!(events.len(), before + 1);
    let last = events.last().expect("an event");
    assert!(last.contains("peppol.document.fs_report_accepted"), "{last}");
    assert!(last.contains(r#""direction":"sent""#) && last.contains(r#""mode":"test""#), "{last}");
}

#[test]
fn answers_of_others_and_about_others_change_nothing() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Delivers]);
    send(&ports, owner, &invoice());
    let id = the_report(&ports);
    report(&ports, owner, id);
    let before = ports.store.events(owner).len();
    let answer = |provider, about| status(provider, about, ResponseCode::Accepted);
    let signed_by_another = {
        let right = answer("PSK000099", id);
        let message = right
            .message
            .clone()
            .map(|message| ReceivedMessage { provider: "PSK000002".to_owned(), ..message });
        ArrivingDocument { message, ..right }
    };
    for (name, document) in [
        ("another sender", answer("PSK000002", id)),
        ("signed by another", signed_by_another),
        ("an unknown report", answer("PSK000099", ReportId(uuid::Uuid::from_u128(99)))),
        (
            "the other network",
            ArrivingDocument { network: Network::Live, ..answer("PSK000099", id) },
        ),
    ] {
        take(&ports, &document);
        assert_eq!(state(&ports, owner, id), ReportState::Sent, "{name}");
        assert_eq!(ports.store.events(owner).len(), before, "{name}");
    }
}

#[test]
fn a_received_document_is_reported_by_who_receives() {
    let (ports, owner) = ports(&[Reply::Accepts], &[]);
    let record = received_record();
    let arriving = ArrivingDocument {
        sender: record.sender,
        receiver: participant(RECEIVER),
        document_type: record.document_type,
        process: record.process,
        document: invoice().into(),
        head: DocumentHead::of(&invoice()),
        ..status("PAT000002", ReportId(uuid::Uuid::nil()), ResponseCode::Accepted)
    };
    take(&ports, &arriving);
    take(&ports, &arriving);
    let id = the_report(&ports);
    assert_eq!(report(&ports, owner, id), Reported::Settled);
    let [(_, document)] = &taken(&ports)[..] else { panic!("not one report") };
    assert!(document.contains("<pxs:ReporterRole>C3</pxs:ReporterRole>"));
    // the example is addressed to 0002:FR23342
    let party = document.split("</pxs:ReportingParty>").next().expect("a party");
    let party = party.split("<pxs:ReportingParty>").nth(1).expect("a party");
    assert!(party.contains(r#"schemeID="9915">2020202020<"#), "{party}");
    let delivered = ports.network.access_point.delivered();
    assert!(delivered.iter().all(|sent| sent.message.sender == participant(RECEIVER)));
    take(&ports, &status("PSK000099", id, ResponseCode::Rejected));
    assert_eq!(state(&ports, owner, id), ReportState::Sent, "a rejection gives its reasons");
    take(&ports, &status("PSK000099", id, ResponseCode::Delivered));
    assert_eq!(state(&ports, owner, id), ReportState::Accepted);
    let inbox = run(ports.store.received(owner, &ReceivedFilter::default(), None, 9));
    let received = inbox.expect("a page").rows[0].id;
    let last = ports.store.events(owner).pop().expect("an event");
    assert!(last.contains(&received.to_string()) && last.contains("received"), "{last}");
}

#[test]
fn attempts_follow_the_schedule_and_repeat_one_message() {
    let (ports, owner) = ports(&[Reply::LosesReceipt, Reply::Unreachable, Reply::Accepts], &[]);
    send(&ports, owner, &invoice());
    let id = the_report(&ports);
    for wait in [10, 20].map(Duration::seconds) {
        let Reported::Again { at, .. } = report(&ports, owner, id) else { panic!("it ended") };
        assert_eq!(at, NOW + wait);
        assert_eq!(state(&ports, owner, id), ReportState::Queued);
    }
    ports.still.advance(Duration::HOUR);
    assert_eq!(report(&ports, owner, id), Reported::Settled);
    assert_eq!(taken(&ports).len(), 1, "the authority has it once");
}

/// The receipt was lost, and the authority decided: the message is sent once more, for the receipt alone.
#[test]
fn a_receipt_that_the_decision_overtook_is_asked_for() {
    let replies = [Reply::LosesReceipt, Reply::Unreachable, Reply::Accepts];
    let (mut ports, owner) = ports(&replies, &[Reply::Delivers]);
    ports.provider = Some(provider());
    ports.network.access_point = ports.network.access_point.clone().with_evidence(evidence());
    send(&ports, owner, &invoice());
    let id = the_report(&ports);
    let lost = report(&ports, owner, id);
    assert!(matches!(lost, Reported::Again { .. }), "{lost:?}");
    take(&ports, &status("PSK000099", id, ResponseCode::Accepted));
    let logged = || log(&ports).into_iter().filter(|one| one.message.0 == id.0).count();
    assert_eq!((state(&ports, owner, id), logged()), (ReportState::Accepted, 0));

    let Reported::Again { at, .. } = report(&ports, owner, id) else { panic!("it ended") };
    assert_eq!(at, NOW + Duration::seconds(10));
    ports.still.advance(Duration::seconds(10));
    for _ in 0..2 {
        assert_eq!(report(&ports, owner, id), Reported::Settled);
    }
    assert_eq!(ports.network.access_point.attempts(), 4, "with the document");
    assert_eq!(taken(&ports).len(), 1, "the authority has it once");
    let kept = run(ports.store.tax_report(owner, id)).expect("there");
    assert_eq!((kept.report.state, kept.sent_at), (ReportState::Accepted, Some(at)));
    assert_eq!(logged(), 1, "counted once");
}

/// The decision comes while the attempt waits for its answer, which would give it up.
#[test]
fn a_decision_that_comes_during_an_attempt_does_not_end_it_as_failed() {
    let (mut ports, owner) = ports(&[Reply::Refuses, Reply::Accepts], &[Reply::Delivers]);
    send(&ports, owner, &invoice());
    let id = the_report(&ports);
    let other = TestPorts {
        store: ports.store.clone(),
        reporting: ports.reporting.clone(),
        ..TestPorts::default()
    };
    ports.network.overtakes =
        Some(Box::new(move |_| take(&other, &status("PSK000099", id, ResponseCode::Accepted))));
    let overtaken = report(&ports, owner, id);
    assert!(matches!(overtaken, Reported::Again { .. }), "{overtaken:?}");
    assert_eq!(report(&ports, owner, id), Reported::Settled);
    assert!(run(ports.store.tax_report(owner, id)).expect("there").sent_at.is_some());
}

#[test]
fn what_cannot_be_reported_says_why() {
    for (replies, days) in [(Reply::Unreachable, 5), (Reply::Refuses, 0)] {
        let (ports, owner) = ports(&[replies], &[]);
        send(&ports, owner, &invoice());
        let id = the_report(&ports);
        ports.still.advance(Duration::days(days));
        let failed = report(&ports, owner, id);
        assert!(matches!(failed, Reported::Failed(_)), "{failed:?}");
        assert_eq!(state(&ports, owner, id), ReportState::Queued, "an operator may try it again");
        let Reported::Failed(error) = failed else { continue };
        assert_eq!(issues(&ports, owner, id), [(None, error)]);
    }
    let (ports, owner) = ports(&[], &[]);
    let broken = String::from_utf8(invoice()).expect("UTF-8");
    let broken = broken.replacen("<cbc:IssueDate>", "<cbc:IssueDate>x", 1);
    send(&ports, owner, broken.as_bytes());
    let id = the_report(&ports);
    let failed = report(&ports, owner, id);
    let Reported::Failed(error) = &failed else { panic!("{failed:?}") };
    let issues = issues(&ports, owner, id);
    assert!(error.contains("break") && !issues.is_empty(), "{error}");
    for (code, message) in issues {
        let code = code.expect("a rule");
        assert!(error.contains(&code) && !message.is_empty(), "{code}: {message}");
    }
    let gone = report(&ports, owner, ReportId(uuid::Uuid::nil()));
    assert_eq!(gone, Reported::Settled);
}

#[test]
fn a_later_send_of_the_same_document_replaces_what_was_reported() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Refuses, Reply::Delivers]);
    for _ in 0..2 {
        send(&ports, owner, &invoice());
    }
    let ids: Vec<_> =
        jobs(&ports).iter().map(|job| ReportId(job.subject.expect("a report").0)).collect();
    let held = report(&ports, owner, ids[1]);
    assert!(matches!(held, Reported::Again { .. }), "{held:?}");
    assert_eq!(report(&ports, owner, ids[0]), Reported::Settled);
    let held = report(&ports, owner, ids[1]);
    assert!(matches!(held, Reported::Again { .. }), "the authority has not answered: {held:?}");
    take(&ports, &status("PSK000099", ids[0], ResponseCode::Accepted));
    assert_eq!(report(&ports, owner, ids[1]), Reported::Settled);
    let [(_, first), (_, second)] = &taken(&ports)[..] else { panic!("not two reports") };
    let code = |document: &str, code: &str| document.contains(&format!("TaxDataTypeCode>{code}</"));
    assert!(code(first, "S"), "{first}");
    assert!(code(second, "R"), "{second}");
}

#[test]
fn nothing_is_due_without_an_authority_a_vat_number_or_an_attempt() {
    let (mut without, owner) = ports(&[], &[]);
    without.reporting = None;
    send(&without, owner, &invoice());
    assert!(jobs(&without).is_empty());

    let (ports, owner) = ports(&[], &[]);
    send(&ports, owner, b"<repaired/>");
    assert!(jobs(&ports).is_empty(), "a document without VAT numbers");
    let text = String::from_utf8(invoice()).expect("UTF-8");
    let others = text.replacen(">9482348239847239874<", ">1234567890128<", 1);
    send(&ports, owner, others.as_bytes());
    assert!(jobs(&ports).is_empty(), "a document of another sender");
    ports.still.advance(Duration::days(60)); // 2027: it may not leave any more
    send(&ports, owner, &invoice());
    assert!(jobs(&ports).is_empty(), "it was never sent");
}

#[test]
fn the_report_of_an_invoice_that_reached_nobody_is_deleted_when_it_is_cancelled() {
    for (receiver, response, expected) in [
        (Reply::Refuses, ResponseCode::Accepted, 2),
        (Reply::Refuses, ResponseCode::Rejected, 1),
        (Reply::Delivers, ResponseCode::Accepted, 1),
    ] {
        let (ports, owner) = ports(&[Reply::Accepts], &[receiver]);
        let submission = send(&ports, owner, &invoice());
        let first = the_report(&ports);
        report(&ports, owner, first);
        let record = run(ports.store.submission_record(owner, submission)).expect("there");
        for _ in 0..2 {
            let withdrawn = withdraw_reports(&ports, owner, record.submission.invoice);
            run(withdrawn).expect("decided");
        }
        let ids: Vec<_> =
            jobs(&ports).iter().map(|job| ReportId(job.subject.expect("a report").0)).collect();
        assert_eq!(ids.len(), if receiver == Reply::Delivers { 1 } else { 2 }, "{receiver:?}");
        let Some(&deletion) = ids.get(1) else { continue };
        let held = report(&ports, owner, deletion);
        assert!(matches!(held, Reported::Again { .. }), "{held:?}");
        let mut answer = status("PSK000099", first, response);
        if response == ResponseCode::Rejected {
            answer.document = rejection(first).write().as_bytes().into();
        }
        take(&ports, &answer);
        assert_eq!(report(&ports, owner, deletion), Reported::Settled);
        let taken = taken(&ports);
        assert_eq!(taken.len(), expected, "{response:?}");
        let Some((_, document)) = taken.get(1) else { continue };
        assert!(document.contains("TaxDataTypeCode>D</"), "{document}");
        take(&ports, &status("PSK000099", deletion, ResponseCode::Accepted));
        let last = ports.store.events(owner).pop().expect("an event");
        assert!(last.contains(r#""deletes":true"#), "{last}");
    }
}

/// What the first send of a document reported, the second replaces.
#[test]
fn no_report_of_a_document_that_somebody_has_is_deleted() {
    let (ports, owner) = ports(&[Reply::Accepts], &[Reply::Refuses, Reply::Delivers]);
    let first = send(&ports, owner, &invoice());
    report(&ports, owner, the_report(&ports));
    take(&ports, &status("PSK000099", the_report(&ports), ResponseCode::Accepted));
    let of = run(ports.store.submission_record(owner, first)).expect("there").submission.invoice;
    let mut again = QueuedSend { invoice: None, ..sends::test_send() };
    again.submission.invoice = of;
    let id = queue(&ports, owner, &invoice(), again);
    let withdraw = || run(withdraw_reports(&ports, owner, of)).expect("decided");
    let later = NOW + Duration::minutes(15);
    assert_eq!((withdraw(), jobs(&ports).len()), (Some(later), 1), "it may be delivered, or fail");
    deliver(&ports, owner, id);
    assert_eq!((withdraw(), jobs(&ports).len()), (None, 2), "two reports, and no deletion");
}

/// The ids of all reports, the oldest first.
fn reports(ports: &TestPorts) -> Vec<ReportId> {
    jobs(ports).iter().map(|job| ReportId(job.subject.expect("a report").0)).collect()
}

/// The authority knows a document by its date too: what was dated again after its send had failed is another.
#[test]
fn the_report_of_a_document_that_was_dated_again_is_deleted() {
    for (receiver, response, deleted) in [
        (Reply::Refuses, ResponseCode::Accepted, true),
        (Reply::Refuses, ResponseCode::Rejected, false),
        (Reply::Delivers, ResponseCode::Accepted, false),
    ] {
        let (ports, owner) = ports(&[Reply::Accepts], &[receiver, Reply::Delivers]);
        let submission = send(&ports, owner, &invoice());
        let first = the_report(&ports);
        report(&ports, owner, first);
        let mut answer = status("PSK000099", first, response);
        if response == ResponseCode::Rejected {
            answer.document = rejection(first).write().as_bytes().into();
        }
        take(&ports, &answer);
        let sent = run(ports.store.submission_record(owner, submission)).expect("there").submission;
        let text = String::from_utf8(invoice()).expect("UTF-8");
        let (before, rest) = text.split_once("<cbc:IssueDate>").expect("a date");
        let (_, rest) = rest.split_once('<').expect("its end");
        let dated_again = format!("{before}<cbc:IssueDate>2026-11-20<{rest}");
        let mut again = QueuedSend { invoice: None, ..sends::test_send() };
        again.submission.invoice = sent.invoice;
        let again = queue(&ports, owner, dated_again.as_bytes(), again);
        deliver(&ports, owner, again);
        let second = reports(&ports)[1];
        for _ in 0..2 {
            assert_eq!(report(&ports, owner, second), Reported::Settled);
        }
        let all = reports(&ports);
        assert_eq!(all.len(), if deleted { 3 } else { 2 }, "{receiver:?} {response:?}");
        let taken_so_far = taken(&ports);
        assert!(taken_so_far[1].1.contains("TaxDataTypeCode>S</"), "{}", taken_so_far[1].1);
        let Some(deletion) = all.get(2) else { continue };
        assert_eq!(report(&ports, owner, *deletion), Reported::Settled);
        let documents = taken(&ports);
        let [(_, first), (_, second), (_, last)] = &documents[..] else {
            panic!("not three: {documents:?}")
        };
        assert!(last.contains("TaxDataTypeCode>D</"), "{last}");
        // of the reported document
        let id = |document: &str| {
            let reported = document.split("<pxs:ReportedDocument>").nth(1).expect("a document");
            let id = reported.split("<cbc:UUID>").nth(1).and_then(|rest| rest.split('<').next());
            id.expect("an id").to_owned()
        };
        assert_eq!(id(last), id(first));
        assert_ne!(id(first), id(second));
    }
}

/// While it was given up there was nothing to delete.
#[test]
fn a_report_of_a_cancelled_invoice_that_is_tried_again_is_deleted() {
    let (ports, owner) = ports(&[Reply::Unreachable, Reply::Accepts], &[Reply::Refuses]);
    let submission = send(&ports, owner, &invoice());
    let given_up = the_report(&ports);
    ports.still.advance(Duration::days(5));
    assert!(matches!(report(&ports, owner, given_up), Reported::Failed(_)));
    let invoice = run(ports.store.submission_record(owner, submission)).expect("there");
    let invoice = invoice.submission.invoice;
    let context = ports.context(owner);
    run(move_invoice(&context, invoice, InvoiceMove::Cancel)).expect("cancelled");
    assert_eq!(run(withdraw_reports(&ports, owner, invoice)).expect("decided"), None);
    let needless = reports(&ports)[1];
    assert_eq!(report(&ports, owner, needless), Reported::Settled);
    let forgotten = run(ports.store.tax_report(owner, needless));
    assert!(matches!(forgotten, Err(StoreError::NotFound)), "{forgotten:?}");

    // an operator has it tried again
    for _ in 0..2 {
        assert_eq!(report(&ports, owner, given_up), Reported::Settled);
    }
    take(&ports, &status("PSK000099", given_up, ResponseCode::Accepted));
    let all = reports(&ports);
    assert_eq!(all.len(), 3, "one deletion more");
    assert_eq!(report(&ports, owner, all[2]), Reported::Settled);
    let documents = taken(&ports);
    let [(_, first), (_, last)] = &documents[..] else { panic!("not two: {documents:?}") };
    assert!(first.contains("TaxDataTypeCode>S</") && last.contains("TaxDataTypeCode>D</"));
}

fn rejection(about: ReportId) -> MessageStatus {
    MessageStatus {
        id: "mls-2".to_owned(),
        issued: NOW,
        sender: "000099".to_owned(),
        receiver: "000001".to_owned(),
        response: ResponseCode::Rejected,
        description: Some("no".to_owned()),
        about: about.to_string(),
        issues: vec![Issue {
            location: None,
            description: "no".to_owned(),
            reason: ReasonCode::Rule,
        }],
    }
}
