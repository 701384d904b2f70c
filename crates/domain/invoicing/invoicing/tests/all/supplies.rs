//! Supplies whose advance was taxed: the final invoice and the advance are taken back whole, one after the other.

use crate::{
    advances::{of, paid, settling},
    edit_setup::{edit, moment, on},
};
use invoicing::{
    AnyInvoice, InvoiceId, InvoiceRequest, InvoiceStatus, InvoiceType, IssuingRecords, Violations,
    corrections::StandingNote,
    drafts::{EditError, EditRefused, InvoiceEdit},
    recording::OriginalInvoice,
    settling::{AdvanceFacts, claims_between},
    states::{ChangeRefused, InvoiceMove, InvoiceState, LiveSend, NoteEffect, NoteRefused},
};
use money::Decimal;
use proptest::prelude::*;
use rust_decimal::dec;
use std::collections::BTreeMap;
use testkit::{
    build::id,
    invoices::{checked, item, request, slovak, unsent},
};
use vat_categories::VatRate;

const S: VatRate = VatRate::TwentyThree;
use InvoiceType::{CreditNote, FinalInvoice, Invoice};

type Amounts = [(Decimal, VatRate)];

fn paths(found: &Violations) -> Vec<String> {
    found.as_slice().iter().map(|one| one.field.clone()).collect()
}

/// Invoices as a store keeps them.
#[derive(Debug, Clone, Default)]
struct Books(BTreeMap<InvoiceId, AnyInvoice>);

impl Books {
    fn notes(&self, to: InvoiceId) -> Vec<StandingNote> {
        let refers = |note: &&AnyInvoice| {
            let document = note.document.issued().expect("issued here");
            document.original.as_ref().is_some_and(|original| original.id == to)
                && note.status.is_issued()
        };
        self.0.values().filter(refers).map(StandingNote::of).collect()
    }

    fn state(&self, id: InvoiceId) -> InvoiceState {
        let invoice = self.0[&id].clone();
        let by = invoice.holds.settled_by.map(|by| &self.0[&by]);
        let is_settled = by.is_some_and(|by| invoice.is_settled_by(by, &self.notes(by.id)));
        let of = invoice.takes_back_from().map_or(&invoice, |original| &self.0[&original]);
        let advances: Vec<_> = of.taken_off().iter().map(|it| self.0[it].clone()).collect();
        let advances = AdvanceFacts { is_settled, spent: of.spent(&advances) };
        InvoiceState { notes: self.notes(id), advances, ..unsent(invoice) }
    }

    /// A document in place of another; what it does to its original and its advances may not be refused.
    fn keep(&mut self, before: Option<&AnyInvoice>, after: &AnyInvoice) -> Result<(), NoteRefused> {
        let was = self.clone();
        self.0.insert(after.id, after.clone());
        let mut claims = claims_between(before, Some(after), &self.notes(after.id));
        if let Some(effect) = NoteEffect::between(before, Some(after)) {
            let state = self.state(effect.original);
            match state.with_note(&effect, &moment()) {
                Ok(Some(change)) => _ = self.0.insert(effect.original, change.after.expect("kept")),
                Ok(None) => {}
                Err(refused) => {
                    *self = was;
                    return Err(refused);
                }
            }
            claims.extend(self.0[&effect.original].claims(&state.notes));
        }
        for claim in claims {
            let advance = self.state(claim.advance.id);
            if let Some(change) = advance.claimed(&claim, &moment()).expect("it was asked before") {
                self.0.insert(claim.advance.id, change.after.expect("kept"));
            }
        }
        Ok(())
    }

    fn issue(
        &mut self,
        (request, records): (InvoiceRequest, IssuingRecords),
    ) -> Result<InvoiceId, Vec<String>> {
        let draft = checked(&request, &records).map_err(|found| paths(&found))?;
        let number = format!("N{}", self.0.len());
        let invoice = AnyInvoice::from(draft.issue(&number).expect("writable").invoice);
        let invoice = AnyInvoice { id: InvoiceId(id()), ..invoice };
        self.keep(None, &invoice).expect("it was checked");
        Ok(invoice.id)
    }

