use crate::setup::{FakeNetwork, TestPorts, run};
use access::OrganizationId;
use jobs::{JobFilter, JobQueue, JobState};
use peppol_connector::{
    audit::AuditAction,
    identifiers::SubmissionId,
    ports::{AccessPoint, AttemptOutcome, Receipt, SubmissionLists, SubmissionStore},
    sending::Submission,
    submissions::{Actor, Jitter, Move, OutgoingMessage, Progress, State},
};
use peppol_messages::mls::{MessageStatus, ResponseCode};
use std::sync::{Arc, Mutex};
use testkit::{
    build::NOW,
    fakes::{FakeAccessPoint, Reply},
    sends,
};
use time::Duration;
use use_cases::{
    Runtime,
    network::organizations::deactivate_account,
    sending::{
        deliver::{Delivered, SubmissionSender},
        flight::flight,
    },
};
use uuid::Uuid;

/// A submission that is queued, and an access point that replies so.
pub fn queued(replies: &[Reply]) -> (TestPorts, OrganizationId, SubmissionId) {
    let send = sends::test_send();
    let access_point = FakeAccessPoint::default().with(&send.submission.receiver, replies);
    let network = FakeNetwork { access_point, ..FakeNetwork::default() };
    let ports = TestPorts { network, ..TestPorts::default() };
    let organization = ports.with_enrolled();
    let commit = sends::queued(&send);
    run(ports.store.commit(organization, &commit, None, NOW)).expect("queued");
    (ports, organization, send.submission.id)
}

fn deliver(ports: &TestPorts, organization: OrganizationId, id: SubmissionId) -> Delivered {
    run(SubmissionSender(ports).deliver(organization, id, Jitter(0))).expect("an attempt")
}

#[test]
fn a_receipt_decides_the_state_and_its_event() {
    for (reply, state, events) in
        [(Reply::Delivers, State::Delivered, 2), (Reply::Accepts, State::Sent, 1)]
    {
        let (ports, organization, id) = queued(&[reply]);
        assert_eq!(deliver(&ports, organization, id), Delivered::Moved(state));
        assert_eq!(ports.store.events(organization).len(), events, "{reply:?}");
        assert_eq!(deliver(&ports, organization, id), Delivered::Settled, "once");
        assert_eq!(ports.network.access_point.attempts(), 1);
    }
}

/// A status that comes while the receipt is on its way settles the submission; the receipt is evidence all the same.
#[test]
fn a_receipt_that_a_status_overtook_is_kept() {
    for (by, state) in
        [(Move::Delivered, State::Delivered), (Move::RefusedByReceiver, State::Failed)]
    {
        let (mut ports, organization, id) = queued(&[Reply::Accepts]);
        let store = ports.store.clone();
        ports.network.overtakes = Some(Box::new(move |_| {
            let (submission, _) = run(store.submission(organization, id)).expect("there");
            let other = TestPorts { store: store.clone(), ..TestPorts::default() };
            let status = Receipt { evidence: b"status".to_vec(), ..sends::receipt() };
            let outcome = match by {
                Move::Delivered => AttemptOutcome::Receipt(&status),
                _ => AttemptOutcome::Error("rejected"),
            };
            let sender = SubmissionSender(&other);
            let actor = Actor::Network;
            let kept = sender.keep(organization, &submission, actor, by, outcome, Jitter(0));
            assert!(run(kept).expect("kept").is_some());
        }));
        assert_eq!(deliver(&ports, organization, id), Delivered::TakenOver);
        let record = run(ports.store.submission_record(organization, id)).expect("there");
        assert_eq!(record.submission.progress.state, state);
        let kept = run(ports.store.submission_receipts(organization, id)).expect("there");
        let receipts = kept.iter().filter(|one| one.starts_with(b"receipt of "));
        assert_eq!(receipts.count(), 1, "{by:?}");
        let flight = run(flight(&ports.context(organization), &record)).expect("a record");
        assert_eq!(flight.attempts[0].hops[0].answer, "HTTP 200");
    }
}

