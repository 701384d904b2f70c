use crate::{
    AnyInvoice, InvoiceId, InvoiceType, corrections::TaxedGroup, recording::InvoiceContent,
};
use money::Decimal;
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

    /// Whether it takes something back from its original.
    pub(crate) fn is_credit(&self) -> bool {
        self.invoice_type == InvoiceType::CreditNote
    }

    /// The VAT groups that it takes back from its original; none for a debit note.
    pub(crate) fn taken_back(&self) -> &[TaxedGroup] {
        if self.is_credit() { &self.taxed } else { &[] }
    }

    /// The amount without VAT that it takes back.
    pub(crate) fn base_taken_back(&self) -> Decimal {
        self.taken_back().iter().map(|group| group.base).sum()
    }
}
