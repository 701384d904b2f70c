//! The contract of [`DocumentIntake`]: documents of any kind and size are inspected, and a caller that cannot wait is
//! told when to retry.

use document_intake::{Document, DocumentIntake, Incoming};
use peppol_connector::{
    documents::{Repair, Validation},
    identifiers::{Network, Root},
    sending::DocumentFormat,
};
use std::sync::Arc;
use time::macros::date;
use tokio::task::JoinSet;

/// The intake under test.
pub trait IntakeUnderTest: Sync {
    /// The implementation of the port.
    type Intake: DocumentIntake + 'static;

    /// An intake whose validator answers, and has no findings on valid documents.
    fn intake(&self) -> Arc<Self::Intake>;

    /// An intake whose validator is unavailable; `None` if it cannot be.
    fn without_validator(&self) -> Option<Arc<Self::Intake>>;

    /// An intake whose queue is full; `None` if it has no limit.
    fn busy(&self) -> Option<Arc<Self::Intake>>;
}

const NUMBER: &str = "2026-0117";

fn invoice() -> String {
    fixtures::text("documents/ubl/invoice.xml")
}

/// The same document in more bytes than an event loop looks at.
fn large(document: &str) -> String {
    format!("{document}{}", "\n".repeat(300_000))
}

fn incoming(document: &[u8]) -> Incoming {
    Incoming {
        bytes: document.into(),
        format: None,
        network: Network::Live,
        day: date!(2026 - 11 - 28),
    }
}

async fn inspected(intake: &impl DocumentIntake, document: &[u8]) -> Document {
    intake.inspect(incoming(document)).await.expect("not busy")
}

fn is_valid(validation: &Validation) -> bool {
    matches!(validation, Validation::Ran(verdict) if verdict.is_valid())
}

pub async fn a_right_document_is_found_right_and_stays_as_it_is<S: IntakeUnderTest>(subject: &S) {
    for document in [invoice(), large(&invoice())] {
        let found = inspected(&*subject.intake(), document.as_bytes()).await;
        assert!(is_valid(&found.inspection.original), "{:?}", found.inspection.original);
        assert_eq!(found.inspection.repair, Repair::NotNeeded);
        assert!(found.unavailable.is_none());
        assert_eq!(found.facts.number.as_deref(), Some(NUMBER));
        assert_eq!(&*found.bytes.sent, document.as_bytes());
        assert_eq!(&*found.bytes.original, document.as_bytes());
    }
}

/// Reading a document again has the same result.
pub async fn what_was_inspected_is_read_again<S: IntakeUnderTest>(subject: &S) {
    let intake = subject.intake();
    for document in [invoice(), large(&invoice())] {
        let found = inspected(&*intake, document.as_bytes()).await;
        let facts = intake.facts(Arc::clone(&found.bytes.sent)).await.expect("not busy");
        assert_eq!(facts, Some(found.facts));
        let content =
            intake.content(found.bytes.sent).await.expect("not busy").expect("an invoice");
        assert!(!content.lines.is_empty(), "its lines");
        let vat = intake.accounting_vat(document.as_bytes().into()).await;
        assert_eq!(vat, Ok(content.accounting_vat));
    }
}

/// A document is converted or repaired, and the original is kept.
pub async fn what_has_to_be_changed_is_changed<S: IntakeUnderTest>(subject: &S) {
    let cii = fixtures::text("documents/cii/card.xml");
    for document in [cii.clone(), large(&cii)] {
        let found = inspected(&*subject.intake(), document.as_bytes()).await;
        let Repair::Made(again) = &found.inspection.repair else {
            panic!("{:?}", found.inspection.repair);
        };
        assert!(is_valid(again), "{again:?}");
        assert_eq!(found.facts.root, Root::UblInvoice);
        assert_eq!(&*found.bytes.original, document.as_bytes());
        assert_ne!(found.bytes.sent, found.bytes.original);
    }
}

