use crate::peppol::is_live;
use money::{CurrencyCode, Decimal};
use persistence::{
    Tier,
    ids::{InvoiceId, PaymentId},
};
use serde::Serialize;
use service_day::iso_date;
use std::borrow::Cow;
use time::Date;

/// The data of every `invoice.*` event (specification, Events).
///
/// `r#type` and `status` are the words of the invoicing domain, which this crate does not know.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceData {
    pub invoice_id: InvoiceId,
    /// Null of a draft.
    pub invoice_number: Option<String>,
    pub r#type: &'static str,
    pub status: &'static str,
    /// The status before this event; null when it did not change.
    pub previous_status: Option<&'static str>,
    pub total: Decimal,
    pub currency: CurrencyCode,
    #[serde(with = "iso_date")]
    pub issue_date: Date,
    /// Null when a recorded document names none.
    #[serde(with = "iso_date::option")]
    pub due_date: Option<Date>,
    #[serde(with = "iso_date::option")]
    pub paid_date: Option<Date>,
    pub customer_name: String,
    /// Null when there is no PDF (any more).
    pub pdf_url: Option<String>,
}

/// The data of `payment.received`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentData {
    pub payment_id: PaymentId,
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    pub amount: Decimal,
    pub currency: CurrencyCode,
    #[serde(with = "iso_date")]
    pub date: Date,
    /// `bank_transfer`, `cash`, `card`, `online`, `offset`.
    pub method: Cow<'static, str>,
    /// The amount for the whole invoice, after this payment.
    pub paid_amount: Decimal,
    /// The amount for the whole invoice, after this payment.
    pub outstanding: Decimal,
    pub status: &'static str,
    pub previous_status: Option<&'static str>,
    pub customer_name: String,
}

/// The data of `reminder.sent`. The specification shows no fields: these are ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReminderData {
    pub invoice_id: InvoiceId,
    pub invoice_number: String,
    pub customer_name: String,
    pub recipient: String,
    /// `sk`, `en`, `de`, `hu`, `cs`.
    pub language: &'static str,
    pub outstanding: Decimal,
    pub currency: CurrencyCode,
    /// Null when a recorded document names none.
    #[serde(with = "iso_date::option")]
    pub due_date: Option<Date>,
    /// Negative when it went out before the due date.
    pub days_overdue: Option<i64>,
    /// Whether it went out by itself, on a day that the organization has set.
    pub automatic: bool,
    /// `test` of a test key: it went to the organization itself. Left out of a live one.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Tier,
}
