//! The invoice that a note of another system names (BG-3), in the same organization.

use super::recording::invoice_type;
use crate::{
    documents::{DocumentFacts, PrecedingInvoice},
    identifiers::Network,
};
use invoicing::{
    Contact, Firm, Invoice, Party, SameFirm, recording::InvoiceContent,
    recording::RecordedDocument, states::InvoiceState,
};
use time::Date;

/// The invoice, issued here or recorded, whose number a note names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedInvoice {
    /// It, and the notes to it.
    pub state: InvoiceState,
    /// Its other party, as the contact says.
    pub customer: Party,
    /// Whether it was queued with a live key, so that test sends do not change it.
    pub live: bool,
}

impl DocumentFacts {
    /// The invoice that it credits or debits; `None` for a document of another type.
    #[must_use]
    pub fn corrects(&self) -> Option<&PrecedingInvoice> {
        self.preceding.as_ref().filter(|_| invoice_type(self).is_note())
    }
}

impl NamedInvoice {
    /// The record as a note to this invoice, if it is one: of the number and the day that the document names, of the same
    /// firm, and with that much left to credit. `before` is what is recorded under the note's number so far.
    pub(super) fn noted_by(
        &self,
        note: &Invoice<RecordedDocument>,
        before: Option<&Invoice<RecordedDocument>>,
        (document, contact): (&DocumentFacts, &Contact),
        (network, today): (Network, Date),
    ) -> Option<Invoice<RecordedDocument>> {
        let named = document.corrects()?;
        let header = self.state.invoice.document.header();
        let is_it = named.number == header.number
            && named.issue_date.is_none_or(|day| day == header.issue_date);
        let is_of_another = header.customer_id != contact.id
            && Firm::of(&self.customer).same_as(&Firm::of(&contact.party)) == SameFirm::No;
        let of_test = network == Network::Test && self.live;
        let may_be = is_it && !is_of_another && !of_test;
        may_be.then(|| note.noting(before, &self.state, today)).flatten()
    }
}
