//! The decision: invoice, payment, event, contact and files.

use events::EventName;
use invoicing::{InvoiceRequest, InvoiceStatus, InvoiceType, PaymentMethod, states::Links};
use rust_decimal::dec;
use testkit::invoices::*;

#[test]
fn an_unpaid_invoice_is_issued() {
    let draft = checked(&request(), &slovak()).expect("right");
    let issued = draft.issue("FA-2026/0001").expect("writable");
    let invoice = &issued.invoice;
    assert_eq!((invoice.status, invoice.paid_amount), (InvoiceStatus::Issued, dec!(0)));
    assert_eq!((invoice.id, invoice.organization), (draft.id, slovak().organization.id));
    assert_eq!((invoice.version, invoice.created_at), (1, NOW));
    assert!(invoice.payments.is_empty());
    assert_eq!(invoice.outstanding(), dec!(418.20));
    assert_eq!(invoice.document.number, "FA-2026/0001");
    assert_eq!(invoice.document.variable_symbol.as_deref(), Some("20260001"));
    assert_eq!(issued.new_contact.map(|contact| contact.id), Some(invoice.document.customer_id));
}

#[test]
fn what_is_issued_is_published() {
    let mut draft = checked(&request(), &slovak()).expect("right");
    draft.links = Links::to("https://example.sk");
    let issued = draft.issue("FA-2026/0001").expect("writable");
    let [event] = &issued.events[..] else { panic!("one event") };
    assert_eq!((event.name, &event.id, event.at), (EventName::InvoiceCreated, &None, NOW));
    let link = format!("https://example.sk/v1/agent/invoices/{}/pdf", draft.id);
    assert!(event.body.as_str().contains(&link), "{:?}", event.body);
    draft.links = Links::default();
    let issued = draft.issue("FA-2026/0001").expect("writable");
    assert!(issued.events[0].body.as_str().contains("\"pdfUrl\":null"));
}

#[test]
fn what_is_paid_already_is_published_as_paid() {
    let mut draft = checked(&request(), &slovak()).expect("right");
    draft.document.already_paid = true;
    let issued = draft.issue("FA-2026/0001").expect("writable");
    let names: Vec<_> = issued.events.iter().map(|event| event.name).collect();
    assert_eq!(names, [EventName::InvoiceCreated, EventName::InvoicePaid]);
    let paid = issued.events[1].body.as_str();
    assert!(paid.contains("\"status\":\"paid\"") && !paid.contains("\"paidDate\":null"), "{paid}");
}

#[test]
fn what_cannot_be_published_is_not_issued() {
    let mut draft = checked(&request(), &slovak()).expect("right");
    draft.now = NOW.replace_year(-1).expect("a year");
    assert!(draft.issue("FA-2026/0001").is_err());
}

#[test]
fn an_invoice_already_paid_has_its_payment() {
    let request = InvoiceRequest {
        already_paid: Some(true),
        payment_method: Some(PaymentMethod::Cash),
        ..request()
    };
    let draft = checked(&request, &slovak()).expect("right");
    let issued = draft.issue("1").expect("writable");
    let invoice = &issued.invoice;
    assert_eq!((invoice.status, invoice.paid_amount), (InvoiceStatus::Paid, dec!(418.20)));
    let [payment] = &invoice.payments[..] else { panic!("one payment") };
    assert_eq!((payment.amount, payment.date, &*payment.method), (dec!(418.20), TODAY, "cash"));
}

#[test]
fn a_proforma_can_be_paid() {
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::Proforma),
        already_paid: Some(true),
        ..request()
    };
    let draft = checked(&request, &slovak()).expect("right");
    assert_eq!(draft.issue("1").expect("writable").invoice.status, InvoiceStatus::Paid);
}

#[test]
fn the_customer_of_a_self_invoice_is_the_supplier() {
    let request = InvoiceRequest { invoice_type: Some(InvoiceType::SelfInvoice), ..request() };
    let draft = checked(&request, &slovak()).expect("right");
    assert_eq!(
        draft.issue("1").expect("writable").invoice.summary().customer_name,
        "Nábytok & Syn, a.s."
    );
}

#[test]
fn a_document_survives_storage() {
    let request = InvoiceRequest { delivery_address: Some(delivery_address("AT")), ..request() };
    let document = issued(&request, &slovak(), "FA1");
    let json = serde_json::to_string(&document).expect("JSON");
    assert_eq!(serde_json::from_str::<invoicing::Document>(&json).expect("document"), document);
}
