//! Advances, and the invoices that settle them.

use crate::edit_setup::{edit, fields, moment, on};
use invoicing::{
    AnyInvoice, InvoiceRequest, InvoiceStatus, InvoiceType, IssuingRecords, ViolationKind,
    drafts::InvoiceEdit,
    settling::{Claim, SettleRefused, claims_between},
    states::{ChangeRefused, InvoiceMove, InvoiceState},
};
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use testkit::invoices::{checked, item, request, slovak, slovak_customer, unsent};
use vat_categories::VatRate;

pub fn of(kind: InvoiceType, items: &[(Decimal, VatRate)]) -> InvoiceRequest {
    let items = items.iter().map(|(net, rate)| item("Krov", dec!(1), *net, *rate)).collect();
    InvoiceRequest { invoice_type: Some(kind), items: Some(items), ..request() }
}

/// A paid document, as it is kept; each has an id of its own.
pub fn paid(kind: InvoiceType, items: &[(Decimal, VatRate)]) -> AnyInvoice {
    let request = InvoiceRequest { already_paid: Some(true), ..of(kind, items) };
    let draft = checked(&request, &slovak()).expect("right");
    let invoice = draft.issue("ZF20260001").expect("writable").invoice;
    AnyInvoice { id: invoicing::InvoiceId(testkit::build::id()), ..invoice.into() }
}

pub fn settling(
    kind: InvoiceType,
    items: &[(Decimal, VatRate)],
    advances: &[&AnyInvoice],
) -> (InvoiceRequest, IssuingRecords) {
    let advance_invoice_ids = Some(advances.iter().map(|advance| advance.id).collect());
    let advances = advances.iter().map(|advance| (*advance).clone()).collect();
    (
        InvoiceRequest { advance_invoice_ids, ..of(kind, items) },
        IssuingRecords { advances, ..slovak() },
    )
}

pub fn settled(
    kind: InvoiceType,
    items: &[(Decimal, VatRate)],
    advances: &[&AnyInvoice],
) -> InvoiceState {
    let (request, records) = settling(kind, items, advances);
    let draft = checked(&request, &records).unwrap_or_else(|found| panic!("{found}"));
    let invoice = draft.issue("VF20260001").expect("writable").invoice.into();
    unsent(invoice)
}

const S: VatRate = VatRate::TwentyThree;

#[test]
fn a_paid_proforma_lowers_what_is_to_be_paid() {
    let advance = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    for kind in [InvoiceType::FinalInvoice, InvoiceType::Invoice] {
        let state = settled(kind, &[(dec!(300), S)], &[&advance]);
        let document = state.invoice.document.issued().expect("issued here");
        assert_eq!(document.totals.total, dec!(369.00), "it taxed nothing");
        assert_eq!((document.prepaid(), document.lines.len()), (dec!(123.00), 1));
        assert_eq!(state.invoice.outstanding(), dec!(246.00));
        assert_eq!(state.invoice.status, InvoiceStatus::Issued);
    }
    let whole = settled(InvoiceType::Invoice, &[(dec!(100), S)], &[&advance]);
    assert_eq!(whole.invoice.status, InvoiceStatus::Paid);
    assert!(whole.invoice.payments.is_empty(), "the money came once");
    assert!(whole.make(InvoiceMove::Cancel, &moment()).is_ok(), "nothing is to be taken back");
}

#[test]
fn what_an_advance_taxed_is_taken_off() {
    let proforma = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let taxed = paid(InvoiceType::Invoice, &[(dec!(100), S), (dec!(20), VatRate::Five)]);
    let state = settled(InvoiceType::FinalInvoice, &[(dec!(300), S)], &[&taxed, &proforma]);
    let document = state.invoice.document.issued().expect("issued here");
    let rows: Vec<_> = document
        .vat_breakdown
        .iter()
        .map(|row| (row.rate.percent(), row.taxable_amount, row.tax_amount))
        .collect();
    assert_eq!(rows, [(23, dec!(200.00), dec!(46.00)), (5, dec!(-20.00), dec!(-1.00))]);
    assert_eq!(document.totals.total, dec!(225.00));
    let line = &document.lines[1];
    assert!(line.description.starts_with("Odpočet zálohy ZF20260001 zo dňa "), "{line:?}");
    assert_eq!(
        (line.quantity, line.unit_price, line.net_amount),
        (dec!(-1), dec!(100), dec!(-100))
    );
    assert_eq!(state.invoice.outstanding(), dec!(102.00));
    // the request that would make it again names it, and not its rows
    let again = InvoiceRequest::from(document);
    assert_eq!(again.items.map(|items| items.len()), Some(1));
    assert_eq!(again.advance_invoice_ids.as_deref(), Some(&[taxed.id, proforma.id][..]));
    // an edit keeps what is settled
    let items = of(InvoiceType::FinalInvoice, &[(dec!(400), S)]).items;
    let change = on(&state, &InvoiceEdit { items, ..edit() }, &slovak()).expect("right");
    let after = change.expect("a change").after.expect("kept");
    assert_eq!(
        (after.outstanding(), claims_between(Some(&state.invoice), Some(&after), &[])),
        (dec!(225.00), vec![])
    );
}