/// A worker vanished after its message went out, and the status ended the send: the message is sent once more, for its
/// receipt alone.
#[test]
fn a_receipt_that_went_with_its_worker_is_asked_for() {
    for (by, state) in
        [(Move::Delivered, State::Delivered), (Move::RefusedByReceiver, State::Failed)]
    {
        let replies = [Reply::Accepts, Reply::Unreachable, Reply::Accepts];
        let (ports, organization, submission) = vanished(&replies, by);
        let id = submission.id;
        let job = run(ports.store.jobs(JobFilter::default(), None, 9)).expect("jobs").rows;
        let until = ports.still.now() + Duration::seconds(10);
        assert_eq!(job[0].state, JobState::Waiting { run_at: until }, "it asks");
        let record = run(ports.store.submission_record(organization, id)).expect("there");
        assert_eq!(record.run_at, None, "no attempt follows");
        let events = ports.store.events(organization);

        ports.still.advance(Duration::seconds(10));
        let again = ports.still.now() + Duration::seconds(10);
        assert_eq!(deliver(&ports, organization, id), Delivered::ReceiptMissing(again));
        ports.still.advance(Duration::seconds(10));
        for _ in 0..2 {
            assert_eq!(deliver(&ports, organization, id), Delivered::Settled);
        }
        assert_eq!(ports.network.access_point.attempts(), 3);
        let delivered = ports.network.access_point.delivered();
        assert_eq!(delivered.len(), 1, "the receiver has it once");
        let OutgoingMessage { attempt, ambiguous, .. } = delivered[0].message;
        let expected = OutgoingMessage { attempt, ambiguous, ..submission.message() };
        assert_eq!(delivered[0].message, expected);
        let kept = run(ports.store.submission_receipts(organization, id)).expect("there");
        let receipts = kept.iter().filter(|one| one.starts_with(b"receipt of "));
        assert_eq!(receipts.count(), 1, "{by:?}");
        let after = run(ports.store.submission_record(organization, id)).expect("there");
        assert_eq!((after.submission.progress.state, &after), (state, &record), "nothing moved");
        assert_eq!(ports.store.events(organization), events);
    }
}

/// A send whose first message arrived, whose worker vanished, and which a status ended.
fn vanished(replies: &[Reply], by: Move) -> (TestPorts, OrganizationId, Submission) {
    let (ports, organization, id) = queued(replies);
    let sender = SubmissionSender(&ports);
    let (mut submission, document) = run(ports.store.submission(organization, id)).expect("there");
    let none = AttemptOutcome::None;
    let claimed =
        sender.keep(organization, &submission, Actor::Worker, Move::Claimed, none, Jitter(0));
    submission.progress = run(claimed).expect("kept").expect("claimed");
    let message = submission.message();
    let lost = ports.network.access_point.deliver(&message, &document);
    run(lost).expect("a receipt that nobody keeps");
    let mls = mls_about(&submission);
    let status = Receipt { evidence: mls, ..sends::receipt() };
    let outcome = match by {
        Move::Delivered => AttemptOutcome::Receipt(&status),
        _ => AttemptOutcome::Error("rejected"),
    };
    let kept = sender.keep(organization, &submission, Actor::Network, by, outcome, Jitter(0));
    run(kept).expect("kept").expect("moved");
    (ports, organization, submission)
}

/// Nobody's signature is needed to believe that it came before.
#[test]
fn what_is_asked_for_again_has_gone_out_before() {
    let (mut ports, organization, submission) = vanished(&[Reply::Accepts], Move::Delivered);
    assert!(!submission.message().is_repeated(), "its only attempt");
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    ports.network.overtakes = Some(Box::new(move |message| {
        seen.lock().expect("a list").push(message.is_repeated());
    }));
    assert_eq!(deliver(&ports, organization, submission.id), Delivered::Settled);
    assert_eq!(*asked.lock().expect("a list"), [true]);
}

fn mls_about(submission: &Submission) -> Vec<u8> {
    let status = MessageStatus {
        id: "mls-1".to_owned(),
        issued: NOW,
        sender: "000002".to_owned(),
        receiver: "000001".to_owned(),
        response: ResponseCode::Delivered,
        description: None,
        about: submission.message_id.to_string(),
        issues: Vec::new(),
    };
    status.write().into_bytes()
}

