use crate::{
    AnyInvoice, InvoiceStatus,
    corrections::{StandingNote, VatLeft, vat_left::is_outside_scope},
};
use money::Decimal;

impl AnyInvoice {
    /// Whether credit notes can take back no more of it: it is cancelled, or its total and its VAT of each kind are
    /// taken back. A note of a seller who is no longer a VAT payer only counts against the total.
    pub(crate) fn has_nothing_left(&self, notes: &[StandingNote]) -> bool {
        if self.status == InvoiceStatus::Cancelled {
            return true;
        }
        let without_vat = |note: &StandingNote| note.is_credit() && is_outside_scope(&note.taxed);
        let vat_is_taken_back = || {
            let taxed = self.document.taxed();
            taxed.is_none_or(|taxed| VatLeft::of(&taxed, notes).is_nothing())
        };
        self.creditable() <= Decimal::ZERO && (vat_is_taken_back() || notes.iter().any(without_vat))
    }
}
