//! The history of an invoice: a line for every change, with the changed fields before and after.

use crate::{
    AnyInvoice, Document, HistoryEntryId, Invoice, InvoiceStatus, Payment,
    recording::{AnyDocument, InvoiceContent},
};
use access::Credential;
use money::Decimal;
use serde::Serialize;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;

persistence::named! {
    /// The change that a line of an invoice's history is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum HistoryAction {
        /// A draft was stored. An invoice that is issued at once has no such line.
        Drafted = "drafted",
        Edited = "edited",
        Submitted = "submitted",
        Returned = "returned",
        /// It was approved and thereby issued.
        Approved = "approved",
        /// A draft was issued, or an invoice at once; one that the service issues at once by itself has no such line.
        Issued = "issued",
        PaymentRecorded = "payment_recorded",
        PaymentTakenBack = "payment_taken_back",
        /// A credit note to it was issued, changed or cancelled.
        Credited = "credited",
        /// For an advance: a document settles it, or no document any more.
        Settled = "settled",
        /// For a recorded document: its number was sent again with another document.
        Revised = "revised",
        Sent = "sent",
        BecameOverdue = "became_overdue",
        Cancelled = "cancelled",
        Archived = "archived",
        Unarchived = "unarchived",
        Locked = "locked",
        Unlocked = "unlocked",
        Deleted = "deleted",
    }
}

/// A line of an invoice's history, stored in the transaction of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub action: HistoryAction,
    /// The credentials of the change; `None` for work of the service itself.
    pub actor: Option<Credential>,
    /// The version of the invoice after the change.
    pub version: i32,
    /// The changed members before the change, in the API's names; an object.
    pub before: Value,
    /// The same members after the change.
    pub after: Value,
    pub at: OffsetDateTime,
}

/// A line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    pub id: HistoryEntryId,
    pub entry: HistoryEntry,
    /// The current e-mail address of the person who made the change.
    pub email: Option<String>,
}

persistence::listed!(HistoryRow: entry.at, id);

impl HistoryEntry {
    /// The line of a change from one state of an invoice to the next.
    #[must_use]
    pub fn of(
        action: HistoryAction,
        before: &AnyInvoice,
        after: &AnyInvoice,
        at: OffsetDateTime,
    ) -> Self {
        let (mut old, mut new) = (members(before), members(after));
        old.retain(|name, value| new.get(name) != Some(value));
        new.retain(|name, _| old.contains_key(name));
        let (before, version) = (Value::Object(old), after.version);
        Self { action, actor: None, version, before, after: Value::Object(new), at }
    }

    /// The first line of an invoice that was issued without a draft.
    #[must_use]
    pub fn issued(invoice: &Invoice, by: Credential) -> Self {
        let (action, at) = (HistoryAction::Issued, invoice.created_at);
        let [before, after] = [json!({}), json!({})];
        Self { action, actor: Some(by), version: invoice.version, before, after, at }
    }

    /// The history entry of a change of the status only. `version` is the version after it.
    #[must_use]
    pub fn moved(
        action: HistoryAction,
        (before, after): (InvoiceStatus, InvoiceStatus),
        version: i32,
        at: OffsetDateTime,
    ) -> Self {
        let (before, after) =
            (json!({ "status": before.name() }), json!({ "status": after.name() }));
        Self { action, actor: None, version, before, after, at }
    }

    /// The line of a new draft.
    #[must_use]
    pub fn first(invoice: &AnyInvoice, at: OffsetDateTime) -> Self {
        let (before, after) = (json!({}), Value::Object(members(invoice)));
        let (action, version) = (HistoryAction::Drafted, invoice.version);
        Self { action, actor: None, version, before, after, at }
    }

    /// The line of a deleted draft.
    #[must_use]
    pub fn last(invoice: &AnyInvoice, at: OffsetDateTime) -> Self {
        let (before, after) = (Value::Object(members(invoice)), json!({}));
        let (action, version) = (HistoryAction::Deleted, invoice.version);
        Self { action, actor: None, version, before, after, at }
    }

    /// The same line with these credentials.
    #[must_use]
    pub fn by(self, actor: Option<Credential>) -> Self {
        Self { actor, ..self }
    }
}

/// The members of an invoice that can change, in the API's names.
fn members(invoice: &AnyInvoice) -> Map<String, Value> {
    let header = invoice.document.header();
    let mut all = object(json!({
        "status": invoice.status.name(),
        "invoice_number": header.drawn_number(),
        "customer": header.customer(),
        "issue_date": header.issue_date.to_string(),
        "due_date": header.due_date.map(|day| day.to_string()),
        "subtotal": header.totals.subtotal,
        "vat_total": header.totals.vat_total,
        "total": header.totals.total,
        "exchange_rate": header.exchange_rate,
        "contract_id": header.contract_id,
        "project_id": header.project_id,
        "paid_amount": money::round(invoice.paid_amount),
        "credited_amount": money::round(invoice.credited_amount),
        "payments": invoice.payments.iter().map(payment).collect::<Vec<_>>(),
        "archived": invoice.holds.archived_at.is_some(),
        "locked": invoice.holds.locked_at.is_some(),
        "settled_by_invoice_id": invoice.holds.settled_by,
    }));
    all.extend(match &invoice.document {
        AnyDocument::Recorded(document) => {
            object(json!({ "internal_note": document.internal_note }))
        }
        AnyDocument::Issued(document) => content(document),
    });
    all
}

/// The members that only a document issued here has.
fn content(document: &Document) -> Map<String, Value> {
    let mut all = object(json!(document.texts));
    all.extend(object(json!({
        "delivery_date": document.delivery_date.map(|day| day.to_string()),
        "payment_method": document.payment_method,
        "bank_account": document.bank_account.as_ref().map(|account| &account.iban),
        "delivery_address": document.delivery_address,
        "items": document.lines,
        "vat_breakdown": document.vat_breakdown,
        "seller": document.seller,
        "buyer": document.buyer,
        "attachments": document.attachments.iter().map(|a| &a.filename).collect::<Vec<_>>(),
    })));
    all
}

fn payment(payment: &Payment) -> Value {
    let (amount, date): (Decimal, _) = (money::round(payment.amount), payment.date.to_string());
    json!({ "id": payment.id, "amount": amount, "date": date, "method": payment.method })
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
