//! Twelve months as columns, and the same as a table.

use crate::{
    blocks::{Cell, Table},
    chart::{Columns, Group, HEIGHT, WIDTH, columns},
    texts::Texts,
    visit::Visit,
    words::Words,
};
use dashboard::{Home, MonthRow, Year};

/// The series of the picture: the class of the columns, the name and the sums.
const fn series(t: &'static Texts, row: &MonthRow) -> [(&'static str, &'static str, Home); 3] {
    [
        ("info", t.flow_issued, row.issued),
        ("good", t.flow_paid, row.paid),
        ("warn", t.flow_spent, row.spent),
    ]
}

/// The chart of a year.
pub(in crate::pages) struct YearChart {
    pub(in crate::pages) width: u32,
    pub(in crate::pages) height: u32,
    /// The amount at the top,
    pub(in crate::pages) top: String,
    /// and at the foot, where anything is below zero.
    pub(in crate::pages) foot: Option<String>,
    /// The vertical position of zero.
    pub(in crate::pages) ground: u32,
    /// A description of the picture, for people who do not see it.
    pub(in crate::pages) description: String,
    /// A notice of sums without a column, because their exchange rate is unknown.
    pub(in crate::pages) left_out: Option<String>,
    pub(in crate::pages) legend: Vec<(&'static str, &'static str)>,
    pub(in crate::pages) groups: Vec<Group>,
    pub(in crate::pages) table: Table,
}

impl YearChart {
    /// The chart of a year; `None` if the year has no figures.
    pub(in crate::pages) fn of(visit: &Visit, year: &Year) -> Option<Self> {
        let (first, last) = (year.months.first()?, year.months.last()?);
        if year.is_empty() {
            return None;
        }
        let (t, words, home) = (visit.t(), &visit.words, year.home_currency.code());
        let group = |row: &MonthRow| {
            let amounts = series(t, row).map(|(class, _, sum)| (class, sum.amount));
            (label(row), amounts.to_vec())
        };
        let Columns { top, foot, ground, groups } =
            columns(year.months.iter().map(group).collect());
        let names = series(t, first).map(|(class, name, _)| (class, name));
        let period = words.days(first.month.first, last.month.last);
        let what = names.map(|(_, name)| name).join(", ");
        let left_out = left_out(t, year);
        let gap = left_out.iter().map(|gap| format!(" {gap}.")).collect::<String>();
        Some(Self {
            width: WIDTH,
            height: HEIGHT,
            top: words.money(top, home),
            foot: foot.map(|foot| words.money(foot, home)),
            ground,
            description: format!("{period}: {what}.{gap} {}", t.same_in_table),
            left_out,
            legend: names.to_vec(),
            groups,
            table: table(words, year),
        })
    }
}

/// A notice of how many sums have no column.
fn left_out(t: &'static Texts, year: &Year) -> Option<String> {
    let of_month = |row: &MonthRow| series(t, row).map(|(_, _, sum)| sum.without_rate);
    let count: u64 = year.months.iter().flat_map(of_month).sum();
    (count > 0).then(|| format!("{}: {count}", t.left_out_without_rate))
}

/// `11`, and `1/27` where a year begins.
fn label(row: &MonthRow) -> String {
    let (month, year) = (u8::from(row.month.first.month()), row.month.first.year());
    if month == 1 { format!("1/{:02}", year.rem_euclid(100)) } else { month.to_string() }
}

fn table(words: &Words, year: &Year) -> Table {
    let (t, home) = (words.t, year.home_currency.code());
    let sum = |sum: Home| {
        let amount = words.money(sum.amount, home);
        Cell::Amount(match sum.without_rate {
            0 => amount,
            left => format!("{amount} ({}: {left})", t.without_rate),
        })
    };
    let row = |row: &MonthRow| {
        let month = Words::month_of(row.month.first);
        let sums = series(t, row).map(|(_, _, of)| sum(of));
        std::iter::once(Cell::text(month)).chain(sums).collect()
    };
    Table {
        caption: t.year_by_month.to_owned(),
        heads: vec![t.month, t.flow_issued, t.flow_paid, t.flow_spent],
        // the newest first, as in every table
        rows: year.months.iter().rev().map(row).collect(),
        empty: "",
        next: None,
    }
}
