//! Invoice Responses, as they are given and as they come.

use crate::{
    provider_reports::{log, other_s_certificate, provider},
    receive_status::{OTHER, evidence},
    setup::{FakeNetwork, TestPorts, run},
};
use access::OrganizationId;
use idempotency::Answer as Stored;
use invoice_responses::{
    Answer, AnswerInput, CannotRespond, InvoiceResponse, InvoiceStatus, ReasonInput, ResponseState,
    ResponseStore, ResponsesOf, SentResponse,
};
use invoicing::Violations;
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    inbox::{
        Arrival, ArrivingDocument, DocumentHead, ReceivedFilter, ReceivedMessage, StatusRequest,
    },
    ports::{InboxStore, SubmissionStore},
    sending::{DocumentBytes, Submission},
    submissions::{Actor, Jitter, Move},
};
use peppol_messages::mls::{
    MLS_DOCUMENT_TYPE, MLS_PROCESS, MessageStatus, ReasonCode, ResponseCode,
};
use peppol_statistics::Direction;
use persistence::StoreError;
use testkit::{
    build::{self, NOW},
    fakes::{FakeAccessPoint, FakeDirectory, Listing, Reply},
    fixtures,
    peppol::{participant, received_document, received_event, received_record},
    sends,
};
use time::Duration;
use use_cases::{
    receiving::{
        receive_document::receive_document,
        receive_error::ReceiveError,
        responses::{RespondError, ResponseAttempt, answerable, respond_to, send_response},
        send_status::send_status,
    },
    sending::deliver::SubmissionSender,
};

/// Ours.
const SEAT: &str = "PSK000001";
const SELLER: &str = "9915:2023456789";
const BUYER: &str = "9915:2020202020";

fn answer(status: InvoiceStatus) -> Answer {
    let reason = ReasonInput { code: Some("PRI".to_owned()), text: None };
    let reasons = if status.needs_reason() { vec![reason] } else { Vec::new() };
    let input =
        AnswerInput { response: Some(status), reasons: Some(reasons), ..AnswerInput::default() };
    Answer::check(&input, Violations::new()).expect("an answer")
}

/// Ports where an organization received an invoice of the seller.
struct Buying {
    ports: TestPorts,
    owner: OrganizationId,
    received: ReceivedId,
}

impl Buying {
    fn with(listing: Option<Listing>, replies: &[Reply]) -> Self {
        let seller = participant(SELLER);
        let directory = FakeDirectory::default();
        let directory = match listing {
            Some(listing) => directory.with(Network::Test, &seller, listing),
            None => directory,
        };
        let access_point =
            FakeAccessPoint::default().with(&seller, replies).with_evidence(evidence());
        let network = FakeNetwork { directory, access_point, ..FakeNetwork::default() };
        let ports = TestPorts { network, ..TestPorts::default() };
        let owner = ports.with_enrolled();
        let record = received_record();
        let (received, event) = (record.id, received_event(owner, &record));
        run(ports.store.receive(owner, &received_document(record), &event)).expect("received");
        Self { ports, owner, received }
    }

    fn respond(&self, status: InvoiceStatus) -> Result<Stored, RespondError> {
        let context = self.ports.context(self.owner);
        let respond = |response: &SentResponse| {
            Ok(Stored { status: 201, body: response.id.to_string().into() })
        };
        run(respond_to(&context, self.received, &answer(status), None, respond))
    }

    fn responses(&self) -> Vec<SentResponse> {
        run(self.ports.store.responses_to(self.owner, self.received)).expect("read")
    }

    fn attempt(&self) -> ResponseAttempt {
        let id = self.responses().last().expect("a response").id;
        run(send_response(&self.ports, self.owner, id, Jitter(0))).expect("an attempt")
    }
}

