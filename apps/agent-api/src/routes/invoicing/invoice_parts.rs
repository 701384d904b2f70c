//! What invoices consist of, as the API shows it.

use crate::requests::{PaymentMethodName, TaxTreatmentName};
use invoicing::{
    Address, AttachmentInfo, BankAccount, DeliveryAddress, Document, Line, Payment, VatBreakdown,
    settling::Advance,
};
use money::Decimal;
use serde::{Serialize, Serializer};
use time::Date;
use utoipa::ToSchema;
use uuid::Uuid;

/// A contact in brief.
#[derive(Serialize, ToSchema)]
pub struct CustomerRef<'a> {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: &'a str,
}

/// A line.
#[derive(Serialize, ToSchema)]
pub struct ItemView<'a> {
    pub description: &'a str,
    #[schema(value_type = String, example = "2.5")]
    pub quantity: Decimal,
    /// Of a recorded document the code of UN/ECE Recommendation 20, as it says.
    #[schema(example = "ks")]
    pub unit: &'a str,
    #[schema(value_type = String, example = "40")]
    pub unit_price: Decimal,
    /// A whole number, but for other systems' rates.
    #[serde(serialize_with = "percent")]
    #[schema(value_type = f64, example = 23)]
    pub vat_rate: Decimal,
    /// Null of a recorded document, which says its category only.
    #[schema(value_type = Option<TaxTreatmentName>, example = "domestic")]
    pub tax_treatment: Option<vat_categories::TaxTreatment>,
    #[schema(example = "S")]
    pub vat_category: &'a str,
    #[schema(value_type = String, example = "100.00")]
    pub net_amount: Decimal,
    /// The advance that the row takes off: such rows are made by advance_invoice_ids, and never sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance_invoice_id: Option<Uuid>,
    /// The item of the stock that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock_item_id: Option<Uuid>,
    /// The warehouse of that item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warehouse_id: Option<Uuid>,
}

/// An advance that a document settles.
#[derive(Serialize, ToSchema)]
pub struct AdvanceView<'a> {
    pub id: Uuid,
    pub invoice_number: &'a str,
    #[serde(with = "service_day::iso_date")]
    pub issue_date: Date,
    /// What was paid, with VAT.
    #[schema(value_type = String, example = "123.00")]
    pub total: Decimal,
    /// What it taxed already, by category and rate: rows take that off. Empty of a proforma, whose total is in
    /// paid_amount (BT-113).
    pub taxed: Vec<TaxedView<'a>>,
}

/// What an advance taxed at one rate.
#[derive(Serialize, ToSchema)]
pub struct TaxedView<'a> {
    #[schema(example = "S")]
    pub vat_category: &'a str,
    #[schema(example = 23)]
    pub vat_rate: u8,
    #[schema(value_type = String, example = "100.00")]
    pub taxable_amount: Decimal,
    #[schema(value_type = String, example = "23.00")]
    pub tax_amount: Decimal,
}

impl<'a> AdvanceView<'a> {
    pub(in crate::routes) fn of(advance: &'a Advance) -> Self {
        let taxed = advance.taxed.iter().map(|taxed| TaxedView {
            vat_category: taxed.category.code(),
            vat_rate: taxed.rate.percent(),
            taxable_amount: taxed.base,
            tax_amount: taxed.tax,
        });
        Self {
            id: advance.id.0,
            invoice_number: &advance.number,
            issue_date: advance.issue_date,
            total: advance.total,
            taxed: taxed.collect(),
        }
    }
}

/// VAT of a category and rate.
#[derive(Serialize, ToSchema)]
pub struct VatView<'a> {
    #[schema(example = "S")]
    pub vat_category: &'a str,
    #[serde(serialize_with = "percent")]
    #[schema(value_type = f64, example = 23)]
    pub vat_rate: Decimal,
    #[schema(value_type = String)]
    pub taxable_amount: Decimal,
    #[schema(value_type = String)]
    pub tax_amount: Decimal,
    /// BT-120.
    pub exemption_reason: Option<&'a str>,
    /// BT-121.
    pub exemption_code: Option<&'a str>,
}

/// An account to pay to.
#[derive(Serialize, ToSchema)]
pub struct InvoiceAccountView<'a> {
    /// Null of a recorded document.
    pub id: Option<Uuid>,
    pub iban: &'a str,
    pub bic: Option<&'a str>,
}

/// Where the goods go.
#[derive(Serialize, ToSchema)]
pub struct DeliveryAddressView<'a> {
    pub name: Option<&'a str>,
    pub street: &'a str,
    pub city: &'a str,
    pub zip: &'a str,
    pub country: &'a str,
}

/// An earlier invoice.
#[derive(Serialize, ToSchema)]
pub struct OriginalView<'a> {
    /// Null of a recorded document, which refers to a number.
    pub id: Option<Uuid>,
    pub invoice_number: &'a str,
    #[serde(with = "service_day::iso_date::option")]
    pub issue_date: Option<Date>,
}

