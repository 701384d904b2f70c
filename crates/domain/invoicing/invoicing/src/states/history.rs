//! The history of an invoice: a line for every change, with what it changed before and after.

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
    /// What was done to an invoice.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum HistoryAction {
        /// A draft was made. What is issued at once has no line of it.
        Drafted = "drafted",
        Edited = "edited",
        Submitted = "submitted",
        Returned = "returned",
        /// Approved, and issued with that.
        Approved = "approved",
        /// Of a draft, or at once; what the service issues at once by itself has no line of it.
        Issued = "issued",
        PaymentRecorded = "payment_recorded",
        PaymentTakenBack = "payment_taken_back",
        /// A credit note to it was issued, changed or cancelled.
        Credited = "credited",
        /// Of an advance: a document settles it, or none any more.
        Settled = "settled",
        /// Of a recorded one: its number was sent again with a document that says something else.
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

/// A line of an invoice's history, kept in the transaction of what it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub action: HistoryAction,
    /// Who asked for it; `None` of what the service does by itself.
    pub actor: Option<Credential>,
    /// Of the invoice afterwards.
    pub version: i32,
    /// What changed, as it was, in the API's names; an object.
    pub before: Value,
    /// The same members as they are now.
    pub after: Value,
    pub at: OffsetDateTime,
}

/// A line as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryRow {
    pub id: HistoryEntryId,
    pub entry: HistoryEntry,
    /// The address of the person who asked for it, as it is today.
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

    /// The line of a change that moves nothing but the status; the version is the one afterwards.
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

    /// The line of a draft's beginning.
    #[must_use]
    pub fn first(invoice: &AnyInvoice, at: OffsetDateTime) -> Self {
        let (before, after) = (json!({}), Value::Object(members(invoice)));
        let (action, version) = (HistoryAction::Drafted, invoice.version);
        Self { action, actor: None, version, before, after, at }
    }

    /// The line of a draft's end.
    #[must_use]
    pub fn last(invoice: &AnyInvoice, at: OffsetDateTime) -> Self {
        let (before, after) = (Value::Object(members(invoice)), json!({}));
        let (action, version) = (HistoryAction::Deleted, invoice.version);
        Self { action, actor: None, version, before, after, at }
    }

    /// The same line with its actor.
    #[must_use]
    pub fn by(self, actor: Option<Credential>) -> Self {
        Self { actor, ..self }
    }
}

/// What may change of an invoice, in the API's names.
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

/// What of it only a document issued here says.
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
