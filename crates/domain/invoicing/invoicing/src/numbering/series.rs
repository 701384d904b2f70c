use super::SeriesFormat;
use crate::InvoiceType;
use refusals::Refusal;
use thiserror::Error;

/// A number series in one year: the documents of a type draw their numbers from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The document type.
    pub invoice_type: InvoiceType,
    /// The format of its numbers.
    pub format: SeriesFormat,
    /// Year of the issue date.
    pub year: i32,
}

/// The largest count that a typed number may have: those after it can still be counted.
const MAX_COUNT: i64 = 999_999_999_999_999_999;

/// Why a number has no count in a series.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum NotInSeries {
    /// It does not begin as the numbers of the series do, or not only digits follow.
    #[error("is no number of the series: its numbers are {stem} and digits", stem = .0)]
    Pattern(String),
    /// It has the form of the series, of another year than that of the issue date.
    #[error("belongs to the year {found}, and the invoice is issued in {year}")]
    AnotherYear { found: String, year: i32 },
    /// The count is 0, or is not padded to the digits of the series.
    #[error("is no number of the series: the count is from 1, in at least {width} digits", width = .0)]
    Count(u8),
}

impl Series {
    /// The year that the count belongs to: 0 for a series without years.
    #[must_use]
    pub fn counted_year(&self) -> i32 {
        self.format.counted_year(self.year)
    }

    /// The number with this count.
    #[must_use]
    pub fn number(&self, count: i64) -> String {
        self.format.number(self.year, count)
    }

    /// The count that [`Series::number`] makes this number of.
    ///
    /// # Errors
    /// [`NotInSeries`].
    pub fn count_of(&self, number: &str) -> Result<i64, NotInSeries> {
        let stem = self.format.stem(self.year);
        let Some(digits) = number.strip_prefix(&stem).filter(|rest| is_digits(rest)) else {
            return Err(self.another_year(number).unwrap_or(NotInSeries::Pattern(stem)));
        };
        let is_of_series =
            |count: &i64| (1..=MAX_COUNT).contains(count) && self.number(*count) == number;
        let count = digits.parse().ok().filter(is_of_series);
        count.ok_or(NotInSeries::Count(self.format.width))
    }

    fn another_year(&self, number: &str) -> Option<NotInSeries> {
        let rest = number.strip_prefix(&*self.format.prefix).filter(|rest| is_digits(rest))?;
        let digits = self.format.year.digits();
        let (found, _) = rest
            .split_at_checked(digits)
            .filter(|(_, count)| digits > 0 && count.len() >= usize::from(self.format.width))?;
        Some(NotInSeries::AnotherYear { found: found.to_owned(), year: self.year })
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
