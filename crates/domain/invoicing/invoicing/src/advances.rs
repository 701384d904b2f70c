//! Advances: what a customer paid before the supply, and the invoice that settles it. A proforma taxed nothing, so
//! that what was paid of it lowers what is to be paid (BT-113). The invoice of a received payment taxed it, so that
//! its base and VAT are taken off by rows of the final invoice, whose VAT is that of the rest.

use crate::{
    AnyInvoice, Document, Invoice, InvoiceId, InvoiceStatus, InvoiceType, Line, Unit,
    corrections::TaxedGroup,
    recording::{AnyDocument, InvoiceContent},
    states::{ChangeMoment, HistoryAction, Holds, InvoiceChange, InvoiceState},
};
use events::Unwritable;
use money::Decimal;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::Date;

/// An advance that a document settles, as it stood on that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    pub id: InvoiceId,
    /// BT-25 of an invoice.
    pub number: String,
    /// BT-26 of an invoice.
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// What was paid, with VAT.
    pub total: Decimal,
    /// What it taxed already; empty of a proforma.
    pub taxed: Vec<TaxedGroup>,
}

/// Why a document does not settle an advance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdvanceRefused {
    /// It is no advance: 400.
    #[error(
        "{0} is no advance: name a proforma, or on a final invoice the invoice of a received payment"
    )]
    NoAdvance(String),
    /// 409.
    #[error("{} is {}: only what is in force and paid is settled", .0, .1.name())]
    Unpaid(String, InvoiceStatus),
    /// 409.
    #[error("{0} is credited: only what stands whole is settled")]
    Credited(String),
    /// 409.
    #[error("{0} is in {1}, this document in {2}")]
    Currency(String, String, String),
    /// 409.
    #[error("{0} is of another firm, {1}")]
    Customer(String, String),
    /// 409.
    #[error("{0} is settled by another document already")]
    Settled(String),
}

/// Why an advance is not settled when the document is kept.
#[derive(Debug, thiserror::Error)]
pub enum SettleRefused {
    /// It is not what it was when it was checked.
    #[error(transparent)]
    Advance(#[from] AdvanceRefused),
    /// An event that cannot be written.
    #[error(transparent)]
    Event(#[from] Unwritable),
}

impl Advance {
    /// The advance of a document, for one that settles it. Who pays and in which currency is asked beside it.
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

    /// The rows that take it off, one for each category and rate.
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
    /// What was paid before by proformas that it settles (BT-113).
    #[must_use]
    pub fn prepaid(&self) -> Decimal {
        let untaxed = self.advances.iter().filter(|advance| advance.taxed.is_empty());
        untaxed.map(|advance| advance.total).sum()
    }

    /// The advances that it settles in a status: none any more once it is void.
    #[must_use]
    pub fn advances_of(&self, status: InvoiceStatus) -> &[Advance] {
        if status == InvoiceStatus::Cancelled { &[] } else { &self.advances }
    }
}

impl AnyInvoice {
    /// Whether it is an advance that is paid, stands whole and is not settled.
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

    /// The advances that it settles while it is in force.
    fn settles(&self) -> Vec<InvoiceId> {
        let document = self.document.issued().filter(|_| self.status.is_issued());
        let advances = document.into_iter().flat_map(|document| &document.advances);
        advances.map(|advance| advance.id).collect()
    }
}

/// What becomes of advances when the document that settles them becomes another, each with the document that
/// settles it from now on. By their ids: nobody waits in a circle.
#[must_use]
pub fn advances_between(
    before: Option<&AnyInvoice>,
    after: Option<&AnyInvoice>,
) -> Vec<(InvoiceId, Option<InvoiceId>)> {
    let [was, is] = [before, after].map(|it| it.map(AnyInvoice::settles).unwrap_or_default());
    let by = after.map(|it| it.id);
    let gone = was.iter().filter(|id| !is.contains(id)).map(|id| (*id, None));
    let new = is.iter().filter(|id| !was.contains(id)).map(|id| (*id, by));
    let mut changes: Vec<_> = gone.chain(new).collect();
    changes.sort();
    changes
}

impl InvoiceState {
    /// The decision that this advance is settled by a document, or by none any more.
    ///
    /// # Errors
    /// [`SettleRefused`] when it is not settleable any more.
    pub fn settle_advance(
        &self,
        by: Option<InvoiceId>,
        moment: &ChangeMoment,
    ) -> Result<InvoiceChange, SettleRefused> {
        if by.is_some() {
            self.invoice.check_settleable()?;
        }
        let holds = Holds { settled_by: by, ..self.invoice.holds };
        let after = Invoice { holds, version: self.invoice.version + 1, ..self.invoice.clone() };
        Ok(self.changed(HistoryAction::Settled, after, moment)?)
    }
}
