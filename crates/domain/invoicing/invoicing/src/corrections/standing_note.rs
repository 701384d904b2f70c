use crate::{
    AnyInvoice, InvoiceId, InvoiceType, corrections::TaxedGroup, recording::InvoiceContent,
};
use time::Date;

/// The part of a credit or debit note in force that its original depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingNote {
    pub id: InvoiceId,
    pub invoice_type: InvoiceType,
    /// BT-1.
    pub number: String,
    /// BT-2.
    pub issue_date: Date,
    /// The VAT groups that it taxed; empty for a recorded one.
    pub taxed: Vec<TaxedGroup>,
}

impl StandingNote {
    /// The part of a stored note.
    #[must_use]
    pub fn of(note: &AnyInvoice) -> Self {
        let header = note.document.header();
        let document = note.document.issued();
        Self {
            id: note.id,
            invoice_type: header.invoice_type,
            number: header.number.to_owned(),
            issue_date: header.issue_date,
            taxed: document.map(crate::Document::taxed).unwrap_or_default(),
        }
    }

    /// The VAT groups that it takes back from its original; none for a debit note.
    pub(crate) fn taken_back(&self) -> &[TaxedGroup] {
        match self.invoice_type {
            InvoiceType::CreditNote => &self.taxed,
            _ => &[],
        }
    }
}
