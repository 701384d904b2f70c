//! Editing: what stays, what is checked, and by which rules.

use crate::edit_setup::{edit, edited, events_of, fields, moment, numbered, on, state_of};
use invoicing::{
    AnyInvoice, BankAccountId, ContactId, ContractId, DeliveryAddressInput, Document, Invoice,
    InvoiceId, InvoiceRequest, InvoiceStatus, InvoiceType, Issuance, ItemInput, PaymentId,
    Violations,
    drafts::{EditError, EditRefused, InvoiceEdit},
    recording::{AnyDocument, InvoiceContent, RecordedDocument},
    states::{Holds, InvoiceState, LiveSend, TransitionRefused},
    terms::{HeaderTexts, Term},
};
use money::{Currency, Decimal};
use rust_decimal::dec;
use testkit::invoices::{
    EUR_ACCOUNT, NOW, TODAY, USD_ACCOUNT, contact, counting_ids, czech, delivery_address,
    foreign_customer, item, original, request, slovak, slovak_nonpayer, treated, unsent,
};
use time::{Duration, macros::date};
use uuid::Uuid;
use vat_categories::{TaxTreatment, VatRate};

fn document(state: &InvoiceState) -> &invoicing::Document {
    match &state.invoice.document {
        AnyDocument::Issued(document) => document,
        AnyDocument::Recorded(_) => panic!("issued here"),
    }
}

#[test]
fn what_is_not_named_stays() {
    let before = state_of(&request(), &slovak());
    let said = HeaderTexts::one(Term::Note, "Nová poznámka");
    let changed = InvoiceEdit { texts: said.clone(), ..edit() };
    let after = edited(&before, &changed, &slovak());
    let expected = Document { texts: said, ..document(&before).clone() };
    assert_eq!(document(&after), &expected);
    assert_eq!(after.invoice.version, before.invoice.version + 1);
    assert_eq!(events_of(&before, &changed, &slovak()), [""; 0], "a note tells nobody");
}

#[test]
fn an_empty_delivery_address_takes_it_away() {
    let address = Some(delivery_address("AT"));
    let before = state_of(&InvoiceRequest { delivery_address: address, ..request() }, &slovak());
    assert!(document(&before).delivery_address.is_some());
    let address = Some(DeliveryAddressInput::default());
    let after = edited(&before, &InvoiceEdit { delivery_address: address, ..edit() }, &slovak());
    assert_eq!(document(&after).delivery_address, None);
    let kept = edited(
        &before,
        &InvoiceEdit { texts: HeaderTexts::one(Term::Note, "x"), ..edit() },
        &slovak(),
    );
    assert_eq!(document(&kept).delivery_address, document(&before).delivery_address);
}

#[test]
fn totals_are_those_of_creation() {
    let before = state_of(&request(), &slovak());
    let items = vec![
        item("Stôl", 3.into(), dec!(33.335), VatRate::TwentyThree),
        item("Kniha", 1.into(), dec!(10.01), VatRate::Five),
    ];
    let changed = InvoiceEdit { items: Some(items.clone()), ..edit() };
    let after = edited(&before, &changed, &slovak());
    let fresh = state_of(&InvoiceRequest { items: Some(items), ..request() }, &slovak());
    assert_eq!(document(&after).totals, document(&fresh).totals);
    assert_eq!(document(&after).lines, document(&fresh).lines);
    assert_eq!(document(&after).vat_breakdown, document(&fresh).vat_breakdown);
    assert_eq!(events_of(&before, &changed, &slovak()), ["invoice.updated"]);
}

