use super::{
    field::{Field, InvoiceIds, OrNull, request},
    json::{Found, Value},
    names::{
        CurrencyCode, DocumentType, NumberSeriesActionName, PaymentMethodName, TaxTreatmentName,
        UnitName,
    },
    party::CustomerBody,
};
use crate::fault::RequestFault;
use data_encoding::BASE64;
use invoicing::{
    AttachmentInput, BankAccountId, ContactId, DeliveryAddressInput, EXCHANGE_RATE_DIGITS,
    InvoiceId, InvoiceRequest, ItemInput, LINE_DIGITS, VehicleId, numbering::TypedNumber,
};
use money::Decimal;
use projects::ProjectId;
use stock::{StockItemId, WarehouseId};
use time::Date;
use utoipa::{
    ToSchema,
    openapi::schema::{Object, ObjectBuilder, Type},
};
use vat_categories::VatRate;

request! {
    /// A document to issue.
    #[schema(example = json!({"customer": {"name": "Odberateľ s. r. o.", "dic": "2023456787", "address": {"street": "Hlavná 1", "city": "Žilina", "postalCode": "010 01", "country": "SK"}}, "items": [{"description": "Práca", "quantity": 2, "unit": "hod", "unit_price": "50.00", "vat_rate": 23}]}))]
    pub struct InvoiceCreate for InvoiceRequest with texts in snake_case {
        /// invoice (default), proforma, self_invoice, final_invoice, credit_note or debit_note
        #[schema(example = "invoice")]
        invoice_type as "type"?: DocumentType,
        /// An existing customer; exactly one of customer_id and customer
        customer_id?: Uuid => ContactId,
        customer?: CustomerBody,
        #[schema(min_items = 1, max_items = 1000)]
        items: Vec<ItemBody>,
        vehicle_id?: Uuid => VehicleId,
        #[schema(max_length = 20)]
        vehicle_plate?: String,
        payment_method?: PaymentMethodName,
        /// ISO 4217; the firm's own by default
        currency?: CurrencyCode,
        /// Units of the document currency per one unit of the firm's own, as a decimal string
        #[schema(example = "1.0855", pattern = r"^\d{1,7}(\.\d{1,8})?$")]
        exchange_rate?: String => ExchangeRate,
        #[schema(minimum = 0, maximum = 365)]
        due_days?: i32 => i64,
        #[schema(format = Date)]
        due_date?: String => Date,
        #[schema(format = Date)]
        issue_date?: String => Date,
        #[schema(format = Date)]
        delivery_date?: String => Date,
        /// The caller's own number; without it the next of its series is drawn
        #[schema(max_length = 50)]
        invoice_number?: String,
        /// What the series does, together with invoice_number: exception (not advanced; the default of a program) or
        /// advance (it goes on after the number). A person in a session has to say it where the number is not the
        /// next one: 409 NUMBER_OUT_OF_SERIES
        number_series_action as "numberSeriesAction"?: NumberSeriesActionName,
        delivery_address?: DeliveryAddressBody,
        #[schema(min_length = 1, max_length = 500)]
        exemption_reason?: String,
        already_paid?: bool,
        /// Kept without a number, to be changed, approved and issued later
        #[schema(default = false)]
        draft?: bool,
        #[schema(max_items = 10)]
        attachments?: Vec<AttachmentBody>,
        original_invoice_id?: Uuid => InvoiceId,
        /// Advances that it settles: paid proformas, which lower what is to be paid (BT-113); on a final_invoice
        /// also paid invoices of received payments, whose base and VAT are taken off by rows of their own
        #[schema(max_items = 50)]
        advance_invoice_ids?: Vec<Uuid> => InvoiceIds,
        bank_account_id?: Uuid => BankAccountId,
        /// The project that it belongs to, in use; left out: that of the original of a note, or of the advances that are
        /// settled; null: none. Its code goes out as project_reference (BT-11) where none is given
        project_id?: Uuid => OrNull<ProjectId>,
    }
}

request! {
    /// The number of a draft that is issued: without one it draws the next of its series.
    #[schema(example = json!({"invoice_number": "2026/0042", "numberSeriesAction": "exception"}))]
    pub struct IssueBody for TypedNumber {
        #[schema(max_length = 50)]
        invoice_number?: String,
        /// What the series does, together with invoice_number: exception (not advanced; the default of a program) or
        /// advance (it goes on after the number)
        number_series_action as "numberSeriesAction"?: NumberSeriesActionName,
    }
}

request! {
    /// A line.
    pub struct ItemBody for ItemInput {
        #[schema(min_length = 1, max_length = 500)]
        description: String,
        /// Greater than 0, or below it in a credit note to an invoice that took an advance off; a numeric string keeps every digit too
        quantity: NumberOrText,
        /// ks by default
        unit?: UnitName,
        /// Without VAT
        unit_price: NumberOrText,
        /// Per cent
        #[schema(schema_with = vat_rates)]
        vat_rate: i32 => VatRate,
        tax_treatment?: TaxTreatmentName,
        /// An item of the stock: what is issued is taken off, what a credit note credits is given back
        stock_item_id?: Uuid => StockItemId,
        /// Where it is taken from or comes to; the oldest warehouse in use by default
        warehouse_id?: Uuid => WarehouseId,
    }
}

request! {
    /// Where the goods go (BG-15).
    pub struct DeliveryAddressBody for DeliveryAddressInput {
        name?: String,
        #[schema(min_length = 1)]
        street: String,
        #[schema(min_length = 1)]
        city: String,
        #[schema(min_length = 1)]
        zip: String,
        #[schema(pattern = "^[A-Za-z]{2}$")]
        country: String,
    }
}

request! {
    /// A file: PDF, JPG, PNG, CSV, XLSX or ODS.
    #[schema(example = json!({"filename": "dodaci-list.pdf", "mime_code": "application/pdf", "base64_content": "JVBERi0xLjQKJSVFT0YK"}))]
    pub struct AttachmentBody for AttachmentInput {
        filename: String,
        mime_code: String,
        #[schema(content_encoding = "base64")]
        content as "base64_content": String => Base64,
        description?: String,
    }
}

/// A decimal number, or a string with one: at most 12 digits before and 6 after the point.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum NumberOrText {
    Number(f64),
    Text(DecimalText),
}

#[derive(Debug, ToSchema)]
#[schema(pattern = r"^\d{1,12}(\.\d{1,6})?$", example = "2.5")]
pub struct DecimalText(pub String);

impl Field for NumberOrText {
    type Value = Decimal;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Decimal> {
        value.decimal(LINE_DIGITS, found)
    }
}

/// A decimal that must be sent as a string.
pub(super) enum ExchangeRate {}

impl Field for ExchangeRate {
    type Value = Decimal;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Decimal> {
        value.decimal_string(EXCHANGE_RATE_DIGITS, found)
    }
}

impl Field for VatRate {
    type Value = VatRate;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<VatRate> {
        let percent = value.integer(found)?;
        VatRate::try_from(percent).map_err(|error| value.refuse(found, error)).ok()
    }
}

pub(super) fn vat_rates() -> Object {
    let rates = VatRate::ALL.map(VatRate::percent);
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(rates)).build()
}

enum Base64 {}

impl Field for Base64 {
    type Value = Vec<u8>;

    fn read(value: &Value<'_>, found: &mut Found) -> Option<Vec<u8>> {
        let decoded = BASE64.decode(value.string(found)?.as_bytes());
        let mut wrong = |cause: String| value.refuse(found, RequestFault::NotBase64 { cause });
        decoded.map_err(|error| wrong(error.to_string())).ok()
    }
}
