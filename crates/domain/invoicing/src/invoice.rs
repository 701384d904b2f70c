use crate::{Document, InvoiceStatus, Party};
use access::OrganizationId;
use money::{Currency, Decimal};
use persistence::{Cursor, Listed};
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// An issued invoice: its content and what has become of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Invoice {
    pub id: Uuid,
    /// Whose it is.
    pub organization: OrganizationId,
    /// The content.
    pub document: Document,
    /// Where it stands.
    pub status: InvoiceStatus,
    /// Sum of the payments (BT-113).
    pub paid_amount: Decimal,
    /// What was paid.
    pub payments: Vec<Payment>,
    /// Grows with each change, from 1.
    pub version: i32,
    /// When it was issued in the service.
    pub created_at: OffsetDateTime,
}

impl Invoice {
    /// What is still to be paid (BT-115).
    #[must_use]
    pub fn outstanding(&self) -> Decimal {
        self.document.totals.total - self.paid_amount
    }

    /// The other party: the buyer, or the supplier of a self-billed invoice.
    #[must_use]
    pub const fn customer(&self) -> &Party {
        if self.document.self_billed { &self.document.seller } else { &self.document.buyer }
    }
}

/// Money received for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub id: Uuid,
    /// In the invoice's currency.
    pub amount: Decimal,
    #[serde(with = "iso_date")]
    pub date: Date,
    /// How: the name of a [`crate::PaymentMethod`].
    pub method: Cow<'static, str>,
}

/// A row of the list of invoices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceSummary {
    pub id: Uuid,
    pub invoice_type: crate::InvoiceType,
    pub number: String,
    pub status: InvoiceStatus,
    pub customer_id: Uuid,
    pub customer_name: String,
    pub subtotal: Decimal,
    pub vat_total: Decimal,
    pub total: Decimal,
    pub paid_amount: Decimal,
    pub currency: Currency,
    pub exchange_rate: Option<Decimal>,
    pub issue_date: Date,
    pub due_date: Date,
    pub created_at: OffsetDateTime,
}

impl Listed for InvoiceSummary {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.id)
    }
}

/// Which invoices to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceFilter {
    pub status: Option<InvoiceStatus>,
    pub invoice_type: Option<crate::InvoiceType>,
    pub customer_id: Option<Uuid>,
    /// The exact number.
    pub number: Option<String>,
    pub currency: Option<Currency>,
    pub issued_from: Option<Date>,
    /// Inclusive.
    pub issued_to: Option<Date>,
    pub due_from: Option<Date>,
    /// Inclusive.
    pub due_to: Option<Date>,
}