#[test]
fn every_kind_of_document_can_be_edited_and_says_the_same_again() {
    let cross = vec![treated("Tovar", 100.into(), TaxTreatment::IntraEuGoods)];
    let exempt = vec![item("Kurz", 1.into(), 50.into(), VatRate::Zero)];
    let foreign = foreign_customer("Tischler GmbH", "ATU12345675", "AT");
    let note = InvoiceRequest {
        invoice_type: Some(InvoiceType::CreditNote),
        original_invoice_id: Some(InvoiceId(Uuid::from_u128(0xF0))),
        ..request()
    };
    let noted = {
        let mut records = slovak();
        records.original = Some(original(InvoiceType::Invoice, Currency::Eur));
        records
    };
    let self_invoice = InvoiceRequest { invoice_type: Some(InvoiceType::SelfInvoice), ..request() };
    let proforma = InvoiceRequest { invoice_type: Some(InvoiceType::Proforma), ..request() };
    let outside = InvoiceRequest { items: Some(exempt.clone()), ..request() };
    for (name, request, records) in [
        ("plain", request(), slovak()),
        (
            "dollars",
            InvoiceRequest {
                currency: Some(Currency::Usd),
                exchange_rate: Some(dec!(1.08)),
                ..request()
            },
            slovak(),
        ),
        ("note", note, noted),
        ("self", self_invoice, slovak()),
        ("proforma", proforma, slovak()),
        (
            "exempt",
            InvoiceRequest {
                exemption_reason: Some("§ 31 vzdelávacie služby".into()),
                items: Some(exempt),
                ..request()
            },
            slovak(),
        ),
        ("no payer", outside, slovak_nonpayer()),
        ("czech", request_in_koruna(), czech()),
        (
            "goods",
            InvoiceRequest {
                customer: Some(foreign),
                items: Some(cross),
                delivery_address: Some(delivery_address("AT")),
                ..request()
            },
            slovak(),
        ),
    ] {
        let before = state_of(&request, &records);
        let after = edited(
            &before,
            &InvoiceEdit { texts: HeaderTexts::one(Term::Note, "ešte raz"), ..edit() },
            &records,
        );
        let expected = Document {
            texts: HeaderTexts::one(Term::Note, "ešte raz"),
            ..document(&before).clone()
        };
        assert_eq!(document(&after), &expected, "{name}");
    }
}

fn request_in_koruna() -> InvoiceRequest {
    request()
}

#[test]
fn each_field_can_be_changed_and_texts_taken_away() {
    let before = state_of(
        &InvoiceRequest {
            texts: HeaderTexts {
                note: Some("staré".into()),
                order_number: Some("1".into()),
                ..HeaderTexts::default()
            },
            ..request()
        },
        &slovak(),
    );
    let contract = ContractId(Uuid::from_u128(0xCC));
    let project = persistence::ids::ProjectId(Uuid::from_u128(0xCD));
    let changed = InvoiceEdit {
        issue_date: Some(TODAY - Duration::days(1)),
        delivery_date: Some(Some(TODAY - Duration::days(3))),
        due_date: Some(TODAY + Duration::days(60)),
        texts: HeaderTexts {
            note: Some(String::new()),
            internal_note: Some("len pre nás".into()),
            order_number: Some("OBJ-2".into()),
            buyer_reference: Some("stredisko 12".into()),
            project_reference: Some("P-2".into()),
        },
        delivery_address: Some(delivery_address("SK")),
        bank_account_id: Some(EUR_ACCOUNT),
        contract_id: Some(Some(contract)),
        project_id: Some(Some(project)),
        ..edit()
    };
    let after = edited(&before, &changed, &slovak());
    let now = document(&after);
    assert_eq!(
        (now.issue_date, now.delivery_date),
        (TODAY - Duration::days(1), Some(TODAY - Duration::days(3)))
    );
    assert_eq!((now.due_date, now.texts.note.as_deref()), (TODAY + Duration::days(60), None));
    assert_eq!(
        (now.texts.internal_note.as_deref(), now.texts.order_number.as_deref()),
        (Some("len pre nás"), Some("OBJ-2"))
    );
    assert_eq!(now.texts.buyer_reference.as_deref(), Some("stredisko 12"));
    assert_eq!(now.texts.project_reference.as_deref(), Some("P-2"));
    assert_eq!(now.delivery_address.as_ref().map(|a| a.city.as_str()), Some("Linz"));
    assert_eq!(document(&after).contract_id, Some(contract));
    assert_eq!(document(&after).project_id, Some(project));
    assert_eq!(now.number, document(&before).number);
    let unsaid = edited(&after, &InvoiceEdit { delivery_date: Some(None), ..edit() }, &slovak());
    assert_eq!(document(&unsaid).delivery_date, Some(document(&unsaid).issue_date));
    let unlinked = edited(&after, &InvoiceEdit { contract_id: Some(None), ..edit() }, &slovak());
    assert_eq!(document(&unlinked).contract_id, None);
    let unlinked = edited(&after, &InvoiceEdit { project_id: Some(None), ..edit() }, &slovak());
    assert_eq!(document(&unlinked).project_id, None);
    assert_eq!(document(&unlinked).texts.project_reference.as_deref(), Some("P-2"));
}

