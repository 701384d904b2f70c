//! What answers say of set-offs.

use super::accounting_view::AccountingView;
use crate::requests::StatusName;
use ::expenses::PaymentStatus;
use ::offsets::{ExpenseBalance, InvoiceBalance, OffsetRecord};
use accounting_programs::AccountingNow;
use invoicing::InvoiceStatus;
use money::{CurrencyCode, Decimal};
use serde::Serialize;
use time::{Date, OffsetDateTime};
use utoipa::ToSchema;
use uuid::Uuid;

/// A mutual set-off.
#[derive(Serialize, ToSchema)]
pub struct OffsetView {
    pub id: Uuid,
    pub invoice_id: Uuid,
    pub expense_id: Uuid,
    #[schema(value_type = String, example = "100.00")]
    pub amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    #[serde(with = "service_day::iso_date")]
    pub offset_date: Date,
    pub reference: Option<String>,
    /// Printed on the agreement.
    pub note: Option<String>,
    pub accounting_program: AccountingView,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    pub invoice: OffsetInvoiceView,
    pub expense: OffsetExpenseView,
    /// The agreement on it.
    pub pdf_url: String,
}

/// The invoice of a set-off as it stands.
#[derive(Serialize, ToSchema)]
pub struct OffsetInvoiceView {
    pub id: Uuid,
    #[schema(value_type = String, example = "123.00")]
    pub total: Decimal,
    #[schema(value_type = String, example = "100.00")]
    pub paid_amount: Decimal,
    #[schema(value_type = String, example = "23.00")]
    pub outstanding: Decimal,
    #[schema(value_type = StatusName, example = "partially_paid")]
    pub status: InvoiceStatus,
}

/// The expense of a set-off as it stands.
#[derive(Serialize, ToSchema)]
pub struct OffsetExpenseView {
    pub id: Uuid,
    #[schema(value_type = String, example = "100.00")]
    pub total: Decimal,
    #[schema(value_type = String, example = "100.00")]
    pub paid_amount: Decimal,
    #[schema(value_type = String, example = "0.00")]
    pub outstanding: Decimal,
    #[schema(value_type = String, example = "paid")]
    pub payment_status: PaymentStatus,
}

/// A page of set-offs, the newest first.
#[derive(Serialize, ToSchema)]
pub struct OffsetList {
    pub data: Vec<OffsetView>,
    pub meta: OffsetPage,
}

/// Which page it is, of how many rows.
#[derive(Serialize, ToSchema)]
pub struct OffsetPage {
    pub page: u32,
    pub per_page: u16,
    pub total: u64,
    pub total_pages: u64,
}

impl OffsetView {
    /// The view of a set-off; links begin with `base_url`.
    pub(in crate::routes) fn of(
        record: &OffsetRecord,
        accounting: &AccountingNow,
        base_url: &str,
    ) -> Self {
        let offset = &record.offset;
        Self {
            id: offset.id.0,
            invoice_id: offset.invoice.0,
            expense_id: offset.expense.0,
            amount: offset.amount,
            currency: offset.currency,
            offset_date: offset.date,
            reference: offset.reference.clone(),
            note: offset.note.clone(),
            accounting_program: accounting.of(offset.id, offset.date).into(),
            created_at: offset.created_at,
            invoice: invoice(&record.invoice),
            expense: expense(&record.expense),
            pdf_url: format!("{base_url}/v1/agent/offsets/{}/pdf", offset.id),
        }
    }
}

fn invoice(balance: &InvoiceBalance) -> OffsetInvoiceView {
    OffsetInvoiceView {
        id: balance.id.0,
        total: money::round(balance.total),
        paid_amount: money::round(balance.paid_amount),
        outstanding: money::round(balance.outstanding),
        status: balance.status,
    }
}

fn expense(balance: &ExpenseBalance) -> OffsetExpenseView {
    OffsetExpenseView {
        id: balance.id.0,
        total: money::round(balance.total),
        paid_amount: money::round(balance.paid_amount),
        outstanding: money::round(balance.outstanding),
        payment_status: balance.payment_status,
    }
}
