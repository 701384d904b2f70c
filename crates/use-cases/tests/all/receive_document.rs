//! Documents of other access points.

use crate::setup::{TestPorts, run};
use access::OrganizationId;
use invoicing::{InvoiceStore, References};
use peppol_connector::{
    identifiers::{MessageId, Network, ReceivedId},
    inbox::{
        ALWAYS_TAKEN, Arrival, ArrivingDocument, DocumentHead, ReceivedFilter, ReceivedMessage,
        ReceivedRecord, StatusRequest, TooMuchReceived, VOLUME_WINDOW,
    },
    ports::InboxStore,
};
use testkit::{
    fixtures,
    peppol::{participant, received_document, received_event, received_record},
};
use use_cases::{
    Ports, Runtime,
    invoicing::usage::usage,
    network::organizations::deactivate_account,
    receiving::{receive_document::receive_document, receive_error::ReceiveError},
};
use uuid::Uuid;

pub const RECEIVER: &str = "9915:2020202020";

pub fn arriving(receiver: &str, document: &[u8]) -> ArrivingDocument {
    let record = received_record();
    let message = ReceivedMessage {
        provider: "PAT000002".to_owned(),
        message_id: "1@x".to_owned(),
        instance: "one".to_owned(),
        status: StatusRequest::default(),
    };
    ArrivingDocument {
        network: Network::Test,
        message_id: message.key(),
        transaction_id: "receipt-1@billhook".to_owned(),
        sender: record.sender,
        receiver: participant(receiver),
        document_type: record.document_type,
        process: record.process,
        document: document.into(),
        head: DocumentHead::default(),
        receipt: b"<Receipt/>".as_slice().into(),
        message: Some(message),
        country: Some("AT".to_owned()),
    }
}

fn ports() -> (TestPorts, OrganizationId) {
    let ports = TestPorts::default();
    let receiving = ports.with_enrolled();
    (ports, receiving)
}

#[test]
fn a_document_is_kept_with_its_receipt_once() {
    let (ports, receiving) = ports();
    let invoice = fixtures::bytes("documents/ubl/invoice.xml");
    let document = arriving(RECEIVER, &invoice);
    assert_eq!(run(receive_document(&ports, "PSK000001", &document)).expect("kept"), Arrival::Kept);
    let again = ArrivingDocument { receipt: b"<Later/>".as_slice().into(), ..document.clone() };
    let Arrival::Repeated { evidence, same_document: true, .. } =
        run(receive_document(&ports, "PSK000001", &again)).expect("known")
    else {
        panic!("kept twice")
    };
    assert_eq!(evidence, b"<Receipt/>");
    let store = ports.database();
    let page = run(store.received(receiving, &ReceivedFilter::default(), None, 10));
    let [record] = &page.expect("a page").rows[..] else { panic!("not one document") };
    assert!(record.number.is_some() && record.sender_name.is_some(), "{record:?}");
    assert_eq!(run(store.received_bytes(receiving, record.id)).expect("bytes"), invoice);
    assert_eq!(run(store.received_evidence(receiving, record.id)).expect("bytes"), b"<Receipt/>");
    assert_eq!(store.events(receiving).len(), 1);
}

#[test]
fn a_received_document_counts_against_the_plan_where_it_is_set_so() {
    for (counts_received, network, expected) in
        [(false, Network::Live, 0), (true, Network::Live, 1), (true, Network::Test, 0)]
    {
        let ports = TestPorts { counts_received, ..TestPorts::default() };
        let (receiving, receiver) = match network {
            Network::Live => (ports.with_enrolled_live(), "0245:2020202020"),
            Network::Test => (ports.with_enrolled(), RECEIVER),
        };
        let document = arriving(receiver, b"<Invoice/>");
        let document = ArrivingDocument { network, ..document };
        let kept = run(receive_document(&ports, "PSK000001", &document));
        assert_eq!(kept.expect("kept"), Arrival::Kept);
        let report = run(usage(&ports.context(receiving))).expect("a report");
        assert_eq!(report.transactions, expected, "{counts_received} {network:?}");
    }
}

