//! The number series of set-off agreements.

use crate::OffsetRequest;
use invoicing::numbering::{SeriesFormat, YearStyle};
use time::Date;

/// The series of agreements that have no reference of their own: `ZAP20260001`. It starts again each year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreementSeries {
    /// The year of the set-off.
    pub year: i32,
}

impl AgreementSeries {
    /// The name of this series in the table of counters, which it shares with the series of invoices.
    pub const NAME: &'static str = "set_off";

    /// The number with this count.
    #[must_use]
    pub fn number(self, count: i64) -> String {
        let prefix = "ZAP".to_owned();
        SeriesFormat { prefix, year: YearStyle::Four, width: 4 }.number(self.year, count)
    }
}

impl OffsetRequest {
    /// The series to draw a number from; `None` when the caller has given a reference.
    #[must_use]
    pub fn series(&self, today: Date) -> Option<AgreementSeries> {
        let year = self.date.unwrap_or(today).year();
        self.reference.is_none().then_some(AgreementSeries { year })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_anew_each_year() {
        let of = |year, count| AgreementSeries { year }.number(count);
        assert_eq!((of(2026, 1), of(2027, 12_345)), ("ZAP20260001".into(), "ZAP202712345".into()));
    }
}
