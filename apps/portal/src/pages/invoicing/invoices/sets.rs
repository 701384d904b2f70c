//! The sets of invoices that the overview counts: its cards lead to lists of them.

use crate::texts::Texts;
use dashboard::Month;
use invoicing::InvoiceFilter;
use time::Date;

/// A set of invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum Show {
    /// What customers owe, overdue or not.
    Open,
    /// What of it has fallen due.
    Overdue,
    /// For which money came in this month.
    PaidThisMonth,
}

impl Show {
    pub(in crate::pages) const ALL: [Self; 3] = [Self::Open, Self::Overdue, Self::PaidThisMonth];

    /// The name in an address.
    pub(in crate::pages) const fn name(self) -> &'static str {
        match self {
            Show::Open => "open",
            Show::Overdue => "overdue",
            Show::PaidThisMonth => "paid_this_month",
        }
    }

    /// What the card is called.
    pub(in crate::pages) const fn label(self, t: &Texts) -> &'static str {
        match self {
            Show::Open => t.open,
            Show::Overdue => t.overdue,
            Show::PaidThisMonth => t.paid_this_month,
        }
    }

    /// All invoices where there is none.
    pub(in crate::pages) fn filter(show: Option<Self>, today: Date) -> InvoiceFilter {
        let month = Month::of(today);
        let none = InvoiceFilter::default();
        match show {
            None => none,
            Some(Show::Open) => InvoiceFilter { owed: true, ..none },
            Some(Show::Overdue) => {
                InvoiceFilter { owed: true, due_to: today.previous_day(), ..none }
            }
            Some(Show::PaidThisMonth) => {
                InvoiceFilter { paid_between: Some((month.first, month.last)), ..none }
            }
        }
    }
}
