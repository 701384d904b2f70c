//! The amounts that contacts were invoiced, and that they owe.

use crate::{ContactId, InvoiceStatus, InvoiceSummary, InvoiceType, is_owed};
use money::{CurrencyCode, Decimal};

/// The amounts that a contact was invoiced in one currency, and that it owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactFigures {
    pub contact: ContactId,
    pub currency: CurrencyCode,
    /// The number of documents in force, of every type.
    pub documents: u64,
    /// The amounts without VAT of invoices, final invoices and debit notes, less those of credit notes.
    pub turnover: Decimal,
    /// The outstanding amounts of the documents that [`is_owed`] counts.
    pub owed: Decimal,
}

impl ContactFigures {
    /// The figures of one document; `None` for a draft and a cancelled one.
    #[must_use]
    pub fn of(row: &InvoiceSummary) -> Option<Self> {
        if row.status.is_draft() || row.status == InvoiceStatus::Cancelled {
            return None;
        }
        let turnover = match row.invoice_type {
            InvoiceType::Invoice | InvoiceType::FinalInvoice | InvoiceType::DebitNote => {
                row.subtotal
            }
            InvoiceType::CreditNote => -row.subtotal,
            InvoiceType::Proforma | InvoiceType::SelfInvoice => Decimal::ZERO,
        };
        let owed = match is_owed(row.invoice_type, row.status) {
            true => row.outstanding,
            false => Decimal::ZERO,
        };
        let (contact, currency) = (row.customer_id, row.currency);
        Some(Self { contact, currency, documents: 1, turnover, owed })
    }
}
