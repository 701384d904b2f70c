//! What an invoice adds to the VAT of a period.

use crate::{
    AnyInvoice, Document, Invoice, InvoiceStatus, InvoiceType, recording::AnyDocument,
    states::InvoiceChange,
};
use money::{Currency, Decimal};
use time::Date;
use vat_categories::VatRate;

/// The VAT that an invoice says, at its tax point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatFigures {
    /// BT-72.
    pub tax_date: Date,
    /// BT-5.
    pub currency: Currency,
    /// Units of `currency` per one unit of the firm's own.
    pub exchange_rate: Option<Decimal>,
    /// At each of [`VatRate::ALL`], in their order.
    pub by_rate: [RateFigures; VatRate::ALL.len()],
}

/// The VAT at one rate, in the invoice's currency; negative of a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RateFigures {
    /// Sum of BT-116.
    pub taxable: Decimal,
    /// Sum of BT-117.
    pub tax: Decimal,
}

/// What becomes of an invoice's figures when it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VatChange {
    /// They stay as they are.
    None,
    /// They are these from now on.
    Becomes(Box<VatFigures>),
    /// There are none any more.
    Gone,
}

impl Document {
    /// Its figures, while it counts: issued and not void. A self-billed invoice has none, because its supplier
    /// owes the VAT; nor has what has no tax point, as a proforma.
    fn vat_figures(&self, status: InvoiceStatus) -> Option<VatFigures> {
        let tax_date = self.delivery_date.filter(|_| status.is_issued() && !self.self_billed)?;
        Some(VatFigures {
            tax_date,
            currency: self.currency,
            exchange_rate: self.exchange_rate,
            by_rate: VatRate::ALL.map(|rate| self.rate_figures(rate)),
        })
    }

    /// Several categories may have the same rate.
    fn rate_figures(&self, rate: VatRate) -> RateFigures {
        let is_credit = self.invoice_type == InvoiceType::CreditNote;
        let sign = if is_credit { Decimal::NEGATIVE_ONE } else { Decimal::ONE };
        let rows = self.vat_breakdown.iter().filter(|row| row.rate == rate);
        rows.fold(RateFigures::default(), |sum, row| RateFigures {
            taxable: sum.taxable + sign * row.taxable_amount,
            tax: sum.tax + sign * row.tax_amount,
        })
    }
}

impl Invoice {
    /// What it adds to the VAT of a period; none while it does not count.
    #[must_use]
    pub fn vat_figures(&self) -> Option<VatFigures> {
        self.document.vat_figures(self.status)
    }
}

impl AnyInvoice {
    /// What it adds to the VAT of a period; none while it does not count. Of a recorded document only the totals
    /// are known.
    #[must_use]
    pub fn vat_figures(&self) -> Option<VatFigures> {
        match &self.document {
            AnyDocument::Issued(document) => document.vat_figures(self.status),
            AnyDocument::Recorded(_) => None,
        }
    }
}

impl InvoiceChange {
    /// What becomes of the invoice's figures.
    #[must_use]
    pub fn vat_change(&self) -> VatChange {
        let before = self.before.invoice.vat_figures();
        match self.after.as_ref().and_then(AnyInvoice::vat_figures) {
            after if after == before => VatChange::None,
            Some(figures) => VatChange::Becomes(Box::new(figures)),
            None => VatChange::Gone,
        }
    }
}
