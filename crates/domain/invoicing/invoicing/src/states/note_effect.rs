//! The effect of a credit or debit note on the invoice that it refers to (BG-3): a credited amount is not owed.

use crate::{
    AnyInvoice, Invoice, InvoiceId, InvoiceType,
    corrections::{TaxedGroup, VatLeft},
    recording::{Header, InvoiceContent},
    states::{
        history::HistoryAction,
        lifecycle::{ChangeMoment, InvoiceChange, InvoiceState},
        transition_refused::TransitionRefused,
        transitions::Trigger,
    },
};
use events::Unwritable;
use money::{CurrencyCode, Decimal};
use time::Date;

/// How an invoice changes when a note to it is issued, edited or cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteEffect {
    /// The note.
    pub note: InvoiceId,
    /// The invoice that the note refers to.
    pub original: InvoiceId,
    /// The change of its credited amount, with VAT; negative when a credit note is cancelled, zero for debit notes.
    pub credited: Decimal,
    /// The change of the refunded part of the credited amount.
    pub refunded: Decimal,
    /// The VAT groups that the note takes back from now on; `None` when they do not change.
    pub taken_back: Option<Vec<TaxedGroup>>,
    /// The terms of a note that comes into force, or changes them; `None` when they do not change.
    pub terms: Option<NoteTerms>,
}

/// The terms of a note that its original has to agree with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteTerms {
    pub invoice_type: InvoiceType,
    pub self_billed: bool,
    pub currency: CurrencyCode,
    /// BT-2.
    pub issue_date: Date,
}

impl NoteTerms {
    fn of(note: Header<'_>) -> Self {
        let Header { invoice_type, self_billed, currency, issue_date, .. } = note;
        Self { invoice_type, self_billed, currency, issue_date }
    }

    /// Whether a note of these terms may refer to the document.
    fn may_refer_to(self, original: Header<'_>) -> bool {
        let is_corrected = match self.invoice_type {
            InvoiceType::CreditNote => original.invoice_type != InvoiceType::CreditNote,
            _ => true,
        };
        is_corrected
            && original.invoice_type != InvoiceType::Proforma
            && (self.self_billed, self.currency) == (original.self_billed, original.currency)
            && self.issue_date >= original.issue_date
    }
}

/// Why the note is refused: its original has changed since it was checked.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("noted")]
pub enum NoteRefused {
    /// The original is not in force.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// More would be credited than is left.
    #[error("other credit notes take back what is left of the invoice")]
    CreditedAlready,
    /// Another document has taken its place, or its day has changed.
    #[error("the original has changed: the note does not fit it any more")]
    Changed,
    /// It is an advance that a document has settled in the meantime.
    #[error("a document settles the advance")]
    SettledAlready,
    /// An event cannot be written.
    #[error(transparent)]
    #[refusal(internal)]
    Event(#[from] Unwritable),
}

impl<C: InvoiceContent> Invoice<C> {
    /// The invoice that it credits or debits, while it is in force.
    pub(crate) fn noted(&self) -> Option<InvoiceId> {
        self.document.header().original.filter(|_| self.status.is_issued())
    }

    /// The amount that it takes back from its original while it is in force.
    pub(crate) fn credits(&self) -> Decimal {
        if self.is_credit_in_force() { self.document.header().totals.total } else { Decimal::ZERO }
    }

    /// The VAT groups that it takes back from its original while it is in force.
    fn takes_back(&self) -> Vec<TaxedGroup> {
        if self.is_credit_in_force() { self.document.taxed_groups() } else { Vec::new() }
    }

    /// The refunded part of that amount: its payments. What another system says was settled before (BT-113) may have been
    /// refunded or set against the original, and is not owed again by either.
    pub(crate) fn refunds(&self) -> Decimal {
        let refunded = self.paid_amount - self.document.header().prepaid;
        if self.is_credit_in_force() { refunded } else { Decimal::ZERO }
    }

    pub(crate) fn is_credit_in_force(&self) -> bool {
        let is_credit = self.document.header().invoice_type == InvoiceType::CreditNote;
        is_credit && self.noted().is_some()
    }

