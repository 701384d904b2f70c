use crate::{
    AttachmentId, BankAccount, ContactId, ContractId, InvoiceId, InvoiceType, Party, PaymentMethod,
    Unit, Vehicle, records::Branding, settling::Advance, terms::HeaderTexts,
};
use money::Currency;
use persistence::ids::{ProjectId, StockItemId, WarehouseId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::Date;
use vat_categories::{TaxTreatment, VatCategory, VatRate};

/// An invoice's content in the terms of EN 16931. Its payments and status are not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The type of the document (BT-3 follows from it).
    pub invoice_type: InvoiceType,
    /// Written by the buyer for the supplier: a self-invoice, or a note to one.
    pub self_billed: bool,
    /// The number (BT-1); empty for a draft.
    pub number: String,
    /// The last ten digits of the number (BT-83).
    pub variable_symbol: Option<String>,
    /// The issue date (BT-2).
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// The delivery date (BT-72), which is the tax point; `None` for a proforma.
    #[serde(with = "iso_date::option")]
    pub delivery_date: Option<Date>,
    /// The due date (BT-9).
    #[serde(with = "iso_date")]
    pub due_date: Date,
    /// Order number, notes and other texts, each a member of its own in JSON.
    #[serde(flatten)]
    pub texts: HeaderTexts,
    /// The seller (BG-4).
    pub seller: Party,
    /// The buyer (BG-7).
    pub buyer: Party,
    /// The contact that is the buyer (the supplier of a self-billed invoice).
    pub customer_id: ContactId,
    /// The delivery address (BG-15).
    pub delivery_address: Option<DeliveryAddress>,
    /// The lines (BG-25).
    pub lines: Vec<Line>,
    /// The VAT breakdown (BG-23), one row for each category and rate.
    pub vat_breakdown: Vec<VatBreakdown>,
    /// The totals (BG-22).
    pub totals: Totals,
    /// The invoice currency (BT-5).
    pub currency: Currency,
    /// The organization's own currency when the document was issued.
    pub home_currency: Currency,
    /// Units of `currency` for one unit of `home_currency`.
    pub exchange_rate: Option<Decimal>,
    /// Whether the rate was looked up at a central bank for the tax point, so that it changes with the tax point. A
    /// rate that the caller gave does not change, and neither does one whose source is not known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rate_looked_up: bool,
    /// The payment means (BG-16).
    pub payment_method: PaymentMethod,
    /// The account to pay to (BG-17).
    pub bank_account: Option<BankAccount>,
    /// Whether it was paid in full when it was issued.
    pub already_paid: bool,
    /// The invoice that a note refers to (BG-3).
    pub original: Option<OriginalReference>,
    /// The advances that it settles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advances: Vec<Advance>,
    /// The vehicle that it is for.
    pub vehicle: Option<Vehicle>,
    /// The attachments (BG-24), without their content.
    pub attachments: Vec<AttachmentInfo>,
    /// The contract that it belongs to; internal to the organization.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract_id: Option<ContractId>,
    /// The project that it belongs to; internal to the organization.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_id: Option<ProjectId>,
    /// The logo and the colour of its page.
    #[serde(default, skip_serializing_if = "Branding::is_plain")]
    pub branding: Branding,
}

impl Document {
    /// Whether a line names a stock item.
    #[must_use]
    pub fn names_stock(&self) -> bool {
        self.lines.iter().any(|line| line.stock.is_some())
    }

    /// The other party: the buyer, or the supplier of a self-billed invoice.
    #[must_use]
    pub const fn customer(&self) -> &Party {
        if self.self_billed { &self.seller } else { &self.buyer }
    }

    /// The accounting currency (BT-6) and the VAT in it (BT-111).
    ///
    /// This is the currency of the seller's country: the organization's home currency, unless the document is written
    /// for a supplier in another country. `None` outside the scope of VAT.
    #[must_use]
    pub fn accounting_vat(&self) -> Option<(Currency, Decimal)> {
        let at_home = !self.self_billed || self.seller.country() == self.buyer.country();
        if self.currency == self.home_currency || !at_home || self.is_outside_scope() {
            return None;
        }
        let amount = money::in_home_currency(self.totals.vat_total, self.exchange_rate?)?;
        Some((self.home_currency, amount))
    }

    /// Whether the document is outside the scope of VAT (category O, which cannot be combined: BR-O-11). Then it names
    /// no VAT identifier (BR-O-02).
    #[must_use]
    pub fn is_outside_scope(&self) -> bool {
        self.lines.iter().any(|line| line.vat_category == VatCategory::OutsideScope)
    }
}

/// The receiver and address of the delivery (BG-13, BG-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryAddress {
    /// BT-70.
    pub name: Option<String>,
    /// BT-75.
    pub street: String,
    /// BT-77.
    pub city: String,
    /// BT-78.
    pub zip: String,
    /// BT-80.
    pub country: String,
}

/// A line (BG-25).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// BT-153.
    pub description: String,
    /// BT-129.
    pub quantity: Decimal,
    /// BT-130.
    pub unit: Unit,
    /// BT-146, without VAT.
    pub unit_price: Decimal,
    /// BT-152.
    pub vat_rate: VatRate,
    /// The reason for a rate of 0.
    pub tax_treatment: TaxTreatment,
    /// BT-151.
    pub vat_category: VatCategory,
    /// BT-131.
    pub net_amount: Decimal,
    /// The advance that the row takes off; `None` for a row of the supply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advance: Option<InvoiceId>,
    /// The stock item that the line is about; internal to the organization.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<StockRef>,
}

/// A stock item, and the warehouse that it is taken from or comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockRef {
    /// The item.
    pub item: StockItemId,
    /// The warehouse.
    pub warehouse: WarehouseId,
}

/// VAT of one category and rate (BG-23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatBreakdown {
    /// BT-118.
    pub category: VatCategory,
    /// BT-119.
    pub rate: VatRate,
    /// BT-116.
    pub taxable_amount: Decimal,
    /// BT-117.
    pub tax_amount: Decimal,
    /// BT-120.
    pub exemption_reason: Option<String>,
    /// BT-121.
    pub exemption_code: Option<String>,
}

/// The sums of the document (BG-22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// BT-106 and BT-109: there are no document level allowances or charges.
    pub subtotal: Decimal,
    /// BT-110.
    pub vat_total: Decimal,
    /// BT-112.
    pub total: Decimal,
}

/// The invoice that a note refers to (BG-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginalReference {
    pub id: InvoiceId,
    /// BT-25.
    pub number: String,
    /// BT-26.
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// BT-72 of it, else BT-26: its rates of VAT are those of that day. Not known of old notes, and of what
    /// another system issued.
    #[serde(with = "iso_date::option", default, skip_serializing_if = "Option::is_none")]
    pub tax_date: Option<Date>,
}

/// A supporting document (BG-24) without its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttachmentInfo {
    pub id: AttachmentId,
    /// BT-125-2.
    pub filename: String,
    /// BT-125-1.
    pub mime_code: String,
    /// BT-123.
    pub description: Option<String>,
    /// The size in bytes.
    pub size: u64,
}
