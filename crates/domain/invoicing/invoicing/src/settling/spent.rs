//! How advances keep a document and the notes to it from being changed.

use crate::{AnyInvoice, InvoiceId, corrections::StandingNote, recording::InvoiceContent};

/// The restrictions on an invoice that follow from advances.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AdvanceFacts {
    /// Whether it is an advance, and something is left of the document that settles it: a note is made to that.
    pub is_settled: bool,
    /// The numbers of the advances that it has taken off, or, of a credit note, that its original has, and that could
    /// not be settled by that document again: they are credited or settled by another.
    pub spent: Vec<String>,
}

impl AnyInvoice {
    /// Whether a document that settles this as an advance still has something that a credit note could take back.
    #[must_use]
    pub fn is_settled_by(&self, settling: &AnyInvoice, notes: &[StandingNote]) -> bool {
        self.holds.settled_by == Some(settling.id) && !settling.has_nothing_left(notes)
    }

    /// The invoice whose advances a change of this one depends on, when that is another one: the original of a credit
    /// note.
    #[must_use]
    pub fn takes_back_from(&self) -> Option<InvoiceId> {
        self.document.header().original.filter(|_| self.is_credit_in_force())
    }

    /// The invoices of received payments that it has taken off.
    #[must_use]
    pub fn taken_off(&self) -> Vec<InvoiceId> {
        let document = self.document.issued().filter(|_| self.status.is_issued());
        let advances = document.into_iter().flat_map(|document| &document.advances);
        advances.filter(|advance| advance.is_taxed()).map(|advance| advance.id).collect()
    }

    /// The numbers of those among the advances that it could not settle again.
    #[must_use]
    pub fn spent(&self, advances: &[AnyInvoice]) -> Vec<String> {
        let named = self.document.issued().map(|document| &*document.advances).unwrap_or_default();
        let is_spent = |invoice: &&AnyInvoice| {
            let mut named = named.iter().filter(|advance| advance.is_taxed());
            named.any(|advance| advance.id == invoice.id && advance.is_spent(invoice, self.id))
        };
        let spent = advances.iter().filter(is_spent);
        let mut spent: Vec<_> =
            spent.map(|invoice| invoice.document.header().number.to_owned()).collect();
        spent.sort();
        spent
    }
}
