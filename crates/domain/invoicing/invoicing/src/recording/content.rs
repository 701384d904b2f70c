//! The content that every invoice has, whether it was issued here or recorded.

use crate::{
    ContactId, ContractId, Document, InvoiceId, InvoiceType, Totals, corrections::TaxedGroup,
};
use money::{CurrencyCode, Decimal};
use serde::{Deserialize, Serialize};
use time::Date;

persistence::named! {
    /// Where an invoice comes from.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Origin {
        /// Issued here.
        Native = "native",
        /// Another system's document, recorded when it was sent (send rule 8).
        Connector = "connector",
    }
}

/// The terms that lists, events and notes need of an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header<'a> {
    pub origin: Origin,
    pub invoice_type: InvoiceType,
    /// Written by the buyer for the supplier.
    pub self_billed: bool,
    /// BT-1; empty of a draft.
    pub number: &'a str,
    pub variable_symbol: Option<&'a str>,
    /// BT-2.
    pub issue_date: Date,
    /// BT-9. A recorded document may name none.
    pub due_date: Option<Date>,
    /// The contact that is the other party.
    pub customer_id: ContactId,
    /// BT-27.
    pub seller: &'a str,
    /// BT-44.
    pub buyer: &'a str,
    pub totals: Totals,
    /// BT-114.
    pub rounding: Decimal,
    /// BT-5.
    pub currency: CurrencyCode,
    pub exchange_rate: Option<Decimal>,
    /// The contract that it belongs to.
    pub contract_id: Option<ContractId>,
    /// The invoice here that it credits or debits (BG-3).
    pub original: Option<InvoiceId>,
}

impl<'a> Header<'a> {
    /// The number; a draft has none yet.
    #[must_use]
    pub const fn drawn_number(&self) -> Option<&'a str> {
        if self.number.is_empty() { None } else { Some(self.number) }
    }

    /// The name of the other party: the buyer, or the supplier of a self-billed invoice.
    #[must_use]
    pub const fn customer(&self) -> &'a str {
        if self.self_billed { self.seller } else { self.buyer }
    }
}

/// The content of an invoice.
pub trait InvoiceContent {
    /// What every invoice says.
    fn header(&self) -> Header<'_>;

    /// What it says of VAT, by category and rate; nothing where only the totals are known.
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
            due_date: Some(self.due_date),
            customer_id: self.customer_id,
            seller: &self.seller.name,
            buyer: &self.buyer.name,
            totals: self.totals,
            rounding: Decimal::ZERO,
            currency: self.currency.into(),
            exchange_rate: self.exchange_rate,
            contract_id: self.contract_id,
            original: self.original.as_ref().map(|original| original.id),
        }
    }

    fn taxed_groups(&self) -> Vec<TaxedGroup> {
        self.taxed()
    }
}
