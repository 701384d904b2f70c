use crate::{
    ContactId, Document, InvoiceId, InvoiceStatus, OffsetId, Party, PaymentId,
    recording::{InvoiceContent, Origin},
    states::{Holds, LiveSend, PaidPart, Standing},
};
use access::OrganizationId;
use money::{Currency, CurrencyCode, Decimal};
use persistence::ids::ProjectId;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};

/// An invoice: its content, status and payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice<C = Document> {
    pub id: InvoiceId,
    /// The organization that the invoice belongs to.
    pub organization: OrganizationId,
    /// The content.
    pub document: C,
    /// The status of the invoice.
    pub status: InvoiceStatus,
    /// The sum of its payments and of the amount paid before (BT-113).
    pub paid_amount: Decimal,
    /// The amount, with VAT, that credit notes in force take back from it; for a credit note, the part of it that is
    /// set against its original.
    pub credited_amount: Decimal,
    /// The part of those credit notes that was refunded, which does not lower the outstanding amount.
    pub refunded_amount: Decimal,
    /// Its payments.
    pub payments: Vec<Payment>,
    /// The version, which starts at 1 and grows with each change.
    pub version: i32,
    /// Whether it is archived, locked or settled.
    pub holds: Holds,
    /// When it was issued, drafted or recorded in the service.
    pub created_at: OffsetDateTime,
}

impl<C> Invoice<C> {
    /// The same invoice with its content mapped to something else.
    #[must_use]
    pub fn map<D>(self, into: impl FnOnce(C) -> D) -> Invoice<D> {
        let (document, rest) = self.split();
        rest.with(into(document))
    }

    pub(crate) fn split(self) -> (C, Invoice<()>) {
        let Self { id, organization, document, status, .. } = self;
        let Self { paid_amount, credited_amount, refunded_amount, payments, .. } = self;
        let Self { version, holds, created_at, .. } = self;
        let rest = Invoice {
            document: (),
            id,
            organization,
            status,
            paid_amount,
            credited_amount,
            refunded_amount,
            payments,
            version,
            holds,
            created_at,
        };
        (document, rest)
    }
}

impl Invoice<()> {
    pub(crate) fn with<D>(self, document: D) -> Invoice<D> {
        let Self { id, organization, status, paid_amount, credited_amount, .. } = self;
        let Self { refunded_amount, payments, version, holds, created_at, .. } = self;
        Invoice {
            id,
            organization,
            document,
            status,
            paid_amount,
            credited_amount,
            refunded_amount,
            payments,
            version,
            holds,
            created_at,
        }
    }
}

impl<C: InvoiceContent> Invoice<C> {
    /// The amount still to pay (BT-115): the total less the payments and the part of credit notes that is taken off
    /// it. The rule is the same for every document: of a credit note, the part that is not set against its original is
    /// still to pay.
    #[must_use]
    pub fn outstanding(&self) -> Decimal {
        self.balance().outstanding()
    }

    /// The part of credit notes that lowers the amount to pay, or, for a credit note, the part that its original takes
    /// up. The rest of the notes refunds paid money, and the notes themselves owe that.
    #[must_use]
    pub fn credit_taken_off(&self) -> Decimal {
        self.balance().credit_taken_off()
    }

    /// The amount to pay in all, with rounding (BT-114), which is not owed any more once all is credited.
    pub(crate) fn payable(&self) -> Decimal {
        self.balance().payable()
    }

    /// The amount that credit notes may still take back: of the total (BT-112), without rounding.
    #[must_use]
    pub fn creditable(&self) -> Decimal {
        self.balance().creditable()
    }

    /// How much of it is paid.
    #[must_use]
    pub fn paid_part(&self) -> PaidPart {
        let was_paid = !self.payments.is_empty();
        if self.outstanding() <= Decimal::ZERO {
            if was_paid { PaidPart::All } else { PaidPart::NothingDue }
        } else if self.payments.is_empty() {
            PaidPart::Nothing
        } else {
            PaidPart::Part
        }
    }

    /// The facts that decide, together with its status, on its transitions on a day.
    #[must_use]
    pub fn standing(&self, today: Date, live_send: LiveSend) -> Standing {
        Standing {
            paid: self.paid_part(),
            was_sent: live_send == LiveSend::Taken || self.status == InvoiceStatus::Sent,
            past_due: self.is_past_due(today),
            hold: self.holds.hold(),
            live_send,
        }
    }