#[test]
fn wrong_fields_are_named_as_the_body_names_them() {
    let dollars =
        InvoiceRequest { currency: Some(Currency::Usd), exchange_rate: Some(dec!(1)), ..request() };
    let year = date!(2027 - 01 - 01);
    for (name, before, changed, expected) in [
        ("no lines", request(), InvoiceEdit { items: Some(vec![]), ..edit() }, vec!["items"]),
        (
            "a price",
            request(),
            InvoiceEdit {
                items: Some(vec![ItemInput {
                    unit_price: Some(dec!(-1)),
                    ..item("x", 1.into(), 1.into(), VatRate::Five)
                }]),
                ..edit()
            },
            vec!["items[0].unitPrice"],
        ),
        (
            "due",
            request(),
            InvoiceEdit { due_date: Some(TODAY - Duration::days(1)), ..edit() },
            vec!["dueDate"],
        ),
        (
            "both",
            request(),
            InvoiceEdit { due_date: Some(TODAY), due_days: Some(3), ..edit() },
            vec!["dueDate"],
        ),
        ("days", request(), InvoiceEdit { due_days: Some(366), ..edit() }, vec!["dueDays"]),
        (
            "another year",
            request(),
            InvoiceEdit { issue_date: Some(year), due_date: Some(year), ..edit() },
            vec!["issueDate"],
        ),
        (
            "account",
            request(),
            InvoiceEdit { bank_account_id: Some(BankAccountId(Uuid::from_u128(1))), ..edit() },
            vec!["bankAccountId"],
        ),
        (
            "its currency",
            request(),
            InvoiceEdit { bank_account_id: Some(USD_ACCOUNT), ..edit() },
            vec!["bankAccountId"],
        ),
        (
            "home rate",
            request(),
            InvoiceEdit { exchange_rate: Some(dec!(2)), ..edit() },
            vec!["exchangeRate"],
        ),
        (
            "no rate",
            dollars,
            InvoiceEdit { exchange_rate: Some(dec!(0)), ..edit() },
            vec!["exchangeRate"],
        ),
        (
            "address",
            request(),
            InvoiceEdit {
                delivery_address: Some(DeliveryAddressInput {
                    street: Some("Dlhá 1".into()),
                    ..DeliveryAddressInput::default()
                }),
                ..edit()
            },
            vec!["deliveryAddress.city", "deliveryAddress.zip", "deliveryAddress.country"],
        ),
        (
            "long",
            request(),
            InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, "x".repeat(2001)), ..edit() },
            vec!["internalNote"],
        ),
    ] {
        assert_eq!(fields(&state_of(&before, &slovak()), &changed, &slovak()), expected, "{name}");
    }
}

#[test]
fn lines_of_stock_are_named_as_the_body_names_them() {
    let warehouse_id = Some(persistence::ids::WarehouseId(Uuid::from_u128(1)));
    let line = ItemInput { warehouse_id, ..item("x", 1.into(), 1.into(), VatRate::Five) };
    let changed = InvoiceEdit { items: Some(vec![line]), ..edit() };
    let refused = on(&state_of(&request(), &slovak()), &changed, &slovak()).expect_err("no item");
    let says = "items[0].warehouseId: is of a line that names stockItemId";
    assert_eq!(refused.to_string(), says);
}

#[test]
fn nobody_has_paid_more_than_the_total() {
    let mut before = state_of(&request(), &slovak());
    let total = before.invoice.outstanding();
    before.invoice.paid_amount = total - dec!(10);
    before.invoice.payments = vec![invoicing::Payment {
        id: PaymentId(Uuid::from_u128(5)),
        amount: total - dec!(10),
        date: TODAY,
        method: "cash".into(),
        offset_id: None,
    }];
    before.invoice.status = InvoiceStatus::PartiallyPaid;
    let net = |amount| InvoiceEdit {
        items: Some(vec![item("x", 1.into(), amount, VatRate::Zero)]),
        ..edit()
    };
    assert_eq!(fields(&before, &net(total - dec!(10.01)), &slovak()), ["items"]);
    let paid = edited(&before, &net(total - dec!(10)), &slovak());
    assert_eq!(
        (paid.invoice.status, paid.invoice.outstanding()),
        (InvoiceStatus::Paid, Decimal::ZERO)
    );
    assert_eq!(
        events_of(&before, &net(total - dec!(10)), &slovak()),
        ["invoice.paid", "invoice.updated"]
    );
    let more = edited(&paid, &net(total), &slovak());
    assert_eq!(
        (more.invoice.status, more.invoice.outstanding()),
        (InvoiceStatus::PartiallyPaid, dec!(10))
    );
}

