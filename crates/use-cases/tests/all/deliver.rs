use crate::ground::{FakeNetwork, TestPorts, run};
use access::OrganizationId;
use peppol_connector::{Jitter, State, SubmissionId, SubmissionStore};
use testkit::{
    build::NOW,
    fakes::{FakeAccessPoint, Reply},
    sends,
};
use use_cases::{Courier, Delivered};
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
    run(Courier(ports).deliver(organization, id, Jitter(0))).expect("an attempt")
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
