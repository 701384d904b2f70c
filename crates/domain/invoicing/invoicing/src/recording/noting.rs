//! Notes of other systems: what they credit of an invoice that is known here.

use crate::{
    AnyInvoice, Invoice, InvoiceType,
    recording::RecordedDocument,
    states::{InvoiceState, NoteEffect},
};
use money::Decimal;
use time::Date;

impl Invoice<RecordedDocument> {
    /// The note as one to `original`, as far as that takes it up; `None` when that is not corrected by it: it is not in
    /// force, is in another currency, is dated later, or has less left. `before` is what is recorded under the note's
    /// number so far.
    #[must_use]
    pub fn noting(
        &self,
        before: Option<&Self>,
        original: &InvoiceState,
        today: Date,
    ) -> Option<Self> {
        let id = original.invoice.id;
        let mut noted = self.clone();
        noted.document.original = Some(id).filter(|_| id != self.id);
        let is_note = noted.document.invoice_type.is_note() && noted.noted().is_some();
        if !is_note || noted.credits() < Decimal::ZERO {
            return None;
        }
        let was: Option<AnyInvoice> = before.map(|before| before.clone().into());
        let was = was.filter(|was| was.noted() == Some(id));
        let taken_up = match NoteEffect::between(was.as_ref(), Some(&noted)) {
            Some(effect) => original.taken_up_by(&effect, today)?,
            None => Decimal::ZERO,
        };
        let share = was.map_or(Decimal::ZERO, |was| was.credited_amount) + taken_up;
        Some(noted.set_against_original(Some(share.max(Decimal::ZERO))).by_its_amounts())
    }

    /// The document as one that credits nothing known here.
    #[must_use]
    pub fn noting_nothing(&self) -> Self {
        let mut noted = self.clone();
        noted.document.original = None;
        if noted.document.invoice_type == InvoiceType::CreditNote {
            noted.credited_amount = Decimal::ZERO;
        }
        noted.by_its_amounts()
    }

    fn by_its_amounts(self) -> Self {
        Self { status: self.status_by_payments(), ..self }
    }
}

impl InvoiceState {
    /// How much more credit notes lower what is to be paid, by the effect of one.
    fn taken_up_by(&self, effect: &NoteEffect, today: Date) -> Option<Decimal> {
        let after = self.noted_by(effect, today).ok()?;
        let before = self.invoice.credit_taken_off();
        Some(after.map_or(Decimal::ZERO, |after| after.credit_taken_off() - before))
    }
}