    /// The date of the last payment, once it is paid.
    #[must_use]
    pub fn paid_date(&self) -> Option<Date> {
        let last = self.payments.iter().map(|payment| payment.date).max();
        last.filter(|_| self.status == InvoiceStatus::Paid)
    }

    /// Its row in a list.
    #[must_use]
    pub fn summary(&self) -> InvoiceSummary {
        let header = self.document.header();
        InvoiceSummary {
            id: self.id,
            origin: header.origin,
            invoice_type: header.invoice_type,
            number: header.number.to_owned(),
            status: self.status,
            customer_id: header.customer_id,
            customer_name: header.customer().to_owned(),
            subtotal: header.totals.subtotal,
            vat_total: header.totals.vat_total,
            total: header.totals.total,
            paid_amount: self.paid_amount,
            credited_amount: self.credited_amount,
            outstanding: self.outstanding(),
            currency: header.currency,
            exchange_rate: header.exchange_rate,
            issue_date: header.issue_date,
            due_date: header.due_date,
            created_at: self.created_at,
        }
    }
}

impl Invoice {
    /// The other party: the buyer, or the supplier of a self-billed invoice.
    #[must_use]
    pub const fn customer(&self) -> &Party {
        self.document.customer()
    }
}

/// Money received for an invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    pub id: PaymentId,
    /// The amount in the invoice's currency.
    pub amount: Decimal,
    #[serde(with = "iso_date")]
    pub date: Date,
    /// The name of a [`crate::PaymentMethod`].
    pub method: Cow<'static, str>,
    /// The set-off that made it: the payment is removed only with the set-off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset_id: Option<OffsetId>,
}

/// A row of the list of invoices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceSummary {
    pub id: InvoiceId,
    pub origin: Origin,
    pub invoice_type: crate::InvoiceType,
    pub number: String,
    pub status: InvoiceStatus,
    pub customer_id: ContactId,
    pub customer_name: String,
    pub subtotal: Decimal,
    pub vat_total: Decimal,
    pub total: Decimal,
    pub paid_amount: Decimal,
    /// See [`Invoice::credited_amount`].
    pub credited_amount: Decimal,
    /// See [`Invoice::outstanding`].
    pub outstanding: Decimal,
    pub currency: CurrencyCode,
    pub exchange_rate: Option<Decimal>,
    pub issue_date: Date,
    /// `None` for a recorded document that names none.
    pub due_date: Option<Date>,
    pub created_at: OffsetDateTime,
}

persistence::listed!(InvoiceSummary: created_at, id);

/// Which invoices to list; `None` means any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceFilter {
    pub origin: Option<Origin>,
    pub status: Option<InvoiceStatus>,
    pub invoice_type: Option<crate::InvoiceType>,
    pub customer_id: Option<ContactId>,
    /// Only documents of this project.
    pub project_id: Option<ProjectId>,
    /// The exact number.
    pub number: Option<String>,
    pub currency: Option<Currency>,
    pub issued_from: Option<Date>,
    /// The last issue date, inclusive.
    pub issued_to: Option<Date>,
    pub due_from: Option<Date>,
    /// The last due date, inclusive.
    pub due_to: Option<Date>,
    /// Only what customers owe, as the dashboard counts it: [`is_owed`].
    pub owed: bool,
    /// With a payment received between two days, both inclusive.
    pub paid_between: Option<(Date, Date)>,
    /// Only documents that can be settled as an advance: proformas and invoices that are paid, not settled and not
    /// credited.
    pub open_advances: bool,
}

/// Whether a customer still owes a part of a document: an invoice, final invoice or debit note that is in force and
/// not fully paid.
#[must_use]
pub const fn is_owed(invoice_type: crate::InvoiceType, status: InvoiceStatus) -> bool {
    use crate::InvoiceType::{DebitNote, FinalInvoice, Invoice};
    use InvoiceStatus::{Issued, Overdue, PartiallyPaid, Sent};
    matches!(invoice_type, Invoice | FinalInvoice | DebitNote)
        && matches!(status, Issued | Sent | PartiallyPaid | Overdue)
}