    /// The credit note with this amount set against its original, as far as it was not refunded. Any other document,
    /// and a cancelled note, does not change.
    pub(crate) fn set_against_original(self, amount: Option<Decimal>) -> Self {
        let Some(amount) = amount.filter(|_| self.is_credit_in_force()) else { return self };
        let credited_amount = amount.min(self.payable() - self.paid_amount);
        Self { credited_amount, ..self }
    }
}

/// The credit notes of an invoice that change, the oldest first, when the amount to pay of the invoice changes.
///
/// # Errors
/// [`NoteRefused`].
pub fn share_out(
    original: &AnyInvoice,
    notes: &[InvoiceState],
    moment: &ChangeMoment,
) -> Result<Vec<InvoiceChange>, NoteRefused> {
    let room = |note: &AnyInvoice| (note.payable() - note.paid_amount, note.credited_amount);
    let rooms: Vec<_> = notes.iter().map(|note| room(&note.invoice)).collect();
    let shares = shares(original.credit_taken_off(), &rooms);
    let changes = notes.iter().zip(shares).map(|(note, share)| note.set_against(share, moment));
    changes.filter_map(Result::transpose).collect()
}

/// The part of each credit note that its original takes up, when it takes up `taken_off` of all of them. `notes` has,
/// for each note, the oldest first, `(the part not refunded, the part taken up so far)`. The parts change as little as
/// possible.
fn shares(taken_off: Decimal, notes: &[(Decimal, Decimal)]) -> Vec<Decimal> {
    let mut shares: Vec<Decimal> = notes.iter().map(|(_, share)| *share).collect();
    let mut missing = taken_off - shares.iter().sum::<Decimal>();
    for (share, (room, _)) in shares.iter_mut().zip(notes) {
        let more = missing.min(*room - *share).max(Decimal::ZERO);
        *share += more;
        missing -= more;
    }
    for share in shares.iter_mut().rev() {
        let less = (-missing).min(*share).max(Decimal::ZERO);
        *share -= less;
        missing += less;
    }
    shares
}

impl NoteEffect {
    /// The effect of a changed document on its original; `None` when there is none.
    #[must_use]
    pub fn between(
        before: Option<&AnyInvoice>,
        after: Option<&Invoice<impl InvoiceContent>>,
    ) -> Option<Self> {
        let (was, is) = (before.and_then(Invoice::noted), after.and_then(Invoice::noted));
        let original = is.or(was)?;
        let note = after.map(|it| it.id).or_else(|| before.map(|it| it.id))?;
        let [credits, credited] = [
            after.map_or(Decimal::ZERO, Invoice::credits),
            before.map_or(Decimal::ZERO, Invoice::credits),
        ];
        let [refunds, refunded] = [
            after.map_or(Decimal::ZERO, Invoice::refunds),
            before.map_or(Decimal::ZERO, Invoice::refunds),
        ];
        let (credited, refunded) = (credits - credited, refunds - refunded);
        let taken_back = after.map(Invoice::takes_back).unwrap_or_default();
        let was_taken_back = before.map(Invoice::takes_back).unwrap_or_default();
        let taken_back = (taken_back != was_taken_back).then_some(taken_back);
        let said = is.and(after).map(|after| NoteTerms::of(after.document.header()));
        let did_say = was.and(before).map(|before| NoteTerms::of(before.document.header()));
        let terms = said.filter(|_| said != did_say);
        let is_none =
            credited.is_zero() && refunded.is_zero() && taken_back.is_none() && terms.is_none();
        let effect = Self { note, original, credited, refunded, taken_back, terms };
        (was != is || !is_none).then_some(effect)
    }

    /// The effects of a document that takes the place of another under its number, which may refer to another original.
    #[must_use]
    pub fn of_revision(
        before: Option<&AnyInvoice>,
        after: &Invoice<impl InvoiceContent>,
    ) -> Vec<Self> {
        let moves = before.and_then(Invoice::noted).is_some_and(|was| after.noted() != Some(was));
        let effects = match moves {
            true => [Self::between(before, None::<&AnyInvoice>), Self::between(None, Some(after))],
            false => [Self::between(before, Some(after)), None],
        };
        effects.into_iter().flatten().collect()
    }

