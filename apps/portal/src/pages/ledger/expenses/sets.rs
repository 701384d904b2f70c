//! The sets of expenses that the overview counts: its card leads to lists of them.

use crate::texts::Texts;
use ::expenses::ExpenseFilter;
use time::Date;

/// A set of expenses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
    /// Expenses with an outstanding amount, overdue or not.
    ToPay,
    /// Expenses with an outstanding amount that is overdue.
    Overdue,
}

impl Show {
    pub(super) const ALL: [Self; 2] = [Self::ToPay, Self::Overdue];

    /// The name in an address.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Show::ToPay => "to_pay",
            Show::Overdue => "overdue",
        }
    }

    /// The label of the filter.
    pub(super) const fn label(self, t: &Texts) -> &'static str {
        match self {
            Show::ToPay => t.to_pay,
            Show::Overdue => t.overdue,
        }
    }

    /// The filter of the set; without a set all expenses.
    pub(super) fn filter(show: Option<Self>, today: Date) -> ExpenseFilter {
        let owed = ExpenseFilter { owed: true, ..ExpenseFilter::default() };
        match show {
            None => ExpenseFilter::default(),
            Some(Show::ToPay) => owed,
            Some(Show::Overdue) => ExpenseFilter { due_to: today.previous_day(), ..owed },
        }
    }
}
