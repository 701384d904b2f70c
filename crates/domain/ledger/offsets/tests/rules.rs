//! Every rule of a set-off, each broken by one change of a pair that keeps them all.

use access::OrganizationId;
use expenses::{ExpenseStatus, ExpenseType, SettledExpense};
use invoicing::{
    AnyInvoice, Document, InvoiceStatus, InvoiceType, paying::Settlement, recording::AnyDocument,
};
use money::Currency;
use offsets::{OffsetError, OffsetRequest, Pair, set_off, supported};
use rust_decimal::{Decimal, dec};
use testkit::{
    build::{NOW, contact, draft, id, organization, with_total},
    expenses::{expense, offset_moment, offset_request},
};
use time::{Date, Duration, macros::date};

/// An invoice over 100.00 and an expense over 70.00 of the same firm.
fn pair() -> Pair {
    let owner = OrganizationId(id());
    let draft = with_total(draft(owner), dec!(100));
    let issued = draft.issue("FA20260001").expect("an invoice").invoice;
    let customer = draft.new_contact.clone().expect("a customer");
    let expense = expense(owner, &customer, dec!(70));
    Pair {
        settlement: Settlement { invoice: issued.into(), was_sent: false },
        customer: customer.party,
        expense: SettledExpense { expense, payments: Vec::new() },
        number: None,
    }
}

fn document(pair: &mut Pair) -> &mut Document {
    match &mut pair.settlement.invoice.document {
        AnyDocument::Issued(document) => document,
        AnyDocument::Recorded(_) => panic!("issued here"),
    }
}

/// The pair with another firm as its supplier: contact, IČO and DIČ differ.
fn other_firm(pair: &mut Pair) {
    let mut other = contact("Iná, s. r. o.");
    (other.party.ico, other.party.dic) = (Some("11111111".into()), Some("2029999999".into()));
    pair.expense.expense.content.supplier_id = other.id;
    pair.expense.expense.content.supplier = other.party;
}

fn request(pair: &Pair, amount: Decimal) -> OffsetRequest {
    offset_request(pair.settlement.invoice.id, pair.expense.expense.id, amount)
}

fn code(request: &OffsetRequest, pair: &Pair) -> &'static str {
    match set_off(request, pair, &offset_moment()) {
        Ok(_) => "ok",
        Err(OffsetError::Refused(refused)) => refused.code().expect("a code of its own"),
        Err(error) => panic!("{error}"),
    }
}

/// The code when a pair was changed.
fn changed(change: impl FnOnce(&mut Pair)) -> &'static str {
    let mut pair = pair();
    change(&mut pair);
    code(&request(&pair, dec!(10)), &pair)
}

fn status(status: InvoiceStatus) -> &'static str {
    changed(|pair| pair.settlement.invoice.status = status)
}

#[test]
fn every_type_but_an_invoice_is_refused() {
    for kind in InvoiceType::ALL {
        let expected = if kind == InvoiceType::Invoice { "ok" } else { "OFFSET_INVOICE_TYPE" };
        assert_eq!(changed(|pair| document(pair).invoice_type = kind), expected, "{kind:?}");
    }
    for kind in ExpenseType::ALL {
        let expected = if kind == ExpenseType::Invoice { "ok" } else { "OFFSET_EXPENSE_TYPE" };
        let outcome = changed(|pair| pair.expense.expense.content.expense_type = kind);
        assert_eq!(outcome, expected, "{kind:?}");
    }
}

#[test]
fn every_status_that_is_not_open_is_refused() {
    use InvoiceStatus::{Cancelled, Draft, PendingApproval};
    for before in InvoiceStatus::ALL {
        let refused = matches!(before, Draft | PendingApproval | Cancelled);
        let expected = if refused { "OFFSET_INVOICE_STATUS" } else { "ok" };
        assert_eq!(status(before), expected, "{before:?}");
    }
    for before in ExpenseStatus::ALL {
        let approved = before == ExpenseStatus::Approved;
        let expected = if approved { "ok" } else { "OFFSET_EXPENSE_TYPE" };
        assert_eq!(changed(|pair| pair.expense.expense.status = before), expected, "{before:?}");
    }
}

