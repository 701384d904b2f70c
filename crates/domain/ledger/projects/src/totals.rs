use crate::{ProjectAmounts, ProjectFlow};
use dashboard::{Home, Month, Sums, sums};
use money::{Currency, CurrencyCode, Decimal};
use std::collections::{BTreeMap, BTreeSet};

/// The totals of the documents of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectTotals {
    /// The organization's home currency.
    pub home_currency: Currency,
    /// See [`ProjectFlow::Invoiced`].
    pub invoiced: Sums,
    /// See [`ProjectFlow::Credited`].
    pub credited: Sums,
    /// See [`ProjectFlow::Spent`].
    pub spent: Sums,
    /// See [`ProjectFlow::Paid`].
    pub paid: Sums,
    /// See [`ProjectFlow::Open`].
    pub open: Sums,
    /// The margin: invoiced less credited less spent.
    pub margin: Margin,
    /// The months in which it has documents, the earliest first.
    pub months: Vec<ProjectMonth>,
}

/// The margin of a project. Its revenue is what was invoiced less what was credited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Margin {
    /// The margin in each currency, ordered by its code.
    pub by_currency: Vec<CurrencyMargin>,
    /// The margin in the organization's home currency.
    pub home: Home,
    /// [`Self::home`] in percent of the revenue, with two decimal places; `None` without a positive revenue.
    pub percent: Option<Decimal>,
}

/// The margin in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencyMargin {
    /// The currency.
    pub currency: CurrencyCode,
    /// The amount.
    pub amount: Decimal,
    /// The margin in percent of the revenue, with two decimal places; `None` without a positive revenue.
    pub percent: Option<Decimal>,
}

/// A month of a project, in the organization's home currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectMonth {
    /// The month.
    pub month: Month,
    /// See [`ProjectFlow::Invoiced`].
    pub invoiced: Home,
    /// See [`ProjectFlow::Credited`].
    pub credited: Home,
    /// See [`ProjectFlow::Spent`].
    pub spent: Home,
    /// The margin: invoiced less credited less spent.
    pub margin: Home,
}

impl ProjectTotals {
    /// The totals of these sums, which may be in any order.
    #[must_use]
    pub fn of(rows: &[ProjectAmounts], home: Currency) -> Self {
        let rows: Vec<_> = rows.iter().collect();
        let of = |flow| flow_sums(&rows, flow, home);
        let (invoiced, credited, spent) =
            (of(ProjectFlow::Invoiced), of(ProjectFlow::Credited), of(ProjectFlow::Spent));
        Self {
            home_currency: home,
            margin: Margin::of(&invoiced, &credited, &spent),
            invoiced,
            credited,
            spent,
            paid: of(ProjectFlow::Paid),
            open: of(ProjectFlow::Open),
            months: months(&rows, home),
        }
    }
}

impl Margin {
    fn of(invoiced: &Sums, credited: &Sums, spent: &Sums) -> Self {
        let mut by_code: BTreeMap<&str, (CurrencyCode, Decimal, Decimal)> = BTreeMap::new();
        for (sums, is_revenue, sign) in [
            (invoiced, true, Decimal::ONE),
            (credited, true, Decimal::NEGATIVE_ONE),
            (spent, false, Decimal::NEGATIVE_ONE),
        ] {
            for sum in &sums.by_currency {
                let none = (sum.currency, Decimal::ZERO, Decimal::ZERO);
                let (_, revenue, margin) = by_code.entry(sum.currency.code()).or_insert(none);
                let amount = sign * sum.amount;
                *margin += amount;
                *revenue += if is_revenue { amount } else { Decimal::ZERO };
            }
        }
        let row = |(currency, revenue, amount)| CurrencyMargin {
            currency,
            amount,
            percent: percent(amount, revenue),
        };
        let home = margin_of(invoiced.home, credited.home, spent.home);
        let revenue = invoiced.home.amount - credited.home.amount;
        Self {
            by_currency: by_code.into_values().map(row).collect(),
            home,
            percent: percent(home.amount, revenue),
        }
    }
}

fn flow_sums(rows: &[&ProjectAmounts], flow: ProjectFlow, home: Currency) -> Sums {
    let of_flow = rows.iter().filter(|row| row.flow == flow);
    sums(of_flow.map(|row| &row.amounts), home)
}

fn months(rows: &[&ProjectAmounts], home: Currency) -> Vec<ProjectMonth> {
    let firsts: BTreeSet<_> = rows.iter().map(|row| Month::of(row.day).first).collect();
    let row = |first| {
        let month = Month::of(first);
        let of_month: Vec<_> =
            rows.iter().copied().filter(|row| Month::of(row.day) == month).collect();
        let of = |flow| flow_sums(&of_month, flow, home).home;
        let (invoiced, credited, spent) =
            (of(ProjectFlow::Invoiced), of(ProjectFlow::Credited), of(ProjectFlow::Spent));
        ProjectMonth {
            month,
            invoiced,
            credited,
            spent,
            margin: margin_of(invoiced, credited, spent),
        }
    };
    firsts.into_iter().map(row).collect()
}

/// The margin of these sums. Amounts without an exchange rate are in none of them.
fn margin_of(invoiced: Home, credited: Home, spent: Home) -> Home {
    Home {
        amount: invoiced.amount - credited.amount - spent.amount,
        without_rate: invoiced.without_rate + credited.without_rate + spent.without_rate,
    }
}

fn percent(amount: Decimal, revenue: Decimal) -> Option<Decimal> {
    let share = (revenue > Decimal::ZERO).then(|| amount.checked_div(revenue)).flatten()?;
    share.checked_mul(Decimal::ONE_HUNDRED).map(money::round)
}
