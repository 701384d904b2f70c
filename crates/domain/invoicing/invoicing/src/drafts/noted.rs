//! Edits of an invoice that other documents depend on: notes to it, and documents that settle its advances since.

use crate::faults::NoteFault;
use crate::{Document, Violations, corrections::credited_beyond, states::InvoiceState};

impl InvoiceState {
    /// Checks that the notes stay valid: none is dated before the invoice, and none takes back VAT that it does not
    /// have any more.
    pub(super) fn check_notes(&self, before: &Document, after: &Document, found: &mut Violations) {
        let day = after.issue_date;
        let earlier = self.notes.iter().find(|note| note.issue_date < day);
        if let Some(note) = earlier.filter(|_| day != before.issue_date) {
            let (number, day) = (note.number.clone(), note.issue_date);
            found.add("issue_date", NoteFault::AfterNote { number, day });
        }
        let taxed = after.taxed();
        let beyond = credited_beyond(&taxed, &self.notes).filter(|_| taxed != before.taxed());
        if let Some(group) = beyond.filter(|_| !found.covers("items")) {
            let (rate, base) = (group.rate, money::round(group.base));
            found.add("items", NoteFault::LessThanCreditedAtRate { rate, base });
        }
    }

    /// Checks that an edit does not change the taxed amounts while an advance that the document deducted, or that its
    /// original did, is credited or settled by another document. That was possible because nothing was left of this
    /// one, and an edit could change that.
    pub(super) fn check_advances(
        &self,
        before: &Document,
        after: &Document,
        found: &mut Violations,
    ) {
        let spent = self.advances.spent.first().filter(|_| self.invoice.status.is_issued());
        if let Some(advance) = spent.filter(|_| before.taxed() != after.taxed()) {
            found.add("items", NoteFault::AdvanceSpent { advance: advance.clone() });
        }
    }
}
