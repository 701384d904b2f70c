//! The numbers of documents: a series of each kind.

use crate::{DocumentKind, StockDocument};
use invoicing::numbering::{SeriesFormat, YearStyle};

/// The series that a document takes its number from when it is confirmed, anew each year: `PR20260001`, `VY20260001`,
/// `PV20260001`, `IN20260001`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockSeries {
    /// What the document does.
    pub kind: DocumentKind,
    /// Of the day of the document.
    pub year: i32,
}

impl StockSeries {
    /// Of a document.
    #[must_use]
    pub const fn of(document: &StockDocument) -> Self {
        Self { kind: document.kind, year: document.day.year() }
    }

    /// Its name among the counts of the series of invoices.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.kind {
            DocumentKind::Receipt => "stock_receipt",
            DocumentKind::Issue => "stock_issue",
            DocumentKind::Transfer => "stock_transfer",
            DocumentKind::Count => "stock_count",
        }
    }

    /// The number for a count.
    #[must_use]
    pub fn number(self, count: i64) -> String {
        let prefix = match self.kind {
            DocumentKind::Receipt => "PR",
            DocumentKind::Issue => "VY",
            DocumentKind::Transfer => "PV",
            DocumentKind::Count => "IN",
        };
        let format = SeriesFormat { prefix: prefix.into(), year: YearStyle::Four, width: 4 };
        format.number(self.year, count)
    }
}
