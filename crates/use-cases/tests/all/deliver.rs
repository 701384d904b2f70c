use crate::setup::{FakeNetwork, TestPorts, run};
use access::OrganizationId;
use peppol_connector::{Jitter, State, SubmissionId, SubmissionLists, SubmissionStore};
use testkit::{
    build::NOW,
    fakes::{FakeAccessPoint, Reply},
    sends,
};
use time::Duration;
use use_cases::{Delivered, SubmissionSender, organizations::deactivate_account};
use uuid::Uuid;

/// A submission that is queued, and an access point that replies so.
fn queued(replies: &[Reply]) -> (TestPorts, OrganizationId, SubmissionId) {
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

#[test]
fn a_lost_receipt_leaves_the_send_open() {
    let (ports, organization, id) = queued(&[Reply::LosesReceipt]);
    let Delivered::Moved(state) = deliver(&ports, organization, id) else { panic!("it moved") };
    assert!(!matches!(state, State::Sent | State::Delivered), "{state:?}");
    assert_eq!(ports.store.events(organization), Vec::<String>::new());
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
