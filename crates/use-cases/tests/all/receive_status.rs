//! Statuses of messages that we sent.

use crate::{
    provider_reports::{log, provider},
    setup::{FakeNetwork, TestPorts, run},
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::Network,
    inbox::{Arrival, ArrivingDocument, DocumentHead, ReceivedMessage, StatusRequest},
    ports::{AttemptOutcome, Receipt, SubmissionLists, SubmissionStore},
    sending::Submission,
    submissions::{Actor, Jitter, Move, Progress, State, SubmissionRecord},
};
use peppol_messages::as4::EbmsError;
use peppol_messages::mls::{
    Issue, MLS_DOCUMENT_TYPE, MLS_PROCESS, MessageStatus, ReasonCode, ResponseCode,
};
use peppol_messages::trust::{Certificate, Identity};
use testkit::{
    build::NOW,
    fakes::{FakeDirectory, Listing},
    fixtures,
    peppol::participant,
    sends,
};
use use_cases::{
    Ports,
    receiving::{receive_document::receive_document, receive_error::ReceiveError},
    sending::deliver::SubmissionSender,
};

/// Ours.
const SEAT: &str = "PSK000001";
/// The access point that we sent to: `ap2` of the fixtures.
pub const OTHER: &str = "PAT000002";

/// Something that `ap2` signed, as evidence of a receipt.
pub fn evidence() -> Vec<u8> {
    let pem = |name: &str| fixtures::text(&format!("peppol-network/as4/pki/{name}"));
    let certificate = Certificate::of_text(&pem("ap2.pem")).expect("a certificate");
    let identity = Identity::of_pem(certificate, &pem("ap2.key")).expect("its key");
    let signal = EbmsError::other("1@billhook", "taken").signal(&identity, "2@x", NOW);
    signal.expect("signed").into_bytes()
}

/// A submission that `ap2` has taken.
fn sent() -> (TestPorts, OrganizationId, Submission) {
    let ports = TestPorts::default();
    let organization = ports.with_enrolled();
    let send = sends::test_send();
    run(ports.store.commit(organization, &sends::queued(&send), None, NOW)).expect("queued");
    let mut submission = send.submission;
    let evidence = evidence();
    let receipt = Receipt {
        transaction_id: Some("2@x".into()),
        evidence,
        duplicate: false,
        delivered: false,
    };
    for (by, outcome) in
        [(Move::Claimed, AttemptOutcome::None), (Move::Accepted, AttemptOutcome::Receipt(&receipt))]
    {
        let sender = SubmissionSender(&ports);
        let kept = sender.keep(organization, &submission, Actor::Worker, by, outcome, Jitter(0));
        submission.progress = run(kept).expect("kept").expect("moved");
    }
    (ports, organization, submission)
}

fn status(about: &str, response: ResponseCode) -> MessageStatus {
    let rejects = response == ResponseCode::Rejected;
    let issue = Issue {
        location: Some("/Invoice".to_owned()),
        description: "[BR-01] wrong".to_owned(),
        reason: ReasonCode::Rule,
    };
    MessageStatus {
        id: "mls-1".to_owned(),
        issued: NOW,
        sender: "000002".to_owned(),
        receiver: "000001".to_owned(),
        response,
        description: rejects.then(|| "Rejected".to_owned()),
        about: about.to_owned(),
        issues: if rejects { vec![issue] } else { Vec::new() },
    }
}

