use crate::{Invoice, InvoiceStatus, InvoiceType, iso_date};
use access::OrganizationId;
use money::{Currency, Decimal};
use serde::Serialize;
use time::Date;
use uuid::Uuid;

/// The data of `invoice.created` (specification, Events), but for `pdfUrl`, which the shell adds
/// because it knows its own address.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // the fields of the specification
pub struct InvoiceCreated {
    pub org_id: OrganizationId,
    pub invoice_id: Uuid,
    pub invoice_number: String,
    pub r#type: InvoiceType,
    pub status: InvoiceStatus,
    pub previous_status: Option<InvoiceStatus>,
    pub total: Decimal,
    pub currency: Currency,
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    #[serde(with = "iso_date")]
    pub due_date: Date,
    #[serde(with = "iso_date::option")]
    pub paid_date: Option<Date>,
    pub customer_name: String,
}

impl InvoiceCreated {
    /// The event's name.
    pub const NAME: &str = "invoice.created";

    /// The event of an invoice that was just issued.
    #[must_use]
    pub fn of(invoice: &Invoice) -> Self {
        let document = &invoice.document;
        let customer = if document.self_billed { &document.seller } else { &document.buyer };
        Self {
            org_id: invoice.organization,
            invoice_id: invoice.id,
            invoice_number: document.number.clone(),
            r#type: document.invoice_type,
            status: invoice.status,
            previous_status: None,
            total: document.totals.total,
            currency: document.currency,
            issue_date: document.issue_date,
            due_date: document.due_date,
            paid_date: invoice.payments.last().map(|payment| payment.date),
            customer_name: customer.name.clone(),
        }
    }
}