/// Whatever comes in: "try again later" would never end.
pub async fn what_is_no_invoice_is_found_wrong_and_says_nothing<S: IntakeUnderTest>(subject: &S) {
    let intake = subject.intake();
    let entity = "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>";
    let long = large("<a");
    let other: [&[u8]; 8] = [
        b"",
        b"no XML",
        b"\xff\xfe\0<",
        b"<Invoice",
        b"<a/>",
        b"<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>",
        entity.as_bytes(),
        long.as_bytes(),
    ];
    for document in other {
        let shown = String::from_utf8_lossy(&document[..document.len().min(80)]);
        let found = inspected(&*intake, document).await;
        let Validation::Ran(verdict) = &found.inspection.original else { panic!("{shown}") };
        assert!(!verdict.is_valid(), "{shown}");
        assert_eq!(&*found.bytes.sent, document, "{shown}");
        let bytes: Arc<[u8]> = document.into();
        assert_eq!(intake.facts(Arc::clone(&bytes)).await, Ok(None), "{shown}");
        assert_eq!(intake.accounting_vat(Arc::clone(&bytes)).await, Ok(None), "{shown}");
        assert_eq!(intake.content(bytes).await, Ok(None), "{shown}");
    }
}

/// The document is parsed as what it is, and a warning tells the caller.
pub async fn a_wrong_label_is_a_warning<S: IntakeUnderTest>(subject: &S) {
    for (format, warnings) in [(DocumentFormat::Ubl, 0), (DocumentFormat::Cii, 1)] {
        let incoming = Incoming { format: Some(format), ..incoming(invoice().as_bytes()) };
        let found = subject.intake().inspect(incoming).await.expect("not busy");
        let Validation::Ran(verdict) = &found.inspection.original else { panic!("{format:?}") };
        assert_eq!((verdict.is_valid(), verdict.findings.len()), (true, warnings), "{format:?}");
    }
}

pub async fn of_many_at_once_each_is_found_as_it_is<S: IntakeUnderTest>(subject: &S) {
    let intake = subject.intake();
    let mut tasks = JoinSet::new();
    let element = |number: &str| format!("<cbc:ID>{number}</cbc:ID>");
    for n in 0..16 {
        let (intake, number) = (Arc::clone(&intake), format!("2026-{n:04}"));
        let document = large(&invoice().replacen(&element(NUMBER), &element(&number), 1));
        tasks.spawn(async move {
            let found = inspected(&*intake, document.as_bytes()).await;
            assert_eq!(found.facts.number, Some(number));
        });
    }
    tasks.join_all().await;
}

/// This is a valid outcome: the facts are known, and the document is unchanged.
pub async fn without_a_verdict_the_document_is_known<S: IntakeUnderTest>(subject: &S) {
    let Some(intake) = subject.without_validator() else { return };
    let document = invoice();
    let found = inspected(&*intake, document.as_bytes()).await;
    assert_eq!(found.inspection.original, Validation::Unavailable);
    assert_eq!(found.inspection.repair, Repair::NotTried);
    assert!(found.unavailable.is_some(), "why, for the log");
    assert_eq!(found.facts.number.as_deref(), Some(NUMBER));
    assert_eq!(&*found.bytes.sent, document.as_bytes());
}

pub async fn who_cannot_wait_hears_when_to_come_back<S: IntakeUnderTest>(subject: &S) {
    let Some(busy) = subject.busy() else { return };
    let document = large(&invoice());
    let bytes: Arc<[u8]> = document.as_bytes().into();
    let turned_away = [
        busy.inspect(incoming(&bytes)).await.map(drop),
        busy.facts(Arc::clone(&bytes)).await.map(drop),
        busy.accounting_vat(Arc::clone(&bytes)).await.map(drop),
        busy.content(bytes).await.map(drop),
    ];
    for answer in turned_away {
        assert!(matches!(answer, Err(why) if why.retry_after > 0), "{answer:?}");
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! document_intake_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, document_intake:
            a_right_document_is_found_right_and_stays_as_it_is
            what_was_inspected_is_read_again
            what_has_to_be_changed_is_changed
            what_is_no_invoice_is_found_wrong_and_says_nothing
            a_wrong_label_is_a_warning
            of_many_at_once_each_is_found_as_it_is
            without_a_verdict_the_document_is_known
            who_cannot_wait_hears_when_to_come_back
        }
    };
}