/// A status as it comes from an access point.
fn arriving(provider: &str, document: &str) -> ArrivingDocument {
    let id = testkit::build::id();
    let message = ReceivedMessage {
        provider: provider.to_owned(),
        message_id: format!("{id}@x"),
        instance: id.to_string(),
        status: StatusRequest::default(),
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "4@billhook".to_owned(),
        sender: participant("0242:000002"),
        receiver: participant("0242:000001"),
        document_type: format!("busdox-docid-qns::{MLS_DOCUMENT_TYPE}").parse().expect("a type"),
        process: format!("cenbii-procid-ubl::{MLS_PROCESS}").parse().expect("a process"),
        document: document.as_bytes().into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

fn take(ports: &TestPorts, document: &ArrivingDocument) -> Arrival {
    run(receive_document(ports, SEAT, document)).expect("taken")
}

fn record(ports: &TestPorts, owner: OrganizationId, of: &Submission) -> SubmissionRecord {
    run(ports.database().submission_record(owner, of.id)).expect("there")
}

#[test]
fn a_status_moves_its_submission_once() {
    for (response, state, events) in [
        (ResponseCode::Delivered, State::Delivered, 2),
        (ResponseCode::Accepted, State::Delivered, 2),
        (ResponseCode::Rejected, State::Failed, 2),
    ] {
        let (ports, owner, submission) = sent();
        let status = status(&submission.message_id.to_string(), response).write();
        let first = arriving(OTHER, &status);
        // its sender may sign it anew: our receipt is another then
        let again = ArrivingDocument { receipt: b"<Another/>".as_slice().into(), ..first.clone() };
        let repeated = Arrival::Repeated {
            transaction_id: first.transaction_id.clone(),
            evidence: first.receipt.to_vec(),
            same_document: true,
        };
        for (document, arrival) in [
            (&first, Arrival::Kept),
            (&again, repeated),
            // the same in another message counts for nothing, and is kept
            (&arriving(OTHER, &status), Arrival::Kept),
        ] {
            assert_eq!(take(&ports, document), arrival);
            let record = record(&ports, owner, &submission);
            assert_eq!(record.submission.progress.state, state, "{response:?}");
            assert_eq!(ports.store.events(owner).len(), events, "{response:?}");
        }
        let error = record(&ports, owner, &submission).error;
        let said = (state == State::Failed).then_some("Rejected; [BR-01] wrong (/Invoice)");
        assert_eq!(error.as_deref(), said);
        let receipts = run(ports.store.submission_receipts(owner, submission.id)).expect("kept");
        assert_eq!(receipts.len(), if state == State::Delivered { 2 } else { 1 });
    }
}

/// What moved stands, and is not counted, before the message is kept: its sender hears of no receipt, and sends it again.
#[test]
fn a_status_that_moved_and_was_not_kept_is_kept_when_it_comes_again() {
    for (response, state) in
        [(ResponseCode::Delivered, State::Delivered), (ResponseCode::Rejected, State::Failed)]
    {
        let (mut ports, owner, submission) = sent();
        ports.provider = Some(provider());
        let status = status(&submission.message_id.to_string(), response).write();
        let document = arriving(OTHER, &status);
        ports.store.fail(Some("keep_service_message"));
        let lost = run(receive_document(&ports, SEAT, &document));
        assert!(matches!(lost, Err(ReceiveError::Store(_))), "no receipt leaves: {lost:?}");
        assert_eq!(log(&ports), [], "nor is it counted");
        let moved = record(&ports, owner, &submission);
        assert_eq!(moved.submission.progress.state, state);
        let before = (ports.store.events(owner), evidence_of(&ports, owner, &submission));

        ports.store.fail(None);
        ports.still.advance(time::Duration::MINUTE);
        assert_eq!(take(&ports, &document), Arrival::Kept);
        let again = take(&ports, &document);
        assert!(matches!(again, Arrival::Repeated { same_document: true, .. }), "{again:?}");
        assert_eq!(record(&ports, owner, &submission), moved, "it moved once");
        let after = (ports.store.events(owner), evidence_of(&ports, owner, &submission));
        assert_eq!((after, log(&ports).len()), (before, 1));
    }
}

fn evidence_of(ports: &TestPorts, owner: OrganizationId, of: &Submission) -> Vec<Vec<u8>> {
    run(ports.store.submission_receipts(owner, of.id)).expect("kept")
}

#[test]
fn another_status_under_the_same_id_is_not_taken_for_the_first() {
    let (ports, owner, submission) = sent();
    let about = submission.message_id.to_string();
    let first = arriving(OTHER, &status(&about, ResponseCode::Delivered).write());
    take(&ports, &first);
    let rejected = status(&about, ResponseCode::Rejected).write();
    let other = ArrivingDocument { document: rejected.as_bytes().into(), ..first };
    let arrival = take(&ports, &other);
    assert!(matches!(arrival, Arrival::Repeated { same_document: false, .. }), "{arrival:?}");
    let progress = record(&ports, owner, &submission).submission.progress;
    assert_eq!(progress.state, State::Delivered);
}

#[test]
fn the_first_of_two_that_contradict_counts() {
    let (ports, owner, submission) = sent();
    for response in [ResponseCode::Rejected, ResponseCode::Delivered] {
        let status = status(&submission.message_id.to_string(), response).write();
        take(&ports, &arriving(OTHER, &status));
        let progress = record(&ports, owner, &submission).submission.progress;
        assert_eq!(progress.state, State::Failed, "{response:?}");
    }
}

#[test]
fn statuses_that_count_for_nothing_change_nothing() {
    let (ports, owner, submission) = sent();
    let about = submission.message_id.to_string();
    let right = status(&about, ResponseCode::Rejected);
    let of_another = MessageStatus { sender: "000003".to_owned(), ..right.clone() };
    for (name, document) in [
        ("another access point's", arriving("PSK000003", &of_another.write())),
        ("signed by another", arriving("PSK000003", &right.write())),
        ("an unknown message", arriving(OTHER, &status("no id", ResponseCode::Rejected).write())),
        ("no status", arriving(OTHER, "<ApplicationResponse/>")),
        ("another network", {
            ArrivingDocument { network: Network::Live, ..arriving(OTHER, &right.write()) }
        }),
        ("an invalid status", arriving(OTHER, &right.write().replace("mls:1.0", "mls:9"))),
    ] {
        assert_eq!(take(&ports, &document), Arrival::Kept, "{name}");
        let progress: Progress = record(&ports, owner, &submission).submission.progress;
        assert_eq!(progress.state, State::Sent, "{name}");
        assert_eq!(ports.store.events(owner).len(), 1, "{name}");
    }
}

/// A receipt for a status that nobody can believe yet would end it.
#[test]
fn a_status_comes_again_once_the_directory_answers() {
    let send = sends::test_send();
    let (receiver, about) = (&send.submission.receiver, send.submission.message_id.to_string());
    let directory = FakeDirectory::default().with(Network::Test, receiver, Listing::Unreachable);
    let network = FakeNetwork { directory, ..FakeNetwork::default() };
    let ports = TestPorts { network, ..TestPorts::default() };
    let owner = ports.with_enrolled();
    run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
    let document = arriving(OTHER, &status(&about, ResponseCode::Delivered).write());
    let refused = run(receive_document(&ports, SEAT, &document)).expect_err("nobody knows");
    assert!(matches!(refused, ReceiveError::Directory(_)), "{refused:?}");
}

#[test]
fn statuses_for_another_provider_are_not_served() {
    let (ports, _, submission) = sent();
    let status = status(&submission.message_id.to_string(), ResponseCode::Delivered).write();
    for receiver in ["0242:000009", "0242:0000011", "9915:2020202020"] {
        let document =
            ArrivingDocument { receiver: participant(receiver), ..arriving(OTHER, &status) };
        let refused = run(receive_document(&ports, SEAT, &document)).expect_err("refused");
        assert!(matches!(refused, ReceiveError::NotServed(_)), "{receiver}: {refused:?}");
    }
    let suffixed =
        ArrivingDocument { receiver: participant("0242:000001-MLS"), ..arriving(OTHER, &status) };
    assert_eq!(take(&ports, &suffixed), Arrival::Kept);
}
