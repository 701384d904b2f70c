use super::year_chart::YearChart;
use crate::{
    answer::{html, see_other},
    blocks::{Section, Table},
    chart::{Bars, bars},
    error::{Page, PageError},
    frame::Frame,
    pages::invoicing::invoices::list::table,
    visit::Visit,
};
use access::Scope;
use actix_web::http::StatusCode;
use askama::Template;
use dashboard::{Step, StepCode, Summary, Sums};
use invoicing::{InvoiceFilter, InvoiceStore};
use use_cases::ledger::dashboard::overview;

/// Invoices that the overview lists.
const LATEST: u16 = 8;

#[derive(Template)]
#[template(path = "overview.html")]
struct Overview {
    frame: Frame,
    can_issue: bool,
    new_invoice: String,
    figures: Vec<Figure>,
    missing: Vec<ShownStep>,
    year: Option<YearChart>,
    charts: Vec<Bars>,
    sections: Vec<Section>,
}

struct Figure {
    href: String,
    class: &'static str,
    label: &'static str,
    amount: String,
    count: String,
    /// Parts of the figure, each with its link.
    parts: Vec<(String, String)>,
}

struct ShownStep {
    href: String,
    label: &'static str,
    text: &'static str,
    required: bool,
}

/// The figures of today; for who may not see them, the list of invoices.
pub(in crate::pages) async fn page(visit: Visit) -> Page {
    if !visit.may(Scope::ReportRead) {
        return Ok(see_other(&visit.path("invoices")));
    }
    let context = visit.context(Scope::ReportRead)?;
    let found = overview(&context).await?;
    let latest = latest(&visit).await?;
    let t = visit.t();
    let shown = Overview {
        can_issue: visit.may(Scope::InvoiceCreate),
        new_invoice: visit.path("invoices/new"),
        figures: shown_figures(&visit, &found.summary),
        missing: found
            .onboarding
            .steps
            .iter()
            .filter(|step| !step.done)
            .map(|step| shown_step(&visit, step))
            .collect(),
        year: YearChart::of(&visit, &found.year),
        charts: charts(&visit, &found.summary),
        sections: vec![Section::table(t.latest_invoices, latest)],
        frame: Frame::of(&visit),
    };
    Ok(html(StatusCode::OK, &shown))
}

async fn latest(visit: &Visit) -> Result<Table, PageError> {
    let organization = visit.require(Scope::InvoiceRead)?;
    let page = visit.store.invoices(organization, &InvoiceFilter::default(), None, LATEST).await?;
    let next = page.has_more.then(|| (visit.path("invoices"), visit.t().all_invoices));
    Ok(Table { next, ..table(visit, &page.rows).await? })
}

fn shown_figures(visit: &Visit, summary: &Summary) -> Vec<Figure> {
    let (t, home) = (visit.t(), summary.home_currency.code());
    let figure = |(label, counted): (_, &str), class, rest: &str, sums: &Sums| Figure {
        href: visit.path(rest),
        class,
        label,
        amount: visit.words.money(sums.home.amount, home),
        count: match sums.home.without_rate {
            0 => format!("{counted}: {}", sums.count),
            left => format!("{counted}: {}, {}: {left}", sums.count, t.without_rate),
        },
        parts: Vec::new(),
    };
    let documents = |label| (label, t.documents);
    vec![
        figure(documents(t.open), "info", "invoices?show=open", &summary.open),
        figure(documents(t.overdue), "bad", "invoices?show=overdue", &summary.overdue),
        figure(
            (t.paid_this_month, t.payments),
            "good",
            "invoices?show=paid_this_month",
            &summary.paid,
        ),
        Figure {
            parts: parts_to_pay(visit, summary),
            ..figure(documents(t.to_pay), "warn", "expenses?show=to_pay", &summary.to_pay)
        },
    ]
}

/// The overdue part, and the part that needs an approval.
fn parts_to_pay(visit: &Visit, summary: &Summary) -> Vec<(String, String)> {
    let (t, home) = (visit.t(), summary.home_currency.code());
    let (due, waits) = (&summary.to_pay_overdue, &summary.to_approve);
    let amount = visit.words.money(due.home.amount, home);
    let mut parts = Vec::new();
    if due.count > 0 {
        let text = format!("{}: {amount} ({})", t.overdue, due.count);
        parts.push((visit.path("expenses?show=overdue"), text));
    }
    if waits.count > 0 {
        let text = format!("{}: {}", t.expense_pending, waits.count);
        parts.push((visit.path("expenses?show=to_pay&status=pending_approval"), text));
    }
    parts
}

fn charts(visit: &Visit, summary: &Summary) -> Vec<Bars> {
    let (t, home) = (visit.t(), summary.home_currency.code());
    let row = |label: &str, class, amount| {
        (label.to_owned(), visit.words.money(amount, home), class, amount)
    };
    let flows = vec![
        row(t.open, "info", summary.open.home.amount),
        row(t.overdue, "bad", summary.overdue.home.amount),
        row(t.paid_this_month, "good", summary.paid.home.amount),
        row(t.to_pay_this_month, "warn", summary.received_due.home.amount),
    ];
    let vat: Vec<_> = summary
        .vat
        .iter()
        .filter_map(|vat| Some(row(&format!("{} {} %", t.vat, vat.rate), "info", vat.home?.1)))
        .collect();
    let mut charts = vec![Bars::new(t, t.money_of_month, bars(flows))];
    if !vat.is_empty() {
        charts.push(Bars::new(t, t.vat_of_month, bars(vat)));
    }
    charts
}

fn shown_step(visit: &Visit, step: &Step) -> ShownStep {
    let t = visit.t();
    let (rest, label, text) = match step.code {
        StepCode::Record => ("settings/company", t.step_record, t.step_record_text),
        StepCode::BankAccount => ("accounts/new", t.step_account, t.step_account_text),
        StepCode::Registration => {
            ("settings/network", t.step_registration, t.step_registration_text)
        }
        StepCode::Credit => ("plan", t.step_credit, t.step_credit_text),
        StepCode::Webhook => ("webhooks/new", t.step_webhook, t.step_webhook_text),
        StepCode::Customer => ("customers/new", t.step_customer, t.step_customer_text),
        StepCode::Invoice => ("invoices/new", t.step_invoice, t.step_invoice_text),
        StepCode::Send => ("invoices", t.step_send, t.step_send_text),
    };
    ShownStep { href: visit.path(rest), label, text, required: step.required }
}
