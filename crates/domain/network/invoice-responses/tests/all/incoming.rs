//! Which sent document a response is about.

use access::OrganizationId;
use invoice_responses::{
    Between, Clarification, ClarificationCode, InvoiceResponse, InvoiceStatus, NotAttached,
    SentDocument, attach, read_response, response_process, response_type,
};
use peppol_connector::{
    identifiers::{InvoiceId, MessageId, Network, ParticipantId, ReceivedId, SubmissionId},
    sending::Submission,
    submissions::{Progress, State},
};
use peppol_messages::invoice_response::{AnsweredDocument, ResponseParty, StatusReason};
use time::OffsetDateTime;
use uuid::Uuid;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const BUYER: &str = "9915:2020202020";
const SELLER: &str = "9915:2023456789";

fn id(text: &str) -> ParticipantId {
    text.parse().expect(text)
}

fn response() -> InvoiceResponse {
    let party = |participant: &str| ResponseParty {
        participant: participant.to_owned(),
        name: "Firma".to_owned(),
    };
    let reason = Clarification {
        code: Some(ClarificationCode::Reason(StatusReason::Prices)),
        text: Some("príliš veľa".to_owned()),
        details: Vec::new(),
    };
    InvoiceResponse {
        id: "imr-1".to_owned(),
        issued: NOW,
        note: None,
        sender: party(BUYER),
        receiver: party(SELLER),
        status: InvoiceStatus::Rejected,
        effective_on: None,
        clarifications: vec![reason],
        about: AnsweredDocument {
            number: "FA1".to_owned(),
            issued_on: None,
            type_code: "380".to_owned(),
        },
    }
}

fn document(n: u128) -> SentDocument {
    SentDocument {
        submission: SubmissionId(Uuid::from_u128(n)),
        invoice: InvoiceId(Uuid::from_u128(100 + n)),
        sender: id(SELLER),
        receiver: id(BUYER),
        was_sent: true,
        type_code: Some("380".to_owned()),
    }
}

fn found(documents: &[SentDocument]) -> Result<u128, String> {
    let (buyer, seller) = (id(BUYER), id(SELLER));
    let received = (ReceivedId(Uuid::from_u128(9)), NOW);
    let found =
        attach(Between::new(Network::Test, &buyer, &seller), response(), documents, received);
    found.map(|found| found.submission.0.as_u128()).map_err(|error| error.to_string())
}

#[test]
fn it_is_the_newest_that_was_sent_between_the_two() {
    let other = |change: fn(&mut SentDocument)| {
        let mut other = document(1);
        change(&mut other);
        other
    };
    assert_eq!(found(&[document(1), document(2)]), Ok(1));
    for unlike in [
        other(|one| one.was_sent = false),
        other(|one| one.sender = id("9915:2021111111")),
        other(|one| one.receiver = id("9915:2021111111")),
        other(|one| one.type_code = Some("381".to_owned())),
    ] {
        assert_eq!(found(&[unlike.clone(), document(2)]), Ok(2), "{unlike:?}");
        assert!(found(&[unlike]).is_err());
    }
    let credit_note = other(|one| one.type_code = Some("381".to_owned()));
    assert!(found(&[credit_note]).expect_err("a type").contains("OP-BR111-R014"));
    assert!(found(&[]).expect_err("nothing").contains("FA1"));
}

/// An operator who starts a send again sets its attempts to none.
#[test]
fn a_send_that_was_started_again_may_have_arrived_before() {
    let was_sent = |attempts, ambiguous| {
        let progress = Progress { attempts, ambiguous, ..Progress::new(State::Queued) };
        let submission = Submission {
            id: SubmissionId(Uuid::from_u128(1)),
            network: Network::Test,
            progress,
            invoice: InvoiceId(Uuid::from_u128(101)),
            native: true,
            number: "FA1".to_owned(),
            issue_date: None,
            message_id: MessageId(Uuid::from_u128(2)),
            sender: id(SELLER),
            receiver: id(BUYER),
            document_type: response_type().expect("a type"),
            process: response_process().expect("a process"),
            queued_at: NOW,
        };
        SentDocument::of(submission, None).was_sent
    };
    assert!(!was_sent(0, false));
    assert!(was_sent(1, false) && was_sent(1, true));
    assert!(was_sent(0, true), "started again");
}

#[test]
fn its_parties_are_those_of_its_message() {
    let (buyer, seller, text) = (id(BUYER), id(SELLER), response().write());
    let read = |from, to| read_response(Between::new(Network::Test, from, to), text.as_bytes());
    assert_eq!(read(&buyer, &seller), Ok(response()));
    for (from, to) in [(&seller, &buyer), (&buyer, &buyer), (&seller, &seller)] {
        assert_eq!(read(from, to), Err(NotAttached::OtherParties));
    }
    let live = text.replace("\"9915\"", "\"0245\"");
    let read = |network| read_response(Between::new(network, &buyer, &seller), live.as_bytes());
    assert_eq!(read(Network::Test).map(|read| read.id), Ok("imr-1".to_owned()));
    assert_eq!(read(Network::Live), Err(NotAttached::OtherParties));
    let both = Between::new(Network::Test, &buyer, &seller);
    let nothing = read_response(both, b"<a/>").expect_err("none");
    assert!(nothing.is_syntax());
}

#[test]
fn it_is_published_once() {
    let (buyer, seller) = (id(BUYER), id(SELLER));
    let received = (ReceivedId(Uuid::from_u128(9)), NOW);
    let found =
        attach(Between::new(Network::Test, &buyer, &seller), response(), &[document(1)], received);
    let event = found.expect("found").event(OrganizationId(Uuid::nil())).expect("an event");
    assert!(
        event.id.is_some_and(|id| id.as_str().starts_with("peppol.document.response_received:"))
    );
    let body = event.body.as_str();
    for part in [
        r#""response":"rejected""#,
        r#""reasons":[{"code":"PRI","message":"príliš veľa"}]"#,
        r#""invoiceNumber":"FA1""#,
        r#""mode":"test""#,
    ] {
        assert!(body.contains(part), "{part}: {body}");
    }
}
