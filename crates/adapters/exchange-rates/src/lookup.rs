//! Which day's rates count for a tax point date.

use time::Date;

use crate::DailyRates;

/// How many days back the last published rates may lie: over Christmas or Easter banks are
/// closed for four to five days.
pub const DEFAULT_MAX_DAYS_BACK: u16 = 7;

/// The rates of `day`, or the last published before it, at most `max_days_back` days earlier.
///
/// Rates published after the day never count. The order of `published` does not matter.
#[must_use]
pub fn rates_for(published: &[DailyRates], day: Date, max_days_back: u16) -> Option<&DailyRates> {
    published
        .iter()
        .filter(|rates| is_recent_enough(rates.date, day, max_days_back))
        .max_by_key(|rates| rates.date)
}

/// Whether rates published on `published` may be used for `day`.
#[must_use]
pub fn is_recent_enough(published: Date, day: Date, max_days_back: u16) -> bool {
    (0..=i64::from(max_days_back)).contains(&(day - published).whole_days())
}
