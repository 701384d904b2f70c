//! What the documents of a project come to.

use crate::{
    error::NotFoundError,
    http::{Call, Data, Reply, operations},
    routes::ledger::dashboard::{SumsView, sums},
};
use ::projects::{BudgetUse, CurrencyMargin, Margin, ProjectId, ProjectMonth, ProjectTotals};
use access::Scope;
use money::{Currency, CurrencyCode, Decimal};
use serde::Serialize;
use time::Date;
use use_cases::ledger::projects::{SummedProject, project_totals};
use utoipa::ToSchema;

operations![get_project_totals];

/// What the documents of a project come to, without VAT where nothing else is said.
#[derive(Serialize, ToSchema)]
pub struct ProjectTotalsView {
    #[schema(value_type = String, example = "EUR")]
    pub home_currency: Currency,
    /// Invoices, final invoices and debit notes to customers.
    pub invoiced: SumsView,
    /// Credit notes to customers.
    pub credited: SumsView,
    /// Expenses and self-billed invoices, less credit notes of suppliers; with VAT when the firm is no VAT payer.
    pub expenses: SumsView,
    /// What customers have paid, with VAT, less what credit notes have paid back.
    pub paid: SumsView,
    /// What customers still owe, with VAT.
    pub open: SumsView,
    pub margin: MarginView,
    /// Of the whole project, whichever days are asked for; null when it has no budget.
    pub budget: Option<BudgetUseView>,
    /// The months with documents, the earliest first, in the firm's own currency.
    pub months: Vec<ProjectMonthView>,
}

/// Invoiced less credited less expenses.
#[derive(Serialize, ToSchema)]
pub struct MarginView {
    pub by_currency: Vec<CurrencyMarginView>,
    /// In the firm's own currency, by the exchange rates that are kept with the documents.
    #[schema(value_type = String, example = "1230.00")]
    pub home_amount: Decimal,
    /// Of invoiced less credited; null when that is not above 0.
    #[schema(value_type = Option<String>, example = "41.00")]
    pub home_percent: Option<Decimal>,
    /// How many documents are not in it, because no exchange rate is kept with them.
    pub without_rate: u64,
}

/// The margin in one currency.
#[derive(Serialize, ToSchema)]
pub struct CurrencyMarginView {
    #[schema(value_type = String, example = "EUR")]
    pub currency: CurrencyCode,
    #[schema(value_type = String, example = "1230.00")]
    pub amount: Decimal,
    /// Of invoiced less credited; null when that is not above 0.
    #[schema(value_type = Option<String>, example = "41.00")]
    pub percent: Option<Decimal>,
}

/// How much of the budget the expenses take.
#[derive(Serialize, ToSchema)]
pub struct BudgetUseView {
    #[schema(value_type = String, example = "15000.00")]
    pub amount: Decimal,
    #[schema(value_type = String, example = "EUR")]
    pub currency: Currency,
    /// In the firm's own currency all expenses of which an exchange rate is known, in another one those in it.
    #[schema(value_type = String, example = "9000.00")]
    pub spent: Decimal,
    /// Below 0 when more is spent.
    #[schema(value_type = String, example = "6000.00")]
    pub left: Decimal,
}

/// A month of a project, in the firm's own currency.
#[derive(Serialize, ToSchema)]
pub struct ProjectMonthView {
    /// The first day of the month.
    #[serde(with = "service_day::iso_date")]
    #[schema(value_type = String, format = Date)]
    pub month: Date,
    #[schema(value_type = String, example = "3000.00")]
    pub invoiced: Decimal,
    #[schema(value_type = String, example = "0.00")]
    pub credited: Decimal,
    #[schema(value_type = String, example = "1770.00")]
    pub expenses: Decimal,
    #[schema(value_type = String, example = "1230.00")]
    pub margin: Decimal,
    /// How many documents are not in it, because no exchange rate is kept with them.
    pub without_rate: u64,
}

/// What the documents of a project come to, in each currency, in the firm's own, and by month. Drafts, cancelled
/// documents and rejected expenses do not count; of a proforma only its payment does. Scope project:read.
#[utoipa::path(
    get, path = "/v1/agent/projects/{id}/totals", tag = "projects", operation_id = "getProjectTotals",
    params(
        ("id" = String, Path, description = "The project's id"),
        ("date_from" = Option<String>, Query, description = "The tax point of invoices, or else their issue date, and the issue date of expenses, YYYY-MM-DD"),
        ("date_to" = Option<String>, Query, description = "Inclusive, YYYY-MM-DD"),
    ),
    responses(
        (status = 200, description = "The totals", body = inline(Data<ProjectTotalsView>)),
        NotFoundError,
    ),
)]
async fn get_project_totals(call: Call) -> Reply {
    let context = call.context(Scope::ProjectRead)?;
    let id = ProjectId(call.id("id", "project")?);
    let mut query = call.query()?;
    let days = (query.date("date_from"), query.date("date_to"));
    query.finish()?;
    let SummedProject { totals, budget, .. } = project_totals(&context, id, days).await?;
    call.data(view(&totals, budget))
}

fn view(totals: &ProjectTotals, budget: Option<BudgetUse>) -> ProjectTotalsView {
    ProjectTotalsView {
        home_currency: totals.home_currency,
        invoiced: sums(&totals.invoiced),
        credited: sums(&totals.credited),
        expenses: sums(&totals.spent),
        paid: sums(&totals.paid),
        open: sums(&totals.open),
        margin: margin(&totals.margin),
        budget: budget.map(budget_use),
        months: totals.months.iter().map(month).collect(),
    }
}

fn margin(margin: &Margin) -> MarginView {
    let of = |&CurrencyMargin { currency, amount, percent }: &CurrencyMargin| CurrencyMarginView {
        currency,
        amount,
        percent,
    };
    MarginView {
        by_currency: margin.by_currency.iter().map(of).collect(),
        home_amount: margin.home.amount,
        home_percent: margin.percent,
        without_rate: margin.home.without_rate,
    }
}

const fn budget_use(BudgetUse { budget, spent, left }: BudgetUse) -> BudgetUseView {
    BudgetUseView { amount: budget.amount, currency: budget.currency, spent, left }
}

const fn month(row: &ProjectMonth) -> ProjectMonthView {
    ProjectMonthView {
        month: row.month.first,
        invoiced: row.invoiced.amount,
        credited: row.credited.amount,
        expenses: row.spent.amount,
        margin: row.margin.amount,
        without_rate: row.margin.without_rate,
    }
}
