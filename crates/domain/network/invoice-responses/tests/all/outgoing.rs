//! What may be answered after what, and what becomes of an answer.

use invoice_responses::{
    Answer, AnswerInput, CannotRespond, Decision, InvoiceResponse, InvoiceStatus, ReasonInput,
    Responding, ResponseId, ResponseState, SELF_BILLED_FROM, SentResponse, is_response,
    next_statuses, respond, response_process, response_type,
};
use invoicing::Violations;
use jobs::Jitter;
use peppol_connector::{
    identifiers::{MessageId, Network, Profile, ReceivedId, Root, route_of},
    inbox::ReceivedRecord,
    submissions::{MAX_ATTEMPTS, RetryClass},
};
use peppol_messages::mls::{MessageStatus, ResponseCode};
use time::{Date, Duration, OffsetDateTime, macros::date};
use uuid::Uuid;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
const DAY: Date = date!(1970 - 01 - 01);

fn record() -> ReceivedRecord {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    ReceivedRecord {
        id: ReceivedId(Uuid::from_u128(1)),
        network: Network::Test,
        message_id: MessageId(Uuid::from_u128(2)),
        transaction_id: "3".to_owned(),
        sender: "9915:2023456789".parse().expect("an id"),
        sender_name: Some("Píla Orava, s. r. o.".to_owned()),
        receiver: "9915:2020202020".parse().expect("an id"),
        document_type,
        process,
        number: Some("2026/0117".to_owned()),
        type_code: Some("380".to_owned()),
        issue_date: Some(date!(2026 - 11 - 20)),
        due_date: None,
        total: None,
        payable: None,
        currency: None,
        size: 7,
        received_at: NOW,
        acknowledged_at: None,
    }
}

/// `RE`, or `PD+` for a payment in part, or `UQ:x` with a note.
fn answer(text: &str) -> Answer {
    let (code, note) = text.split_once(':').unzip();
    let code = code.unwrap_or(text);
    let status = InvoiceStatus::of_code(code.trim_end_matches('+')).expect(text);
    let reason = |code: &str| ReasonInput { code: Some(code.into()), text: Some("x".into()) };
    let reasons = match code {
        "PD+" => vec![reason("PPD")],
        _ if status.needs_reason() => vec![reason("PRI")],
        _ => Vec::new(),
    };
    let input = AnswerInput {
        response: Some(status),
        reasons: Some(reasons),
        actions: None,
        note: note.map(str::to_owned),
    };
    Answer::check(&input, Violations::new()).expect(text)
}

fn around<'a>(record: &'a ReceivedRecord, earlier: &'a [SentResponse]) -> Responding<'a> {
    let id = ResponseId(Uuid::from_u128(100 + earlier.len() as u128));
    Responding { record, name: "Nábytok a syn, a.s.", earlier, id, now: NOW }
}

/// The responses after these answers.
fn after(texts: &[&str]) -> Vec<SentResponse> {
    let (record, mut said) = (record(), Vec::new());
    for text in texts {
        match respond(&answer(text), around(&record, &said)).expect(text) {
            Decision::New(response) => said.push(response),
            Decision::Said(_) => panic!("{text} was said"),
        }
    }
    said
}

#[test]
fn statuses_go_forward_and_nothing_follows_a_last_word() {
    let record = record();
    for (said, then, expected) in [
        (vec![], "RE", "new"),
        (vec![], "PD", "new"),
        (vec!["AB"], "IP", "new"),
        (vec!["AB"], "AP", "new"),
        (vec!["AB"], "AB", "said"),
        (vec!["IP"], "AB", "backwards"),
        (vec!["UQ"], "UQ", "said"),
        (vec!["UQ"], "UQ:other", "new"),
        (vec!["UQ"], "RE", "new"),
        (vec!["UQ"], "IP", "backwards"),
        (vec!["CA"], "RE", "new"),
        (vec!["AP"], "AP", "said"),
        (vec!["AP"], "AP:other", "backwards"),
        (vec!["AP"], "RE", "backwards"),
        (vec!["AP"], "UQ", "backwards"),
        (vec!["AP"], "PD", "new"),
        (vec!["AP", "PD+"], "PD", "new"),
        (vec!["PD+"], "PD+:second", "new"),
        (vec!["PD+"], "AP", "backwards"),
        (vec!["RE"], "RE", "said"),
        (vec!["RE"], "RE:other", "ended"),
        (vec!["RE"], "AP", "ended"),
        (vec!["PD"], "PD", "said"),
        (vec!["PD"], "PD+", "ended"),
        (vec!["AB", "IP", "UQ", "CA", "AP"], "PD", "new"),
    ] {
        let earlier = after(&said);
        let found = match respond(&answer(then), around(&record, &earlier)) {
            Ok(Decision::New(response)) => {
                assert_eq!(usize::from(response.position), earlier.len());
                "new"
            }
            Ok(Decision::Said(response)) => {
                assert_eq!(Some(&response), earlier.last());
                "said"
            }
            Err(CannotRespond::Ended(_)) => "ended",
            Err(CannotRespond::Backwards { .. }) => "backwards",
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, expected, "{then} after {said:?}");
    }
}