#[test]
fn an_answer_goes_to_the_sender_once() {
    let buying = Buying::with(Some(Listing::Receives), &[Reply::Delivers]);
    let first = buying.respond(InvoiceStatus::Rejected).expect("queued");
    assert_eq!(buying.respond(InvoiceStatus::Rejected).expect("said").body, first.body);
    for _ in 0..2 {
        assert_eq!(buying.attempt(), ResponseAttempt::Settled);
    }
    let [response] = &buying.responses()[..] else { panic!("one response") };
    assert_eq!((response.state, response.attempts), (ResponseState::Delivered, 1));
    let delivered = buying.ports.network.access_point.delivered();
    let [delivered] = &delivered[..] else { panic!("one message: {delivered:?}") };
    assert_eq!(delivered.message.message_id.0, response.id.0);
    assert_eq!(delivered.message.sender, participant(BUYER));
    let read = InvoiceResponse::read(&delivered.document).expect("valid");
    assert_eq!((read.status, &*read.about.number), (InvoiceStatus::Rejected, "2026/0117"));
    let refused = buying.respond(InvoiceStatus::Accepted).expect_err("a last word");
    assert!(matches!(refused, RespondError::Refused(CannotRespond::Ended(_))), "{refused:?}");
    assert_eq!(buying.responses().len(), 1);
}

#[test]
fn what_may_be_answered_next_follows_from_what_was_said() {
    let buying = Buying::with(Some(Listing::Receives), &[Reply::Delivers]);
    let context = buying.ports.context(buying.owner);
    let next = || run(answerable(&context, buying.received));
    let (record, all) = next().expect("not answered yet");
    assert_eq!((record.id, &*all), (buying.received, InvoiceStatus::ALL));
    buying.respond(InvoiceStatus::Rejected).expect("queued");
    let ended = next().expect_err("a last word");
    assert!(matches!(ended, RespondError::Refused(CannotRespond::Ended(_))), "{ended:?}");
    let stranger = buying.ports.context(buying.ports.with_organization().id);
    for (context, id) in [(&stranger, buying.received), (&context, ReceivedId(Default::default()))]
    {
        let refused = run(answerable(context, id));
        assert!(matches!(refused, Err(RespondError::Store(StoreError::NotFound))), "{refused:?}");
    }
}

#[test]
fn who_receives_no_responses_is_known_from_who_cannot_be_reached() {
    for (listing, state) in [
        (None, ResponseState::NotSupported),
        (Some(Listing::OtherDocuments), ResponseState::NotSupported),
        (Some(Listing::Unreachable), ResponseState::Queued),
        (Some(Listing::Silent), ResponseState::Queued),
    ] {
        let buying = Buying::with(listing, &[Reply::DirectoryDown]);
        buying.respond(InvoiceStatus::Accepted).expect("queued");
        let again = buying.attempt();
        let response = buying.responses().remove(0);
        assert_eq!(response.state, state, "{listing:?}");
        assert!(response.error.is_some(), "{listing:?}");
        let waits = matches!(again, ResponseAttempt::Again(at) if at > NOW);
        assert_eq!(waits, state == ResponseState::Queued, "{listing:?}");
    }
    // it did not get the first, so it can get another
    let buying = Buying::with(None, &[]);
    for status in [InvoiceStatus::Rejected, InvoiceStatus::Accepted] {
        buying.respond(status).expect("queued");
        buying.attempt();
    }
    assert_eq!(buying.responses().len(), 2);
}

#[test]
fn an_attempt_that_fails_is_made_again_under_the_same_id() {
    let replies = [Reply::Unreachable, Reply::LosesReceipt, Reply::Accepts];
    let buying = Buying::with(Some(Listing::Receives), &replies);
    buying.respond(InvoiceStatus::Accepted).expect("queued");
    for _ in 0..2 {
        assert!(matches!(buying.attempt(), ResponseAttempt::Again(_)));
    }
    assert_eq!(buying.attempt(), ResponseAttempt::Settled);
    let response = buying.responses().remove(0);
    assert_eq!((response.state, response.attempts), (ResponseState::Sent, 3));
    assert_eq!(buying.ports.network.access_point.delivered().len(), 1);
    let refused = Buying::with(Some(Listing::Receives), &[Reply::Refuses]);
    refused.respond(InvoiceStatus::Accepted).expect("queued");
    for _ in 0..2 {
        assert_eq!(refused.attempt(), ResponseAttempt::Settled);
    }
    assert_eq!(refused.responses()[0].state, ResponseState::Failed);
    assert_eq!(refused.ports.network.access_point.attempts(), 1, "nobody took it");
}

