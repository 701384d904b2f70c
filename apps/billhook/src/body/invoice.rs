use super::{
    customer::customer,
    reader::{Found, Object, Value},
};
use data_encoding::BASE64;
use invoicing::{
    AttachmentInput, DeliveryAddressInput, EXCHANGE_RATE_DIGITS, InvoiceRequest, InvoiceType,
    ItemInput, LINE_DIGITS, PaymentMethod, Unit,
};
use money::Currency;
use vat_categories::{TaxTreatment, VatRate};

/// The fields of an invoice creation request.
pub const INVOICE_FIELDS: &[&str] = &[
    "type",
    "customer_id",
    "customer",
    "items",
    "vehicle_id",
    "vehicle_plate",
    "payment_method",
    "currency",
    "exchange_rate",
    "due_days",
    "due_date",
    "note",
    "internal_note",
    "issue_date",
    "delivery_date",
    "order_number",
    "invoice_number",
    "delivery_address",
    "exemption_reason",
    "already_paid",
    "attachments",
    "original_invoice_id",
    "bank_account_id",
];

/// The fields of a line item.
pub const ITEM_FIELDS: &[&str] =
    &["description", "quantity", "unit", "unit_price", "vat_rate", "tax_treatment"];

/// Reads an invoice creation request. What cannot be read is a violation and stays absent.
pub fn invoice_request(body: &Value<'_>, found: &mut Found) -> InvoiceRequest {
    let Some(mut o) = body.object(found) else { return InvoiceRequest::default() };
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let vehicle_plate = text(&mut o, "vehicle_plate");
    let note = text(&mut o, "note");
    let internal_note = text(&mut o, "internal_note");
    let order_number = text(&mut o, "order_number");
    let invoice_number = text(&mut o, "invoice_number");
    let exemption_reason = text(&mut o, "exemption_reason");
    let mut date = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.date(found));
    let issue_date = date(&mut o, "issue_date");
    let delivery_date = date(&mut o, "delivery_date");
    let due_date = date(&mut o, "due_date");
    let mut id = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.uuid(found));
    let customer_id = id(&mut o, "customer_id");
    let vehicle_id = id(&mut o, "vehicle_id");
    let original_invoice_id = id(&mut o, "original_invoice_id");
    let bank_account_id = id(&mut o, "bank_account_id");
    let request = InvoiceRequest {
        invoice_type: o
            .take("type")
            .and_then(|v| v.one_of(&InvoiceType::ALL, InvoiceType::name, found)),
        customer_id,
        customer: o.take("customer").and_then(|v| customer(&v, found)),
        items: o.take("items").and_then(|v| list(&v, found, item)),
        vehicle_id,
        vehicle_plate,
        payment_method: o
            .take("payment_method")
            .and_then(|v| v.one_of(&PaymentMethod::ALL, PaymentMethod::name, found)),
        currency: o.take("currency").and_then(|v| v.one_of(Currency::ALL, Currency::code, found)),
        exchange_rate: o
            .take("exchange_rate")
            .and_then(|v| v.decimal_string(EXCHANGE_RATE_DIGITS, found)),
        due_days: o.take("due_days").and_then(|v| v.integer(found)),
        due_date,
        note,
        internal_note,
        issue_date,
        delivery_date,
        order_number,
        invoice_number,
        delivery_address: o.take("delivery_address").and_then(|v| delivery_address(&v, found)),
        exemption_reason,
        already_paid: o.take("already_paid").and_then(|v| v.boolean(found)),
        attachments: o.take("attachments").and_then(|v| list(&v, found, attachment)),
        original_invoice_id,
        bank_account_id,
    };
    o.finish(INVOICE_FIELDS, found);
    request
}

fn list<T: Default>(
    value: &Value<'_>,
    found: &mut Found,
    read: fn(&Value<'_>, &mut Found) -> Option<T>,
) -> Option<Vec<T>> {
    let elements = value.array(found)?;
    Some(elements.iter().map(|element| read(element, found).unwrap_or_default()).collect())
}

fn item(value: &Value<'_>, found: &mut Found) -> Option<ItemInput> {
    let mut o = value.object(found)?;
    let item = ItemInput {
        description: o.take("description").and_then(|v| v.string(found)),
        quantity: o.take("quantity").and_then(|v| v.decimal(LINE_DIGITS, found)),
        unit: o.take("unit").and_then(|v| v.one_of(&Unit::ALL, Unit::name, found)),
        unit_price: o.take("unit_price").and_then(|v| v.decimal(LINE_DIGITS, found)),
        vat_rate: o.take("vat_rate").and_then(|v| vat_rate(&v, found)),
        tax_treatment: o
            .take("tax_treatment")
            .and_then(|v| v.one_of(&TaxTreatment::ALL, TaxTreatment::as_str, found)),
    };
    o.finish(ITEM_FIELDS, found);
    Some(item)
}

fn vat_rate(value: &Value<'_>, found: &mut Found) -> Option<VatRate> {
    let percent = value.integer(found)?;
    VatRate::try_from(percent).map_err(|error| value.refuse(found, &error.to_string())).ok()
}

fn delivery_address(value: &Value<'_>, found: &mut Found) -> Option<DeliveryAddressInput> {
    let mut o = value.object(found)?;
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let address = DeliveryAddressInput {
        name: text(&mut o, "name"),
        street: text(&mut o, "street"),
        city: text(&mut o, "city"),
        zip: text(&mut o, "zip"),
        country: text(&mut o, "country"),
    };
    o.finish(&["name", "street", "city", "zip", "country"], found);
    Some(address)
}

fn attachment(value: &Value<'_>, found: &mut Found) -> Option<AttachmentInput> {
    let mut o = value.object(found)?;
    let content = o.take("base64_content").and_then(|v| {
        let text = v.string(found)?;
        let decoded = BASE64.decode(text.as_bytes());
        decoded.map_err(|error| v.refuse(found, &format!("is not base64: {error}"))).ok()
    });
    let mut text = |o: &mut Object<'_>, name| o.take(name).and_then(|v| v.string(found));
    let attachment = AttachmentInput {
        filename: text(&mut o, "filename"),
        mime_code: text(&mut o, "mime_code"),
        content,
        description: text(&mut o, "description"),
    };
    o.finish(&["filename", "mime_code", "base64_content", "description"], found);
    Some(attachment)
}
