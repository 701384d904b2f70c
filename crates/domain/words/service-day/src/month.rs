use time::{Date, Duration};

/// A month in Europe/Bratislava.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    first: Date,
}

impl Month {
    /// The month of a day.
    #[must_use]
    pub fn of(day: Date) -> Self {
        Self { first: day.replace_day(1).unwrap_or(day) }
    }

    /// Its first day.
    #[must_use]
    pub const fn first(self) -> Date {
        self.first
    }

    /// Its last day.
    #[must_use]
    pub fn last(self) -> Date {
        let days = self.first.month().length(self.first.year());
        self.first.saturating_add(Duration::days(i64::from(days) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn a_month_has_its_days() {
        for (day, first, last) in [
            (date!(2026 - 11 - 22), date!(2026 - 11 - 01), date!(2026 - 11 - 30)),
            (date!(2028 - 02 - 29), date!(2028 - 02 - 01), date!(2028 - 02 - 29)),
            (date!(2026 - 12 - 31), date!(2026 - 12 - 01), date!(2026 - 12 - 31)),
        ] {
            let month = Month::of(day);
            assert_eq!((month.first(), month.last()), (first, last));
        }
    }
}
