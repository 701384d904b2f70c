use crate::requests::{DocumentType, OriginName, PaymentMethodName, StatusName, TaxTreatmentName};
use invoicing::{
    Address, AnyDocument, AnyInvoice, AttachmentInfo, DeliveryAddress, Document, Invoice,
    InvoiceContent, InvoiceStatus, InvoiceType, Line, Origin, Payment, PaymentMethod, VatBreakdown,
};
use money::{CurrencyCode, Decimal};
use peppol_connector::DocumentContent;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;

/// An invoice as the API shows it.
#[derive(Serialize, ToSchema)]
pub struct InvoiceView<'a> {
    /// For sending and status checks.
    pub id: Uuid,
    /// native: issued here; connector: another system's document, recorded when it was sent.
    #[schema(value_type = OriginName, example = "native")]
    pub origin: Origin,
    /// The number (BT-1); null of a draft.
    pub invoice_number: Option<&'a str>,
    /// What kind of document it is.
    #[schema(value_type = DocumentType, example = "invoice")]
    pub r#type: InvoiceType,
    /// Where it stands.
    #[schema(value_type = StatusName, example = "issued")]
    pub status: InvoiceStatus,
    /// The contact.
    pub customer: CustomerRef<'a>,
    /// The lines.
    pub items: Vec<ItemView<'a>>,
    /// Sum without VAT.
    #[schema(value_type = String, example = "100.00")]
    pub subtotal: Decimal,
    /// VAT.
    #[schema(value_type = String, example = "23.00")]
    pub vat_total: Decimal,
    /// Sum with VAT.
    #[schema(value_type = String, example = "123.00")]
    pub total: Decimal,
    /// VAT per category and rate.
    pub vat_breakdown: Vec<VatView<'a>>,
    /// Paid so far.
    #[schema(value_type = String, example = "0.00")]
    pub paid_amount: Decimal,
    /// Still to pay.
    #[schema(value_type = String, example = "123.00")]
    pub outstanding: Decimal,
    /// ISO 4217.
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    /// Units of the currency per one unit of the firm's own.
    #[schema(value_type = Option<String>)]
    pub exchange_rate: Option<Decimal>,
    /// BT-2.
    #[serde(with = "service_day::iso_date")]
    #[schema(value_type = String, format = Date)]
    pub issue_date: Date,
    /// BT-72; null on a proforma.
    #[serde(with = "service_day::iso_date::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub delivery_date: Option<Date>,
    /// BT-9; null where a recorded document names none.
    #[serde(with = "service_day::iso_date::option")]
    #[schema(value_type = Option<String>, format = Date)]
    pub due_date: Option<Date>,
    /// Digits of the number.
    pub variable_symbol: Option<&'a str>,
    /// How it is paid; null where a recorded document names another means.
    #[schema(value_type = Option<PaymentMethodName>, example = "bank_transfer")]
    pub payment_method: Option<PaymentMethod>,
    /// Where to.
    pub bank_account: Option<InvoiceAccountView<'a>>,
    /// The buyer's order.
    pub order_number: Option<&'a str>,
    /// For the customer.
    #[schema(value_type = Option<String>)]
    pub note: Option<Cow<'a, str>>,
    /// For the organization only.
    pub internal_note: Option<&'a str>,
    /// Where the goods go.
    pub delivery_address: Option<DeliveryAddressView<'a>>,
    /// What a note refers to.
    pub original_invoice: Option<OriginalView<'a>>,
    /// The vehicle.
    pub vehicle: Option<VehicleView<'a>>,
    /// The files.
    pub attachments: Vec<AttachmentView<'a>>,
    /// What was paid.
    pub payments: Vec<PaymentView<'a>>,
    /// Of a recorded document with more than 1,000 lines, allowances or charges: how many are not above. Its XML
    /// has them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<usize>,
    /// A page for the other party, that needs no key; null while the installation has no secrets key.
    pub public_url: Option<String>,
    /// Where the PDF is; null of a draft.
    pub pdf_url: Option<String>,
    /// Where the UBL is; null of a draft.
    pub xml_url: Option<String>,
    /// The contract that it belongs to.
    pub contract_id: Option<Uuid>,
    /// Since when it is archived.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub archived_at: Option<OffsetDateTime>,
    /// Since when it is locked.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub locked_at: Option<OffsetDateTime>,
    /// Grows with each change.
    pub version: i32,
    /// When it was issued.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: OffsetDateTime,
}

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
    #[schema(value_type = Option<String>, format = Date)]
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
    #[schema(value_type = String, format = Date)]
    pub date: Date,
    #[schema(value_type = PaymentMethodName)]
    pub method: &'a str,
    /// The set-off that made it: it goes with that alone.
    pub offset_id: Option<Uuid>,
}

/// Whole numbers as such.
pub(super) fn percent<S: Serializer>(rate: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    match i64::try_from(*rate).ok().filter(|whole| Decimal::from(*whole) == *rate) {
        Some(whole) => serializer.serialize_i64(whole),
        None => serializer.serialize_f64(f64::try_from(*rate).unwrap_or_default()),
    }
}

