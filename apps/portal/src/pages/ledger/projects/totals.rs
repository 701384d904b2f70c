//! The totals of a project as tables and as bars.

use crate::{
    blocks::{Cell, Section, Table},
    chart::{Bars, bars},
    visit::Visit,
    words::Words,
};
use ::projects::{CurrencyMargin, ProjectMonth, ProjectTotals};
use dashboard::{CurrencySum, Home, Sums};
use money::Decimal;
use use_cases::ledger::projects::SummedProject;

pub(super) fn sections(visit: &Visit, summed: &SummedProject) -> Vec<Section> {
    let (t, totals) = (visit.t(), &summed.totals);
    let chart = Section { chart: Some(chart(visit, totals)), ..Section::new(t.project_totals) };
    let mut sections = vec![Section { lead: lead(visit, summed), ..chart }];
    sections.push(Section::table(t.by_currency, by_currency(visit, totals)));
    sections.push(Section::table(t.by_month, by_month(visit, totals)));
    sections
}

/// The margin in percent, what of the budget is left, and what is left out.
fn lead(visit: &Visit, SummedProject { totals, budget, .. }: &SummedProject) -> String {
    let (t, words) = (visit.t(), &visit.words);
    let percent = totals.margin.percent.map(|it| {
        let percent = languages::amount(it, words.language);
        format!("{}: {percent} %.", t.margin)
    });
    let budget = budget.as_ref().map(|used| {
        let left = words.money(used.left, used.budget.currency.code());
        format!("{}: {left}.", t.budget_left)
    });
    let gap = Some(totals.margin.home.without_rate).filter(|left| *left > 0);
    let gap = gap.map(|left| format!("{}: {left}.", t.left_out_without_rate));
    [percent, budget, gap].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The label and the class of each sum, as the picture and the table have them.
fn named<'a>(
    visit: &Visit,
    totals: &'a ProjectTotals,
) -> [(&'static str, &'static str, &'a Sums); 5] {
    let t = visit.t();
    [
        (t.project_invoiced, "info", &totals.invoiced),
        (t.project_credited, "bad", &totals.credited),
        (t.project_spent, "warn", &totals.spent),
        (t.project_paid, "good", &totals.paid),
        (t.project_owed, "warn", &totals.open),
    ]
}

fn chart(visit: &Visit, totals: &ProjectTotals) -> Bars {
    let home = totals.home_currency.code();
    let row = |label: &str, class: &'static str, amount: Decimal| {
        (label.to_owned(), visit.words.money(amount, home), class, amount)
    };
    let sums = named(visit, totals);
    let mut rows: Vec<_> =
        sums.into_iter().map(|(label, class, sums)| row(label, class, sums.home.amount)).collect();
    rows.push(row(visit.t().margin, "info", totals.margin.home.amount));
    Bars::new(visit.t(), visit.t().project_totals, bars(rows))
}

fn by_currency(visit: &Visit, totals: &ProjectTotals) -> Table {
    let (t, words) = (visit.t(), &visit.words);
    let sum = |label: &str, sum: &CurrencySum| {
        vec![
            Cell::text(label),
            words.amount(sum.amount, sum.currency.code()),
            Cell::text(sum.count.to_string()),
        ]
    };
    let mut rows: Vec<_> = named(visit, totals)
        .into_iter()
        .flat_map(|(label, _, sums)| sums.by_currency.iter().map(move |row| (label, row)))
        .map(|(label, row)| sum(label, row))
        .collect();
    rows.extend(totals.margin.by_currency.iter().map(|row: &CurrencyMargin| {
        vec![Cell::text(t.margin), words.amount(row.amount, row.currency.code()), Cell::Nothing]
    }));
    Table {
        caption: t.by_currency.to_owned(),
        heads: vec![t.project_totals, t.amount, t.documents],
        rows,
        empty: t.no_project_documents,
        next: None,
    }
}

fn by_month(visit: &Visit, totals: &ProjectTotals) -> Table {
    let (t, words, home) = (visit.t(), &visit.words, totals.home_currency.code());
    let sum = |sum: Home| words.amount(sum.amount, home);
    let row = |row: &ProjectMonth| {
        let month = Words::month_of(row.month.first);
        let sums = [row.invoiced, row.credited, row.spent, row.margin].map(sum);
        std::iter::once(Cell::text(month)).chain(sums).collect()
    };
    let heads = vec![t.month, t.project_invoiced, t.project_credited, t.project_spent, t.margin];
    Table {
        caption: t.by_month.to_owned(),
        heads,
        // the newest first, as in every table
        rows: totals.months.iter().rev().map(row).collect(),
        empty: t.no_project_documents,
        next: None,
    }
}
