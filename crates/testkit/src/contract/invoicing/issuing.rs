//! What issuing keeps, read back.

use crate::build::{contact, draft, draft_of, respond, with_files};
use crate::contract::{
    StoreUnderTest,
    setup::{issue, organization, read},
};
use invoicing::{Draft, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType, PaymentMethod};

pub async fn an_invoice_is_read_as_it_was_issued(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let draft = draft(organization);
    let (issued, answer) = store.issue(&draft, None, respond).await.expect("issued");
    let decided = draft.issue("FA20260001").expect("writable");
    assert_eq!(issued, decided.invoice);
    assert_eq!(answer, respond(&decided).expect("an answer"));
    let read = read(store, organization, draft.id).await;
    assert_eq!(read, issued);
    // as text too: equal decimals may be written differently
    assert_eq!(json(&read.document), json(&issued.document));
    assert_eq!(read.created_at.unix_timestamp_nanos(), draft.now.unix_timestamp_nanos());
}

fn json(document: &invoicing::Document) -> String {
    serde_json::to_string(document).expect("JSON")
}

pub async fn every_type_has_its_own_series(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for (invoice_type, number) in InvoiceType::ALL.into_iter().zip([
        "FA20260001",
        "ZF120260001",
        "SF320260001",
        "VF420260001",
        "DB520260001",
        "TB620260001",
    ]) {
        let issued = issue(store, &draft_of(organization, invoice_type)).await;
        assert_eq!(issued.document.number, number);
        let read = read(store, organization, issued.id).await;
        assert_eq!(read, issued);
        assert_eq!(read.document.invoice_type, invoice_type);
    }
}

pub async fn an_invoice_paid_already_has_its_payment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let mut draft = draft(organization);
    draft.document.already_paid = true;
    draft.document.payment_method = PaymentMethod::Cash;
    let issued = issue(store, &draft).await;
    let read = read(store, organization, draft.id).await;
    assert_eq!(read, issued);
    assert_eq!(read.status, InvoiceStatus::Paid);
    assert_eq!(read.payments.len(), 1);
    assert_eq!(read.paid_amount, draft.document.totals.total);
    assert!(read.outstanding().is_zero());
}

pub async fn files_keep_their_order_and_bytes(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let every_byte: Vec<u8> = (0..=255).collect();
    let large = vec![0xa5; 3 << 20];
    let contents: [&[u8]; 10] =
        [b"%PDF-1.7", b"", &every_byte, &large, b"\0", b"5", b"6", b"7", b"8", b"9"];
    let draft = with_files(draft(organization), &contents);
    issue(store, &draft).await;
    let files = store.files(organization, draft.id).await.expect("there");
    assert_eq!(files.len(), contents.len());
    for ((file, content), info) in files.iter().zip(contents).zip(&draft.document.attachments) {
        assert_eq!(file.content, content);
        assert_eq!(file.info, *info);
    }
    let without = Draft { id: InvoiceId(crate::build::id()), ..self::draft(organization) };
    issue(store, &without).await;
    assert_eq!(store.files(organization, without.id).await.expect("there"), []);
}

pub async fn the_event_comes_with_the_invoice(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    assert!(subject.events(organization).await.is_empty());
    let mut expected = Vec::new();
    for name in ["ACME", "Žltý kôň „s“ \"úvodzovkami\"", "O'Brien; drop table events --"] {
        let mut draft = draft(organization);
        let customer = contact(name);
        draft.document.customer_id = customer.id;
        draft.document.buyer = customer.party.clone();
        draft.new_contact = Some(customer);
        let issued = issue(store, &draft).await;
        let decided = draft.issue(&issued.document.number).expect("writable");
        expected.extend(decided.events.into_iter().map(|event| event.body.into_string()));
    }
    assert_eq!(subject.events(organization).await, expected);
}
