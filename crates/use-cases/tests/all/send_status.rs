//! What the senders of received messages are told.

use crate::setup::{FakeNetwork, TestIntake, TestPorts, run};
use access::OrganizationId;
use jobs::{JobFilter, JobQueue};
use peppol_connector::{
    audit::AuditAction,
    identifiers::{Network, ReceivedId},
    inbox::{
        Arrival, ArrivingDocument, DocumentHead, OwedStatus, ReceivedFilter, ReceivedMessage,
        STATUS_JOB, StatusRequest, StatusState,
    },
    ports::{InboxStore, StatusStore},
    repair::Severity,
    submissions::Jitter,
};
use peppol_messages::mls::{MLS_DOCUMENT_TYPE, MessageStatus, ReasonCode, ResponseCode};
use persistence::StoreError;
use testkit::{
    fakes::{FakeAccessPoint, FakeValidator, Reply},
    fixtures,
    peppol::{participant, received_record},
};
use time::Duration;
use use_cases::{
    Runtime,
    network::organizations::deactivate_account,
    receiving::{
        documents::acknowledge,
        receive_document::receive_document,
        send_status::{SendStatusError, StatusAttempt, send_status},
    },
    sending::flight::status_flight,
};

/// Ours.
const SEAT: &str = "PSK000001";
/// Of who sent to us.
const OTHER: &str = "PAT000002";

fn asks(to: Option<&str>, always: bool) -> StatusRequest {
    StatusRequest { to: to.map(str::to_owned), always }
}

