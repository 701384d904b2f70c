use crate::{AnyInvoice, InvoiceId, InvoiceStatus, InvoiceType, content::InvoiceContent};
use money::CurrencyCode;
use time::Date;

/// An earlier invoice as a note needs to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginalInvoice {
    pub id: InvoiceId,
    pub number: String,
    pub issue_date: Date,
    pub currency: CurrencyCode,
    pub invoice_type: InvoiceType,
    pub self_billed: bool,
    pub status: InvoiceStatus,
}

impl OriginalInvoice {
    /// An invoice, issued here or recorded, as a note needs to know it.
    #[must_use]
    pub fn of(invoice: &AnyInvoice) -> Self {
        let header = invoice.document.header();
        Self {
            id: invoice.id,
            number: header.number.to_owned(),
            issue_date: header.issue_date,
            currency: header.currency,
            invoice_type: header.invoice_type,
            self_billed: header.self_billed,
            status: invoice.status,
        }
    }
}
