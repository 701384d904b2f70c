//! The content that every invoice has, whether it was issued here or recorded.

use crate::{
    ContactId, ContractId, Document, InvoiceId, InvoiceType, Totals, corrections::TaxedGroup,
};
use money::{CurrencyCode, Decimal};
use persistence::ids::ProjectId;
use serde::{Deserialize, Serialize};
use time::Date;

persistence::named! {
    /// The origin of an invoice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Origin {
        /// It was issued here.
        Native = "native",
        /// Another system issued the document; it was recorded when it was sent (send rule 8).
        Connector = "connector",
    }
}

/// The terms of an invoice that lists, events and notes need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header<'a> {
    pub origin: Origin,
    pub invoice_type: InvoiceType,
    /// Whether the buyer wrote it for the supplier.
    pub self_billed: bool,
    /// The number (BT-1); empty for a draft.
    pub number: &'a str,
    pub variable_symbol: Option<&'a str>,
    /// The issue date (BT-2).
    pub issue_date: Date,
    /// The tax point (BT-7); `None` for a document without a supply, and for a recorded one.
    pub tax_date: Option<Date>,
    /// The due date (BT-9); `None` for a recorded document that names none.
    pub due_date: Option<Date>,
    /// The contact that is the other party.
    pub customer_id: ContactId,
    /// The seller's name (BT-27).
    pub seller: &'a str,
    /// The buyer's name (BT-44).
    pub buyer: &'a str,
    pub totals: Totals,
    /// The rounding amount (BT-114).
    pub rounding: Decimal,
    /// The amount paid before (BT-113).
    pub prepaid: Decimal,
    /// The invoice currency (BT-5).
    pub currency: CurrencyCode,
    pub exchange_rate: Option<Decimal>,
    /// The contract that it belongs to.
    pub contract_id: Option<ContractId>,
    /// The project that it belongs to.
    pub project_id: Option<ProjectId>,
    /// The invoice of this organization that it credits or debits (BG-3).
    pub original: Option<InvoiceId>,
}

impl<'a> Header<'a> {
    /// The number; `None` for a draft.
    #[must_use]
    pub const fn drawn_number(&self) -> Option<&'a str> {
        if self.number.is_empty() { None } else { Some(self.number) }
    }

    /// The day to whose sums it belongs: its tax point, or else its issue date.
    #[must_use]
    pub fn tax_day(&self) -> Date {
        self.tax_date.unwrap_or(self.issue_date)
    }

    /// The name of the other party: the buyer, or the supplier of a self-billed invoice.
    #[must_use]
    pub const fn customer(&self) -> &'a str {
        if self.self_billed { self.seller } else { self.buyer }
    }
}

/// The content of an invoice.
pub trait InvoiceContent {
    /// The terms that every invoice has.
    fn header(&self) -> Header<'_>;

    /// The VAT groups that it taxed; empty when only the totals are known.
    fn taxed_groups(&self) -> Vec<TaxedGroup>;
}

impl InvoiceContent for Document {
    fn header(&self) -> Header<'_> {
        Header {
            origin: Origin::Native,
            invoice_type: self.invoice_type,
            self_billed: self.self_billed,
            number: &self.number,
            variable_symbol: self.variable_symbol.as_deref(),
            issue_date: self.issue_date,
            tax_date: self.delivery_date,
            due_date: Some(self.due_date),
            customer_id: self.customer_id,
            seller: &self.seller.name,
            buyer: &self.buyer.name,
            totals: self.totals,
            rounding: Decimal::ZERO,
            prepaid: self.prepaid(),
            currency: self.currency.into(),
            exchange_rate: self.exchange_rate,
            contract_id: self.contract_id,
            project_id: self.project_id,
            original: self.original.as_ref().map(|original| original.id),
        }
    }

    fn taxed_groups(&self) -> Vec<TaxedGroup> {
        self.taxed()
    }
}