#[test]
fn who_refuses_a_receipt_is_not_asked_again() {
    let replies = [Reply::Accepts, Reply::Refuses];
    let (ports, organization, submission) = vanished(&replies, Move::Delivered);
    for _ in 0..2 {
        assert_eq!(deliver(&ports, organization, submission.id), Delivered::Settled);
        ports.still.advance(Duration::days(1));
    }
    let (ports, organization, submission) =
        vanished(&[Reply::Accepts, Reply::Unreachable], Move::Delivered);
    ports.still.advance(Duration::days(1));
    assert_eq!(deliver(&ports, organization, submission.id), Delivered::Settled, "long enough");
}

#[test]
fn an_attempt_tells_what_it_asked() {
    let (ports, organization, id) = queued(&[Reply::Unreachable, Reply::Accepts]);
    deliver(&ports, organization, id);
    ports.still.advance(Duration::minutes(5));
    deliver(&ports, organization, id);
    let record = run(ports.store.submission_record(organization, id)).expect("there");
    let flight = run(flight(&ports.context(organization), &record)).expect("a record");
    let asked = flight.attempts.iter().map(|one| (one.outcome, one.hops.len()));
    let expected = [(Some(AuditAction::AttemptFailed), 1), (Some(AuditAction::Sent), 1)];
    assert_eq!(asked.collect::<Vec<_>>(), expected);
}

#[test]
fn a_lost_receipt_leaves_the_send_open() {
    let (ports, organization, id) = queued(&[Reply::LosesReceipt]);
    let Delivered::Moved(state) = deliver(&ports, organization, id) else { panic!("it moved") };
    assert!(!matches!(state, State::Sent | State::Delivered), "{state:?}");
    assert_eq!(ports.store.events(organization), Vec::<String>::new());
}

/// Else its next claim would hold that the attempt may have arrived.
#[test]
fn a_database_that_fails_before_anything_left_leaves_the_send_as_it_was() {
    let (ports, organization, id) = queued(&[Reply::Delivers]);
    ports.store.fail(Some("end_user"));
    let failed = run(SubmissionSender(&ports).deliver(organization, id, Jitter(0)));
    assert!(failed.is_err(), "{failed:?}");
    let record = run(ports.store.submission_record(organization, id)).expect("there");
    assert_eq!(record.submission.progress, Progress::new(State::Queued));
    assert_eq!(ports.network.access_point.attempts(), 0);
    ports.store.fail(None);
    assert_eq!(deliver(&ports, organization, id), Delivered::Moved(State::Delivered));
}

#[test]
fn a_submission_that_is_gone_is_settled() {
    let (ports, organization, id) = queued(&[]);
    assert_eq!(deliver(&ports, organization, SubmissionId(Uuid::nil())), Delivered::Settled);
    let stranger = ports.with_organization().id;
    assert_eq!(deliver(&ports, stranger, id), Delivered::Settled, "of another tenant");
}

/// What was said of it, and that nothing went out.
fn error_of(ports: &TestPorts, organization: OrganizationId, id: SubmissionId) -> String {
    assert_eq!(ports.network.access_point.attempts(), 0, "nothing left");
    let events = ports.store.events(organization);
    let failed = events.last().expect("an event");
    let record = run(ports.store.submission_record(organization, id)).expect("there");
    let error = record.error.expect("a reason");
    assert!(failed.contains("peppol.document.failed") && failed.contains(&error), "{failed}");
    error
}

#[test]
fn what_comes_late_fails_instead_of_leaving() {
    let (ports, organization, id) = queued(&[Reply::Delivers]);
    ports.still.advance(Duration::days(60)); // 2027
    assert_eq!(deliver(&ports, organization, id), Delivered::Moved(State::Failed));
    let error = error_of(&ports, organization, id);
    assert!(error.starts_with("INVOICE_ISSUE_DATE_NOT_SEND_DATE"), "{error}");
    assert_eq!(deliver(&ports, organization, id), Delivered::Settled);
}

#[test]
fn who_was_deregistered_meanwhile_sends_nothing() {
    let (ports, organization, id) = queued(&[Reply::Delivers]);
    run(deactivate_account(&ports.context(organization))).expect("kept").expect("given up");
    assert_eq!(deliver(&ports, organization, id), Delivered::Moved(State::Failed));
    let error = error_of(&ports, organization, id);
    assert!(error.contains("no active Peppol account"), "{error}");
}
