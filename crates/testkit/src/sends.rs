//! Builders of sends, to be changed where a test needs it.

use crate::build::{NOW, contact, id};
use access::{OrganizationId, Tier};
use events::{Data, Event, EventId, EventName, NewEvent, TransportData};
use idempotency::Answer;
use invoicing::{Invoice, InvoiceId, InvoiceType, Totals, recording::RecordedDocument};
use jobs::{JobId, JobKind, NewJob};
use peppol_connector::{
    credit::{Credits, SEND_PRICE},
    identifiers::{MessageId, Network, Profile, Root, StagedId, SubmissionId, route_of},
    ports::Receipt,
    sending::{
        DocumentBytes, QueuedSend, RecordedInvoice, STAGED_FOR, SendJob, SendWrites,
        StagedDocument, Submission,
    },
    submissions::{Actor, Jitter, Move, Moved, Progress, State, advance},
};
use rust_decimal::{Decimal, dec};
use time::{OffsetDateTime, macros::date};
use uuid::Uuid;

/// A live send of a document with a new number, repaired before, which costs credit.
#[must_use]
pub fn send() -> QueuedSend {
    send_of(&format!("2026/{}", id().simple()))
}

/// A live send of a document with this number, not recorded before.
///
/// # Panics
/// Never: the profile has a route.
#[must_use]
pub fn send_of(number: &str) -> QueuedSend {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    let invoice = InvoiceId(id());
    let submission = SubmissionId(id());
    QueuedSend {
        submission: Submission {
            id: submission,
            network: Network::Live,
            progress: Progress::new(State::Queued),
            invoice,
            native: false,
            number: number.to_owned(),
            issue_date: Some(date!(2026 - 11 - 21)),
            message_id: MessageId(id()),
            sender: "0245:2023456789".parse().expect("a sender"),
            receiver: "0088:Abc-9".parse().expect("a receiver"),
            document_type,
            process,
            queued_at: NOW,
        },
        type_code: Some("380".to_owned()),
        invoice: Some(recorded(invoice, number)),
        from_version: None,
        job: SendJob { id: JobId(id()), submission, run_at: NOW, held: false },
        reserve: SEND_PRICE,
        document: DocumentBytes {
            sent: b"<repaired/>\0\xff".as_slice().into(),
            original: b"<Invoice/>".as_slice().into(),
        },
        unstage: None,
        actor: None,
    }
}

/// The recorded invoice of a document with this number.
///
/// # Panics
/// Never: the code is valid.
#[must_use]
pub fn recorded(id: InvoiceId, number: &str) -> RecordedInvoice {
    let contact = contact("Odberateľ, a. s.");
    let document = RecordedDocument {
        invoice_type: InvoiceType::Invoice,
        type_code: Some("380".into()),
        self_billed: false,
        number: number.to_owned(),
        variable_symbol: Some("2026".into()),
        issue_date: date!(2026 - 11 - 21),
        due_date: Some(date!(2026 - 12 - 05)),
        customer_id: contact.id,
        seller: "Müller & synovia, s. r. o.".into(),
        buyer: contact.party.name.clone(),
        totals: Totals { subtotal: dec!(100.00), vat_total: dec!(23.00), total: dec!(123.00) },
        prepaid: Decimal::ZERO,
        rounding: Decimal::ZERO,
        currency: "ISK".parse().expect("a code"),
        original: None,
        internal_note: None,
        contract_id: None,
        project_id: None,
    };
    let invoice = Invoice::record(id, OrganizationId(Uuid::nil()), document, NOW);
    RecordedInvoice {
        invoice,
        before: None,
        notes: Vec::new(),
        contact,
        events: Vec::new(),
        entry: None,
        moment: None,
    }
}

/// A send in the test network, which costs nothing.
#[must_use]
pub fn test_send() -> QueuedSend {
    in_sandbox(send())
}

/// A send in the test network, which costs nothing.
#[must_use]
pub fn in_sandbox(mut send: QueuedSend) -> QueuedSend {
    send.submission.network = Network::Test;
    QueuedSend { reserve: Credits(0), ..send }
}

/// A live send of an invoice that was issued here, which costs nothing.
#[must_use]
pub fn native_send(invoice: &Invoice) -> QueuedSend {
    let mut send = QueuedSend { invoice: None, reserve: Credits(0), ..send() };
    send.submission.native = true;
    send.from_version = Some(invoice.version);
    send.submission.invoice = invoice.id;
    send.submission.number.clone_from(&invoice.document.number);
    send
}

/// A send that was decided on.
#[must_use]
pub fn queued(send: &QueuedSend) -> SendWrites {
    SendWrites::Queue(Box::new(send.clone()))
}

/// A staged document that lives for as long as they do.
///
/// # Panics
/// Never: the receiver is one.
#[must_use]
pub fn staged() -> StagedDocument {
    StagedDocument {
        id: StagedId(id()),
        network: Network::Live,
        document: DocumentBytes::unchanged(b"<staged/>".to_vec()),
        receiver: Some("0088:Abc-9".parse().expect("a receiver")),
        expires_at: NOW + STAGED_FOR,
    }
}

/// The answer of a send.
#[must_use]
pub fn answer() -> Answer {
    Answer { status: 200, body: b"{\"status\":\"queued\"}".to_vec() }
}

/// The receipt of the network for an accepted document.
#[must_use]
pub fn receipt() -> Receipt {
    Receipt {
        transaction_id: Some(id().to_string()),
        evidence: b"<receipt/>\0\xff".to_vec(),
        duplicate: false,
        delivered: false,
    }
}

/// The event that tells that the network took a document, once for each submission.
///
/// # Panics
/// Never: the event can be written.
#[must_use]
pub fn sent_event(organization: OrganizationId, submission: &Submission) -> NewEvent {
    let data = Data::PeppolDocumentSent(TransportData {
        invoice_id: submission.invoice,
        invoice_number: submission.number.clone(),
        document_type: submission.document_type.to_string(),
        mode: Tier::Live,
        state: "SENT".into(),
        message_id: submission.message_id.to_string(),
        transaction_id: Some(submission.id.to_string()),
    });
    let id = EventId::once(EventName::PeppolDocumentSent, &submission.id.to_string());
    let event = Event { organization, at: NOW, data };
    NewEvent::of(&event, Some(id.expect("an id"))).expect("an event")
}

/// A job for no particular organization, due now.
#[must_use]
pub fn job(kind: JobKind) -> NewJob {
    NewJob { id: JobId(id()), kind, organization: None, subject: None, key: None, run_at: NOW }
}

/// The result of a move in the domain.
///
/// # Panics
/// When the move is refused.
#[must_use]
pub fn moved(from: Progress, actor: Actor, by: Move, now: OffsetDateTime) -> Moved {
    advance(from, actor, by, now, Jitter(0)).expect("a move")
}