/// What is offered is what is then taken.
#[test]
fn what_may_be_said_next_is_what_may_follow() {
    use InvoiceStatus::{Accepted, ConditionallyAccepted, Paid, Rejected, UnderQuery};
    let record = record();
    for (said, expected) in [
        (vec![], InvoiceStatus::ALL.to_vec()),
        (vec!["IP"], vec![UnderQuery, ConditionallyAccepted, Rejected, Accepted, Paid]),
        (vec!["UQ"], vec![UnderQuery, ConditionallyAccepted, Rejected, Accepted, Paid]),
        (vec!["AP"], vec![Paid]),
        (vec!["PD+"], vec![Paid]),
        (vec!["PD"], vec![]),
        (vec!["RE"], vec![]),
    ] {
        let earlier = after(&said);
        let next = next_statuses(&record, &earlier, DAY);
        match expected.is_empty() {
            true => assert!(matches!(next, Err(CannotRespond::Ended(_))), "{said:?}: {next:?}"),
            false => assert_eq!(next, Ok(expected.clone()), "{said:?}"),
        }
        for status in InvoiceStatus::ALL {
            let then =
                respond(&answer(&format!("{}:other", status.code())), around(&record, &earlier));
            assert_eq!(then.is_ok(), expected.contains(status), "{status:?} after {said:?}");
        }
    }
    let unnumbered = ReceivedRecord { number: None, ..record };
    assert_eq!(next_statuses(&unnumbered, &[], DAY), Err(CannotRespond::NotAnInvoice));
}

/// Who never received it may get another.
#[test]
fn what_did_not_arrive_does_not_count() {
    let record = record();
    for state in [ResponseState::Failed, ResponseState::NotSupported] {
        let mut earlier = after(&["AB", "RE"]);
        earlier[1].state = state;
        for then in ["RE", "AP"] {
            let next = respond(&answer(then), around(&record, &earlier));
            let Ok(Decision::New(next)) = next else { panic!("{then}: {next:?}") };
            assert_eq!(next.position, 2);
        }
    }
}

#[test]
fn it_says_what_was_answered_of_which_document() {
    let [response] = &after(&["RE:viď prílohu"])[..] else { panic!("one") };
    let read = InvoiceResponse::read(response.document.as_bytes()).expect("valid");
    assert_eq!(read, response.response);
    assert_eq!(read.sender.participant, "9915:2020202020");
    assert_eq!(read.sender.name, "Nábytok a syn, a.s.");
    assert_eq!(read.receiver.participant, "9915:2023456789");
    assert_eq!((&*read.about.number, &*read.about.type_code), ("2026/0117", "380"));
    assert_eq!(read.about.issued_on, Some(date!(2026 - 11 - 20)));
    assert_eq!((&*read.id, read.note.as_deref()), (&*response.id.to_string(), Some("viď prílohu")));
    let nameless = ReceivedRecord { sender_name: None, ..record() };
    let Ok(Decision::New(response)) = respond(&answer("AP"), around(&nameless, &[])) else {
        panic!("answered")
    };
    assert_eq!(response.response.receiver.name, "9915:2023456789", "a name must be there");
}

#[test]
fn only_invoices_of_sellers_are_answered() {
    let Profile { customization_id, profile_id, .. } = Profile::SELF_BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    let order =
        "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Order-2::Order##x::2.1";
    for (record, expected) in [
        (ReceivedRecord { number: None, ..record() }, CannotRespond::NotAnInvoice),
        (ReceivedRecord { number: Some(" ".into()), ..record() }, CannotRespond::NotAnInvoice),
        (ReceivedRecord { type_code: None, ..record() }, CannotRespond::NotAnInvoice),
        (
            ReceivedRecord { document_type: order.parse().expect("a type"), ..record() },
            CannotRespond::NotAnInvoice,
        ),
        (ReceivedRecord { document_type, process, ..record() }, CannotRespond::SelfBilled),
    ] {
        assert_eq!(respond(&answer("AP"), around(&record, &[])), Err(expected));
    }
}

/// Of a self-billed document the seller is who receives it, and answers its buyer.
#[test]
fn a_seller_answers_a_self_billed_document_from_the_day_of_the_release_on() {
    let Profile { customization_id, profile_id, .. } = Profile::SELF_BILLING;
    for root in [Root::UblInvoice, Root::UblCreditNote] {
        let (document_type, process) =
            route_of(root, Some(customization_id), Some(profile_id)).expect("a route");
        let type_code = Some("389".to_owned());
        let record = ReceivedRecord { document_type, process, type_code, ..record() };
        let day_before = SELF_BILLED_FROM.previous_day().expect("a day");
        let refused = Err(CannotRespond::SelfBilled);
        assert_eq!(next_statuses(&record, &[], day_before), refused);
        let next = next_statuses(&record, &[], SELF_BILLED_FROM);
        assert_eq!(next, Ok(InvoiceStatus::ALL.to_vec()));
        // midnight in Bratislava
        let begins = service_day::start(SELF_BILLED_FROM);
        for (now, is_answered) in [(begins - Duration::SECOND, false), (begins, true)] {
            let decided = respond(&answer("AP"), Responding { now, ..around(&record, &[]) });
            assert_eq!(decided.is_ok(), is_answered, "{now}");
            let Ok(Decision::New(response)) = decided else { continue };
            let read = InvoiceResponse::read(response.document.as_bytes()).expect("valid");
            assert_eq!(read.sender.participant, record.receiver.to_string());
            assert_eq!((&*read.about.type_code, read.status), ("389", InvoiceStatus::Accepted));
        }
    }
}