#[test]
fn documents_of_others_are_not_answered() {
    let buying = Buying::with(Some(Listing::Receives), &[]);
    let stranger = buying.ports.with_enrolled_as("9915:2020202031");
    let context = buying.ports.context(stranger);
    let respond = |_: &SentResponse| Ok(Stored { status: 201, body: "".into() });
    let said = answer(InvoiceStatus::Accepted);
    let refused = run(respond_to(&context, buying.received, &said, None, respond));
    let refused = refused.expect_err("another's");
    assert!(matches!(refused, RespondError::Store(StoreError::NotFound)), "{refused:?}");
    assert!(buying.responses().is_empty());
}

/// What `ap2` says of a message of ours.
fn status(about: &str, response: ResponseCode) -> ArrivingDocument {
    let rejects = response == ResponseCode::Rejected;
    let issue = peppol_messages::mls::Issue {
        location: None,
        description: "unknown document".to_owned(),
        reason: ReasonCode::Rule,
    };
    let status = MessageStatus {
        id: "mls-1".to_owned(),
        issued: NOW,
        sender: "000002".to_owned(),
        receiver: "000001".to_owned(),
        response,
        description: rejects.then(|| "Rejected".to_owned()),
        about: about.to_owned(),
        issues: if rejects { vec![issue] } else { Vec::new() },
    };
    let between = ("0242:000002", "0242:000001");
    let types = (MLS_DOCUMENT_TYPE, MLS_PROCESS);
    // another message each time: one that comes again is not read again
    arriving(between, types, &format!("{}@x", build::id()), status.write().as_bytes())
}

