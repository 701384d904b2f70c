//! Credit notes to invoices of another system, of which the totals alone are known.

use crate::edit_setup::{edit, moment, on};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceRequest, InvoiceStatus, InvoiceType, IssuingRecords, Totals,
    corrections::StandingNote,
    drafts::InvoiceEdit,
    recording::{OriginalInvoice, RecordedDocument},
    states::{InvoiceState, NoteEffect, NoteRefused, share_out},
};
use money::{Currency, Decimal};
use proptest::prelude::*;
use rust_decimal::dec;
use testkit::{
    build::id,
    invoices::{NOW, TODAY, checked, item, request, slovak, unsent},
    sends,
};
use time::Duration;
use vat_categories::VatRate;

const S: VatRate = VatRate::TwentyThree;
const NINETEEN: VatRate = VatRate::Nineteen;

type Amounts = [(Decimal, VatRate)];

/// An invoice of another system over so much without VAT, VAT, and rounding; so much of it is paid.
fn recorded(net: Decimal, vat: Decimal, rounding: Decimal, paid: Decimal) -> InvoiceState {
    let sample = sends::recorded(InvoiceId(id()), "EXT-1").invoice;
    let document = RecordedDocument {
        totals: Totals { subtotal: net, vat_total: vat, total: net + vat },
        rounding,
        prepaid: paid,
        currency: Currency::Eur.into(),
        ..sample.document
    };
    unsent(invoicing::Invoice::record(sample.id, sample.organization, document, NOW).into())
}

fn noting(items: &Amounts, to: &InvoiceState) -> (InvoiceRequest, IssuingRecords) {
    let line = |(net, rate): &(Decimal, VatRate)| item("Oprava", dec!(1), *net, *rate);
    let records = IssuingRecords { original: Some(OriginalInvoice::of(to.clone())), ..slovak() };
    let request = InvoiceRequest {
        invoice_type: Some(InvoiceType::CreditNote),
        original_invoice_id: Some(to.invoice.id),
        items: Some(items.iter().map(line).collect()),
        ..request()
    };
    (request, records)
}

fn note(items: &Amounts, to: &InvoiceState) -> Result<AnyInvoice, String> {
    let (request, records) = noting(items, to);
    let draft = checked(&request, &records).map_err(|found| found.to_string())?;
    let note = AnyInvoice::from(draft.issue("DB20260001").expect("writable").invoice);
    Ok(AnyInvoice { id: InvoiceId(id()), ..note })
}

/// The original after a note, which was checked with what is set against it.
fn keep(to: &mut InvoiceState, kept: &mut Vec<AnyInvoice>, note: &AnyInvoice) {
    let effect = NoteEffect::between(None, Some(note)).expect("an effect");
    let change = to.with_note(&effect, &moment()).expect("checked").expect("a change");
    to.invoice = change.after.expect("kept");
    to.notes.push(StandingNote::of(note));
    kept.push(note.clone());
    let states: Vec<_> = kept.iter().map(|note| unsent(note.clone())).collect();
    for change in share_out(&to.invoice, &states, &moment()).expect("right") {
        let after = change.after.expect("kept");
        assert_ne!(after.id, note.id, "what was checked is right");
        let known = kept.iter_mut().find(|it| it.id == after.id).expect("one of them");
        *known = after;
    }
}

fn vat_of(note: &AnyInvoice) -> Vec<Decimal> {
    let document = note.document.issued().expect("issued here");
    document.vat_breakdown.iter().map(|row| row.tax_amount).collect()
}

