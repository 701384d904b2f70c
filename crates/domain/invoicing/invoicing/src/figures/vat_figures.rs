//! The amounts that an invoice adds to the VAT of a period.

use crate::{
    AnyInvoice, Document, Invoice, InvoiceStatus, InvoiceType, recording::AnyDocument,
    states::InvoiceChange,
};
use money::{Currency, Decimal};
use time::Date;
use vat_categories::VatRate;

/// The VAT of an invoice, at its tax point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatFigures {
    /// The tax point (BT-72).
    pub tax_date: Date,
    /// The invoice currency (BT-5).
    pub currency: Currency,
    /// Units of `currency` for one unit of the organization's own.
    pub exchange_rate: Option<Decimal>,
    /// The amounts at each of [`VatRate::ALL`], in their order.
    pub by_rate: [RateFigures; VatRate::ALL.len()],
}

/// The VAT at one rate, in the invoice's currency; negative for a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RateFigures {
    /// The sum of the taxable amounts (BT-116).
    pub taxable: Decimal,
    /// The sum of the VAT amounts (BT-117).
    pub tax: Decimal,
}

/// How the figures of an invoice change with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VatChange {
    /// They do not change.
    None,
    /// They are replaced by these.
    Becomes(Box<VatFigures>),
    /// They are removed.
    Gone,
}

impl Document {
    /// The figures of a document while it counts, that is issued and not cancelled. A self-billed invoice has none,
    /// because its supplier owes the VAT; neither has a document without a tax point, such as a proforma.
    fn vat_figures(&self, status: InvoiceStatus) -> Option<VatFigures> {
        let tax_date = self.delivery_date.filter(|_| status.is_issued() && !self.self_billed)?;
        Some(VatFigures {
            tax_date,
            currency: self.currency,
            exchange_rate: self.exchange_rate,
            by_rate: VatRate::ALL.map(|rate| self.rate_figures(rate)),
        })
    }

    /// The amounts at one rate, which several categories may share.
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
    /// The amounts that it adds to the VAT of a period; `None` while it does not count.
    #[must_use]
    pub fn vat_figures(&self) -> Option<VatFigures> {
        self.document.vat_figures(self.status)
    }
}

impl AnyInvoice {
    /// The amounts that it adds to the VAT of a period; `None` while it does not count, and for a recorded document,
    /// of which only the totals are known.
    #[must_use]
    pub fn vat_figures(&self) -> Option<VatFigures> {
        match &self.document {
            AnyDocument::Issued(document) => document.vat_figures(self.status),
            AnyDocument::Recorded(_) => None,
        }
    }
}

impl InvoiceChange {
    /// How the invoice's figures change.
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
