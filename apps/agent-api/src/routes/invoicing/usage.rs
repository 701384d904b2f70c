//! What of its plan an organization has used.

use crate::http::{Call, Reply, operations};
use access::Scope;
use peppol_connector::credit::SEAT_PRICE;
use serde::Serialize;
use time::Date;
use use_cases::{
    Context,
    invoicing::usage::{UsageReport, usage},
};
use utoipa::ToSchema;

operations![get_usage];

/// Any of these may see it.
const READERS: [Scope; 2] = [Scope::ReportRead, Scope::SettingsUpdate];

/// What was used of the plan in this month of Europe/Bratislava.
#[derive(Serialize, ToSchema)]
pub struct UsageView {
    /// free, basic, pro or enterprise
    pub plan: &'static str,
    #[serde(with = "service_day::iso_date")]
    pub period_start: Date,
    #[serde(with = "service_day::iso_date")]
    pub period_end: Date,
    pub invoices: InvoiceUsage,
    pub transactions: TransactionUsage,
    pub seats: SeatUsage,
    /// Bytes of the files of all invoices; the same file counts once.
    pub attachment_bytes: u64,
    /// Keys that can be used at the same time.
    pub keys_at_most: u32,
    /// Mails about invoices that can be sent a day.
    pub emails_a_day: u32,
}

/// Invoices that were issued in the month. Documents of the connector are issued elsewhere, and do not count.
#[derive(Serialize, ToSchema)]
pub struct InvoiceUsage {
    pub used: u64,
    /// Beyond these nothing is issued: 403 PLAN_LIMIT_REACHED; null: it goes on.
    pub at_most: Option<u64>,
}

/// Transactions over Peppol in the month: sends with live keys that the network has taken, of invoices issued here and of
/// the connector.
#[derive(Serialize, ToSchema)]
pub struct TransactionUsage {
    pub used: u64,
    /// The first beyond these publishes `usage.limit_exceeded`, once a month, and sending goes on; null: any number.
    pub included: Option<u64>,
}

/// Seats for people, in the month. Who accepts an invitation takes one.
#[derive(Serialize, ToSchema)]
pub struct SeatUsage {
    /// Members.
    pub used: u32,
    /// Those that the plan has; null: any number.
    pub included: Option<u32>,
    /// Paid seats beyond those of the plan. A new member takes the seat of a member who left.
    pub charged: u32,
    /// Credit that one more costs a month.
    pub price: u64,
}

/// What the organization has used of its plan this month. Scope report:read or settings:update.
#[utoipa::path(
    get, path = "/v1/agent/usage", tag = "settings", operation_id = "getUsage",
    responses((status = 200, description = "The usage", body = UsageView)),
)]
async fn get_usage(call: Call) -> Reply {
    let organization = call.require_any(&READERS)?;
    call.query()?.finish()?;
    let context = Context::new(&*call, organization, call.caller.tier);
    let report = usage(&context).await?;
    call.ok(UsageView::of(&report))
}

impl UsageView {
    pub fn of(report: &UsageReport) -> Self {
        Self {
            plan: report.plan.name(),
            period_start: report.month.first(),
            period_end: report.month.last(),
            invoices: InvoiceUsage {
                used: report.invoices,
                at_most: report.plan.monthly_invoices(),
            },
            transactions: TransactionUsage {
                used: report.transactions,
                included: report.plan.monthly_transactions(),
            },
            seats: SeatUsage {
                used: report.seats.used,
                included: report.plan.seats(),
                charged: report.seats.paid,
                price: SEAT_PRICE.0,
            },
            attachment_bytes: report.stored_bytes,
            keys_at_most: report.plan.max_keys(),
            emails_a_day: report.plan.mails_a_day(),
        }
    }
}
