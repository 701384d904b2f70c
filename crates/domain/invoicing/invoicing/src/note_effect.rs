//! What a credit or debit note does to the invoice that it refers to (BG-3): what is credited is not owed.

use crate::{
    AnyInvoice, Invoice, InvoiceId, InvoiceType,
    content::InvoiceContent,
    history::HistoryAction,
    lifecycle::{ChangeMoment, InvoiceChange, InvoiceState},
    transition_refused::TransitionRefused,
    transitions::Trigger,
};
use events::Unwritable;
use money::Decimal;

/// What becomes of an invoice when a note to it is issued, edited or cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteEffect {
    /// The invoice that the note refers to.
    pub original: InvoiceId,
    /// How much more of it is credited than before, with VAT; negative when a credit note ends, zero of debit
    /// notes.
    pub credited: Decimal,
}

/// Why a note may not do that: its original is another since it was checked.
#[derive(Debug, thiserror::Error)]
pub enum NoteRefused {
    /// The original is not in force.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// More would be credited than there is.
    #[error("other credit notes take back what is left of the invoice")]
    CreditedAlready,
    /// An event that cannot be written.
    #[error(transparent)]
    Event(#[from] Unwritable),
}

impl<C: InvoiceContent> Invoice<C> {
    /// The invoice that it credits or debits, as long as it is in force.
    fn noted(&self) -> Option<InvoiceId> {
        self.document.header().original.filter(|_| self.status.is_issued())
    }

    /// What it takes back of its original while it is in force.
    pub(crate) fn credits(&self) -> Decimal {
        let header = self.document.header();
        let is_credit = header.invoice_type == InvoiceType::CreditNote;
        self.noted().filter(|_| is_credit).map_or(Decimal::ZERO, |_| header.totals.total)
    }
}

impl NoteEffect {
    /// What a document does to its original by becoming another: `None` when nothing depends on it.
    #[must_use]
    pub fn between(
        before: Option<&AnyInvoice>,
        after: Option<&Invoice<impl InvoiceContent>>,
    ) -> Option<Self> {
        let (was, is) = (before.and_then(Invoice::noted), after.and_then(Invoice::noted));
        let original = is.or(was)?;
        let [is_worth, was_worth] = [
            after.map_or(Decimal::ZERO, Invoice::credits),
            before.map_or(Decimal::ZERO, Invoice::credits),
        ];
        let effect = Self { original, credited: is_worth - was_worth };
        (was != is || !effect.credited.is_zero()).then_some(effect)
    }
}

impl InvoiceState {
    /// The decision what a note makes of this invoice, which it refers to. `None` where nothing changes.
    ///
    /// # Errors
    /// [`NoteRefused`].
    pub fn with_note(
        &self,
        effect: NoteEffect,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, NoteRefused> {
        let before = &self.invoice;
        let is_less = effect.credited.is_sign_negative() && !effect.credited.is_zero();
        if is_less && !before.status.is_issued() {
            return Ok(None);
        }
        before.status.after(Trigger::Settle, self.standing(moment.today))?;
        if effect.credited > Decimal::ZERO && effect.credited > before.creditable() {
            return Err(NoteRefused::CreditedAlready);
        }
        if effect.credited.is_zero() {
            return Ok(None);
        }
        let credited_amount = (before.credited_amount + effect.credited).max(Decimal::ZERO);
        let version = before.version + 1;
        let after = Invoice { credited_amount, version, ..before.clone() };
        let standing = after.standing(moment.today, self.live_send);
        let status = before.status.after(Trigger::Settle, standing)?;
        Ok(Some(self.changed(HistoryAction::Credited, Invoice { status, ..after }, moment)?))
    }
}
