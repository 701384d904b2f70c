use super::sets::Show;
use crate::pages::{choices, rows::ROWS};
use crate::{
    blocks::{Cell, Choice, Field, Link, Section, Table},
    error::Page,
    view::View,
    visit::Visit,
};
use ::expenses::{Expense, ExpenseFilter, ExpenseStatus, ExpenseStore, PaymentStatus};
use access::Scope;

/// Invoices of suppliers, the newest first.
pub(in crate::pages) async fn list(visit: Visit) -> Page {
    let context = visit.context(Scope::InvoiceRead)?;
    let t = visit.t();
    let (mut query, after) = visit.list()?;
    let show = query.one_of("show", &Show::ALL, Show::name);
    let filter = ExpenseFilter {
        seen_from: Some(context.network()),
        status: query.one_of("status", &ExpenseStatus::ALL, ExpenseStatus::name),
        payment_status: query.one_of("payment_status", &PaymentStatus::ALL, PaymentStatus::name),
        project_id: query.id("project_id"),
        supplier: query.text("supplier"),
        number: query.text("number"),
        ..Show::filter(show, service_day::date(visit.clock.now()))
    };
    query.finish()?;
    let page = visit.store.expenses(context.organization, &filter, after, ROWS).await?;
    let next = visit.next_rows(&page);
    let mut view = View::new(t.expenses);
    if visit.may(Scope::ReceiptUpdate) {
        view.links = vec![Link::main(visit.path("expenses/new"), t.new_expense)];
    }
    view.filters = filters(&visit, show, &filter);
    view.filters.extend(choices::listed_project(&visit, filter.project_id).await?);
    let table = Table { next, ..table(&visit, &page.rows) };
    view.sections = vec![Section::table(t.list, table)];
    view.show(&visit)
}

fn filters(visit: &Visit, show: Option<Show>, filter: &ExpenseFilter) -> Vec<Field> {
    let (t, words) = (visit.t(), &visit.words);
    let shows = choices::named(
        Some(t.any),
        &Show::ALL,
        Show::name,
        |it| it.label(t),
        show.map_or("", Show::name),
    );
    let status = filter.status.map_or("", ExpenseStatus::name);
    let paid = filter.payment_status.map_or("", PaymentStatus::name);
    let mut statuses = vec![Choice::new("", t.any, status)];
    let all = ExpenseStatus::ALL;
    statuses.extend(all.map(|it| Choice::new(it.name(), words.expense_status(it).text, status)));
    let mut payments = vec![Choice::new("", t.any, paid)];
    let all = PaymentStatus::ALL;
    payments.extend(all.map(|it| Choice::new(it.name(), words.payment_status(it).text, paid)));
    vec![
        Field::new("show", t.show_only, "").choice(shows),
        Field::new("status", t.state, "").choice(statuses),
        Field::new("payment_status", t.payment, "").choice(payments),
        Field::new("supplier", t.supplier, filter.supplier.as_deref().unwrap_or_default()),
        Field::new("number", t.number, filter.number.as_deref().unwrap_or_default()),
    ]
}

/// A table of expenses.
pub(in crate::pages) fn table(visit: &Visit, rows: &[Expense]) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let row = |expense: &Expense| {
        let content = &expense.content;
        vec![
            Cell::link(visit.path(&format!("expenses/{}", expense.id)), &*content.number),
            Cell::Badge(words.expense_status(expense.status)),
            Cell::Badge(words.payment_status(expense.payment_status())),
            Cell::short(&content.supplier.name),
            words.date(content.issue_date),
            words.day(content.due_date),
            words.amount(content.totals.total, content.currency.code()),
        ]
    };
    let heads = vec![t.number, t.state, t.payment, t.supplier, t.issued_on, t.due_on, t.total];
    Table::of(t.expenses, heads, (rows, t.no_expenses), row)
}