    fn advance(&mut self, items: &Amounts) -> InvoiceId {
        let advance = paid(Invoice, items);
        self.keep(None, &advance).expect("no note");
        advance.id
    }

    fn settle(&mut self, items: &Amounts, advance: InvoiceId) -> Result<InvoiceId, Vec<String>> {
        let advance = self.state(advance).invoice;
        self.issue(settling(FinalInvoice, items, &[&advance]))
    }

    fn credit(&mut self, items: &Amounts, to: InvoiceId) -> Result<InvoiceId, Vec<String>> {
        let line = |(net, rate): &(Decimal, VatRate)| {
            let one = if *net < Decimal::ZERO { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
            item("Oprava", one, net.abs(), *rate)
        };
        let original = Some(OriginalInvoice::of(self.state(to)));
        self.issue((
            InvoiceRequest {
                invoice_type: Some(CreditNote),
                original_invoice_id: Some(to),
                items: Some(items.iter().map(line).collect()),
                ..request()
            },
            IssuingRecords { original, ..slovak() },
        ))
    }

    fn cancel(&mut self, id: InvoiceId) -> Result<(), ChangeRefused> {
        let state = self.state(id);
        let Some(change) = state.make(InvoiceMove::Cancel, &moment())? else { return Ok(()) };
        let after = change.after.as_ref().expect("kept");
        self.keep(Some(&state.invoice), after).expect("it was asked before");
        Ok(())
    }

    fn edit(&mut self, id: InvoiceId, items: &Amounts) -> Result<(), Vec<String>> {
        let (state, records) = self.to_edit(id);
        let edit = InvoiceEdit { items: of(Invoice, items).items, ..edit() };
        let change = on(&state, &edit, &records).map_err(|error| match error {
            EditError::Refused(EditRefused::Invalid(found)) => paths(&found),
            other => vec![other.to_string()],
        })?;
        let after = change.and_then(|change| change.after);
        after.map_or(Ok(()), |after| self.keep(Some(&state.invoice), &after)).expect("asked");
        Ok(())
    }

    fn to_edit(&self, id: InvoiceId) -> (InvoiceState, IssuingRecords) {
        let state = self.state(id);
        let document = state.invoice.document.issued().expect("issued here");
        let original = document.original.as_ref().map(|it| OriginalInvoice::of(self.state(it.id)));
        (state, IssuingRecords { original, ..slovak() })
    }

    fn settled_by(&self, advance: InvoiceId) -> Option<InvoiceId> {
        self.0[&advance].holds.settled_by
    }

    /// What is taxed of all that is in force, with VAT: never below nothing.
    fn taxed(&self) -> Decimal {
        let in_force = self.0.values().filter(|invoice| invoice.status.is_issued());
        let totals = in_force.map(|invoice| {
            let document = invoice.document.issued().expect("issued here");
            match document.invoice_type {
                CreditNote => -document.totals.total,
                _ => document.totals.total,
            }
        });
        totals.sum()
    }
}

/// An advance over 100.00, and the final invoice over 300.00 that takes it off.
fn supply() -> (Books, InvoiceId, InvoiceId) {
    let mut books = Books::default();
    let advance = books.advance(&[(dec!(100), S)]);
    let last = books.settle(&[(dec!(300), S)], advance).expect("right");
    assert_eq!(books.settled_by(advance), Some(last));
    (books, advance, last)
}

const WHOLE: &Amounts = &[(dec!(300), S), (dec!(-100), S)];

#[test]
fn an_advance_is_credited_once_nothing_is_left_of_its_final_invoice() {
    let (mut books, advance, last) = supply();
    let of_original = Err(vec!["original_invoice_id".to_owned()]);
    assert_eq!(books.credit(&[(dec!(100), S)], advance), of_original, "credit the other first");
    books.credit(&[(dec!(150), S)], last).expect("right");
    assert_eq!(books.credit(&[(dec!(1), S)], advance), of_original, "a part is left");
    books.credit(&[(dec!(50), S)], last).expect("right");
    assert_eq!(books.settled_by(advance), None);
    let half = books.credit(&[(dec!(50), S)], advance).expect("right");
    books.credit(&[(dec!(50), S)], advance).expect("right");
    assert_eq!(books.taxed(), dec!(0));
    assert_eq!(books.0[&half].outstanding(), dec!(61.50), "the advance was paid");
}

/// The whole supply was paid before: nothing is left of the final invoice from its issue on.
#[test]
fn an_advance_over_the_whole_supply_is_credited_itself() {
    let mut books = Books::default();
    let advance = books.advance(&[(dec!(300), S)]);
    let last = books.settle(&[(dec!(300), S)], advance).expect("right");
    assert_eq!(books.0[&last].document.issued().expect("issued here").totals.total, dec!(0));
    assert!(books.settle(&[(dec!(300), S)], advance).is_err(), "it is settled");
    books.credit(&[(dec!(300), S)], advance).expect("right");
    assert_eq!(books.taxed(), dec!(0));
    // and now nothing may be taxed on it again
    assert_eq!(books.edit(last, &[(dec!(301), S)]), Err(vec!["items".to_owned()]));
    let zero = books.credit(&[(dec!(300), S), (dec!(-300), S)], last).expect("right");
    assert_eq!(books.settled_by(advance), None);
    assert!(matches!(books.cancel(zero), Err(ChangeRefused::AdvanceSpent(_))));
}

/// Of two kinds of VAT, both count: not the total alone.
#[test]
fn nothing_is_left_when_no_vat_of_any_kind_is() {
    let mut books = Books::default();
    let advance = books.advance(&[(dec!(20), VatRate::Five)]);
    let last = books.settle(&[(dec!(300), S)], advance).expect("right");
    // the total of 348.00 as of 23 % alone
    books.credit(&[(dec!(282.93), S)], last).expect("right");
    assert_eq!(books.0[&last].creditable(), dec!(0));
    assert_eq!(books.settled_by(advance), Some(last));
    assert!(books.credit(&[(dec!(20), VatRate::Five)], advance).is_err());
    books.credit(&[(dec!(17.07), S), (dec!(-20), VatRate::Five)], last).expect("the rest");
    assert_eq!(books.settled_by(advance), None);
}

/// What uses an advance again.
type Use = fn(&mut Books, InvoiceId) -> Result<InvoiceId, Vec<String>>;

#[test]
fn what_an_advance_was_freed_by_stays_while_it_is_spent() {
    let used: [Use; 2] = [
        |books, advance| books.credit(&[(dec!(1), S)], advance),
        |books, advance| books.settle(&[(dec!(300), S)], advance),
    ];
    for use_it in used {
        let (mut books, advance, last) = supply();
        let note = books.credit(WHOLE, last).expect("right");
        let by = use_it(&mut books, advance).expect("it is free");
        let number = books.0[&advance].document.issued().expect("issued here").number.clone();
        let refused = books.cancel(note).expect_err("its advance is used");
        assert!(matches!(&refused, ChangeRefused::AdvanceSpent(it) if *it == number), "{refused}");
        assert_eq!(books.edit(note, &[(dec!(299), S)]), Err(vec!["items".to_owned()]));
        assert_eq!(books.edit(last, &[(dec!(301), S)]), Err(vec!["items".to_owned()]));
        // as soon as that is undone
        books.cancel(by).expect("right");
        books.cancel(note).expect("right");
        assert_eq!(books.settled_by(advance), Some(last));
        assert_eq!(books.taxed(), dec!(369.00));
    }
}

/// An advance that became another while it was free is none that the final invoice has taken off.
#[test]
fn an_advance_that_has_changed_is_not_settled_again() {
    let (mut books, advance, last) = supply();
    let note = books.credit(WHOLE, last).expect("right");
    books.edit(advance, &[(dec!(120), S)]).expect("it is free");
    assert!(matches!(books.cancel(note), Err(ChangeRefused::AdvanceSpent(_))));
    books.edit(advance, &[(dec!(100), S)]).expect("as it was");
    books.cancel(note).expect("right");
    assert_eq!(books.settled_by(advance), Some(last));
}

/// What was paid on a proforma is given back by the credit note to the final invoice: it pays no other one.
#[test]
fn a_proforma_stays_settled() {
    let mut books = Books::default();
    let proforma = paid(InvoiceType::Proforma, &[(dec!(100), S)]);
    books.keep(None, &proforma).expect("no note");
    let last = books.settle(&[(dec!(300), S)], proforma.id).expect("right");
    let note = books.credit(&[(dec!(300), S)], last).expect("right");
    assert_eq!(books.settled_by(proforma.id), Some(last));
    assert_eq!(books.0[&note].outstanding(), dec!(123.00));
    assert!(books.credit(&[(dec!(100), S)], proforma.id).is_err(), "no tax document");
}

/// Decided beside each other: the advance, and a note to the final invoice that was still there.
#[test]
fn under_the_lock_the_final_invoice_is_asked_again() {
    let (books, advance, last) = supply();
    let mut credited = books.clone();
    credited.credit(WHOLE, last).expect("right");
    let note = credited.credit(&[(dec!(100), S)], advance).expect("right");
    let effect = NoteEffect::between(None, Some(&credited.0[&note])).expect("an effect");
    let refused = books.state(advance).with_note(&effect, &moment()).expect_err("settled");
    assert!(matches!(refused, NoteRefused::SettledAlready), "{refused}");
    let sent = InvoiceState { live_send: LiveSend::Taken, ..credited.state(advance) };
    let again = sent.with_note(&effect, &moment()).expect_err("nothing is left");
    assert!(matches!(again, NoteRefused::CreditedAlready), "{again}");
}

#[derive(Debug, Clone)]
enum Step {
    Settle(usize, Decimal),
    /// So many hundredths of what is left.
    Credit(usize, u32),
    Cancel(usize),
    Edit(usize, Decimal),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let net = (0_i64..40_000).prop_map(|cents| Decimal::new(cents, 2));
    let part = prop_oneof![Just(100_u32), 1_u32..100];
    let step = prop_oneof![
        (0_usize..12, net.clone()).prop_map(|(at, net)| Step::Settle(at, net)),
        (0_usize..12, part).prop_map(|(at, part)| Step::Credit(at, part)),
        (0_usize..12).prop_map(Step::Cancel),
        (0_usize..12, net).prop_map(|(at, net)| Step::Edit(at, net)),
    ];
    prop::collection::vec(step, 0..14)
}

impl Books {
    /// Takes a step, unless it is refused.
    fn take(&mut self, step: Step) {
        let at = |at: usize| *self.0.keys().nth(at % self.0.len()).expect("not empty");
        match step {
            Step::Settle(advance, net) => _ = self.settle(&[(net, S)], at(advance)),
            Step::Credit(to, part) => {
                let to = at(to);
                let left = self.0[&to].creditable() / dec!(1.23);
                let net = money::round(left * Decimal::from(part) / Decimal::ONE_HUNDRED);
                _ = self.credit(&[(net, S)], to);
            }
            Step::Cancel(id) => _ = self.cancel(at(id)),
            Step::Edit(id, net) => _ = self.edit(at(id), &[(net, S)]),
        }
    }

    /// No advance is both taken off and taken back, or taken off twice, and nothing is credited that was not taxed.
    fn is_sound(&self) {
        for advance in self.0.values() {
            let takes_off = |by: &&AnyInvoice| {
                let taken_off = by.taken_off().contains(&advance.id);
                taken_off && by.creditable() > Decimal::ZERO
            };
            let by: Vec<_> = self.0.values().filter(takes_off).map(|by| by.id).collect();
            assert!(by.len() <= 1, "{self:?}");
            if let [by] = by[..] {
                assert_eq!(advance.holds.settled_by, Some(by), "{self:?}");
                assert!(advance.credited_amount.is_zero() && advance.status == InvoiceStatus::Paid);
            }
        }
        assert!(self.taxed() >= Decimal::ZERO, "{self:?}");
    }
}

proptest! {
    #[test]
    fn whatever_is_done_an_advance_is_taken_off_or_taken_back(steps in steps()) {
        let mut books = Books::default();
        books.advance(&[(dec!(100), S)]);
        books.advance(&[(dec!(250), S)]);
        for step in steps {
            books.take(step);
            books.is_sound();
        }
    }
}
