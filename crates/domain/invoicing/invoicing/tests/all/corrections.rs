//! What a later document may say, given its original and the other notes to that.

use crate::{
    advances::{of, paid, settled},
    edit_setup::{edit, fields, moment, on, state_of},
};
use invoicing::{
    AnyInvoice, Document, InvoiceId, InvoiceRequest, InvoiceStatus, InvoiceType, IssuingRecords,
    corrections::{StandingNote, TaxedGroup},
    drafts::InvoiceEdit,
    recording::OriginalInvoice,
    states::{InvoiceMove, InvoiceState, NoteEffect, NoteRefused},
    terms::{HeaderTexts, Term},
    warnings,
};
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use testkit::{
    build::id,
    invoices::{TODAY, checked, delivery_address, item, request, slovak},
};
use time::{Date, Duration, macros::date};
use vat_categories::{TaxTreatment, VatRate};

const S: VatRate = VatRate::TwentyThree;
const NINETEEN: VatRate = VatRate::Nineteen;
use InvoiceType::{CreditNote, DebitNote, FinalInvoice, Invoice};

type Amounts = [(Decimal, VatRate)];

fn document(state: &InvoiceState) -> &Document {
    state.invoice.document.issued().expect("issued here")
}

/// Lines of so much; what is below zero is a row below zero.
fn noting(
    kind: InvoiceType,
    items: &Amounts,
    to: &InvoiceState,
) -> (InvoiceRequest, IssuingRecords) {
    let line = |(net, rate): &(Decimal, VatRate)| {
        let one = if *net < Decimal::ZERO { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
        item("Oprava", one, net.abs(), *rate)
    };
    let mut records = slovak();
    records.original = Some(OriginalInvoice::of(to.clone()));
    let request = InvoiceRequest {
        invoice_type: Some(kind),
        original_invoice_id: Some(to.invoice.id),
        items: Some(items.iter().map(line).collect()),
        ..request()
    };
    (request, records)
}

/// A note as it is issued, or the paths of what is wrong.
fn made((request, records): (InvoiceRequest, IssuingRecords)) -> Result<AnyInvoice, Vec<String>> {
    let draft = checked(&request, &records);
    let draft = draft.map_err(|found| {
        found.as_slice().iter().map(|one| one.field.clone()).collect::<Vec<_>>()
    })?;
    let note = AnyInvoice::from(draft.issue("DB20260001").expect("writable").invoice);
    Ok(AnyInvoice { id: InvoiceId(id()), ..note })
}

fn note(kind: InvoiceType, items: &Amounts, to: &InvoiceState) -> Result<AnyInvoice, Vec<String>> {
    made(noting(kind, items, to))
}

/// The original after a note became another.
fn keep(to: &mut InvoiceState, before: Option<&AnyInvoice>, after: Option<&AnyInvoice>) {
    let Some(effect) = NoteEffect::between(before, after) else { return };
    let change = to.with_note(&effect, &moment()).expect("checked");
    to.notes.retain(|note| note.id != effect.note);
    to.notes.extend(after.filter(|it| it.status.is_issued()).map(StandingNote::of));
    if let Some(change) = change {
        to.invoice = change.after.expect("kept");
    }
}

fn credit(items: &Amounts, to: &mut InvoiceState) -> AnyInvoice {
    let note = note(CreditNote, items, to).expect("right");
    keep(to, None, Some(&note));
    note
}

/// What is said of rates of another day.
fn late_rates(document: &Document) -> Vec<String> {
    let said = warnings::of_document(document).into_iter();
    let late = said.filter(|one| one.code == "RATE_OF_ANOTHER_DAY");
    late.map(|one| format!("{}: {}", one.field, one.message)).collect()
}

fn original(items: &Amounts) -> InvoiceState {
    state_of(&of(Invoice, items), &slovak())
}

#[test]
fn vat_is_taken_back_at_the_rates_of_the_original() {
    let invoice = original(&[(dec!(100), S), (dec!(50), NINETEEN)]);
    for (items, wrong) in [
        (&[(dec!(100), S), (dec!(50), NINETEEN)][..], None),
        (&[(dec!(10), S)], None),
        (&[(dec!(1), VatRate::Five)], Some("items[0].vat_rate")),
        (&[(dec!(1), S), (dec!(1), VatRate::Zero)], Some("items[1].vat_rate")),
        // within the total, and beyond the rate
        (&[(dec!(50.01), NINETEEN)], Some("items[0].vat_rate")),
        (&[(dec!(1), S), (dec!(120), NINETEEN)], Some("items[1].vat_rate")),
        (&[(dec!(200), S)], Some("items")),
        (&[(dec!(-1), S)], Some("items[0].quantity")),
    ] {
        let found = note(CreditNote, items, &invoice).err();
        assert_eq!(found, wrong.map(|path| vec![path.to_owned()]), "{items:?}");
        let debit = note(DebitNote, &[(dec!(1000), VatRate::Five)], &invoice);
        assert!(debit.is_ok(), "what is charged beside is no VAT of the original: {debit:?}");
    }
}

#[test]
fn a_treatment_is_one_of_the_original() {
    let with = |treatment, (request, records): (InvoiceRequest, IssuingRecords)| {
        let mut items = request.items.clone().unwrap_or_default();
        for item in &mut items {
            item.tax_treatment = Some(treatment);
        }
        let delivery_address = Some(delivery_address("AT"));
        (InvoiceRequest { items: Some(items), delivery_address, ..request }, records)
    };
    let zero = &[(dec!(100), VatRate::Zero)];
    let reverse = TaxTreatment::ReverseChargeService;
    let (request, records) = with(reverse, (of(Invoice, zero), slovak()));
    let invoice = state_of(&request, &records);
    for (treatment, wrong) in [
        (reverse, None),
        (TaxTreatment::IntraEuGoods, Some(vec!["items[0].tax_treatment".to_owned()])),
        (TaxTreatment::Domestic, Some(vec!["items[0].tax_treatment".to_owned()])),
    ] {
        let found = made(with(treatment, noting(CreditNote, zero, &invoice))).err();
        assert_eq!(found, wrong, "{treatment:?}");
    }
}

/// What makes a rate of 0 exempt is the reason.
#[test]
fn the_reason_of_an_exempt_supply_is_that_of_the_original() {
    let zero = &[(dec!(100), VatRate::Zero)];
    let reason = || Some("Oslobodené podľa § 31".to_owned());
    let invoice = original(zero);
    let (request, records) = noting(CreditNote, zero, &invoice);
    let with = InvoiceRequest { exemption_reason: reason(), ..request };
    assert_eq!(made((with, records)).err(), Some(vec!["exemption_reason".to_owned()]));
    // one that gives none has the original's, and keeps it in edits
    let request = InvoiceRequest { exemption_reason: reason(), ..of(Invoice, zero) };
    let mut invoice = state_of(&request, &slovak());
    let note = credit(&[(dec!(40), VatRate::Zero)], &mut invoice);
    let said = |note: &AnyInvoice| {
        let document = note.document.issued().expect("issued here");
        document.vat_breakdown[0].exemption_reason.clone()
    };
    assert_eq!(said(&note), reason());
    let (_, records) = noting(CreditNote, &[], &invoice);
    let state = InvoiceState { invoice: note, notes: Vec::new(), ..invoice.clone() };
    let items = of(Invoice, &[(dec!(50), VatRate::Zero)]).items;
    let more = InvoiceEdit { items, ..edit() };
    let after = on(&state, &more, &records).expect("right").expect("a change").after;
    assert_eq!(after.as_ref().and_then(said), reason());
    let without = InvoiceEdit { exemption_reason: Some(String::new()), ..more };
    assert_eq!(fields(&state, &without, &records), ["exemptionReason"]);
    // who is no VAT payer any more has a reason of its own
    let (request, mut records) = noting(CreditNote, &[(dec!(1), VatRate::Zero)], &invoice);
    (records.organization.vat_payer, records.organization.ic_dph) = (false, None);
    assert_ne!(said(&made((request, records)).expect("right")), reason());
}

/// Whoever became a VAT payer since can still take back what was outside the scope of VAT.
#[test]
fn what_was_outside_the_scope_of_vat_is_taken_back_by_a_payer() {
    let mut then = slovak();
    (then.organization.vat_payer, then.organization.ic_dph) = (false, None);
    let zero = &[(dec!(100), VatRate::Zero)];
    let invoice = state_of(&of(Invoice, zero), &then);
    assert!(note(CreditNote, zero, &invoice).is_ok());
}

/// Whoever stopped being a VAT payer can still take back what was taxed, without VAT and up to the total.
#[test]
fn what_was_taxed_is_taken_back_by_who_is_no_payer_any_more() {
    let mut invoice = original(&[(dec!(100), S), (dec!(50), NINETEEN)]);
    let now_without = |net: Decimal, to: &InvoiceState| {
        let (request, mut records) = noting(CreditNote, &[(net, VatRate::Zero)], to);
        (records.organization.vat_payer, records.organization.ic_dph) = (false, None);
        made((request, records))
    };
    assert_eq!(now_without(dec!(182.51), &invoice), Err(vec!["items".to_owned()]));
    let note = now_without(dec!(100), &invoice).expect("right");
    keep(&mut invoice, None, Some(&note));
    assert_eq!(now_without(dec!(82.51), &invoice), Err(vec!["items".to_owned()]));
    let items = of(Invoice, &[(dec!(120), S), (dec!(50), NINETEEN)]).items;
    assert!(on(&invoice, &InvoiceEdit { items, ..edit() }, &slovak()).is_ok());
    let rest = now_without(dec!(82.50), &invoice).expect("right");
    keep(&mut invoice, None, Some(&rest));
    assert_eq!(invoice.invoice.creditable(), dec!(0));
}

/// Who was no VAT payer for a while took back from the total then: no group of the original has less left by that.
#[test]
fn what_is_outside_the_scope_of_vat_lowers_no_other_group() {
    let zero = VatRate::Zero;
    let mut invoice = original(&[(dec!(100), S), (dec!(50), zero)]);
    let (request, mut records) = noting(CreditNote, &[(dec!(40), zero)], &invoice);
    (records.organization.vat_payer, records.organization.ic_dph) = (false, None);
    let without_vat = made((request, records)).expect("right");
    keep(&mut invoice, None, Some(&without_vat));
    credit(&[(dec!(50), zero)], &mut invoice);
    let more = note(CreditNote, &[(dec!(0.01), zero)], &invoice);
    assert_eq!(more, Err(vec!["items[0].vat_rate".to_owned()]));
    // the other way round there is nothing else to take it from
    let mut then = slovak();
    (then.organization.vat_payer, then.organization.ic_dph) = (false, None);
    let mut outside = state_of(&of(Invoice, &[(dec!(100), zero)]), &then);
    credit(&[(dec!(60), zero)], &mut outside);
    assert_eq!(note(CreditNote, &[(dec!(40.01), zero)], &outside), Err(vec!["items".to_owned()]));
    credit(&[(dec!(40), zero)], &mut outside);
    assert_eq!(outside.invoice.creditable(), dec!(0));
}

/// Cents that rounding made do not stay behind, and none is taken back twice.
#[test]
fn the_rest_is_taken_back_to_the_cent() {
    for (whole, parts, taxes) in [
        // 0.07 in all: two halves of 0.04 would be a cent more
        (dec!(0.06), vec![dec!(0.03), dec!(0.03)], vec![dec!(0.01), dec!(0)]),
        (
            dec!(1.00),
            vec![dec!(0.33), dec!(0.33), dec!(0.34)],
            vec![dec!(0.08), dec!(0.08), dec!(0.07)],
        ),
        (dec!(0.04), vec![dec!(0.02), dec!(0.02)], vec![dec!(0), dec!(0.01)]),
    ] {
        let mut invoice = original(&[(whole, S)]);
        for (part, tax) in parts.iter().zip(taxes) {
            let note = credit(&[(*part, S)], &mut invoice);
            let said = note.document.issued().expect("issued here").totals;
            assert_eq!((said.subtotal, said.vat_total), (*part, tax), "{whole}");
            assert_eq!(note.outstanding(), dec!(0), "nothing was paid of it");
        }
        assert_eq!(
            (invoice.invoice.creditable(), invoice.invoice.outstanding()),
            (dec!(0), dec!(0))
        );
    }
}

/// Two notes that were checked beside each other: the second one would take back a cent that is not there, and is
/// decided again.
#[test]
fn the_rest_is_to_the_cent_under_the_lock_too() {
    let mut invoice = original(&[(dec!(0.06), S)]);
    let half = || note(CreditNote, &[(dec!(0.03), S)], &invoice).expect("right");
    let (one, other) = (half(), half());
    keep(&mut invoice, None, Some(&one));
    let effect = NoteEffect::between(None, Some(&other)).expect("an effect");
    let refused = invoice.with_note(&effect, &moment());
    assert!(matches!(refused, Err(NoteRefused::CreditedAlready)), "{refused:?}");
    credit(&[(dec!(0.03), S)], &mut invoice);
    assert_eq!(invoice.invoice.creditable(), dec!(0));
    // the other way round: a cent would stay behind
    let mut invoice = original(&[(dec!(0.04), S)]);
    let half = || note(CreditNote, &[(dec!(0.02), S)], &invoice).expect("right");
    let (one, other) = (half(), half());
    keep(&mut invoice, None, Some(&one));
    let effect = NoteEffect::between(None, Some(&other)).expect("an effect");
    let refused = invoice.with_note(&effect, &moment());
    assert!(matches!(refused, Err(NoteRefused::CreditedAlready)), "{refused:?}");
}

/// An advance of a former rate: the final invoice has it below zero, and its credit note takes that back.
#[test]
fn a_final_invoice_is_taken_back_with_what_it_took_off() {
    let twenty = VatRate::Twenty;
    let mut advance = paid(Invoice, &[(dec!(100), S)]);
    if let invoicing::recording::AnyDocument::Issued(document) = &mut advance.document {
        document.issue_date = date!(2024 - 11 - 02);
        (document.lines[0].vat_rate, document.vat_breakdown[0].rate) = (twenty, twenty);
        document.vat_breakdown[0].tax_amount = dec!(20);
    }
    let mut last = settled(FinalInvoice, &[(dec!(300), S)], &[&advance]);
    assert_eq!(document(&last).totals.total, dec!(249.00));
    assert_eq!(late_rates(document(&last)), [""; 0], "the rate is that of the advance");
    for (items, wrong) in [
        (&[(dec!(300), S)][..], "items"),
        (&[(dec!(300), S), (dec!(-100.01), twenty)], "items[1].vat_rate"),
        (&[(dec!(300), S), (dec!(1), twenty)], "items"),
        (&[(dec!(-100), twenty)], "items"),
    ] {
        assert_eq!(note(CreditNote, items, &last), Err(vec![wrong.to_owned()]), "{items:?}");
    }
    let whole = credit(&[(dec!(300), S), (dec!(-100), twenty)], &mut last);
    let said = whole.document.issued().expect("issued here");
    assert_eq!((said.totals.total, said.totals.vat_total), (dec!(249.00), dec!(49.00)));
    assert_eq!(late_rates(said), [""; 0]);
    assert_eq!(last.invoice.creditable(), dec!(0));
}

#[test]
fn a_cancelled_final_invoice_settles_nothing() {
    let proforma = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let last = settled(FinalInvoice, &[(dec!(100), S)], &[&proforma]);
    assert_eq!((last.invoice.paid_amount, last.invoice.status), (dec!(123), InvoiceStatus::Paid));
    let change = last.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    let void = change.after.expect("kept");
    assert_eq!((void.paid_amount, void.outstanding()), (dec!(0), dec!(123.00)));
    let document = void.document.issued().expect("issued here");
    assert_eq!(document.advances_of(void.status), []);
    assert_eq!(document.advances_of(InvoiceStatus::Issued).len(), 1);
    assert!(change.entry.after.get("paid_amount").is_some(), "its history says so");
}

/// Days go forward: an original before its notes, an advance before what settles it, also after an edit.
#[test]
fn nothing_is_dated_before_what_it_corrects_or_settles() {
    let day = |days: i64| TODAY + Duration::days(days);
    let mut invoice = original(&[(dec!(100), S)]);
    let dated = |issue_date: Date, to: &InvoiceState, kind| {
        let (request, records) = noting(kind, &[(dec!(10), S)], to);
        made((InvoiceRequest { issue_date: Some(issue_date), due_date: None, ..request }, records))
    };
    let issued = document(&invoice).issue_date;
    for kind in [CreditNote, DebitNote] {
        let before = dated(issued - Duration::DAY, &invoice, kind);
        assert_eq!(before, Err(vec!["issue_date".to_owned()]));
        assert!(dated(issued, &invoice, kind).is_ok());
    }
    let note = dated(issued + Duration::days(2), &invoice, DebitNote).expect("right");
    keep(&mut invoice, None, Some(&note));
    let to = |date: Date| InvoiceEdit {
        issue_date: Some(date),
        due_date: Some(day(60)),
        delivery_date: Some(Some(issued)),
        ..edit()
    };
    let late = to(issued + Duration::days(3));
    assert_eq!(fields(&invoice, &late, &slovak()), ["issueDate"]);
    assert!(on(&invoice, &to(issued + Duration::days(2)), &slovak()).is_ok());
    let advance = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    let at = advance.document.issued().expect("issued here").issue_date;
    let settling = |date| {
        let advance_invoice_ids = Some(vec![advance.id]);
        let records = IssuingRecords { advances: vec![advance.clone()], ..slovak() };
        let request = of(FinalInvoice, &[(dec!(300), S)]);
        let request = InvoiceRequest { advance_invoice_ids, due_date: None, ..request };
        made((InvoiceRequest { issue_date: Some(date), ..request }, records)).err()
    };
    assert_eq!(settling(at - Duration::DAY), Some(vec!["issue_date".to_owned()]));
    assert_eq!(settling(at), None);
}

/// The warning looks at the day of the original's supply, whatever day the papers have.
#[test]
fn a_rate_is_that_of_the_day_of_the_originals_supply() {
    let supplied = date!(2024 - 12 - 20);
    let late = InvoiceRequest { delivery_date: Some(supplied), ..of(Invoice, &[(dec!(100), S)]) };
    let invoice = state_of(&late, &slovak());
    for kind in [CreditNote, DebitNote] {
        let note = note(kind, &[(dec!(1), S)], &invoice).expect("right");
        let said = late_rates(note.document.issued().expect("issued here"));
        let [one] = said.as_slice() else { panic!("{said:?}") };
        assert!(one.starts_with("items[0].vat_rate: ") && one.contains("2024-12-20"), "{one}");
    }
    // the other way round: the note is late, the supply was not
    let today = original(&[(dec!(100), S)]);
    let (request, records) = noting(CreditNote, &[(dec!(1), S)], &today);
    let note = made((InvoiceRequest { delivery_date: Some(supplied), ..request }, records));
    let note = note.expect("right");
    assert_eq!(late_rates(note.document.issued().expect("issued here")), [""; 0]);
}

/// An edit of an invoice leaves what its notes take back; one of a note is asked as if it was new.
#[test]
fn edits_are_asked_the_same() {
    let mut invoice = original(&[(dec!(100), S), (dec!(50), NINETEEN)]);
    let half = credit(&[(dec!(40), NINETEEN)], &mut invoice);
    let items = |items: &Amounts| InvoiceEdit { items: of(Invoice, items).items, ..edit() };
    let less = items(&[(dec!(200), S), (dec!(39.99), NINETEEN)]);
    assert_eq!(fields(&invoice, &less, &slovak()), ["items"]);
    assert_eq!(fields(&invoice, &items(&[(dec!(500), S)]), &slovak()), ["items"]);
    assert!(on(&invoice, &items(&[(dec!(1), S), (dec!(40), NINETEEN)]), &slovak()).is_ok());
    let (_, records) = noting(CreditNote, &[], &invoice);
    let state = InvoiceState { invoice: half.clone(), notes: Vec::new(), ..invoice.clone() };
    assert!(on(&state, &items(&[(dec!(50), NINETEEN)]), &records).is_ok());
    assert_eq!(fields(&state, &items(&[(dec!(50.01), NINETEEN)]), &records), ["items[0].vatRate"]);
    assert_eq!(fields(&state, &items(&[(dec!(1), VatRate::Five)]), &records), ["items[0].vatRate"]);
    // as much, and of another rate: decided while another note took that
    let change = on(&state, &items(&[(dec!(100), S)]), &records).expect("right").expect("a change");
    credit(&[(dec!(1), S)], &mut invoice);
    let refused = invoice.with_note(&change.effect().expect("an effect"), &moment());
    assert!(matches!(refused, Err(NoteRefused::CreditedAlready)), "{refused:?}");
}

/// A note that gets smaller in all may still take back more at one rate.
#[test]
fn a_note_that_gets_smaller_is_asked_too() {
    let mut invoice = original(&[(dec!(100), S), (dec!(50), NINETEEN)]);
    let half = credit(&[(dec!(40), NINETEEN)], &mut invoice);
    let (_, records) = noting(CreditNote, &[], &invoice);
    let state = InvoiceState { invoice: half, notes: Vec::new(), ..invoice.clone() };
    let items = of(Invoice, &[(dec!(30), S)]).items;
    let change = on(&state, &InvoiceEdit { items, ..edit() }, &records);
    let effect = change.expect("right").expect("a change").effect().expect("an effect");
    assert!(effect.credited < dec!(0) && invoice.with_note(&effect, &moment()).is_ok());
    credit(&[(dec!(80), S)], &mut invoice);
    let refused = invoice.with_note(&effect, &moment());
    assert!(matches!(refused, Err(NoteRefused::CreditedAlready)), "{refused:?}");
}

/// What was kept by older rules stays what it is until somebody changes it.
#[test]
fn an_edit_of_the_words_leaves_old_figures() {
    let mut invoice = original(&[(dec!(100), S)]);
    let mut old = note(CreditNote, &[(dec!(50), S)], &invoice).expect("right");
    if let invoicing::recording::AnyDocument::Issued(document) = &mut old.document {
        (document.lines[0].vat_rate, document.vat_breakdown[0].rate) = (NINETEEN, NINETEEN);
        document.issue_date -= Duration::days(400);
    }
    invoice.notes.push(StandingNote::of(&old));
    let (_, records) = noting(CreditNote, &[], &invoice);
    let state = InvoiceState { invoice: old, notes: Vec::new(), ..invoice.clone() };
    let words = InvoiceEdit { texts: HeaderTexts::one(Term::Note, "Oprava"), ..edit() };
    assert!(on(&state, &words, &records).is_ok());
    assert!(on(&invoice, &words, &slovak()).is_ok());
    // more in all than the original has
    let mut records = records;
    records.original.as_mut().expect("an original").balance.credited = dec!(183);
    assert!(on(&state, &words, &records).is_ok());
    let items = InvoiceEdit { items: of(Invoice, &[(dec!(49), S)]).items, ..edit() };
    assert_eq!(fields(&state, &items, &records), ["items"]);
}

/// What is left of each group, as lines.
fn rest(state: &InvoiceState) -> Vec<(Decimal, VatRate)> {
    let taken = |group: &TaxedGroup| -> Decimal {
        let credits = state.notes.iter().filter(|note| note.invoice_type == CreditNote);
        let groups = credits.flat_map(|note| &note.taxed);
        groups.filter(|one| one.is_of_kind(group)).map(|one| one.base).sum()
    };
    let left = |group: &TaxedGroup| (group.base - taken(group), group.rate);
    let groups = document(state).taxed();
    groups.iter().map(left).filter(|(base, _)| !base.is_zero()).collect()
}

/// No group is credited beyond what it has, in base and in VAT, nor all of it together.
fn is_within(state: &InvoiceState) {
    for group in document(state).taxed() {
        let credits = state.notes.iter().filter(|note| note.invoice_type == CreditNote);
        let same: Vec<_> =
            credits.flat_map(|note| &note.taxed).filter(|one| one.is_of_kind(&group)).collect();
        let base: Decimal = same.iter().map(|one| one.base).sum();
        let tax: Decimal = same.iter().map(|one| one.tax).sum();
        assert!(base.abs() <= group.base.abs() && base * group.base >= Decimal::ZERO, "{state:?}");
        assert!(tax.abs() <= group.tax.abs(), "{state:?}");
    }
    let invoice = &state.invoice;
    let total = document(state).totals.total;
    assert!(invoice.credited_amount <= total && invoice.credited_amount >= Decimal::ZERO);
    assert!(invoice.outstanding() >= Decimal::ZERO);
}

#[derive(Debug, Clone)]
enum Step {
    /// A credit note, or a debit note.
    Note(bool, Vec<(Decimal, VatRate)>),
    /// Of a note in force.
    Cancel(usize),
    /// A credit note of so many hundredths of what is left of each group.
    Part(u32),
}

fn amounts() -> impl Strategy<Value = Vec<(Decimal, VatRate)>> {
    let rates = proptest::sample::select(vec![VatRate::Zero, VatRate::Five, NINETEEN, S]);
    let cents = (1_i64..40_000).prop_map(|cents| Decimal::new(cents, 2));
    prop::collection::vec((cents, rates), 1..4)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (any::<bool>(), amounts()).prop_map(|(is_credit, items)| Step::Note(is_credit, items)),
        (0_usize..4).prop_map(Step::Cancel),
        (1_u32..100).prop_map(Step::Part),
    ];
    prop::collection::vec(step, 0..10)
}

