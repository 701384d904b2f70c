//! The numbers of stock documents: one series for each kind.

use crate::{DocumentKind, StockDocument};
use invoicing::numbering::{SeriesFormat, YearStyle};

/// The series of the numbers of confirmed documents, which starts again each year: `PR20260001`, `VY20260001`,
/// `PV20260001`, `IN20260001`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StockSeries {
    /// The kind of the documents.
    pub kind: DocumentKind,
    /// The year of the date of the document.
    pub year: i32,
}

impl StockSeries {
    /// The series of a document.
    #[must_use]
    pub const fn of(document: &StockDocument) -> Self {
        Self { kind: document.kind, year: document.day.year() }
    }

    /// Its key in the table of counters, which it shares with the series of invoices.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.kind {
            DocumentKind::Receipt => "stock_receipt",
            DocumentKind::Issue => "stock_issue",
            DocumentKind::Transfer => "stock_transfer",
            DocumentKind::Count => "stock_count",
        }
    }

    /// The number for a counter value.
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
