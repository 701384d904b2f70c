//! The sets of invoices that the overview counts: its cards lead to lists of them.

use crate::texts::Texts;
use dashboard::Month;
use invoicing::InvoiceFilter;
use time::Date;

/// A set of invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum Show {
    /// Invoices with an outstanding amount, overdue or not.
    Open,
    /// Invoices with an outstanding amount that is overdue.
    Overdue,
    /// Invoices that were paid this month, at least in part.
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

    /// The label of the filter.
    pub(in crate::pages) const fn label(self, t: &Texts) -> &'static str {
        match self {
            Show::Open => t.open,
            Show::Overdue => t.overdue,
            Show::PaidThisMonth => t.paid_this_month,
        }
    }

    /// The filter of the set; without a set all invoices.
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
