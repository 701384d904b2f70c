//! What contacts were invoiced, and what they owe.

use crate::{ContactId, InvoiceStatus, InvoiceSummary, InvoiceType, is_owed};
use money::{CurrencyCode, Decimal};

/// What a contact was invoiced in one currency, and what it owes of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContactFigures {
    pub contact: ContactId,
    pub currency: CurrencyCode,
    /// Documents in force, of every type.
    pub documents: u64,
    /// Without VAT, of invoices, final invoices and debit notes; credit notes take away.
    pub turnover: Decimal,
    /// What is outstanding of what [`is_owed`].
    pub owed: Decimal,
}

impl ContactFigures {
    /// What one document adds; nothing before it was issued, and once it was cancelled.
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