/// A `PATCH` has no advances that could be wrong.
#[test]
fn an_edit_names_its_items() {
    let proforma = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let taxed = paid(InvoiceType::Invoice, &[(dec!(100), S)]);
    let untaxed = paid(InvoiceType::Invoice, &[(dec!(10), VatRate::Zero)]);
    let final_invoice = InvoiceType::FinalInvoice;
    let items = |items: &[(Decimal, VatRate)]| InvoiceEdit {
        items: of(final_invoice, items).items,
        ..edit()
    };
    for (advance, supply, changed) in [
        (&proforma, vec![(dec!(300), S)], items(&[(dec!(99), S)])),
        (&taxed, vec![(dec!(300), S)], items(&[(dec!(99), S)])),
        (&untaxed, vec![(dec!(300), S), (dec!(20), VatRate::Zero)], items(&[(dec!(300), S)])),
    ] {
        let state = settled(final_invoice, &supply, &[advance]);
        assert_eq!(fields(&state, &changed, &slovak()), ["items"], "{supply:?}");
    }
}

#[test]
fn what_is_not_settled_is_named() {
    use InvoiceType::{CreditNote, FinalInvoice, Invoice, Proforma};
    let advance = || paid(Proforma, &[(dec!(100), S)]);
    let other = |change: &dyn Fn(&mut AnyInvoice)| {
        let mut invoice = advance();
        change(&mut invoice);
        invoice
    };
    let id = advance().id;
    for (kind, advance, expected, says) in [
        (CreditNote, advance(), ViolationKind::Invalid, "for invoice and final_invoice"),
        (Invoice, paid(Invoice, &[(dec!(1), S)]), ViolationKind::Invalid, "is no advance"),
        (
            FinalInvoice,
            paid(FinalInvoice, &[(dec!(1), S)]),
            ViolationKind::Invalid,
            "is no advance",
        ),
        (FinalInvoice, paid(Proforma, &[(dec!(301), S)]), ViolationKind::Invalid, "1.23 EUR more"),
        (FinalInvoice, paid(Invoice, &[(dec!(301), S)]), ViolationKind::Invalid, "1.23 EUR more"),
        (
            FinalInvoice,
            paid(Invoice, &[(dec!(1), VatRate::Zero)]),
            ViolationKind::Invalid,
            "category Z",
        ),
        (
            FinalInvoice,
            other(&|it| it.status = InvoiceStatus::Issued),
            ViolationKind::Conflict,
            "is issued",
        ),
        (
            FinalInvoice,
            other(&|it| it.status = InvoiceStatus::Cancelled),
            ViolationKind::Conflict,
            "is cancelled",
        ),
        (
            FinalInvoice,
            other(&|it| it.credited_amount = dec!(1)),
            ViolationKind::Conflict,
            "is credited",
        ),
        (
            FinalInvoice,
            other(&|it| it.holds.settled_by = Some(id)),
            ViolationKind::Conflict,
            "already",
        ),
    ] {
        let (request, records) = settling(kind, &[(dec!(300), S)], &[&advance]);
        let found = checked(&request, &records).expect_err(says);
        assert_eq!(found.common_kind(), expected, "{says}: {found}");
        assert!(found.to_string().contains(says), "{found}");
        assert!(found.as_slice()[0].field.starts_with("advance_invoice_ids"), "{found}");
    }
    let (twice, records) = settling(FinalInvoice, &[(dec!(300), S)], &[&advance()]);
    let ids = twice.advance_invoice_ids.clone().unwrap_or_default();
    let twice = InvoiceRequest { advance_invoice_ids: Some([&*ids, &*ids].concat()), ..twice };
    assert!(checked(&twice, &records).expect_err("twice").to_string().contains("named twice"));
    let gone = checked(&twice, &slovak()).expect_err("gone");
    assert_eq!(gone.as_slice()[0].kind, ViolationKind::NotFound);
}

