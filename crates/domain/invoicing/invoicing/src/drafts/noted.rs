//! Edits of an invoice that has notes.

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
}
