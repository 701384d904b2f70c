//! The calendar month in UTC that a report is about, and its deadlines.

use std::fmt;
use std::str::FromStr;

use time::{Date, OffsetDateTime};

/// A calendar month in UTC: from 00:00:00 of its first day to the end of its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: Date,
}

/// The text is no month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a month is written as YYYY-MM")]
pub struct NoMonth;

/// The timing of a report that has not been sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportTiming {
    /// The month is not over, so nothing can be reported yet.
    Running,
    /// It can be sent.
    Due,
    /// From the 11th of the next month the network sends reminders.
    Reminded,
    /// From the 16th of the next month a report is too late and is not processed.
    Late,
}

impl Month {
    /// The month of a moment.
    #[must_use]
    pub fn of(at: OffsetDateTime) -> Self {
        let date = service_day::utc(at).date();
        Self { first: date.replace_day(1).unwrap_or(date) }
    }

    /// The first day.
    #[must_use]
    pub const fn first(self) -> Date {
        self.first
    }

    /// The last day.
    #[must_use]
    pub fn last(self) -> Date {
        let days = self.first.month().length(self.first.year());
        self.first.replace_day(days).unwrap_or(self.first)
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Self {
        let days = self.first.month().length(self.first.year());
        let next = self.first.checked_add(time::Duration::days(i64::from(days)));
        Self { first: next.unwrap_or(self.first) }
    }

    /// The month before it.
    #[must_use]
    pub fn previous(self) -> Self {
        let last = self.first.previous_day().unwrap_or(self.first);
        Self { first: last.replace_day(1).unwrap_or(last) }
    }

    /// Whether the moment lies in it.
    #[must_use]
    pub fn contains(self, at: OffsetDateTime) -> bool {
        Self::of(at) == self
    }

    /// The last day on which its reports may be sent: the 15th of the next month.
    #[must_use]
    pub fn deadline(self) -> Date {
        let first = self.next().first;
        first.replace_day(15).unwrap_or(first)
    }

    /// The timing of its reports at a moment, if they have not been sent.
    #[must_use]
    pub fn standing(self, now: OffsetDateTime) -> ReportTiming {
        let today = service_day::utc(now).date();
        match today {
            _ if today < self.next().first => ReportTiming::Running,
            _ if today > self.deadline() => ReportTiming::Late,
            _ if today.day() >= 11 => ReportTiming::Reminded,
            _ => ReportTiming::Due,
        }
    }
}

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Self, NoMonth> {
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let (year, month) = text.split_once('-').ok_or(NoMonth)?;
        if year.len() != 4 || month.len() != 2 || !digits(year) || !digits(month) {
            return Err(NoMonth);
        }
        let year = year.parse().map_err(|_| NoMonth)?;
        let number: u8 = month.parse().map_err(|_| NoMonth)?;
        let month = time::Month::try_from(number).map_err(|_| NoMonth)?;
        let first = Date::from_calendar_date(year, month, 1).map_err(|_| NoMonth)?;
        Ok(Self { first })
    }
}

impl fmt::Display for Month {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}", self.first.year(), u8::from(self.first.month()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};

    fn month(text: &str) -> Month {
        text.parse().expect("a month")
    }

    #[test]
    fn a_month_is_one_of_utc() {
        let january = month("2027-01");
        assert!(january.contains(datetime!(2027-01-01 00:00 UTC)));
        assert!(january.contains(datetime!(2027-01-31 23:59:59.999 UTC)));
        assert!(january.contains(datetime!(2027-02-01 00:30 +1)));
        assert!(!january.contains(datetime!(2027-01-01 00:30 +1)));
        assert_eq!(
            (january.first(), january.last()),
            (date!(2027 - 01 - 01), date!(2027 - 01 - 31))
        );
        assert_eq!(month("2028-02").last(), date!(2028 - 02 - 29));
        assert_eq!(month("2027-12").next().to_string(), "2028-01");
        assert_eq!(month("2027-01").previous().to_string(), "2026-12");
    }

    #[test]
    fn the_ends_of_the_calendar_have_their_months() {
        let last = datetime!(9999-12-31 23:30 -1);
        assert_eq!((Month::of(last), Month::of(last).next()), (month("9999-12"), month("9999-12")));
        assert_eq!(Month::of(last).last(), date!(9999 - 12 - 31), "no day comes behind it");
    }

    #[test]
    fn texts_that_are_no_months() {
        for text in ["", "2027", "2027-13", "2027-00", "2027-1", "27-01", "2027-01-01", "+027-01"] {
            assert_eq!(text.parse::<Month>(), Err(NoMonth), "{text}");
        }
    }

    #[test]
    fn reports_are_due_until_the_fifteenth() {
        let standing = |at| month("2027-01").standing(at);
        assert_eq!(standing(datetime!(2027-01-31 23:59:59 UTC)), ReportTiming::Running);
        assert_eq!(standing(datetime!(2027-02-01 00:00 UTC)), ReportTiming::Due);
        assert_eq!(standing(datetime!(2027-02-11 00:30 +1)), ReportTiming::Due);
        assert_eq!(standing(datetime!(2027-02-11 00:00 UTC)), ReportTiming::Reminded);
        assert_eq!(standing(datetime!(2027-02-15 23:59 UTC)), ReportTiming::Reminded);
        assert_eq!(standing(datetime!(2027-02-16 00:00 UTC)), ReportTiming::Late);
        assert_eq!(standing(datetime!(2028-02-01 00:00 UTC)), ReportTiming::Late);
    }
}
