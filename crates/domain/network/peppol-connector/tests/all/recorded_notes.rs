//! Which invoice a note of another system credits.

use crate::common::case::{Case, earlier};
use crate::common::{document, organization, sandbox};
use invoicing::{
    AnyInvoice, Invoice, InvoiceId, InvoiceStatus, Party,
    recording::RecordedDocument,
    settling::AdvanceFacts,
    states::{InvoiceState, LiveSend},
};
use peppol_connector::{
    documents::{DocumentFacts, PrecedingInvoice, read_facts},
    identifiers::Root,
    sending::{NamedInvoice, OrganizationFacts, SendWrites},
};
use rust_decimal::{Decimal, dec};
use time::{Date, Duration};
use uuid::Uuid;
use xml::Parsed;

/// The invoice of the default document, over 123.00.
fn original() -> NamedInvoice {
    let invoice = AnyInvoice::from(earlier(InvoiceId(Uuid::from_u128(99)), true).invoice);
    NamedInvoice {
        state: InvoiceState {
            invoice,
            live_send: LiveSend::Taken,
            notes: Vec::new(),
            advances: AdvanceFacts::default(),
        },
        customer: document().customer.to_party(),
        live: true,
    }
}

fn preceding(number: &str, issue_date: Option<Date>) -> Option<PrecedingInvoice> {
    Some(PrecedingInvoice { number: number.to_owned(), issue_date })
}

/// A credit note of today over so much to it.
fn note(total: Decimal) -> DocumentFacts {
    DocumentFacts {
        root: Root::UblCreditNote,
        type_code: Some("381".into()),
        number: Some("DB-1".into()),
        net: Some(total),
        total: Some(total),
        payable: Some(total),
        preceding: preceding("FA-2026/17", None),
        ..document()
    }
}

/// The note as it is recorded.
fn recorded(
    document: DocumentFacts,
    named: Option<NamedInvoice>,
    facts: OrganizationFacts,
) -> Invoice<RecordedDocument> {
    let organization = OrganizationFacts { named: named.map(Box::new), ..facts };
    let decision = Case { document, organization, ..Case::default() }.decide();
    let SendWrites::Queue(send) = decision.commit else { panic!("sent whatever it credits") };
    send.invoice.expect("new").invoice
}

#[test]
fn a_note_credits_the_invoice_that_it_names() {
    let today = document().issue_date;
    let other_day = today.and_then(Date::previous_day);
    let other = |change: fn(&mut NamedInvoice)| {
        let mut named = original();
        change(&mut named);
        Some(named)
    };
    let invoice = |document| DocumentFacts {
        root: Root::UblInvoice,
        type_code: Some("380".into()),
        ..document
    };
    for (why, document, named, facts, is_linked) in [
        ("the whole", note(dec!(123)), Some(original()), organization(), true),
        (
            "its day",
            DocumentFacts { preceding: preceding("FA-2026/17", today), ..note(dec!(23)) },
            Some(original()),
            organization(),
            true,
        ),
        (
            "one of another day",
            DocumentFacts { preceding: preceding("FA-2026/17", other_day), ..note(dec!(23)) },
            Some(original()),
            organization(),
            false,
        ),
        ("none that is here", note(dec!(123)), None, organization(), false),
        ("more than there is", note(dec!(123.01)), Some(original()), organization(), false),
        (
            "another currency",
            DocumentFacts { currency: Some("CZK".into()), ..note(dec!(123)) },
            Some(original()),
            organization(),
            false,
        ),
        (
            "another firm",
            note(dec!(123)),
            other(|named| {
                named.customer = Party::new("Iná").with_dic("2029999999");
                let AnyInvoice { document, .. } = &mut named.state.invoice;
                let invoicing::recording::AnyDocument::Recorded(document) = document else {
                    panic!("recorded")
                };
                document.customer_id = invoicing::ContactId(Uuid::from_u128(5));
            }),
            organization(),
            false,
        ),
        (
            "one that is cancelled",
            note(dec!(123)),
            other(|named| named.state.invoice.status = InvoiceStatus::Cancelled),
            organization(),
            false,
        ),
        ("a test of what went out", note(dec!(123)), Some(original()), sandbox(), false),
        ("a test of a test", note(dec!(123)), other(|named| named.live = false), sandbox(), true),
        (
            "an invoice after another",
            invoice(note(dec!(123))),
            Some(original()),
            organization(),
            false,
        ),
        ("a number below zero", note(dec!(-23)), Some(original()), organization(), false),
    ] {
        let total = document.total.expect("a total");
        let record = recorded(document, named.clone(), facts);
        let id = named.map(|named| named.state.invoice.id).filter(|_| is_linked);
        assert_eq!(record.document.original, id, "{why}");
        let left = if is_linked { dec!(0) } else { total };
        assert_eq!(record.outstanding(), left, "{why}");
    }
}