    /// The note, if it was checked how much of it its original takes up.
    #[must_use]
    pub fn checked(&self) -> Option<InvoiceId> {
        (!self.credited.is_zero()).then_some(self.note)
    }
}

impl InvoiceState {
    /// The decision on this invoice after the effect of a note. `None` when nothing changes.
    ///
    /// # Errors
    /// [`NoteRefused`].
    pub fn with_note(
        &self,
        effect: &NoteEffect,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, NoteRefused> {
        let after = self.noted_by(effect, moment.today)?;
        after.map(|after| self.credited(after, moment)).transpose()
    }

    /// The amounts of this invoice after the effect of a note. `None` when nothing changes.
    ///
    /// # Errors
    /// [`NoteRefused`].
    pub(crate) fn noted_by(
        &self,
        effect: &NoteEffect,
        today: Date,
    ) -> Result<Option<AnyInvoice>, NoteRefused> {
        let before = &self.invoice;
        let is_less = effect.credited.is_sign_negative() && !effect.credited.is_zero();
        if is_less && !before.status.is_issued() {
            return Ok(None);
        }
        before.status.after(Trigger::Settle, self.standing(today))?;
        if effect.terms.is_some_and(|terms| !terms.may_refer_to(before.document.header())) {
            return Err(NoteRefused::Changed);
        }
        if effect.credited > Decimal::ZERO && self.advances.is_settled {
            return Err(NoteRefused::SettledAlready);
        }
        if effect.credited > Decimal::ZERO && effect.credited > before.creditable() {
            return Err(NoteRefused::CreditedAlready);
        }
        if !self.has_left(effect) {
            return Err(NoteRefused::CreditedAlready);
        }
        if effect.credited.is_zero() && effect.refunded.is_zero() {
            return Ok(None);
        }
        let credited_amount = (before.credited_amount + effect.credited).max(Decimal::ZERO);
        let refunded_amount = (before.refunded_amount + effect.refunded).max(Decimal::ZERO);
        Ok(Some(Invoice { credited_amount, refunded_amount, ..before.clone() }))
    }

    /// Whether the other notes have left the VAT that a note takes back, to the cent where it takes all of it. Of a
    /// recorded invoice it is not known.
    fn has_left(&self, effect: &NoteEffect) -> bool {
        let known = effect.taken_back.as_ref().zip(self.invoice.document.issued());
        known.is_none_or(|(taken_back, document)| {
            let others = self.notes.iter().filter(|note| note.id != effect.note).cloned();
            let left = VatLeft::of(&document.taxed(), &others.collect::<Vec<_>>());
            left.check(taken_back).is_ok() && left.is_cleared(taken_back, document.currency)
        })
    }

    /// The decision to set this amount of this credit note against its original. `None` when it is so already.
    ///
    /// # Errors
    /// [`NoteRefused`].
    fn set_against(
        &self,
        amount: Decimal,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, NoteRefused> {
        if amount == self.invoice.credited_amount {
            return Ok(None);
        }
        let after = Invoice { credited_amount: amount, ..self.invoice.clone() };
        self.credited(after, moment).map(Some)
    }

    fn credited(
        &self,
        after: AnyInvoice,
        moment: &ChangeMoment,
    ) -> Result<InvoiceChange, NoteRefused> {
        let after = Invoice { version: self.invoice.version + 1, ..after };
        let standing = after.standing(moment.today, self.live_send);
        let status = self.invoice.status.after(Trigger::Settle, standing)?;
        Ok(self.changed(HistoryAction::Credited, Invoice { status, ..after }, moment)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cents() -> impl Strategy<Value = Decimal> {
        (0_i64..10_000).prop_map(|cents| Decimal::new(cents, 2))
    }

    proptest! {
        /// All that is taken up is shared out, of no note more than it has, and what is right stays.
        #[test]
        fn shares_come_to_what_is_taken_off(
            notes in prop::collection::vec((cents(), cents()), 0..6), part in 0_u32..=100,
        ) {
            let rooms: Decimal = notes.iter().map(|(room, _)| *room).sum();
            let notes: Vec<_> = notes.into_iter().map(|(room, was)| (room, was.min(room))).collect();
            let taken_off = money::round(rooms * Decimal::from(part) / Decimal::ONE_HUNDRED);
            let shares = shares(taken_off, &notes);
            prop_assert_eq!(shares.iter().sum::<Decimal>(), taken_off);
            for (share, (room, _)) in shares.iter().zip(&notes) {
                prop_assert!(*share >= Decimal::ZERO && share <= room);
            }
            let again: Vec<_> = notes.iter().zip(&shares).map(|((room, _), was)| (*room, *was)).collect();
            prop_assert_eq!(super::shares(taken_off, &again), shares);
        }
    }
}