/// Rounding is paid and not credited: an invoice that is credited whole leaves nothing to pay, whatever it was rounded by.
#[test]
fn rounding_is_not_left_behind() {
    for rounding in [dec!(-0.03), dec!(0), dec!(0.02)] {
        let payable = dec!(123.03) + rounding;
        for paid in [dec!(0), dec!(40), payable - dec!(0.01), payable] {
            let mut invoice = recorded(dec!(100.02), dec!(23.01), rounding, paid);
            assert_eq!(invoice.invoice.outstanding(), payable - paid);
            let whole = note(&[(dec!(100.02), S)], &invoice).expect("right");
            keep(&mut invoice, &mut Vec::new(), &whole);
            let of = (invoice.invoice.creditable(), invoice.invoice.outstanding());
            assert_eq!(of, (dec!(0), dec!(0)), "{rounding} {paid}");
            assert_eq!(invoice.invoice.status, InvoiceStatus::Paid);
            // what was paid is given back, as far as it was for the total
            assert_eq!(whole.outstanding(), paid.min(dec!(123.03)), "{rounding} {paid}");
            assert!(note(&[(dec!(0.01), S)], &invoice).is_err(), "nothing is left");
        }
    }
}

/// VAT per line: the other system's total is some cents beside ours.
#[test]
fn the_rest_of_the_vat_is_taken_back_however_it_was_rounded() {
    let two = &[(dec!(50), S), (dec!(50.01), NINETEEN)][..];
    // 11.50 and 9.50 by ours
    for (vat, expected) in [
        (dec!(21.00), vec![dec!(11.50), dec!(9.50)]),
        (dec!(20.97), vec![dec!(11.47), dec!(9.50)]),
        (dec!(21.04), vec![dec!(11.54), dec!(9.50)]),
        (dec!(22.00), vec![dec!(12.50), dec!(9.50)]),
        // not by rounding: that is other VAT
        (dec!(22.01), vec![dec!(11.50), dec!(9.50)]),
    ] {
        let invoice = recorded(dec!(100.01), vat, dec!(0), dec!(0));
        let whole = note(two, &invoice).expect("within the total");
        assert_eq!(vat_of(&whole), expected, "{vat}");
    }
    let less = recorded(dec!(100.01), dec!(19.99), dec!(0), dec!(0));
    assert!(note(two, &less).is_err(), "more VAT than there is");
    // a part is a part, also when it is nearly all
    let invoice = recorded(dec!(100.01), dec!(21.04), dec!(0), dec!(0));
    let part = note(&[(dec!(50), S), (dec!(50), NINETEEN)], &invoice).expect("right");
    assert_eq!(vat_of(&part), [dec!(11.50), dec!(9.50)]);
    // what has no VAT has none afterwards
    let free = recorded(dec!(100), dec!(0.50), dec!(0), dec!(0));
    let note = note(&[(dec!(100), VatRate::Zero)], &free).expect("right");
    assert_eq!(vat_of(&note), [dec!(0)]);
}

/// An edit of a note to such an invoice is asked as if the note was new.
#[test]
fn an_edit_takes_back_the_rest_too() {
    let mut invoice = recorded(dec!(100.01), dec!(21.04), dec!(-0.02), dec!(0));
    let part = note(&[(dec!(50), S)], &invoice).expect("right");
    let mut kept = Vec::new();
    keep(&mut invoice, &mut kept, &part);
    let (_, records) = noting(&[], &invoice);
    let items = noting(&[(dec!(50), S), (dec!(50.01), NINETEEN)], &invoice).0.items;
    let change = on(&unsent(part), &InvoiceEdit { items, ..edit() }, &records);
    let change = change.expect("right").expect("a change");
    let after = change.after.as_ref().expect("kept");
    assert_eq!((vat_of(after), after.outstanding()), (vec![dec!(11.54), dec!(9.50)], dec!(0)));
    let effect = change.effect().expect("an effect");
    let whole = invoice.with_note(&effect, &moment()).expect("right").expect("a change");
    let whole = whole.after.expect("kept");
    assert_eq!((whole.creditable(), whole.outstanding()), (dec!(0), dec!(0)));
    let states = [unsent(after.clone())];
    assert_eq!(share_out(&whole, &states, &moment()).expect("right"), [], "as it was checked");
}

