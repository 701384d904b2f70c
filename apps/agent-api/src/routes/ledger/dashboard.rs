//! What an owner looks at.

use crate::http::{Call, Reply, operations};
use access::Scope;
use dashboard::{CurrencySum, Onboarding, Step, Summary, Sums, VatRow, VatSum};
use money::{Currency, CurrencyCode, Decimal};
use serde::Serialize;
use time::Date;
use use_cases::ledger::dashboard::{onboarding, summary};
use utoipa::ToSchema;

operations![get_onboarding, get_summary];

/// What is missing before the first send.
#[derive(Serialize, ToSchema)]
pub struct OnboardingView<'a> {
    /// test or live: the network of the key.
    #[schema(example = "live")]
    pub mode: &'static str,
    /// Whether everything that is required is done.
    pub ready: bool,
    /// In the order in which to do them.
    pub steps: Vec<StepView<'a>>,
}

/// A step on the way to the first send.
#[derive(Serialize, ToSchema)]
pub struct StepView<'a> {
    /// record, bank_account, peppol_registration, credit, webhook, first_customer, first_invoice or first_send
    #[schema(example = "bank_account")]
    pub code: &'static str,
    /// done or missing
    #[schema(example = "missing")]
    pub status: &'static str,
    /// Without it nothing can be sent.
    pub required: bool,
    /// What to do; null when it is done.
    pub message: Option<&'a str>,
    /// The request that does it; null when it is done, or is done outside the API.
    #[schema(example = "POST /v1/agent/bank-accounts")]
    pub request: Option<&'static str>,
}

/// An organization in figures.
#[derive(Serialize, ToSchema)]
pub struct SummaryView {
    /// The day in Europe/Bratislava.
    #[serde(with = "service_day::iso_date")]
    pub date: Date,
    pub month: MonthView,
    #[schema(value_type = String, example = "EUR")]
    pub home_currency: Currency,
    /// What customers owe: outstanding of issued invoices, final invoices and debit notes.
    pub open: SumsView,
    /// What of it has fallen due.
    pub overdue: SumsView,
    /// Payments of this month.
    pub paid_this_month: SumsView,
    /// What falls due to suppliers this month: expenses by what is still to be paid of them, and documents of the
    /// key's network of which no expense was made.
    pub received_due_this_month: SumsView,
    /// What is owed to suppliers by expenses, whenever it falls due, whether approved yet or not.
    pub to_pay: SumsView,
    /// What of it has fallen due.
    pub to_pay_overdue: SumsView,
    /// What of it waits for approval.
    pub to_approve: SumsView,
    /// Of invoices with their tax point in this month; credit notes are taken away.
    pub vat_this_month: Vec<VatRateView>,
    /// Contracts of which an invoice could not be issued.
    pub contracts_with_problem: u64,
}

/// A month.
#[derive(Serialize, ToSchema)]
pub struct MonthView {
    #[serde(with = "service_day::iso_date")]
    pub from: Date,
    #[serde(with = "service_day::iso_date")]
    pub to: Date,
}

/// A sum in each currency, and in the firm's own.
#[derive(Serialize, ToSchema)]
pub struct SumsView {
    pub count: u64,
    pub by_currency: Vec<CurrencySumView>,
    /// In the firm's own currency, by the exchange rates that are kept with the invoices.
    #[schema(value_type = String, example = "1230.00")]
    pub home_amount: Decimal,
    /// How many are not in it, because no exchange rate is kept with them.
    pub without_rate: u64,
}

/// A sum in one currency.
#[derive(Serialize, ToSchema)]
pub struct CurrencySumView {
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    pub count: u64,
    #[schema(value_type = String, example = "1230.00")]
    pub amount: Decimal,
}

/// VAT at one rate.
#[derive(Serialize, ToSchema)]
pub struct VatRateView {
    /// Per cent.
    #[schema(example = 23)]
    pub vat_rate: u8,
    pub by_currency: Vec<VatSumView>,
    /// In the firm's own currency; null where no exchange rate is kept with an invoice.
    #[schema(value_type = Option<String>, example = "1000.00")]
    pub home_taxable_amount: Option<Decimal>,
    #[schema(value_type = Option<String>, example = "230.00")]
    pub home_tax_amount: Option<Decimal>,
}

/// VAT at one rate in one currency.
#[derive(Serialize, ToSchema)]
pub struct VatSumView {
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    #[schema(value_type = String, example = "1000.00")]
    pub taxable_amount: Decimal,
    #[schema(value_type = String, example = "230.00")]
    pub tax_amount: Decimal,
}

/// What is missing before the first send in the network of the key. Scope report:read.
#[utoipa::path(
    get, path = "/v1/agent/dashboard/onboarding", tag = "dashboard",
    operation_id = "getOnboarding",
    responses((status = 200, description = "Each step", body = OnboardingView<'static>)),
)]
async fn get_onboarding(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let Onboarding { network, ready, steps } = onboarding(&context).await?;
    let steps = steps.iter().map(step).collect();
    call.ok(OnboardingView { mode: network.name(), ready, steps })
}

/// Open, overdue, paid and received amounts and VAT, in each currency and in the firm's own. Scope
/// report:read.
#[utoipa::path(
    get, path = "/v1/agent/dashboard/summary", tag = "dashboard", operation_id = "getSummary",
    responses((status = 200, description = "The figures of today", body = SummaryView)),
)]
async fn get_summary(call: Call) -> Reply {
    let context = call.context(Scope::ReportRead)?;
    let shown = summary(&context).await?;
    call.ok(view(&shown))
}

fn step(step: &Step) -> StepView<'_> {
    StepView {
        code: step.code.name(),
        status: if step.done { "done" } else { "missing" },
        required: step.required,
        message: step.missing.as_deref(),
        request: step.code.request().filter(|_| !step.done),
    }
}

fn view(summary: &Summary) -> SummaryView {
    let month = summary.window.month;
    SummaryView {
        date: summary.window.today,
        month: MonthView { from: month.first, to: month.last },
        home_currency: summary.home_currency,
        open: sums(&summary.open),
        overdue: sums(&summary.overdue),
        paid_this_month: sums(&summary.paid),
        received_due_this_month: sums(&summary.received_due),
        to_pay: sums(&summary.to_pay),
        to_pay_overdue: sums(&summary.to_pay_overdue),
        to_approve: sums(&summary.to_approve),
        vat_this_month: summary.vat.iter().map(vat_rate).collect(),
        contracts_with_problem: summary.contracts_stuck,
    }
}

pub(in crate::routes) fn sums(sums: &Sums) -> SumsView {
    let of = |sum: &CurrencySum| CurrencySumView {
        currency: sum.currency,
        count: sum.count,
        amount: sum.amount,
    };
    SumsView {
        count: sums.count,
        by_currency: sums.by_currency.iter().map(of).collect(),
        home_amount: sums.home.amount,
        without_rate: sums.home.without_rate,
    }
}

fn vat_rate(row: &VatRow) -> VatRateView {
    let of = |sum: &VatSum| VatSumView {
        currency: sum.currency,
        taxable_amount: sum.taxable_amount,
        tax_amount: sum.tax_amount,
    };
    VatRateView {
        vat_rate: row.rate,
        by_currency: row.by_currency.iter().map(of).collect(),
        home_taxable_amount: row.home.map(|(taxable, _)| taxable),
        home_tax_amount: row.home.map(|(_, tax)| tax),
    }
}
