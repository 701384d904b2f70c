use crate::{
    AnyInvoice, Document, InvoiceId, InvoiceStatus, InvoiceType, Line, Unit,
    corrections::TaxedGroup,
    recording::{AnyDocument, InvoiceContent},
    states::Holds,
};
use money::Decimal;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::Date;

/// An advance as a document that settles it states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub id: InvoiceId,
    /// The number that the invoice refers to (BT-25).
    pub number: String,
    /// The issue date that the invoice refers to (BT-26).
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// The amount paid, with VAT.
    pub total: Decimal,
    /// The VAT groups that it taxed already; empty for a proforma.
    pub taxed: Vec<TaxedGroup>,
}

/// Why a document does not settle an advance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum AdvanceRefused {
    /// 400: it is not an advance.
    #[error(
        "{number} is no advance: name a proforma, or on a final invoice the invoice of a received payment", number = .0
    )]
    NoAdvance(String),
    /// 409: it is not in force, or not paid.
    #[error("{number} is {status}: only what is in force and paid is settled", number = .0, status = .1.name())]
    Unpaid(String, InvoiceStatus),
    /// 409: a credit note takes back a part of it.
    #[error("{number} is credited: only what stands whole is settled", number = .0)]
    Credited(String),
    /// 409: it is in another currency.
    #[error("{number} is in {currency}, this document in {wanted}", number = .0, currency = .1, wanted = .2)]
    Currency(String, String, String),
    /// 409: it is of another customer.
    #[error("{number} is of another firm, {name}", number = .0, name = .1)]
    Customer(String, String),
    /// 409: another document settles it already.
    #[error("{number} is settled by another document already", number = .0)]
    Settled(String),
    /// 409: its amounts are not those that the document takes off.
    #[error("{number} has changed since it was taken off", number = .0)]
    Changed(String),
}

impl Advance {
    /// The advance that a document is, for a document of type `by` that settles it. Its customer and currency are
    /// checked elsewhere.
    ///
    /// # Errors
    /// [`AdvanceRefused`].
    pub fn of(invoice: &AnyInvoice, by: InvoiceType) -> Result<Self, AdvanceRefused> {
        let AnyDocument::Issued(document) = &invoice.document else {
            let number = invoice.document.header().number;
            return Err(AdvanceRefused::NoAdvance(number.to_owned()));
        };
        let number = document.number.clone();
        let taxes = match (document.invoice_type, by) {
            (InvoiceType::Proforma, InvoiceType::Invoice | InvoiceType::FinalInvoice) => false,
            (InvoiceType::Invoice, InvoiceType::FinalInvoice) => true,
            _ => return Err(AdvanceRefused::NoAdvance(number)),
        };
        invoice.check_settleable()?;
        let taxed = if taxes { document.taxed() } else { Vec::new() };
        let (issue_date, total) = (document.issue_date, document.totals.total);
        Ok(Self { id: invoice.id, number, issue_date, total, taxed })
    }

    /// Checks that the invoice is still the advance that this states, and that a document may settle it.
    ///
    /// # Errors
    /// [`AdvanceRefused`].
    pub(super) fn check_same(&self, invoice: &AnyInvoice) -> Result<(), AdvanceRefused> {
        let by = if self.is_taxed() { InvoiceType::FinalInvoice } else { InvoiceType::Invoice };
        match Self::of(invoice, by)? {
            now if now == *self => Ok(()),
            now => Err(AdvanceRefused::Changed(now.number)),
        }
    }

    /// Whether a document that has taken it off could not settle it again: it is credited, settled by another document
    /// or not what it was.
    pub(super) fn is_spent(&self, invoice: &AnyInvoice, by: InvoiceId) -> bool {
        let settled_by = invoice.holds.settled_by.filter(|other| *other != by);
        let holds = Holds { settled_by, ..invoice.holds };
        self.check_same(&AnyInvoice { holds, ..invoice.clone() }).is_err()
    }

    /// Whether it is the invoice of a received payment, not a proforma.
    #[must_use]
    pub const fn is_taxed(&self) -> bool {
        !self.taxed.is_empty()
    }

    /// The rows that take off the advance, one for each category and rate.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let (day, month, year) =
            (self.issue_date.day(), u8::from(self.issue_date.month()), self.issue_date.year());
        let description = format!("Odpočet zálohy {} zo dňa {day}. {month}. {year}", self.number);
        let line = |taxed: &TaxedGroup| Line {
            description: description.clone(),
            quantity: Decimal::NEGATIVE_ONE,
            unit: Unit::default(),
            unit_price: taxed.base,
            vat_rate: taxed.rate,
            tax_treatment: taxed.treatment,
            vat_category: taxed.category,
            net_amount: -taxed.base,
            advance: Some(self.id),
            stock: None,
        };
        self.taxed.iter().map(line).collect()
    }
}

impl Document {
    /// The amount paid by the proformas that it settles (BT-113).
    #[must_use]
    pub fn prepaid(&self) -> Decimal {
        let untaxed = self.advances.iter().filter(|advance| !advance.is_taxed());
        untaxed.map(|advance| advance.total).sum()
    }

    /// The advances that it settles in a status; none once it is cancelled.
    #[must_use]
    pub fn advances_of(&self, status: InvoiceStatus) -> &[Advance] {
        if status == InvoiceStatus::Cancelled { &[] } else { &self.advances }
    }
}

impl AnyInvoice {
    /// Checks that it is an advance in force, paid, not credited and not settled.
    fn check_settleable(&self) -> Result<(), AdvanceRefused> {
        let number = self.document.header().number.to_owned();
        if self.holds.settled_by.is_some() {
            return Err(AdvanceRefused::Settled(number));
        }
        if !self.credited_amount.is_zero() {
            return Err(AdvanceRefused::Credited(number));
        }
        match self.status {
            InvoiceStatus::Paid if self.paid_amount > Decimal::ZERO => Ok(()),
            status => Err(AdvanceRefused::Unpaid(number, status)),
        }
    }
}