/// A vehicle.
#[derive(Serialize, ToSchema)]
pub struct VehicleView<'a> {
    pub id: Uuid,
    pub plate: &'a str,
}

/// A file of an invoice.
#[derive(Serialize, ToSchema)]
pub struct AttachmentView<'a> {
    pub id: Uuid,
    pub filename: &'a str,
    pub mime_code: &'a str,
    pub description: Option<&'a str>,
    /// Bytes.
    pub size: u64,
}

/// A payment.
#[derive(Serialize, ToSchema)]
pub struct PaymentView<'a> {
    pub id: Uuid,
    #[schema(value_type = String, example = "100.00")]
    pub amount: Decimal,
    #[serde(with = "service_day::iso_date")]
    pub date: Date,
    #[schema(value_type = PaymentMethodName)]
    pub method: &'a str,
    /// The set-off that made it: it goes with that alone.
    pub offset_id: Option<Uuid>,
}

/// Whole numbers as such.
pub(in crate::routes) fn percent<S: Serializer>(
    rate: &Decimal,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match i64::try_from(*rate).ok().filter(|whole| Decimal::from(*whole) == *rate) {
        Some(whole) => serializer.serialize_i64(whole),
        None => serializer.serialize_f64(f64::try_from(*rate).unwrap_or_default()),
    }
}

/// The lines of a document that was issued here.
pub(in crate::routes) fn items(document: &Document) -> Vec<ItemView<'_>> {
    document.lines.iter().map(item).collect()
}

/// The VAT of a document that was issued here.
pub(in crate::routes) fn vat_rows(document: &Document) -> Vec<VatView<'_>> {
    document.vat_breakdown.iter().map(vat).collect()
}

fn item(line: &Line) -> ItemView<'_> {
    ItemView {
        description: &line.description,
        quantity: line.quantity.normalize(),
        unit: line.unit.name(),
        unit_price: line.unit_price.normalize(),
        vat_rate: Decimal::from(line.vat_rate.percent()),
        tax_treatment: Some(line.tax_treatment),
        vat_category: line.vat_category.code(),
        net_amount: line.net_amount,
        advance_invoice_id: line.advance.map(Uuid::from),
        stock_item_id: line.stock.map(|stock| stock.item.0),
        warehouse_id: line.stock.map(|stock| stock.warehouse.0),
    }
}

fn vat(row: &VatBreakdown) -> VatView<'_> {
    VatView {
        vat_category: row.category.code(),
        vat_rate: Decimal::from(row.rate.percent()),
        taxable_amount: row.taxable_amount,
        tax_amount: row.tax_amount,
        exemption_reason: row.exemption_reason.as_deref(),
        exemption_code: row.exemption_code.as_deref(),
    }
}

pub(in crate::routes) fn bank_account(account: &BankAccount) -> InvoiceAccountView<'_> {
    InvoiceAccountView { id: Some(account.id.0), iban: &account.iban, bic: account.bic.as_deref() }
}

pub(in crate::routes) fn delivery_address(address: &DeliveryAddress) -> DeliveryAddressView<'_> {
    DeliveryAddressView {
        name: address.name.as_deref(),
        street: &address.street,
        city: &address.city,
        zip: &address.zip,
        country: &address.country,
    }
}

impl<'a> AttachmentView<'a> {
    pub(in crate::routes) fn of(info: &'a AttachmentInfo) -> Self {
        Self {
            id: info.id.0,
            filename: &info.filename,
            mime_code: &info.mime_code,
            description: info.description.as_deref(),
            size: info.size,
        }
    }
}

impl<'a> PaymentView<'a> {
    pub(in crate::routes) fn of(payment: &'a Payment) -> Self {
        Self {
            id: payment.id.0,
            amount: money::round(payment.amount),
            date: payment.date,
            method: &payment.method,
            offset_id: payment.offset_id.map(Uuid::from),
        }
    }
}

/// An address in the API's names.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressView<'a> {
    pub street: &'a str,
    pub city: &'a str,
    pub postal_code: &'a str,
    pub country: &'a str,
}

impl<'a> AddressView<'a> {
    /// The view of an address.
    #[must_use]
    pub fn of(address: &'a Address) -> Self {
        Self {
            street: &address.street,
            city: &address.city,
            postal_code: &address.postal_code,
            country: &address.country,
        }
    }
}

/// Something that was taken as it is, and had better be looked at.
#[derive(Serialize, ToSchema)]
pub struct NoticeBody {
    /// For programs; does not change
    #[schema(example = "CHECK_DIGIT")]
    pub code: String,
    /// The path, in the names of requests
    #[schema(example = "customer.ico")]
    pub field: String,
    pub message: String,
}
