use super::*;
use crate::{Content, Document, ItemAnswer, PostedPayment, PostingId, Reference, sample::entry};
use accounting_export::{Direction, Partner};
use money::Currency;
use rust_decimal::dec;
use serde_json::json;
use time::macros::date;
use uuid::Uuid;

const ID: &str = "01936f5e-7b60-7000-8000-000000000001";

fn document(content: Content) -> Document {
    Document { posting: PostingId(Uuid::from_u128(1)), external_id: ID.into(), content }
}

fn invoice() -> Document {
    document(Content::Invoice(Box::new(entry(Direction::Issued, &[dec!(23), dec!(5.0)]))))
}

fn payment(direction: Direction, program_id: Option<&str>) -> Document {
    let of = Reference::of(&entry(direction, &[]), program_id.map(str::to_owned));
    document(Content::Payment(Box::new(PostedPayment {
        of,
        partner: Partner::default(),
        amount: dec!(10.5),
        currency: Currency::Eur.into(),
        date: date!(2026 - 11 - 20),
        is_cash: true,
        others: vec![],
    })))
}

#[test]
fn each_document_goes_where_it_belongs() {
    let made = post(&invoice()).expect("a request");
    assert_eq!(made.path, "/invoices/create");
    assert_eq!(made.data["Invoice"]["internal_comment"], format!("Billhook {ID}"));
    assert_eq!(made.data["InvoiceItem"][1]["tax"], "5");
    assert_eq!(made.data["InvoiceItem"][0]["unit_price"], "100.00");
    let expense = document(Content::Invoice(Box::new(entry(Direction::Received, &[dec!(23)]))));
    let made = post(&expense).expect("a request");
    assert_eq!((made.path, &made.data["Expense"]["vat"]), ("/expenses/add", &json!("23")));
    let paid = post(&payment(Direction::Issued, Some("17"))).expect("a request");
    assert_eq!(paid.data["InvoicePayment"]["invoice_id"], "17");
    assert_eq!(paid.data["InvoicePayment"]["amount"], "10.50");
    let paid = post(&payment(Direction::Received, Some("18"))).expect("a request");
    assert_eq!(
        (paid.path, &paid.data["ExpensePayment"]["created"]),
        ("/expense_payments/add", &json!("2026-11-20"))
    );
}

#[test]
fn what_has_no_place_there_is_refused_here() {
    let many = [dec!(23), dec!(19), dec!(5), dec!(0)];
    let expense = document(Content::Invoice(Box::new(entry(Direction::Received, &many))));
    assert!(post(&expense).expect_err("too many").contains("4 VAT rates"));
    assert!(post(&payment(Direction::Issued, None)).is_err());
}

#[test]
fn an_answer_says_what_was_made_or_what_is_wrong() {
    let created = |id: &str, number: Option<&str>| ItemAnswer::Created {
        id: Some(id.into()),
        number: number.map(str::to_owned),
        note: None,
    };
    let refused = |reason: &str| ItemAnswer::Refused { reason: reason.into() };
    for (said, expected) in [
        (
            json!({"error": 0, "data": {"Invoice": {"id": "3", "invoice_no_formatted": "FA/1"}}}),
            created("3", Some("FA/1")),
        ),
        (json!({"error": 0, "data": {"Expense": {"id": 9}}}), created("9", None)),
        (json!({"error": 0, "payment_id": "1"}), created("1", None)),
        (
            json!({"error": 4, "error_message": {"data_bad_format": "Missing required client data."}}),
            refused("Missing required client data."),
        ),
        (
            json!({"error": 1, "error_messages": [], "message": "Faktúra je už plne uhradená"}),
            refused("Faktúra je už plne uhradená"),
        ),
        (json!({"error": 1}), refused("SuperFaktúra gives no reason")),
    ] {
        assert_eq!(answer(said.to_string().as_bytes()), Ok(expected), "{said}");
    }
    for said in ["<html>", "", "{}", "{\"error\":0}", "{\"error\":0,\"data\":{}}"] {
        assert!(answer(said.as_bytes()).is_err(), "{said}");
    }
}

#[test]
fn what_carries_our_mark_is_found() {
    let path = look_up(&invoice()).expect("a path").path;
    assert!(path.ends_with("/search:RkEvMQ,,"), "{path}");
    let row = |comment: &str| json!({"Invoice": {"id": "3", "internal_comment": comment}});
    let ours = format!("x Billhook {ID}");
    let rows = json!({"items": [row("Billhook other"), row(&ours)]});
    let there = found(rows.to_string().as_bytes(), &invoice()).expect("read");
    assert!(matches!(there, Some(ItemAnswer::Created { id: Some(id), .. }) if id == "3"));
    let none = json!({"items": [row("FA/1")]});
    assert_eq!(found(none.to_string().as_bytes(), &invoice()), Ok(None), "somebody else's");
    let view = json!({"InvoicePayment": [{"id": 4, "document_no": ours}]});
    let paid = payment(Direction::Issued, Some("17"));
    assert!(found(view.to_string().as_bytes(), &paid).expect("read").is_some());
}

/// Two equal payments of one day are two: a payment that is known to be another one is not taken for this one.
#[test]
fn a_payment_of_an_expense_is_none_of_the_others() {
    let of = |others: &[&str]| {
        let mut paid = payment(Direction::Received, Some("17"));
        let Content::Payment(content) = &mut paid.content else { panic!("a payment") };
        content.others = others.iter().map(|id| (*id).to_owned()).collect();
        paid
    };
    let one = |id: u64| json!({"id": id, "amount": "10.5000", "created": "2026-11-20 10:00:00"});
    let two = json!({"ExpensePayment": [one(4), one(5)]});
    for (others, expected) in [(&[][..], Some("4")), (&["4"], Some("5")), (&["4", "5"], None)] {
        let there = found(two.to_string().as_bytes(), &of(others)).expect("read");
        let id = there.map(|answer| match answer {
            ItemAnswer::Created { id, .. } => id.expect("an id"),
            other => panic!("{other:?}"),
        });
        assert_eq!(id.as_deref(), expected, "{others:?}");
    }
}

/// Only a list without the document proves that it does not exist; otherwise it would be created twice.
#[test]
fn an_answer_that_is_no_list_says_nothing() {
    let full: Vec<_> = (0..100).map(|n| json!({"Invoice": {"id": n}})).collect();
    for said in [
        json!({}),
        json!({"error": 0}),
        json!({"items": {}}),
        json!({"items": null}),
        json!({"items": [{"Expense": {}}]}),
        json!({"items": full}),
        json!({"error": 1, "items": []}),
        json!("ok"),
    ] {
        assert!(found(said.to_string().as_bytes(), &invoice()).is_err(), "{said}");
    }
    for direction in [Direction::Issued, Direction::Received] {
        let paid = payment(direction, Some("17"));
        for said in [json!({}), json!({"Invoice": {}}), json!({"InvoicePayment": {}})] {
            assert!(found(said.to_string().as_bytes(), &paid).is_err(), "{said}");
        }
        let none = json!({"InvoicePayment": [], "ExpensePayment": []});
        assert_eq!(found(none.to_string().as_bytes(), &paid), Ok(None));
        assert!(found(b"<html>", &paid).is_err());
    }
}