/// Takes a step, unless it is refused.
fn take(step: Step, state: &mut InvoiceState, notes: &mut Vec<AnyInvoice>) {
    let (kind, items) = match step {
        Step::Note(is_credit, items) => (if is_credit { CreditNote } else { DebitNote }, items),
        Step::Part(part) => {
            let part = |(base, rate): &(Decimal, VatRate)| {
                let part = money::round(*base * Decimal::from(part) / Decimal::ONE_HUNDRED);
                (part, *rate)
            };
            let items = rest(state).iter().map(part).filter(|(net, _)| !net.is_zero()).collect();
            (CreditNote, items)
        }
        Step::Cancel(at) if at < notes.len() => {
            let note = notes.remove(at);
            let void = AnyInvoice { status: InvoiceStatus::Cancelled, ..note.clone() };
            return keep(state, Some(&note), Some(&void));
        }
        Step::Cancel(_) => return,
    };
    if let Ok(note) = note(kind, &items, state) {
        keep(state, None, Some(&note));
        notes.push(note);
    }
}

proptest! {
    /// Whatever notes come and go, no group is credited beyond what it has, and all that is left is always taken back
    /// by one note, to the cent.
    #[test]
    fn whatever_notes_come_the_rest_is_taken_back_exactly(
        supply in amounts(), advance in prop::option::of(amounts()), steps in steps(),
    ) {
        let mut state = match advance.map(|items| paid(Invoice, &items)) {
            Some(advance) => {
                let (request, records) = crate::advances::settling(FinalInvoice, &supply, &[&advance]);
                let Ok(draft) = checked(&request, &records) else { return Ok(()) };
                let invoice = draft.issue("VF20260001").expect("writable").invoice.into();
                InvoiceState { invoice, ..original(&supply) }
            }
            None => original(&supply),
        };
        let mut notes = Vec::new();
        for step in steps {
            take(step, &mut state, &mut notes);
            is_within(&state);
        }
        let left = rest(&state);
        if !left.is_empty() {
            let note = note(CreditNote, &left, &state);
            prop_assert!(note.is_ok(), "{:?} of {:?}", note, state);
            keep(&mut state, None, note.as_ref().ok());
        }
        is_within(&state);
        prop_assert_eq!(state.invoice.creditable(), Decimal::ZERO);
        prop_assert_eq!(state.invoice.outstanding(), Decimal::ZERO);
    }
}