/// What breaks every rule is kept as it came.
#[test]
fn a_document_that_says_nothing_is_kept() {
    let (ports, receiving) = ports();
    for (n, bytes) in [b"<Order/>".as_slice(), b"<Invoice", b"", &[0xff; 10]].iter().enumerate() {
        let mut document = arriving(RECEIVER, bytes);
        document.message_id = MessageId(Uuid::from_u128(n as u128 + 1));
        document.message = None;
        assert_eq!(
            run(receive_document(&ports, "PSK000001", &document)).expect("kept"),
            Arrival::Kept
        );
    }
    assert_eq!(ports.database().events(receiving).len(), 4);
}

#[test]
fn who_is_not_served_is_refused() {
    let (ports, receiving) = ports();
    for (network, receiver) in
        [(Network::Test, "9915:2020202099"), (Network::Live, RECEIVER), (Network::Test, "0088:1")]
    {
        let document = ArrivingDocument { network, ..arriving(receiver, b"<Invoice/>") };
        let refused = run(receive_document(&ports, "PSK000001", &document)).expect_err("nobody");
        assert!(matches!(refused, ReceiveError::NotServed(id) if id == participant(receiver)));
    }
    assert!(ports.database().events(receiving).is_empty());
}

/// What our SMP does not publish is for nobody here: other types, a type in the process of another, a wildcard's scheme.
#[test]
fn what_is_not_published_is_not_served() {
    const BILLING: (&str, &str) =
        ("urn:fdc:peppol.eu:2017:poacc:billing:3.0", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0");
    const SELF_BILLING: (&str, &str) = (
        "urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
        "urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0",
    );
    let of = |root: &str, customization: &str| {
        format!(
            "urn:oasis:names:specification:ubl:schema:xsd:{root}-2::{root}##\
             urn:cen.eu:en16931:2017#compliant#{customization}::2.1"
        )
    };
    let order = "urn:oasis:names:specification:ubl:schema:xsd:Order-2::Order##urn:fdc:peppol.eu:poacc:trns:order:3::2.1";
    let mlr = "urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:mlr:3::2.1";
    for (scheme, value, process, is_kept) in [
        ("busdox-docid-qns", of("Invoice", BILLING.0), BILLING.1, true),
        ("busdox-docid-qns", of("CreditNote", SELF_BILLING.0), SELF_BILLING.1, true),
        ("busdox-docid-qns", of("Invoice", BILLING.0), SELF_BILLING.1, false),
        ("busdox-docid-qns", of("Invoice", SELF_BILLING.0), BILLING.1, false),
        ("busdox-docid-qns", of("Invoice", "urn:x"), BILLING.1, false),
        ("busdox-docid-qns", of("Invoice", BILLING.0).replace("2.1", "2.3"), BILLING.1, false),
        ("peppol-doctype-wildcard", of("Invoice", BILLING.0), BILLING.1, false),
        ("busdox-docid-qns", order.to_owned(), "urn:fdc:peppol.eu:poacc:bis:ordering:3", false),
        ("busdox-docid-qns", mlr.to_owned(), "urn:fdc:peppol.eu:poacc:bis:mlr:3", false),
    ] {
        let (ports, _) = ports();
        let document = ArrivingDocument {
            document_type: format!("{scheme}::{value}").parse().expect("a type"),
            process: format!("cenbii-procid-ubl::{process}").parse().expect("a process"),
            ..arriving(RECEIVER, b"<Invoice/>")
        };
        let kept = run(receive_document(&ports, "PSK000001", &document));
        match kept {
            Ok(Arrival::Kept) => assert!(is_kept, "{value} in {process}"),
            Err(ReceiveError::NotServed(_)) => assert!(!is_kept, "{value} in {process}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Its sender has not had the receipt. That nobody is served any more, or another is, does not undo what was kept.
#[test]
fn a_repetition_after_its_receiver_left_gets_the_first_receipt() {
    let (ports, receiving) = ports();
    let document = arriving(RECEIVER, b"<Invoice/>");
    run(receive_document(&ports, "PSK000001", &document)).expect("kept");
    run(deactivate_account(&ports.context(receiving))).expect("kept").expect("given up");
    let again = ArrivingDocument { receipt: b"<Later/>".as_slice().into(), ..document.clone() };
    let is_known = |same: bool, arriving: &ArrivingDocument| {
        let arrival = run(receive_document(&ports, "PSK000001", arriving)).expect("known");
        let Arrival::Repeated { evidence, same_document, .. } = arrival else {
            panic!("kept twice")
        };
        assert_eq!((evidence.as_slice(), same_document), (b"<Receipt/>".as_slice(), same));
    };
    is_known(true, &again);
    let another = ArrivingDocument { document: b"<Other/>".as_slice().into(), ..again.clone() };
    is_known(false, &another);
    let next = ports.with_enrolled();
    is_known(true, &again);
    assert!(ports.database().events(next).is_empty());
    let new = ReceivedMessage {
        message_id: "2@x".to_owned(),
        instance: "two".to_owned(),
        ..document.message.clone().expect("one")
    };
    let new = ArrivingDocument { message_id: new.key(), message: Some(new), ..document };
    run(receive_document(&ports, "PSK000001", &new)).expect("kept for the next");
    assert_eq!(ports.database().events(next).len(), 1);
}

#[test]
fn a_message_of_another_participant_is_refused() {
    let (ports, _) = ports();
    let other = ports.with_enrolled_as("9915:2020202031");
    run(receive_document(&ports, "PSK000001", &arriving(RECEIVER, b"<Invoice/>"))).expect("kept");
    let again = arriving("9915:2020202031", b"<Invoice/>");
    let refused = run(receive_document(&ports, "PSK000001", &again)).expect_err("taken");
    assert!(matches!(refused, ReceiveError::IdTaken), "{refused:?}");
    assert!(ports.database().events(other).is_empty());
}

/// One sender has half of what its receiver takes a day; what is small always comes, and a repetition gets its receipt.
#[test]
fn who_has_sent_too_much_today_is_refused_until_tomorrow() {
    let (ports, receiving) = ports();
    let large = |id: u128, sender: &str| {
        let text = format!("<Invoice>{}</Invoice>", " ".repeat(ALWAYS_TAKEN as usize));
        let mut document = arriving(RECEIVER, text.as_bytes());
        (document.message_id, document.message) = (MessageId(Uuid::from_u128(id)), None);
        ArrivingDocument { sender: participant(sender), ..document }
    };
    let receive =
        |document: &ArrivingDocument| run(receive_document(&ports, "PSK000001", document));
    let (first, one, two) = (large(1, "9915:one"), "9915:one", "9915:two");
    assert_eq!(receive(&first).expect("kept"), Arrival::Kept);
    let references = References::default();
    let records = run(ports.database().issuing_records(receiving, &references)).expect("there");
    let all = records.organization.plan.received_bytes_a_day();
    let fill = |sender: &str, size: u64| {
        let now = ports.runtime().now();
        let record = received_record();
        let id = ReceivedId(Uuid::now_v7());
        let record = ReceivedRecord {
            id,
            message_id: MessageId(id.0),
            sender: participant(sender),
            size,
            received_at: now,
            ..record
        };
        let (event, document) = (received_event(receiving, &record), received_document(record));
        run(ports.database().receive(receiving, &document, &event)).expect("kept");
    };
    fill(one, all / 2 - ALWAYS_TAKEN);
    let refused = receive(&large(2, one)).expect_err("too much");
    let of_sender = ReceiveError::TooMuch(TooMuchReceived::OfSender(all / 2));
    assert_eq!(refused.to_string(), of_sender.to_string());
    assert_eq!(receive(&large(3, two)).expect("kept"), Arrival::Kept, "another sender");
    fill(two, all / 2 - 2 * ALWAYS_TAKEN);
    let refused = receive(&large(4, "9915:three")).expect_err("too much");
    let of_company = ReceiveError::TooMuch(TooMuchReceived::OfCompany(all));
    assert_eq!(refused.to_string(), of_company.to_string());
    let small = ArrivingDocument { document: b"<Invoice/>".as_slice().into(), ..large(5, one) };
    assert_eq!(receive(&small).expect("kept"), Arrival::Kept, "what is small");
    assert!(matches!(receive(&first).expect("known"), Arrival::Repeated { .. }));
    ports.still.advance(VOLUME_WINDOW);
    assert_eq!(receive(&large(2, one)).expect("kept"), Arrival::Kept, "a day later");
}
