use crate::{
    AnyInvoice, InvoiceId, InvoiceType, corrections::TaxedGroup, recording::InvoiceContent,
};
use time::Date;

/// A credit or debit note in force, as its original needs to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingNote {
    pub id: InvoiceId,
    pub invoice_type: InvoiceType,
    /// BT-1.
    pub number: String,
    /// BT-2.
    pub issue_date: Date,
    /// What it says of VAT; empty of a recorded one.
    pub taxed: Vec<TaxedGroup>,
}

impl StandingNote {
    /// A note as it is kept.
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

    /// What it takes back of its original; nothing of a debit note.
    pub(crate) fn taken_back(&self) -> &[TaxedGroup] {
        match self.invoice_type {
            InvoiceType::CreditNote => &self.taxed,
            _ => &[],
        }
    }
}