fn arriving(document: &[u8], status: StatusRequest) -> ArrivingDocument {
    let record = received_record();
    let message = ReceivedMessage {
        provider: OTHER.to_owned(),
        message_id: "1@x".to_owned(),
        instance: "instance-1".to_owned(),
        status,
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "receipt-1@billhook".to_owned(),
        sender: record.sender,
        receiver: participant("9915:2020202020"),
        document_type: record.document_type,
        process: record.process,
        document: document.into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

/// Ports where an organization has received a message.
struct Received {
    ports: TestPorts,
    organization: OrganizationId,
    id: ReceivedId,
}

impl Received {
    fn by(ports: TestPorts, arriving: &ArrivingDocument) -> Self {
        let organization = ports.with_enrolled();
        let arrival = run(receive_document(&ports, SEAT, arriving)).expect("kept");
        assert_eq!(arrival, Arrival::Kept);
        let page = run(ports.store.received(organization, &ReceivedFilter::default(), None, 10));
        let id = page.expect("a page").rows[0].id;
        Self { ports, organization, id }
    }

    fn invoice(ports: TestPorts, status: StatusRequest) -> Self {
        Self::by(ports, &arriving(&fixtures::bytes("documents/ubl/invoice.xml"), status))
    }

    fn attempt(&self) -> StatusAttempt {
        run(send_status(&self.ports, self.organization, self.id, Jitter(0))).expect("an attempt")
    }

    fn owed(&self) -> OwedStatus {
        run(self.ports.store.owed_status(self.organization, self.id)).expect("there")
    }

    /// The one status that went out, and to whom.
    fn sent(&self) -> (String, MessageStatus) {
        let taken = self.ports.network.access_point.taken();
        let [sent] = taken.as_slice() else { panic!("one: {taken:?}") };
        let status = MessageStatus::read(&sent.document).expect("valid");
        assert_eq!(sent.message.sender, participant("0242:000001"));
        assert_eq!(sent.message.document_type.value(), MLS_DOCUMENT_TYPE);
        assert_eq!(status.id, sent.message.message_id.to_string());
        assert_eq!((&*status.sender, &*status.about), ("000001", "instance-1"));
        (sent.message.receiver.to_string(), status)
    }
}

fn finding(code: &str, severity: Severity) -> TestPorts {
    let validator = FakeValidator::default().finding(code, severity);
    TestPorts { intake: TestIntake::of(validator), ..TestPorts::default() }
}

fn replying(to: &str, replies: &[Reply]) -> TestPorts {
    let access_point = FakeAccessPoint::default().with(&participant(to), replies);
    let network = FakeNetwork { access_point, ..FakeNetwork::default() };
    TestPorts { network, ..TestPorts::default() }
}

#[test]
fn who_asks_for_failures_hears_nothing_of_success() {
    for ports in [TestPorts::default(), finding("R1", Severity::Warning)] {
        let received = Received::invoice(ports, asks(None, false));
        assert_eq!(received.attempt(), StatusAttempt::Settled);
        let owed = received.owed();
        assert_eq!((owed.state, owed.outgoing), (StatusState::NotOwed, None));
        assert!(received.ports.network.access_point.taken().is_empty());
    }
}

#[test]
fn who_asks_always_hears_of_success_once() {
    let received = Received::invoice(TestPorts::default(), asks(Some("0242:000002-MLS"), true));
    assert_eq!(received.owed().state, StatusState::Waiting);
    for _ in 0..3 {
        assert_eq!(received.attempt(), StatusAttempt::Settled);
    }
    let (to, status) = received.sent();
    assert_eq!((&*to, status.response), ("0242:000002-MLS", ResponseCode::Accepted));
    assert!(
        !received.ports.network.access_point.taken()[0].message.is_repeated(),
        "the first attempt"
    );
    assert!(status.issues.is_empty(), "{status:?}");
    let owed = received.owed();
    assert_eq!((owed.state, owed.attempts), (StatusState::Sent, 1));
    assert!(owed.receipt.is_some_and(|receipt| !receipt.is_empty()));
}

#[test]
fn what_was_taken_over_is_delivered() {
    let received = Received::invoice(TestPorts::default(), asks(None, true));
    let context = received.ports.context(received.organization);
    run(acknowledge(&context, received.id)).expect("taken over");
    received.attempt();
    assert_eq!(received.sent().1.response, ResponseCode::Delivered);
}

#[test]
fn what_is_wrong_is_rejected_whoever_asked() {
    for (code, reason) in [("BR-01", ReasonCode::Rule), ("schema-order", ReasonCode::Syntax)] {
        // an id of another provider does not count
        let status = asks(Some("0242:000009"), false);
        let received = Received::invoice(finding(code, Severity::Error), status);
        received.attempt();
        let (to, status) = received.sent();
        assert_eq!((&*to, status.response), ("0242:000002", ResponseCode::Rejected));
        let [issue] = status.issues.as_slice() else { panic!("one: {status:?}") };
        assert_eq!((issue.reason, issue.location.as_deref()), (reason, Some("/Invoice")));
        assert!(issue.description.starts_with(&format!("[{code}] ")), "{issue:?}");
    }
    let received = Received::by(TestPorts::default(), &arriving(b"<Invoice", asks(None, false)));
    received.attempt();
    assert_eq!(received.sent().1.issues[0].reason, ReasonCode::Syntax);
}

#[test]
fn who_deregisters_after_a_document_was_kept_has_it_all_the_same() {
    let received = Received::invoice(TestPorts::default(), asks(None, true));
    let context = received.ports.context(received.organization);
    run(deactivate_account(&context)).expect("kept").expect("given up");
    received.attempt();
    let (_, status) = received.sent();
    assert_eq!((status.response, status.issues.len()), (ResponseCode::Accepted, 0));
}

#[test]
fn no_status_is_owed_where_there_is_no_other_access_point() {
    let within = ArrivingDocument { message: None, ..arriving(b"<x/>", asks(None, true)) };
    let received = Received::by(TestPorts::default(), &within);
    let owed = run(received.ports.store.owed_status(received.organization, received.id));
    assert!(matches!(owed, Err(StoreError::NotFound)), "{owed:?}");
    let filter = JobFilter { kind: Some(STATUS_JOB.0), state: None };
    let jobs = run(received.ports.store.jobs(filter, None, 10)).expect("jobs");
    assert!(jobs.rows.is_empty());
    assert_eq!(received.attempt(), StatusAttempt::Settled, "a job from somewhere");
}

#[test]
fn what_may_have_arrived_is_sent_again_as_the_same() {
    let ports = replying("0242:000002", &[Reply::LosesReceipt, Reply::Delivers]);
    let received = Received::invoice(ports, asks(None, true));
    let StatusAttempt::Again(at) = received.attempt() else { panic!("no receipt came") };
    assert_eq!(at, received.ports.still.now() + Duration::seconds(5));
    let before = received.owed();
    assert_eq!((before.state, before.attempts), (StatusState::Waiting, 1));
    received.ports.still.advance(Duration::seconds(5));
    assert_eq!(received.attempt(), StatusAttempt::Settled);
    received.sent(); // once
    let owed = received.owed();
    assert_eq!((owed.state, owed.attempts, owed.error), (StatusState::Sent, 2, None));
    assert_eq!(owed.outgoing, before.outgoing, "decided once");
}

#[test]
fn each_attempt_tells_what_it_asked() {
    let ports = replying("0242:000002", &[Reply::Unreachable, Reply::Delivers]);
    let received = Received::invoice(ports, asks(None, true));
    let context = received.ports.context(received.organization);
    let flight = || run(status_flight(&context, received.id, &received.owed())).expect("read");
    assert_eq!(flight(), None, "nothing is decided");
    let began = received.ports.still.now();
    received.attempt();
    received.ports.still.advance(Duration::seconds(5));
    received.attempt();
    let flight = flight().expect("a record");
    let attempts = flight.attempts.iter();
    let attempts =
        attempts.map(|one| (one.began_at, one.outcome, one.error.is_some(), one.hops.len()));
    let expected = [
        (began, Some(AuditAction::AttemptFailed), true, 1),
        (began + Duration::seconds(5), Some(AuditAction::Sent), false, 1),
    ];
    assert_eq!(attempts.collect::<Vec<_>>(), expected);
    assert_eq!(flight.attempts[1].hops[0].answer, "HTTP 200");
    let taken = received.ports.network.access_point.taken();
    assert!(taken[0].message.is_repeated(), "it may have gone out before");
    assert_eq!((flight.size, flight.evidence.len()), (taken[0].document.len(), 1));
}

#[test]
fn a_status_that_cannot_be_sent_goes_to_the_main_id_or_is_given_up() {
    let ports = replying("0242:000002-MLS", &[Reply::NotRegistered]);
    let received = Received::invoice(ports, asks(Some("0242:000002-MLS"), true));
    assert_eq!(received.attempt(), StatusAttempt::Again(received.ports.still.now()));
    assert_eq!(received.attempt(), StatusAttempt::Settled);
    assert_eq!(received.sent().0, "0242:000002");

    let ports = replying("0242:000002", &[Reply::NotRegistered]);
    let received = Received::invoice(ports, asks(None, true));
    assert_eq!(received.attempt(), StatusAttempt::Settled);
    let owed = received.owed();
    assert_eq!(owed.state, StatusState::Failed);
    assert!(owed.error.is_some_and(|error| error.contains("not registered")));
}

#[test]
fn while_the_rules_cannot_be_asked_nothing_is_reported() {
    let intake = TestIntake::of(FakeValidator::default().unavailable());
    let ports = TestPorts { intake, ..TestPorts::default() };
    let received = Received::invoice(ports, asks(None, true));
    let attempt = run(send_status(&received.ports, received.organization, received.id, Jitter(0)));
    assert!(matches!(attempt, Err(SendStatusError::Unvalidated)), "{attempt:?}");
    assert_eq!(received.owed().state, StatusState::Waiting);
}

#[test]
fn while_too_many_documents_are_read_nothing_is_reported() {
    let mut received = Received::invoice(TestPorts::default(), asks(None, true));
    received.ports.intake.busy = true;
    let attempt = run(send_status(&received.ports, received.organization, received.id, Jitter(0)));
    assert!(matches!(attempt, Err(SendStatusError::Busy(_))), "{attempt:?}");
    assert_eq!(received.owed().state, StatusState::Waiting);
    received.ports.intake.busy = false;
    assert_eq!(received.attempt(), StatusAttempt::Settled);
    assert_eq!(received.sent().1.response, ResponseCode::Accepted);
}

#[test]
fn where_the_sender_names_no_identifier_the_main_id_is_informed() {
    let received = Received::invoice(TestPorts::default(), asks(Some("0242:000002- !"), true));
    assert_eq!(received.attempt(), StatusAttempt::Settled);
    assert_eq!(received.sent().0, "0242:000002");
}