impl<'a> InvoiceView<'a> {
    /// The view of an invoice; links begin with `base_url`.
    #[must_use]
    pub fn of(invoice: &'a Invoice, base_url: &str) -> Self {
        Self::head(invoice, base_url).with_document(&invoice.document)
    }

    /// The view of an invoice that was issued here or recorded, with what its document says.
    #[must_use]
    pub fn of_any(
        invoice: &'a AnyInvoice,
        content: Option<&'a DocumentContent>,
        base_url: &str,
    ) -> Self {
        let head = Self::head(invoice, base_url);
        match (&invoice.document, content) {
            (AnyDocument::Issued(document), _) => head.with_document(document),
            (AnyDocument::Recorded(document), content) => {
                let internal_note = document.internal_note.as_deref();
                let head = Self { internal_note, ..head };
                match content {
                    Some(content) => head.with_content(content),
                    None => head,
                }
            }
        }
    }

    /// What every invoice has.
    fn head<C: InvoiceContent>(invoice: &'a Invoice<C>, base_url: &str) -> Self {
        let header = invoice.document.header();
        let link = |kind| {
            let link = format!("{base_url}/v1/agent/invoices/{}/{kind}", invoice.id);
            Some(link).filter(|_| !invoice.status.is_draft())
        };
        Self {
            id: invoice.id.0,
            origin: header.origin,
            invoice_number: header.drawn_number(),
            r#type: header.invoice_type,
            status: invoice.status,
            customer: CustomerRef { id: header.customer_id, name: header.customer() },
            items: Vec::new(),
            subtotal: header.totals.subtotal,
            vat_total: header.totals.vat_total,
            total: header.totals.total,
            vat_breakdown: Vec::new(),
            paid_amount: money::round(invoice.paid_amount),
            outstanding: money::round(invoice.outstanding()),
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            issue_date: header.issue_date,
            delivery_date: None,
            due_date: header.due_date,
            variable_symbol: header.variable_symbol,
            payment_method: None,
            bank_account: None,
            order_number: None,
            note: None,
            internal_note: None,
            delivery_address: None,
            original_invoice: None,
            vehicle: None,
            attachments: Vec::new(),
            payments: invoice.payments.iter().map(PaymentView::of).collect(),
            left_out: None,
            public_url: None,
            pdf_url: link("pdf"),
            xml_url: link("xml"),
            contract_id: header.contract_id,
            archived_at: invoice.holds.archived_at,
            locked_at: invoice.holds.locked_at,
            version: invoice.version,
            created_at: invoice.created_at,
        }
    }

    fn with_document(self, document: &'a Document) -> Self {
        Self {
            items: items(document),
            vat_breakdown: vat_rows(document),
            delivery_date: document.delivery_date,
            payment_method: Some(document.payment_method),
            bank_account: document.bank_account.as_ref().map(bank_account),
            order_number: document.order_number.as_deref(),
            note: document.note.as_deref().map(Cow::Borrowed),
            internal_note: document.internal_note.as_deref(),
            delivery_address: document.delivery_address.as_ref().map(delivery_address),
            original_invoice: document.original.as_ref().map(|original| OriginalView {
                id: Some(original.id.0),
                invoice_number: &original.number,
                issue_date: Some(original.issue_date),
            }),
            vehicle: document
                .vehicle
                .as_ref()
                .map(|vehicle| VehicleView { id: vehicle.id, plate: &vehicle.plate }),
            attachments: document.attachments.iter().map(AttachmentView::of).collect(),
            ..self
        }
    }
}

/// The lines of a document that was issued here.
pub(super) fn items(document: &Document) -> Vec<ItemView<'_>> {
    document.lines.iter().map(item).collect()
}

/// The VAT of a document that was issued here.
pub(super) fn vat_rows(document: &Document) -> Vec<VatView<'_>> {
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

fn bank_account(account: &invoicing::BankAccount) -> InvoiceAccountView<'_> {
    InvoiceAccountView { id: Some(account.id), iban: &account.iban, bic: account.bic.as_deref() }
}

pub(super) fn delivery_address(address: &DeliveryAddress) -> DeliveryAddressView<'_> {
    DeliveryAddressView {
        name: address.name.as_deref(),
        street: &address.street,
        city: &address.city,
        zip: &address.zip,
        country: &address.country,
    }
}

impl<'a> AttachmentView<'a> {
    pub(super) fn of(info: &'a AttachmentInfo) -> Self {
        Self {
            id: info.id,
            filename: &info.filename,
            mime_code: &info.mime_code,
            description: info.description.as_deref(),
            size: info.size,
        }
    }
}

impl<'a> PaymentView<'a> {
    pub(super) fn of(payment: &'a Payment) -> Self {
        Self {
            id: payment.id,
            amount: money::round(payment.amount),
            date: payment.date,
            method: &payment.method,
            offset_id: payment.offset_id,
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