fn response() -> SentResponse {
    after(&["RE"]).remove(0)
}

fn status(response: ResponseCode) -> MessageStatus {
    MessageStatus {
        id: "1".to_owned(),
        issued: NOW,
        sender: "000002".to_owned(),
        receiver: "000001".to_owned(),
        response,
        description: None,
        about: "x".to_owned(),
        issues: Vec::new(),
    }
}

#[test]
fn it_is_tried_as_often_as_a_document() {
    let (mut response, mut now) = (response(), NOW);
    for attempt in 1..=MAX_ATTEMPTS {
        let (next, at) = response.failed(RetryClass::Transient, "silence".into(), now, Jitter(0));
        assert_eq!((next.attempts, next.version), (attempt, i32::from(attempt)));
        assert_eq!(at.is_none(), attempt == MAX_ATTEMPTS);
        let state = if at.is_some() { ResponseState::Queued } else { ResponseState::Failed };
        assert_eq!(next.state, state);
        now = at.unwrap_or(now);
        response = next;
    }
    assert!(now > NOW + Duration::hours(20));
    let (refused, at) = self::response().failed(RetryClass::Permanent, "no".into(), NOW, Jitter(0));
    assert_eq!((refused.state, at), (ResponseState::Failed, None));
}

#[test]
fn a_status_may_overtake_the_receipt() {
    use ResponseState::{Delivered, Failed, NotSupported, Sent};
    let receipt = || b"receipt".to_vec();
    let sent = response().sent(receipt(), false, NOW);
    assert_eq!((sent.state, sent.version), (Sent, 1));
    assert_eq!(response().sent(receipt(), true, NOW).state, Delivered);
    for (code, state) in [
        (ResponseCode::Delivered, Delivered),
        (ResponseCode::Accepted, Delivered),
        (ResponseCode::Rejected, Failed),
    ] {
        for before in [response(), sent.clone()] {
            let known = before.answered(&status(code), "why".to_owned(), NOW).expect("it counts");
            let error = known.error.clone();
            assert_eq!((known.state, error.is_some()), (state, state == Failed), "{code:?}");
            let again = known.clone().answered(&status(ResponseCode::Rejected), "x".into(), NOW);
            assert_eq!(again, None);
            let late = known.clone().sent(receipt(), false, NOW);
            let expected = (state, &error, Some(receipt()));
            assert_eq!((late.state, &late.error, late.receipt), expected);
            let failed = known.clone().failed(RetryClass::Transient, "x".into(), NOW, Jitter(0));
            let asks = known.receipt.is_none().then_some(NOW + Duration::seconds(10));
            assert_eq!((failed.0.state, &failed.0.error, failed.1), (state, &error, asks));
            let refused = known.clone().failed(RetryClass::Permanent, "x".into(), NOW, Jitter(0));
            assert_eq!((refused.0.state, refused.1), (state, None), "it will get none");
            let a_day = NOW + Duration::DAY;
            let late = known.clone().failed(RetryClass::Unknown, "x".into(), a_day, Jitter(0));
            assert_eq!(late.1, None, "long enough");
            let message = known.message().expect("a message");
            assert!(message.ambiguous, "a status speaks of it: it went out");
            let refused = known.not_supported("x".into(), NOW);
            assert_eq!((refused.state, refused.error), (state, error));
        }
    }
    assert_eq!(response().not_supported("not registered".into(), NOW).state, NotSupported);
    assert!(!response().message().expect("a message").ambiguous);
    let given_up = response().failed(RetryClass::Permanent, "no".into(), NOW, Jitter(0)).0;
    assert_eq!(given_up.receipt_missing_since(), None, "no status says that it was taken");
}

#[test]
fn its_identifiers_are_those_of_the_code_lists() {
    let document_type = response_type().expect("one");
    assert!(is_response(&document_type));
    assert_eq!(
        document_type.to_string(),
        "busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2\
         ::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1"
    );
    let process = response_process().expect("one").to_string();
    assert_eq!(process, "cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:invoice_response:3");
    let message = response().message().expect("a message");
    assert_eq!(message.message_id.0, response().id.0);
    assert_eq!(message.receiver.to_string(), "9915:2023456789");
    assert!(!is_response(&record().document_type));
    let wildcard = document_type.to_string().replace("busdox-docid-qns", "peppol-doctype-wildcard");
    assert!(!is_response(&wildcard.parse().expect("a type")));
}