#[test]
fn a_due_date_makes_overdue_and_takes_it_back() {
    let before = state_of(
        &InvoiceRequest { issue_date: Some(TODAY - Duration::days(20)), ..request() },
        &slovak(),
    );
    let late = InvoiceEdit { due_date: Some(TODAY - Duration::days(1)), ..edit() };
    let overdue = edited(&before, &late, &slovak());
    assert_eq!(overdue.invoice.status, InvoiceStatus::Overdue);
    assert_eq!(events_of(&before, &late, &slovak()), ["invoice.overdue", "invoice.updated"]);
    let today = InvoiceEdit { due_date: Some(TODAY), ..edit() };
    assert_eq!(edited(&overdue, &today, &slovak()).invoice.status, InvoiceStatus::Issued);
}

#[test]
fn a_stale_version_is_refused_first() {
    let before = state_of(&request(), &slovak());
    for version in [0, 2, i64::MAX] {
        let changed = InvoiceEdit { version: Some(version), items: Some(vec![]), ..edit() };
        let refused = on(&before, &changed, &slovak()).expect_err("stale");
        let EditError::Refused(EditRefused::Stale { current: 1 }) = refused else {
            panic!("{refused}")
        };
    }
    let right =
        InvoiceEdit { version: Some(1), texts: HeaderTexts::one(Term::Note, "x"), ..edit() };
    assert_eq!(edited(&before, &right, &slovak()).invoice.version, 2);
}

#[test]
fn what_was_sent_takes_accounting_metadata_only() {
    let metadata = InvoiceEdit {
        texts: HeaderTexts::one(Term::InternalNote, "x"),
        contract_id: Some(Some(ContractId(Uuid::nil()))),
        ..edit()
    };
    let content = InvoiceEdit { texts: HeaderTexts::one(Term::Note, "x"), ..metadata.clone() };
    for (live_send, refusal) in [
        (LiveSend::UnderWay, TransitionRefused::UnderWay),
        (LiveSend::Taken, TransitionRefused::SentOverPeppol),
    ] {
        let before = InvoiceState { live_send, ..state_of(&request(), &slovak()) };
        let refused = on(&before, &content, &slovak()).expect_err("sent");
        assert!(
            matches!(refused, EditError::Refused(EditRefused::Status(why)) if why == refusal),
            "{refused}"
        );
        let after = edited(&before, &metadata, &slovak());
        assert_eq!(document(&after).texts.internal_note.as_deref(), Some("x"));
        assert_eq!(after.invoice.status, before.invoice.status);
    }
}

#[test]
fn holds_refuse_every_edit() {
    for (status, holds, refusal) in [
        (InvoiceStatus::Cancelled, Holds::default(), TransitionRefused::Cancelled),
        (
            InvoiceStatus::Issued,
            Holds { archived_at: Some(NOW), ..Holds::default() },
            TransitionRefused::Archived,
        ),
        (
            InvoiceStatus::Issued,
            Holds { locked_at: Some(NOW), ..Holds::default() },
            TransitionRefused::Locked,
        ),
    ] {
        let mut before = state_of(&request(), &slovak());
        (before.invoice.status, before.invoice.holds) = (status, holds);
        for changed in [
            InvoiceEdit { texts: HeaderTexts::one(Term::Note, "x"), ..edit() },
            InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, "x"), ..edit() },
        ] {
            let refused = on(&before, &changed, &slovak()).expect_err("held");
            assert!(
                matches!(refused, EditError::Refused(EditRefused::Status(why)) if why == refusal),
                "{refused}"
            );
        }
    }
}

#[test]
fn seller_and_customer_stay_those_of_the_day_of_issue() {
    let before = state_of(&request(), &slovak());
    let mut today = slovak();
    today.organization.name = "Nové meno, s. r. o.".into();
    today.organization.ic_dph = None;
    today.organization.vat_payer = false;
    let items = vec![item("Stôl", 1.into(), 10.into(), VatRate::TwentyThree)];
    let after = edited(&before, &InvoiceEdit { items: Some(items), ..edit() }, &today);
    assert_eq!(document(&after).seller, document(&before).seller);
    assert_eq!(document(&after).totals.total, dec!(12.30), "it charged VAT then");
    assert_eq!(document(&after).buyer, contact(testkit::invoices::slovak_customer()).party);
}