#[test]
fn one_of_contact_ico_and_dic_is_enough() {
    assert_eq!(changed(other_firm), "OFFSET_COUNTERPARTY_MISMATCH");
    let same = |keep: fn(&mut Pair)| {
        changed(|pair| {
            other_firm(pair);
            keep(pair);
        })
    };
    assert_eq!(
        same(|pair| {
            let customer = document(pair).customer_id;
            pair.expense.expense.content.supplier_id = customer;
        }),
        "ok"
    );
    assert_eq!(
        same(|pair| pair.expense.expense.content.supplier.ico = Some("87654321".into())),
        "ok"
    );
    assert_eq!(
        same(|pair| pair.expense.expense.content.supplier.dic = Some("2021212121".into())),
        "ok"
    );
    // the VAT number of a Slovak firm is its DIČ
    let vat = |pair: &mut Pair| {
        pair.expense.expense.content.supplier.ic_dph = Some("SK2021212121".into());
    };
    assert_eq!(same(vat), "ok");
    // members of a VAT group are other firms
    let group = |pair: &mut Pair| {
        pair.expense.expense.content.supplier.ic_dph = Some("SK7020000944".into());
        document(pair).buyer.ic_dph = Some("SK7020000944".into());
    };
    assert_eq!(same(group), "OFFSET_COUNTERPARTY_MISMATCH");
    // the contact of today counts beside what the invoice says
    assert_eq!(same(|pair| pair.customer.ico = Some("11111111".into())), "ok");
    // what neither has is not the same
    let nothing = |pair: &mut Pair| {
        let supplier = &mut pair.expense.expense.content.supplier;
        (supplier.ico, supplier.dic) = (None, None);
        (pair.customer.ico, pair.customer.dic) = (None, None);
        let buyer = &mut document(pair).buyer;
        (buyer.ico, buyer.dic) = (None, None);
    };
    assert_eq!(same(nothing), "OFFSET_COUNTERPARTY_MISMATCH");
}

#[test]
fn both_currencies_are_the_same() {
    assert_eq!(changed(|pair| document(pair).currency = Currency::Czk), "OFFSET_CURRENCY_MISMATCH");
    let both = |pair: &mut Pair| {
        document(pair).currency = Currency::Czk;
        pair.expense.expense.content.currency = Currency::Czk.into();
    };
    assert_eq!(changed(both), "ok");
}

#[test]
fn the_day_lies_between_the_documents_and_today() {
    let on = |date: Date, invoice: Date, expense: Date| {
        let mut pair = pair();
        document(&mut pair).issue_date = invoice;
        pair.expense.expense.content.issue_date = expense;
        let request = OffsetRequest { date: Some(date), ..request(&pair, dec!(10)) };
        code(&request, &pair)
    };
    let (today, before) = (NOW.date(), NOW.date() - Duration::DAY);
    let first = date!(2026 - 01 - 01);
    for (date, invoice, expense, expected) in [
        (today, today, today, "ok"),
        (before, before, first, "ok"),
        (today + Duration::DAY, first, first, "OFFSET_DATE"),
        (before, today, first, "OFFSET_DATE"),
        (before, first, today, "OFFSET_DATE"),
        // today by default is checked as well
        (today, today + Duration::DAY, first, "OFFSET_DATE"),
    ] {
        assert_eq!(on(date, invoice, expense), expected, "{date} {invoice} {expense}");
    }
}

#[test]
fn not_a_cent_more_than_is_open_of_either() {
    for (invoice_paid, expense_paid, amount, expected) in [
        (dec!(0), dec!(0), dec!(70), "ok"),
        (dec!(0), dec!(0), dec!(70.01), "OFFSET_EXCEEDS_BALANCE"),
        (dec!(50), dec!(0), dec!(50), "ok"),
        (dec!(50), dec!(0), dec!(50.01), "OFFSET_EXCEEDS_BALANCE"),
        (dec!(0), dec!(69.99), dec!(0.01), "ok"),
        (dec!(0), dec!(70), dec!(0.01), "OFFSET_EXCEEDS_BALANCE"),
        (dec!(100), dec!(0), dec!(0.01), "OFFSET_EXCEEDS_BALANCE"),
    ] {
        let mut pair = pair();
        pair.settlement.invoice.paid_amount = invoice_paid;
        pair.expense.expense.paid_amount = expense_paid;
        let outcome = code(&request(&pair, amount), &pair);
        assert_eq!(outcome, expected, "{invoice_paid} {expense_paid} {amount}");
    }
}

#[test]
fn firms_of_other_countries_do_not_set_off() {
    for (country, expected) in
        [("SK", None), ("CZ", Some("OFFSET_NOT_SUPPORTED")), ("AT", Some("OFFSET_NOT_SUPPORTED"))]
    {
        let mut firm = organization();
        firm.address.country = country.into();
        let code = supported(&firm).err().and_then(|refused| refused.code());
        assert_eq!(code, expected, "{country}");
    }
}

#[test]
fn both_documents_are_paid_and_the_invoice_tells() {
    let pair = pair();
    let change = set_off(&request(&pair, dec!(70)), &pair, &offset_moment()).expect("right");
    let record = change.record(&pair);
    assert_eq!(
        (record.invoice.outstanding, record.invoice.status.name()),
        (dec!(30), "partially_paid")
    );
    assert_eq!(
        (record.expense.outstanding, record.expense.payment_status.name()),
        (dec!(0), "paid")
    );
    let names: Vec<_> = change.invoice.events.iter().map(|event| event.name.as_str()).collect();
    assert_eq!(names, ["payment.received", "invoice.updated"]);
    let before = (record.offset.invoice_outstanding, record.offset.expense_outstanding);
    assert_eq!(before, (dec!(100), dec!(70)));
    let after: &AnyInvoice = &change.invoice.after;
    assert_eq!(after.payments[0].offset_id, Some(record.offset.id));
}