#[test]
fn whose_it_is_and_in_which_currency_counts() {
    let advance = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let (request, records) = settling(InvoiceType::FinalInvoice, &[(dec!(300), S)], &[&advance]);
    let customer = invoicing::CustomerInput {
        ico: Some("51000009".into()),
        dic: None,
        ic_dph: None,
        ..slovak_customer()
    };
    let stranger = InvoiceRequest { customer: Some(customer), ..request.clone() };
    let dollars = InvoiceRequest { currency: Some(money::Currency::Usd), ..request };
    for (request, says) in
        [(stranger, "of another firm"), (dollars, "is in EUR, this document in USD")]
    {
        let found = checked(&request, &records).expect_err(says);
        assert_eq!(found.common_kind(), ViolationKind::Conflict, "{found}");
        assert!(found.to_string().contains(says), "{found}");
    }
}

#[test]
fn a_settled_advance_stays_as_it_is() {
    let advance = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let last = settled(InvoiceType::FinalInvoice, &[(dec!(300), S)], &[&advance]);
    let advance_id = advance.id;
    let state = unsent(advance);
    let claims = last.invoice.claims(&[]);
    let [claim] = &claims[..] else { panic!("{claims:?}") };
    let change = state.claimed(claim, &moment()).expect("right").expect("a change");
    let held = InvoiceState { invoice: change.after.expect("kept"), ..state };
    assert_eq!(held.claimed(claim, &moment()).expect("right"), None, "it is so already");
    let cancelled = held.make(InvoiceMove::Cancel, &moment());
    assert!(matches!(cancelled, Err(ChangeRefused::Status(_))), "{cancelled:?}");
    let other = Claim { by: advance_id, ..claim.clone() };
    let again = held.claimed(&other, &moment());
    assert!(matches!(again, Err(SettleRefused::Advance(_))), "{again:?}");
    let void = last.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    let gone = claims_between(Some(&last.invoice), void.after.as_ref(), &[]);
    assert_eq!(gone, [Claim { settles: false, ..claim.clone() }]);
    let free = held.claimed(&gone[0], &moment()).expect("right").expect("a change");
    assert_eq!(free.after.map(|advance| advance.holds.settled_by), Some(None));
}

fn amounts() -> impl Strategy<Value = Vec<(Decimal, VatRate)>> {
    let rates = proptest::sample::select(vec![VatRate::Five, VatRate::Nineteen, S]);
    let cents = (1_i64..1_000_000).prop_map(|cents| Decimal::new(cents, 2));
    prop::collection::vec((cents, rates), 1..4)
}

proptest! {
    /// What is left of each rate is the supply less what was taxed, the sums are those of the rates, and no base is
    /// lower than what the advances taxed.
    #[test]
    fn what_is_left_adds_up(supply in amounts(), advances in prop::collection::vec(amounts(), 0..3)) {
        let taxed: Vec<_> = advances.iter().map(|one| paid(InvoiceType::Invoice, one)).collect();
        let named: Vec<_> = taxed.iter().collect();
        let (request, records) = settling(InvoiceType::FinalInvoice, &supply, &named);
        let Ok(draft) = checked(&request, &records) else { return Ok(()) };
        let document = &draft.document;
        for row in &document.vat_breakdown {
            let base = |all: &[(Decimal, VatRate)]| -> Decimal {
                all.iter().filter(|(_, rate)| *rate == row.rate).map(|(net, _)| *net).sum()
            };
            let before: Decimal = advances.iter().map(|one| base(one)).sum();
            prop_assert_eq!(row.taxable_amount, base(&supply) - before);
            prop_assert!(row.taxable_amount >= -before);
        }
        let bases: Decimal = document.vat_breakdown.iter().map(|row| row.taxable_amount).sum();
        let taxes: Decimal = document.vat_breakdown.iter().map(|row| row.tax_amount).sum();
        let lines: Decimal = document.lines.iter().map(|line| line.net_amount).sum();
        prop_assert_eq!((document.totals.subtotal, document.totals.vat_total), (bases, taxes));
        prop_assert_eq!((lines, document.totals.total), (bases, bases + taxes));
        prop_assert!(document.totals.total >= Decimal::ZERO);
    }
}
