//! The numbers of agreements: a series of their own.

use crate::OffsetRequest;
use invoicing::numbering::{SeriesFormat, YearStyle};
use time::Date;

/// The series that an agreement without a reference of its own takes its number from: `ZAP20260001`, anew each year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgreementSeries {
    /// Of the day of the set-off.
    pub year: i32,
}

impl AgreementSeries {
    /// Its name among the counts of the series of invoices.
    pub const NAME: &'static str = "set_off";

    /// The number for a count.
    #[must_use]
    pub fn number(self, count: i64) -> String {
        let prefix = "ZAP".to_owned();
        SeriesFormat { prefix, year: YearStyle::Four, width: 4 }.number(self.year, count)
    }
}

impl OffsetRequest {
    /// Where the number of the agreement comes from; none where the caller names it.
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
