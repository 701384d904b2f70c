//! What callers send, as the OpenAPI document shows it. The bodies are read by [`crate::body`];
//! a test keeps the field names of both equal.

use super::{CurrencyCode, DocumentType, PaymentMethodName, TaxTreatmentName, UnitName};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::schema::{Object, ObjectBuilder, Type},
};
use uuid::Uuid;

/// A document to issue.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceCreate {
    /// invoice (default), proforma, self_invoice, final_invoice, credit_note or debit_note
    #[schema(required = false, example = "invoice")]
    pub r#type: DocumentType,
    /// An existing customer; exactly one of customer_id and customer
    #[schema(required = false)]
    pub customer_id: Uuid,
    #[schema(required = false)]
    pub customer: CustomerBody,
    #[schema(min_items = 1, max_items = 1000)]
    pub items: Vec<ItemBody>,
    #[schema(required = false)]
    pub vehicle_id: Uuid,
    #[schema(required = false, max_length = 20)]
    pub vehicle_plate: String,
    #[schema(required = false)]
    pub payment_method: PaymentMethodName,
    /// ISO 4217; the firm's own by default
    #[schema(required = false)]
    pub currency: CurrencyCode,
    /// Units of the document currency per one unit of the firm's own, as a decimal string
    #[schema(required = false, example = "1.0855", pattern = r"^\d{1,7}(\.\d{1,8})?$")]
    pub exchange_rate: String,
    #[schema(required = false, minimum = 0, maximum = 365)]
    pub due_days: i32,
    #[schema(required = false, format = Date)]
    pub due_date: String,
    #[schema(required = false, max_length = 2000)]
    pub note: String,
    #[schema(required = false, max_length = 2000)]
    pub internal_note: String,
    #[schema(required = false, format = Date)]
    pub issue_date: String,
    #[schema(required = false, format = Date)]
    pub delivery_date: String,
    #[schema(required = false, max_length = 100)]
    pub order_number: String,
    #[schema(required = false, max_length = 50)]
    pub invoice_number: String,
    #[schema(required = false)]
    pub delivery_address: DeliveryAddressBody,
    #[schema(required = false, min_length = 1, max_length = 500)]
    pub exemption_reason: String,
    #[schema(required = false)]
    pub already_paid: bool,
    #[schema(required = false, max_items = 10)]
    pub attachments: Vec<AttachmentBody>,
    #[schema(required = false)]
    pub original_invoice_id: Uuid,
    #[schema(required = false)]
    pub bank_account_id: Uuid,
}

/// An inline customer: a contact is created.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomerBody {
    #[schema(min_length = 1, max_length = 300)]
    pub name: String,
    #[schema(required = false, pattern = "^[0-9]{8}$")]
    pub ico: String,
    #[schema(required = false)]
    pub dic: String,
    #[schema(required = false)]
    pub ic_dph: String,
    #[schema(required = false)]
    pub address: AddressBody,
    #[schema(required = false, max_length = 254)]
    pub email: String,
    /// E.164
    #[schema(required = false, example = "+421905123456")]
    pub phone: String,
}

/// An address in parts, or as plain text (not enough for Peppol).
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum AddressBody {
    Text(String),
    Parts(AddressParts),
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub struct AddressParts {
    #[schema(min_length = 1)]
    pub street: String,
    #[schema(min_length = 1)]
    pub city: String,
    #[schema(min_length = 1)]
    pub postal_code: String,
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country: String,
}

/// A line.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemBody {
    #[schema(min_length = 1, max_length = 500)]
    pub description: String,
    /// Greater than 0; a numeric string keeps every digit too
    pub quantity: NumberOrText,
    /// ks by default
    #[schema(required = false)]
    pub unit: UnitName,
    /// Without VAT
    pub unit_price: NumberOrText,
    /// Per cent
    #[schema(schema_with = vat_rates)]
    pub vat_rate: i32,
    #[schema(required = false)]
    pub tax_treatment: TaxTreatmentName,
}

/// A decimal number, or a string with one: at most 12 digits before and 6 after the point.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum NumberOrText {
    Number(f64),
    Text(DecimalText),
}

#[derive(Serialize, ToSchema)]
#[schema(pattern = r"^\d{1,12}(\.\d{1,6})?$", example = "2.5")]
pub struct DecimalText(pub String);

/// Where the goods go (BG-15).
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveryAddressBody {
    #[schema(required = false)]
    pub name: String,
    pub street: String,
    pub city: String,
    pub zip: String,
    #[schema(pattern = "^[A-Za-z]{2}$")]
    pub country: String,
}

/// A file: PDF, JPG, PNG, CSV, XLSX or ODS.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachmentBody {
    pub filename: String,
    pub mime_code: String,
    pub base64_content: String,
    #[schema(required = false)]
    pub description: String,
}

/// How the numbers of a series look.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeriesFormatBody {
    #[schema(pattern = r"^[A-Za-z0-9./-]{0,12}$", example = "FA")]
    pub prefix: String,
    /// four (2026), two (26) or none
    pub year: YearName,
    /// Digits of the count at least
    #[schema(minimum = 1, maximum = 10, example = 4)]
    pub width: i32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum YearName {
    Four,
    Two,
    None,
}

fn vat_rates() -> Object {
    let rates = vat_categories::VatRate::ALL.map(vat_categories::VatRate::percent);
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(rates)).build()
}