/// Another document took its place while a note to it was made.
#[test]
fn a_note_fits_the_document_that_is_there() {
    let invoice = recorded(dec!(100), dec!(23), dec!(0), dec!(0));
    let made = note(&[(dec!(10), S)], &invoice).expect("right");
    let effect = NoteEffect::between(None, Some(&made)).expect("an effect");
    let revised = |change: fn(&mut RecordedDocument)| {
        let mut record = *invoice.invoice.clone().issued().expect_err("recorded");
        change(&mut record.document);
        unsent(record.into())
    };
    for (other, fits) in [
        (revised(|it| it.buyer = "Iný".into()), true),
        (revised(|it| it.issue_date = TODAY), true),
        (revised(|it| it.issue_date = TODAY + Duration::DAY), false),
        (revised(|it| it.currency = Currency::Czk.into()), false),
        (revised(|it| it.invoice_type = InvoiceType::CreditNote), false),
        (revised(|it| it.self_billed = true), false),
    ] {
        let found = other.with_note(&effect, &moment());
        let refused = matches!(found, Err(NoteRefused::Changed));
        assert!(refused != fits && found.is_ok() == fits, "{found:?}");
    }
    // a debit note too, which changes nothing of it
    let debit = NoteEffect { credited: dec!(0), taken_back: None, ..effect };
    let other = revised(|it| it.currency = Currency::Czk.into());
    assert!(matches!(other.with_note(&debit, &moment()), Err(NoteRefused::Changed)));
}

fn lines() -> impl Strategy<Value = Vec<(Decimal, VatRate)>> {
    let rates = proptest::sample::select(vec![VatRate::Five, NINETEEN, S]);
    let cents = (1_i64..40_000).prop_map(|cents| Decimal::new(cents, 2));
    prop::collection::vec((cents, rates), 1..8)
}

proptest! {
    /// Whatever another system rounded, and whatever was paid and credited before, the rest is taken back by one note,
    /// and nothing of it is left to pay then.
    #[test]
    fn all_of_it_is_taken_back(
        lines in lines(), rounding in -5_i64..=5, paid in 0_u32..=100,
        parts in prop::collection::vec(1_u32..40, 0..3),
    ) {
        let net: Decimal = lines.iter().map(|(net, _)| *net).sum();
        let vat = |(net, rate): &(Decimal, VatRate)| {
            money::round(*net * Decimal::from(rate.percent()) / Decimal::ONE_HUNDRED)
        };
        let vat: Decimal = lines.iter().map(vat).sum();
        let payable = net + vat + Decimal::new(rounding, 2);
        prop_assume!(payable > Decimal::ZERO);
        let paid = money::round(payable * Decimal::from(paid) / Decimal::ONE_HUNDRED);
        let mut invoice = recorded(net, vat, Decimal::new(rounding, 2), paid);
        let (mut kept, mut left) = (Vec::new(), lines);
        for part in parts {
            let taken = |(net, rate): &(Decimal, VatRate)| {
                (money::round(*net * Decimal::from(part) / Decimal::ONE_HUNDRED), *rate)
            };
            let items: Vec<_> = left.iter().map(taken).collect();
            if let Ok(note) = note(&items, &invoice) {
                keep(&mut invoice, &mut kept, &note);
                for ((net, _), (taken, _)) in left.iter_mut().zip(&items) {
                    *net -= taken;
                }
            }
            prop_assert!(invoice.invoice.outstanding() >= Decimal::ZERO);
        }
        let whole = note(&left, &invoice);
        prop_assert!(whole.is_ok(), "{:?} of {:?}", whole, invoice);
        keep(&mut invoice, &mut kept, &whole.expect("right"));
        prop_assert_eq!(invoice.invoice.creditable(), Decimal::ZERO);
        prop_assert_eq!(invoice.invoice.outstanding(), Decimal::ZERO);
        let owed: Decimal = kept.iter().map(AnyInvoice::outstanding).sum();
        prop_assert_eq!(owed, paid.min(net + vat), "what was paid is given back");
    }
}
