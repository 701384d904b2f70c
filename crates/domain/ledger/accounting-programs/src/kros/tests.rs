use super::*;
use crate::{
    Content, Document, ItemAnswer, PostedPayment, PostingId, ProgramFailure, Reference,
    sample::{entry, partner},
};
use accounting_export::{Direction, EntryKind};
use money::Currency;
use rust_decimal::dec;
use serde_json::{Value, json};
use time::macros::date;
use uuid::Uuid;

const ID: &str = "01936f5e-7b60-7000-8000-000000000001";

fn document(content: Content) -> Document {
    Document { posting: PostingId(Uuid::from_u128(1)), external_id: ID.into(), content }
}

fn invoice(direction: Direction) -> Document {
    document(Content::Invoice(Box::new(entry(direction, &[dec!(23), dec!(5.0)]))))
}

fn payment(direction: Direction, symbol: Option<&str>) -> Document {
    let mut of = Reference::of(&entry(direction, &[]), None);
    of.variable_symbol = symbol.map(str::to_owned);
    document(Content::Payment(Box::new(PostedPayment {
        of,
        partner: partner(),
        amount: dec!(10.5),
        currency: Currency::Eur.into(),
        date: date!(2026 - 11 - 20),
        is_cash: false,
        others: vec![],
    })))
}

#[test]
fn what_was_issued_and_its_payments_are_taken_over() {
    let made = post(&invoice(Direction::Issued)).expect("a request");
    assert_eq!(made.path, "/api/invoices");
    let data = &made.body["data"];
    assert_eq!((&data["externalId"], &data["documentNumber"]), (&json!(ID), &json!("FA/1")));
    assert_eq!(data["items"][1]["vatRate"].to_string(), "5");
    assert_eq!(data["items"][0]["totalPriceInclVat"].to_string(), "123.0");
    assert_eq!(data["partner"]["address"]["businessName"], "Žltá & spol.");
    let paid = post(&payment(Direction::Issued, Some("20260001"))).expect("a request");
    assert_eq!(paid.path, "/api/payments/batch");
    let data = &paid.body["data"][0];
    assert_eq!((&data["externalId"], &data["sumOfPayment"]), (&json!(ID), &json!(10.5)));
    assert_eq!(data["variableSymbol"], "20260001");
}

#[test]
fn a_credit_note_is_one() {
    let mut note = entry(Direction::Issued, &[dec!(23)]);
    note.kind = EntryKind::CreditNote;
    let made = post(&document(Content::Invoice(Box::new(note)))).expect("a request");
    assert_eq!(made.body["data"]["invoiceType"], 1);
}

#[test]
fn what_has_no_place_there_is_refused_here() {
    for document in [
        invoice(Direction::Received),
        payment(Direction::Received, Some("1")),
        payment(Direction::Issued, None),
        payment(Direction::Issued, Some("12345678901")),
    ] {
        assert!(post(&document).is_err(), "{document:?}");
    }
}

#[test]
fn an_answer_says_whether_it_was_taken_over() {
    let said = |status, body: Value| {
        let body = body.to_string();
        answer(Answer { status, body: body.as_bytes() })
    };
    let refused = |reason: &str| Ok(Some(ItemAnswer::Refused { reason: reason.into() }));
    assert_eq!(said(202, json!({"requestId": "7"})), Ok(Some(ItemAnswer::Taken)));
    assert_eq!(said(409, json!({})), Ok(Some(ItemAnswer::Taken)));
    let made = json!({"data": {"id": 7, "documentNumber": "FA1"}});
    let (id, number) = (Some("7".into()), Some("FA1".into()));
    assert_eq!(said(200, made), Ok(Some(ItemAnswer::Created { id, number, note: None })));
    assert_eq!(said(201, json!({})), Ok(Some(ItemAnswer::Taken)));
    let errors = json!({"title": "Nie", "errors": {"dueDate": ["Chýba splatnosť"]}});
    assert_eq!(said(400, errors), refused("Chýba splatnosť; Nie"));
    assert_eq!(said(400, json!("x")), refused("KROS Fakturácia gives no reason"));
    assert!(matches!(said(402, json!({})), Err(ProgramFailure::Denied(_))));
    for status in [401, 404, 429, 500] {
        assert_eq!(said(status, json!({})), Ok(None), "{status}");
    }
}

#[test]
fn what_carries_our_id_is_found() {
    let invoice = invoice(Direction::Issued);
    let asked = look_up(&invoice).expect("a look-up").page(1);
    let day = "IssueDateFrom=2026-11-02&IssueDateTo=2026-11-02";
    assert_eq!(asked, format!("/api/invoices?{day}&Top=100&Skip=100"));
    let asked = look_up(&payment(Direction::Issued, Some("1"))).expect("a look-up").page(0);
    assert_eq!(asked, format!("/api/payments?ExternalId={ID}&Top=100&Skip=0"));
    let row = |id: u32, ours: Option<&str>| json!({"id": id, "externalId": ours});
    let page = |rows: Vec<Value>| {
        let body = json!({"data": rows}).to_string();
        found(body.as_bytes(), &invoice)
    };
    let there = page(vec![row(3, None), row(4, Some(ID))]);
    let (id, number) = (Some("4".into()), None);
    assert_eq!(there, Ok(Page::Found(ItemAnswer::Created { id, number, note: None })));
    assert_eq!(page(vec![]), Ok(Page::Last));
    assert_eq!(page(vec![row(3, Some("other"))]), Ok(Page::Last));
    assert_eq!(page(vec![row(3, None); 100]), Ok(Page::Next));
}

/// Only a list that contains our ids proves that one is missing.
#[test]
fn an_answer_that_is_no_list_says_nothing() {
    let invoice = invoice(Direction::Issued);
    for said in ["<html>", "{}", "[]", r#"{"data": {}}"#, r#"{"data": [{"id": 1}]}"#] {
        assert!(found(said.as_bytes(), &invoice).is_err(), "{said}");
    }
}