fn recorded() -> InvoiceState {
    let document = RecordedDocument {
        invoice_type: InvoiceType::Invoice,
        type_code: Some("380".into()),
        self_billed: false,
        number: "EXT-1".into(),
        variable_symbol: None,
        issue_date: TODAY,
        due_date: None,
        customer_id: ContactId(Uuid::nil()),
        seller: "Dodávateľ".into(),
        buyer: "Odberateľ".into(),
        totals: invoicing::Totals { subtotal: dec!(10), vat_total: dec!(0), total: dec!(10) },
        prepaid: Decimal::ZERO,
        rounding: Decimal::ZERO,
        currency: "EUR".parse().expect("a code"),
        original: None,
        internal_note: None,
        contract_id: None,
        project_id: None,
    };
    let id = invoicing::InvoiceId(Uuid::from_u128(9));
    let invoice = Invoice::record(id, slovak().organization.id, document, NOW);
    InvoiceState { live_send: LiveSend::Taken, ..unsent(AnyInvoice::from(invoice)) }
}

#[test]
fn a_recorded_invoice_takes_accounting_metadata_only() {
    let before = recorded();
    let noted = InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, " pre nás "), ..edit() };
    let after = edited(&before, &noted, &slovak());
    let AnyDocument::Recorded(document) = &after.invoice.document else { panic!("recorded") };
    assert_eq!(document.internal_note.as_deref(), Some("pre nás"));
    let again = document.as_ref().clone();
    let issued = after.invoice.clone().issued().expect_err("recorded");
    let sent_again = RecordedDocument { internal_note: None, ..again };
    assert_eq!(issued.revised(sent_again), None, "a send leaves the note alone");
    let refused =
        on(&before, &InvoiceEdit { texts: HeaderTexts::one(Term::Note, "x"), ..edit() }, &slovak());
    let refused = refused.expect_err("its content is what was sent");
    assert!(matches!(refused, EditError::Refused(EditRefused::Recorded)), "{refused}");
    let long =
        InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, "x".repeat(2001)), ..edit() };
    assert_eq!(fields(&before, &long, &slovak()), ["internalNote"]);
}

/// The invoice, had a bank said its rate.
fn looked_up(state: &InvoiceState) -> InvoiceState {
    let document = state.invoice.document.issued().expect("issued here").clone();
    let document = AnyDocument::Issued(Box::new(Document { rate_looked_up: true, ..document }));
    let invoice = AnyInvoice { document, ..state.invoice.clone() };
    InvoiceState { invoice, ..state.clone() }
}

/// A rate that the caller gave stays, whatever the bank says; the bank's goes with the tax point, and stays
/// where the bank says none.
#[test]
fn another_tax_point_wants_another_rate() {
    let dollars = InvoiceRequest {
        currency: Some(Currency::Usd),
        exchange_rate: Some(dec!(1.08)),
        ..request()
    };
    let given = state_of(&dollars, &slovak());
    let before = looked_up(&given);
    let wanted =
        |changed: &InvoiceEdit| numbered(&before, changed, &slovak()).wanted_rate.map(|w| w.date);
    assert_eq!(wanted(&InvoiceEdit { due_days: Some(3), ..edit() }), None, "the rate stays");
    let moved = InvoiceEdit { delivery_date: Some(Some(TODAY - Duration::days(9))), ..edit() };
    assert_eq!(wanted(&moved), Some(TODAY - Duration::days(9)));
    let named = InvoiceEdit { exchange_rate: Some(dec!(1.2)), ..moved.clone() };
    assert_eq!(wanted(&named), None);
    for (state, bank, rate) in [
        (&given, Some(dec!(1.1)), dec!(1.08)),
        (&given, None, dec!(1.08)),
        (&before, Some(dec!(1.1)), dec!(1.1)),
        (&before, None, dec!(1.08)),
    ] {
        let mut issuance = Issuance::at(NOW, counting_ids());
        let checked = state.check_edit(&moved, Violations::new(), slovak(), &mut issuance);
        let mut checked = checked.expect("right");
        if checked.draft().is_some_and(|draft| draft.wanted_rate.is_some()) {
            checked = checked.with_rate(bank);
        }
        let change = state.decide_edit(&moved, checked, &moment()).expect("right");
        let after = change.expect("a change").after.expect("kept");
        assert_eq!(after.document.header().exchange_rate, Some(rate), "{bank:?}");
    }
    let unrated = InvoiceRequest { exchange_rate: None, ..dollars };
    let before = state_of(&unrated, &slovak());
    let noted = InvoiceEdit { texts: HeaderTexts::one(Term::InternalNote, "x"), ..edit() };
    let after = edited(&before, &noted, &slovak());
    assert_eq!(document(&after).exchange_rate, None, "what was sent stays as it was sent");
}