/// Of what is paid a note takes back nothing that is still to pay: it is owed itself.
#[test]
fn what_is_paid_is_owed_by_the_note() {
    for (paid, said_paid, left) in [
        (dec!(0), dec!(0), dec!(0)),
        (dec!(100), dec!(0), dec!(77)),
        (dec!(123), dec!(0), dec!(100)),
        // given back already, or set against it: neither owes it again
        (dec!(123), dec!(100), dec!(0)),
        (dec!(0), dec!(100), dec!(0)),
    ] {
        let mut named = original();
        named.state.invoice.paid_amount = paid;
        if paid == dec!(123) {
            named.state.invoice.status = InvoiceStatus::Paid;
        }
        let document = DocumentFacts { prepaid: Some(said_paid), ..note(dec!(100)) };
        let record = recorded(document, Some(named), organization());
        assert!(record.document.original.is_some(), "{paid}");
        assert_eq!(record.outstanding(), left, "{paid} {said_paid}");
    }
}

#[test]
fn a_note_is_not_dated_before_what_it_corrects() {
    let mut document = note(dec!(23));
    document.issue_date = document.issue_date.map(|day| day - Duration::days(1));
    assert_eq!(recorded(document, Some(original()), organization()).document.original, None);
}

#[test]
fn the_only_preceding_invoice_is_read() {
    let ubl = |references: &[(&str, &str)]| {
        let references = references.iter().map(|(number, day)| {
            let day = if day.is_empty() {
                String::new()
            } else {
                format!("<b:IssueDate>{day}</b:IssueDate>")
            };
            format!(
                "<a:BillingReference><a:InvoiceDocumentReference><b:ID>{number}</b:ID>{day}\
                 </a:InvoiceDocumentReference></a:BillingReference>"
            )
        });
        format!(
            "<CreditNote xmlns='urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2' \
             xmlns:b='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2' \
             xmlns:a='urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'>\
             {}</CreditNote>",
            references.collect::<String>()
        )
    };
    let ram = "urn:un:unece:uncefact:data:standard";
    let cii = format!(
        "<r:CrossIndustryInvoice xmlns:r='{ram}:CrossIndustryInvoice:100' \
         xmlns:m='{ram}:ReusableAggregateBusinessInformationEntity:100' \
         xmlns:q='{ram}:QualifiedDataType:100'><r:SupplyChainTradeTransaction>\
         <m:ApplicableHeaderTradeSettlement><m:InvoiceReferencedDocument>\
         <m:IssuerAssignedID>FA-1</m:IssuerAssignedID><m:FormattedIssueDateTime>\
         <q:DateTimeString format='102'>20261120</q:DateTimeString></m:FormattedIssueDateTime>\
         </m:InvoiceReferencedDocument></m:ApplicableHeaderTradeSettlement>\
         </r:SupplyChainTradeTransaction></r:CrossIndustryInvoice>"
    );
    let day = time::macros::date!(2026 - 11 - 20);
    for (document, expected) in [
        (ubl(&[]), None),
        (ubl(&[("FA-1", "2026-11-20")]), preceding("FA-1", Some(day))),
        (ubl(&[("FA-1", "")]), preceding("FA-1", None)),
        (ubl(&[("FA-1", ""), ("FA-1", "")]), preceding("FA-1", None)),
        (ubl(&[("FA-1", ""), ("FA-2", "")]), None),
        (cii, preceding("FA-1", Some(day))),
    ] {
        let read = read_facts(&Parsed::read(document.as_bytes()).expect("XML")).expect("facts");
        assert_eq!(read.preceding, expected, "{document}");
    }
}
