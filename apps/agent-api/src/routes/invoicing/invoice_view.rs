use super::header_texts_view::HeaderTextsView;
use super::invoice_parts::{
    AdvanceView, AttachmentView, CustomerRef, DeliveryAddressView, InvoiceAccountView, ItemView,
    NoticeBody, OriginalView, PaymentView, VatView, VehicleView, bank_account, delivery_address,
    items, vat_rows,
};
use crate::requests::{DocumentType, OriginName, PaymentMethodName, StatusName};
use invoicing::{
    AnyInvoice, Document, Invoice, InvoiceStatus, InvoiceType, PaymentMethod,
    recording::{AnyDocument, InvoiceContent, Origin},
    warnings::{self, Warning},
};
use money::{CurrencyCode, Decimal};
use peppol_connector::documents::DocumentContent;
use serde::Serialize;
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
    /// VAT in the accounting currency (BT-111), where the document has another and the amount is known.
    #[schema(value_type = Option<String>)]
    pub vat_home: Option<Decimal>,
    /// Sum with VAT.
    #[schema(value_type = String, example = "123.00")]
    pub total: Decimal,
    /// VAT per category and rate.
    pub vat_breakdown: Vec<VatView<'a>>,
    /// Paid so far.
    #[schema(value_type = String, example = "0.00")]
    pub paid_amount: Decimal,
    /// What credit notes in force take back of it, with VAT; of a credit note, what of it is set against its original.
    #[schema(value_type = String, example = "0.00")]
    pub credited_amount: Decimal,
    /// Still to pay: of a recorded document its amount due (BT-115), less what was paid since and what credit
    /// notes take off it.
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
    pub issue_date: Date,
    /// BT-72; null on a proforma.
    #[serde(with = "service_day::iso_date::option")]
    pub delivery_date: Option<Date>,
    /// BT-9; null where a recorded document names none.
    #[serde(with = "service_day::iso_date::option")]
    pub due_date: Option<Date>,
    /// Digits of the number.
    pub variable_symbol: Option<&'a str>,
    /// How it is paid; null where a recorded document names another means.
    #[schema(value_type = Option<PaymentMethodName>, example = "bank_transfer")]
    pub payment_method: Option<PaymentMethod>,
    /// Where to.
    pub bank_account: Option<InvoiceAccountView<'a>>,
    #[serde(flatten)]
    pub texts: HeaderTextsView<'a>,
    /// Where the goods go.
    pub delivery_address: Option<DeliveryAddressView<'a>>,
    /// What a note refers to.
    pub original_invoice: Option<OriginalView<'a>>,
    /// The advances that it settles.
    pub advances: Vec<AdvanceView<'a>>,
    /// Of an advance the document that settles it.
    pub settled_by_invoice_id: Option<Uuid>,
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
    /// The project that it belongs to.
    pub project_id: Option<Uuid>,
    /// Since when it is archived.
    #[serde(with = "time::serde::rfc3339::option")]
    pub archived_at: Option<OffsetDateTime>,
    /// Since when it is locked.
    #[serde(with = "time::serde::rfc3339::option")]
    pub locked_at: Option<OffsetDateTime>,
    /// Grows with each change.
    pub version: i32,
    /// When it was issued.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// What was taken as it is and had better be looked at: CURRENCY_ENDED, CHECK_DIGIT, RATE_OF_ANOTHER_DAY
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<NoticeBody>)]
    pub warnings: Vec<Warning>,
}

impl<'a> InvoiceView<'a> {
    /// The view of an invoice; its links begin with `api_url`, the address of the interface that shows it.
    #[must_use]
    pub fn of(invoice: &'a Invoice, api_url: &str) -> Self {
        Self::head(invoice, api_url).with_document(&invoice.document)
    }

    /// The view of an invoice that was issued here or recorded, with what its document says.
    #[must_use]
    pub fn of_any(
        invoice: &'a AnyInvoice,
        content: Option<&'a DocumentContent>,
        api_url: &str,
    ) -> Self {
        let head = Self::head(invoice, api_url);
        match (&invoice.document, content) {
            (AnyDocument::Issued(document), _) => head.with_document(document),
            (AnyDocument::Recorded(document), content) => {
                let head = match content {
                    Some(content) => head.with_content(content, invoice.document.header().original),
                    None => head,
                };
                let internal_note = document.internal_note.as_deref();
                Self { texts: HeaderTextsView { internal_note, ..head.texts }, ..head }
            }
        }
    }

    /// What every invoice has.
    fn head<C: InvoiceContent>(invoice: &'a Invoice<C>, api_url: &str) -> Self {
        let header = invoice.document.header();
        let link = |kind| {
            let link = format!("{api_url}/invoices/{}/{kind}", invoice.id);
            Some(link).filter(|_| !invoice.status.is_draft())
        };
        Self {
            id: invoice.id.0,
            origin: header.origin,
            invoice_number: header.drawn_number(),
            r#type: header.invoice_type,
            status: invoice.status,
            customer: CustomerRef { id: header.customer_id.0, name: header.customer() },
            items: Vec::new(),
            subtotal: header.totals.subtotal,
            vat_total: header.totals.vat_total,
            vat_home: None,
            total: header.totals.total,
            vat_breakdown: Vec::new(),
            paid_amount: money::round(invoice.paid_amount),
            credited_amount: money::round(invoice.credited_amount),
            outstanding: money::round(invoice.outstanding()),
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            issue_date: header.issue_date,
            delivery_date: None,
            due_date: header.due_date,
            variable_symbol: header.variable_symbol,
            payment_method: None,
            bank_account: None,
            texts: HeaderTextsView::default(),
            delivery_address: None,
            original_invoice: None,
            advances: Vec::new(),
            settled_by_invoice_id: invoice.holds.settled_by.map(Uuid::from),
            vehicle: None,
            attachments: Vec::new(),
            payments: invoice.payments.iter().map(PaymentView::of).collect(),
            left_out: None,
            public_url: None,
            pdf_url: link("pdf"),
            xml_url: link("xml"),
            contract_id: header.contract_id.map(Uuid::from),
            project_id: header.project_id.map(Uuid::from),
            archived_at: invoice.holds.archived_at,
            locked_at: invoice.holds.locked_at,
            version: invoice.version,
            created_at: invoice.created_at,
            warnings: Vec::new(),
        }
    }

    fn with_document(self, document: &'a Document) -> Self {
        Self {
            items: items(document),
            vat_breakdown: vat_rows(document),
            vat_home: document.accounting_vat().map(|(_, vat)| vat),
            delivery_date: document.delivery_date,
            payment_method: Some(document.payment_method),
            bank_account: document.bank_account.as_ref().map(bank_account),
            texts: HeaderTextsView::of(&document.texts),
            delivery_address: document.delivery_address.as_ref().map(delivery_address),
            original_invoice: document.original.as_ref().map(|original| OriginalView {
                id: Some(original.id.0),
                invoice_number: &original.number,
                issue_date: Some(original.issue_date),
            }),
            advances: document.advances_of(self.status).iter().map(AdvanceView::of).collect(),
            vehicle: document
                .vehicle
                .as_ref()
                .map(|vehicle| VehicleView { id: vehicle.id.0, plate: &vehicle.plate }),
            attachments: document.attachments.iter().map(AttachmentView::of).collect(),
            warnings: warnings::of_document(document),
            ..self
        }
    }
}