fn arriving(
    (sender, receiver): (&str, &str),
    (document_type, process): (&str, &str),
    message_id: &str,
    document: &[u8],
) -> ArrivingDocument {
    let message = ReceivedMessage {
        provider: OTHER.to_owned(),
        message_id: message_id.to_owned(),
        instance: format!("instance of {message_id}"),
        status: StatusRequest { to: None, always: false },
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "4@billhook".to_owned(),
        sender: participant(sender),
        receiver: participant(receiver),
        document_type: format!("busdox-docid-qns::{document_type}").parse().expect("a type"),
        process: format!("cenbii-procid-ubl::{process}").parse().expect("a process"),
        document: document.into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

#[test]
fn a_status_says_what_became_of_a_response() {
    for (code, state) in [
        (ResponseCode::Accepted, ResponseState::Delivered),
        (ResponseCode::Rejected, ResponseState::Failed),
    ] {
        let buying = Buying::with(Some(Listing::Receives), &[Reply::Accepts]);
        buying.respond(InvoiceStatus::Accepted).expect("queued");
        buying.attempt();
        let id = buying.responses()[0].id.to_string();
        let of_another = {
            let right = status(&id, code);
            let text = String::from_utf8_lossy(&right.document).replace("000002", "000003");
            let message = right.message.clone().expect("a message");
            let message = Some(ReceivedMessage { provider: "PSK000003".to_owned(), ..message });
            ArrivingDocument { message, document: text.into_bytes().into(), ..right }
        };
        for (document, expected) in [
            (of_another, ResponseState::Sent),
            (status(&id, code), state),
            (status(&id, ResponseCode::Rejected), state),
        ] {
            run(receive_document(&buying.ports, SEAT, &document)).expect("taken");
            assert_eq!(buying.responses()[0].state, expected, "{code:?}");
        }
        let error = buying.responses()[0].error.clone().unwrap_or_default();
        assert_eq!(error.contains("unknown document"), state == ResponseState::Failed);
    }
}

/// The receipt was lost, and a status ended the response: its message is sent once more, for the receipt alone.
#[test]
fn a_receipt_that_a_status_overtook_is_asked_for() {
    for (code, state) in [
        (ResponseCode::Accepted, ResponseState::Delivered),
        (ResponseCode::Rejected, ResponseState::Failed),
    ] {
        let replies = [Reply::LosesReceipt, Reply::Unreachable, Reply::Accepts];
        let mut buying = Buying::with(Some(Listing::Receives), &replies);
        buying.ports.provider = Some(provider());
        buying.ports.network.certificate = other_s_certificate();
        let went_out = |buying: &Buying| {
            let log = log(&buying.ports).into_iter();
            log.filter(|one| one.direction == Direction::Out).collect::<Vec<_>>()
        };
        buying.respond(InvoiceStatus::Accepted).expect("queued");
        assert!(matches!(buying.attempt(), ResponseAttempt::Again(_)));
        let mls = status(&buying.responses()[0].id.to_string(), code);
        run(receive_document(&buying.ports, SEAT, &mls)).expect("taken");
        let ended = buying.responses().remove(0);
        assert_eq!((ended.state, &ended.receipt), (state, &None), "{code:?}");

        let ten_seconds = Duration::seconds(10);
        assert_eq!(buying.attempt(), ResponseAttempt::Again(NOW + ten_seconds));
        assert_eq!(went_out(&buying), [], "nobody has a receipt");
        buying.ports.still.advance(ten_seconds);
        for _ in 0..2 {
            assert_eq!(buying.attempt(), ResponseAttempt::Settled);
        }
        let access_point = &buying.ports.network.access_point;
        assert_eq!((access_point.attempts(), access_point.delivered().len()), (3, 1), "{code:?}");
        let after = buying.responses().remove(0);
        assert_eq!((after.state, &after.error), (ended.state, &ended.error), "nothing moved");
        assert!(after.receipt.is_some(), "{code:?}");
        let [logged] = &went_out(&buying)[..] else { panic!("not counted once") };
        assert_eq!((logged.message.0, &*logged.provider), (after.id.0, OTHER));
    }
}

/// Ports where an organization sent an invoice to the buyer.
struct Selling {
    ports: TestPorts,
    owner: OrganizationId,
    submission: Submission,
}

impl Selling {
    fn new() -> Self {
        let ports = TestPorts::default();
        let owner = ports.with_enrolled_as(SELLER);
        let mut send = sends::test_send();
        send.submission.sender = participant(SELLER);
        send.submission.receiver = participant(BUYER);
        send.document = DocumentBytes::unchanged(fixtures::bytes("documents/ubl/invoice.xml"));
        run(ports.store.commit(owner, &sends::queued(&send), None, NOW)).expect("queued");
        let none = peppol_connector::ports::AttemptOutcome::None;
        let sender = SubmissionSender(&ports);
        let kept =
            sender.keep(owner, &send.submission, Actor::Worker, Move::Claimed, none, Jitter(0));
        run(kept).expect("kept").expect("claimed");
        run(ports.store.set_takes_responses(owner, true)).expect("set");
        Self { ports, owner, submission: send.submission }
    }

    /// The buyer's response to a document with this number.
    fn response(&self, number: &str) -> InvoiceResponse {
        let party = |id: &str| invoice_responses::ResponseParty {
            participant: id.to_owned(),
            name: "Firma".to_owned(),
        };
        InvoiceResponse {
            id: "imr-1".to_owned(),
            issued: NOW,
            note: None,
            sender: party(BUYER),
            receiver: party(SELLER),
            status: InvoiceStatus::Accepted,
            effective_on: None,
            clarifications: Vec::new(),
            about: invoice_responses::AnsweredDocument {
                number: number.to_owned(),
                issued_on: None,
                type_code: "380".to_owned(),
            },
        }
    }

    fn take(&self, message_id: &str, bytes: &[u8]) -> Result<Arrival, ReceiveError> {
        let types = (
            peppol_messages::invoice_response::INVOICE_RESPONSE_DOCUMENT_TYPE,
            peppol_messages::invoice_response::INVOICE_RESPONSE_PROCESS,
        );
        let document = arriving((BUYER, SELLER), types, message_id, bytes);
        run(receive_document(&self.ports, SEAT, &document))
    }

    fn attached(&self) -> usize {
        let of = ResponsesOf::Document(self.submission.id);
        run(self.ports.store.received_responses(self.owner, of)).expect("read").len()
    }

    fn published(&self) -> usize {
        let events = self.ports.store.events(self.owner);
        events.iter().filter(|event| event.contains("response_received")).count()
    }
}

#[test]
fn a_response_is_attached_to_what_it_is_about_once() {
    let selling = Selling::new();
    let text = selling.response(&selling.submission.number).write();
    assert_eq!(selling.take("1@x", text.as_bytes()).expect("kept"), Arrival::Kept);
    let again = selling.take("1@x", text.as_bytes()).expect("known");
    assert!(matches!(again, Arrival::Repeated { same_document: true, .. }), "{again:?}");
    assert_eq!((selling.attached(), selling.published()), (1, 1));
    let all = ReceivedFilter::default();
    let inbox = selling.ports.store.received(selling.owner, &all, None, 10);
    assert!(run(inbox).expect("a page").rows.is_empty(), "it is no invoice");
    // of another message it is another response
    selling.take("2@x", text.as_bytes()).expect("kept");
    assert_eq!((selling.attached(), selling.published()), (2, 2));
}

/// The sender of a response hears of what is wrong with it by a message level status.
#[test]
fn what_is_about_nothing_is_rejected() {
    let selling = Selling::new();
    let right = selling.response(&selling.submission.number);
    let unknown = selling.response("another number").write();
    let credit_note = right.write().replace(">380<", ">381<");
    let other_party = right.write().replace(">2020202020<", ">2020202099<");
    let invalid = right.write().replace(">AP<", ">RE<");
    for (n, (text, reason, says)) in [
        (&*unknown, ReasonCode::Rule, "no document another number"),
        (&*credit_note, ReasonCode::Rule, "OP-BR111-R014"),
        (&*other_party, ReasonCode::Rule, "other parties"),
        (&*invalid, ReasonCode::Rule, "PEPPOL-T111-R001"),
        ("<ApplicationResponse/>", ReasonCode::Syntax, ""),
        ("no XML", ReasonCode::Syntax, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let taken = selling.take(&format!("{n}@x"), text.as_bytes()).expect("taken");
        assert_eq!(taken, Arrival::Kept, "{text}");
        assert_eq!((selling.attached(), selling.published()), (0, 0), "{text}");
        let id = {
            use jobs::JobQueue;
            let filter = jobs::JobFilter { kind: Some("peppol.status"), state: None };
            let jobs = run(selling.ports.store.jobs(filter, None, 100)).expect("jobs").rows;
            let newest = jobs.iter().filter_map(|job| job.subject).max().expect("a status is owed");
            ReceivedId(newest.0)
        };
        run(send_status(&selling.ports, selling.owner, id, Jitter(0))).expect("an attempt");
        let statuses = selling.ports.network.access_point.taken();
        assert_eq!(statuses.len(), n + 1, "{text}");
        let status = MessageStatus::read(&statuses[n].document).expect("valid");
        assert_eq!(status.response, ResponseCode::Rejected, "{text}");
        assert_eq!(status.issues[0].reason, reason, "{text}");
        assert!(status.issues[0].description.contains(says), "{:?}", status.issues);
    }
}

#[test]
fn who_did_not_ask_is_not_served() {
    let selling = Selling::new();
    run(selling.ports.store.set_takes_responses(selling.owner, false)).expect("set");
    let text = selling.response(&selling.submission.number).write();
    let refused = selling.take("1@x", text.as_bytes()).expect_err("nobody");
    assert!(matches!(refused, ReceiveError::NotServed(_)), "{refused:?}");
    assert_eq!((selling.attached(), selling.published()), (0, 0));
    selling.ports.still.advance(Duration::seconds(1));
    run(selling.ports.store.set_takes_responses(selling.owner, true)).expect("set");
    assert_eq!(selling.take("1@x", text.as_bytes()).expect("kept"), Arrival::Kept);
}
