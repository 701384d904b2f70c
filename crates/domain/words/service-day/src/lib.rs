//! The civil day of the service: Europe/Bratislava.
//!
//! | to | begin with |
//! |---|---|
//! | know the day of an instant | [`date()`] |
//! | know the instant of a time on a day | [`at`], [`start`] |
//! | parse a day or a time | [`parse`], [`parse_instant`], [`within_bounds`] |
//! | show an instant in UTC | [`utc`] |
//! | count months | [`Month`], [`months_before`], [`next_month`] |
//! | write a day as JSON | [`iso_date`] |

#![deny(clippy::disallowed_methods)]

pub mod iso_date;
mod month;

pub use month::Month;

use time::{
    Date, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset, Weekday,
    format_description::well_known::Rfc3339, macros::date, macros::format_description,
};

/// The first day that documents and payments may name: what lies before it, or behind [`LATEST`], is a typing
/// error.
pub const EARLIEST: Date = date!(2000 - 01 - 01);

/// The last day that documents and payments may name.
pub const LATEST: Date = date!(2099 - 12 - 31);

/// The instant in UTC. At the ends of the calendar one may have no day there (the last hours of the year 9999 west of
/// Greenwich, where others write what they like): it is the calendar's end then.
#[must_use]
pub fn utc(instant: OffsetDateTime) -> OffsetDateTime {
    let end = if instant.year() > 0 { PrimitiveDateTime::MAX } else { PrimitiveDateTime::MIN };
    instant.checked_to_offset(UtcOffset::UTC).unwrap_or(end.assume_utc())
}

/// The instant as the clocks in Bratislava show it.
#[must_use]
pub fn local(instant: OffsetDateTime) -> OffsetDateTime {
    let instant = utc(instant);
    let hours = if is_summer(instant) { 2 } else { 1 };
    let offset = UtcOffset::from_hms(hours, 0, 0).unwrap_or(UtcOffset::UTC);
    instant.checked_to_offset(offset).unwrap_or(instant)
}

/// The day in Bratislava at an instant.
#[must_use]
pub fn date(instant: OffsetDateTime) -> Date {
    local(instant).date()
}

/// The instant when the clocks in Bratislava show this time on this day. A time that the change to
/// summer skips is taken an hour on; of one that comes twice in autumn, the second.
#[must_use]
pub fn at(date: Date, time: Time) -> OffsetDateTime {
    let wall = date.with_time(time);
    let winter = UtcOffset::from_hms(1, 0, 0).unwrap_or(UtcOffset::UTC);
    wall.assume_offset(local(wall.assume_offset(winter)).offset())
}

/// The instant when a day begins in Bratislava.
#[must_use]
pub fn start(date: Date) -> OffsetDateTime {
    at(date, Time::MIDNIGHT)
}

/// The first day of the month `months` before the month of a day.
#[must_use]
pub fn months_before(day: Date, months: u8) -> Option<Date> {
    let first = day.replace_day(1).ok()?;
    (0..months).try_fold(first, |first, _| first.previous_day()?.replace_day(1).ok())
}

/// The first of the month after that of a day.
#[must_use]
pub fn next_month(day: Date) -> Option<Date> {
    let last = day.month().length(day.year());
    day.replace_day(last).ok()?.next_day()
}

/// Summer time (Directive 2000/84/EC): from 01:00 UTC on the last Sunday of March until 01:00 UTC
/// on the last Sunday of October.
fn is_summer(utc: OffsetDateTime) -> bool {
    let change = |month| {
        let one = Time::from_hms(1, 0, 0).unwrap_or(Time::MIDNIGHT);
        last_sunday(utc.year(), month).with_time(one).assume_utc()
    };
    utc >= change(time::Month::March) && utc < change(time::Month::October)
}

/// The last Sunday of a month that has 31 days.
fn last_sunday(year: i32, month: time::Month) -> Date {
    let mut day = Date::from_calendar_date(year, month, 31).unwrap_or(Date::MIN);
    while day.weekday() != Weekday::Sunday {
        day = day.previous_day().unwrap_or(day);
    }
    day
}

/// Why a day is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum DayError {
    #[error("must be a date of the form YYYY-MM-DD")]
    Form,
    #[error("must be between {least} and {most}", least = EARLIEST, most = LATEST)]
    Bounds,
}

/// Parses a day: `YYYY-MM-DD`, exactly ten characters, within the bounds.
///
/// # Errors
/// [`DayError`].
pub fn parse(text: &str) -> Result<Date, DayError> {
    let format = format_description!("[year]-[month]-[day]");
    let date = Date::parse(text, format).ok().filter(|_| text.len() == 10);
    date.ok_or(DayError::Form).and_then(within_bounds)
}

/// Parses a time of RFC 3339 whose day in Bratislava is within the bounds. Returns it in UTC.
///
/// # Errors
/// [`DayError`].
pub fn parse_instant(text: &str) -> Result<OffsetDateTime, DayError> {
    let instant = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| DayError::Form)?;
    within_bounds(date(instant)).map(|_| utc(instant))
}

/// The day, if it lies between [`EARLIEST`] and [`LATEST`].
///
/// # Errors
/// [`DayError::Bounds`].
pub fn within_bounds(day: Date) -> Result<Date, DayError> {
    if (EARLIEST..=LATEST).contains(&day) { Ok(day) } else { Err(DayError::Bounds) }
}

refusals::list![DayError];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use time::macros::{date, datetime};

    #[test]
    fn the_ends_of_the_calendar_have_a_day() {
        for (date, hours) in [(Date::MAX, -14), (Date::MIN, 14)] {
            let offset = UtcOffset::from_hms(hours, 0, 0).expect("an offset");
            for time in [Time::MIDNIGHT, Time::MAX] {
                let _ = super::date(date.with_time(time).assume_offset(offset));
            }
        }
    }

    #[test]
    fn a_day_is_written_in_one_way_and_is_of_this_century() {
        for (text, expected) in [
            ("2000-01-01", Ok(EARLIEST)),
            ("2099-12-31", Ok(LATEST)),
            ("1999-12-31", Err(DayError::Bounds)),
            ("2100-01-01", Err(DayError::Bounds)),
            ("0001-01-01", Err(DayError::Bounds)),
            ("2026-02-29", Err(DayError::Form)),
            ("2026-2-1", Err(DayError::Form)),
            ("+2026-02-01", Err(DayError::Form)),
            (" 2026-02-01", Err(DayError::Form)),
            ("", Err(DayError::Form)),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }

    #[test]
    fn months_are_counted_over_the_year() {
        assert_eq!(months_before(date!(2026 - 11 - 23), 1), Some(date!(2026 - 10 - 01)));
        assert_eq!(months_before(date!(2026 - 11 - 23), 12), Some(date!(2025 - 11 - 01)));
        assert_eq!(months_before(date!(2026 - 03 - 31), 1), Some(date!(2026 - 02 - 01)));
        assert_eq!(next_month(date!(2026 - 12 - 31)), Some(date!(2027 - 01 - 01)));
    }

    #[test]
    fn an_instant_that_somebody_names_is_of_this_century() {
        for (text, expected) in [
            ("2026-11-28T10:00:00+01:00", Ok(datetime!(2026-11-28 09:00 UTC))),
            ("1999-12-31T23:00:00Z", Ok(datetime!(1999-12-31 23:00 UTC))),
            ("1999-12-31T22:59:59Z", Err(DayError::Bounds)),
            ("2099-12-31T22:59:59Z", Ok(datetime!(2099-12-31 22:59:59 UTC))),
            ("2099-12-31T23:00:00Z", Err(DayError::Bounds)),
            ("9999-12-31T23:59:59-23:59", Err(DayError::Bounds)),
            ("0000-01-01T00:00:00+23:59", Err(DayError::Bounds)),
            ("2026-11-28", Err(DayError::Form)),
            ("2026-11-28T10:00:00", Err(DayError::Form)),
            ("", Err(DayError::Form)),
        ] {
            assert_eq!(parse_instant(text), expected, "{text}");
        }
    }

    proptest! {
        /// Anybody's clock may show them: within a day of both ends, with every offset.
        #[test]
        fn the_ends_of_the_calendar_are_shown(
            is_last in any::<bool>(),
            seconds in 0_i64..=86_400,
            offset in -86_399..=86_399,
        ) {
            let offset = UtcOffset::from_whole_seconds(offset).expect("below a day");
            let distance = time::Duration::seconds(seconds);
            let wall = match is_last {
                true => PrimitiveDateTime::MAX - distance,
                false => PrimitiveDateTime::MIN + distance,
            };
            let instant = wall.assume_offset(offset);
            let shown = utc(instant);
            prop_assert_eq!(shown.offset(), UtcOffset::UTC);
            prop_assert!((shown - instant).abs() < time::Duration::DAY);
            let is_end = [PrimitiveDateTime::MAX, PrimitiveDateTime::MIN].contains(&wall_of(shown));
            prop_assert!(shown == instant || is_end);
            prop_assert!((local(instant) - instant).abs() < time::Duration::DAY);
            prop_assert!(within_bounds(date(instant)).is_err());
        }
    }

    fn wall_of(at: OffsetDateTime) -> PrimitiveDateTime {
        PrimitiveDateTime::new(at.date(), at.time())
    }

    #[test]
    fn the_day_changes_at_midnight_in_bratislava() {
        for (instant, day) in [
            (datetime!(2026-12-31 22:59:59 UTC), date!(2026 - 12 - 31)),
            (datetime!(2026-12-31 23:00 UTC), date!(2027 - 01 - 01)),
            (datetime!(2026-07-01 21:59:59 UTC), date!(2026 - 07 - 01)),
            (datetime!(2026-07-01 22:00 UTC), date!(2026 - 07 - 02)),
            (datetime!(2026-07-01 23:30 -5), date!(2026 - 07 - 02)),
        ] {
            assert_eq!(date(instant), day, "{instant}");
        }
    }

    #[test]
    fn a_day_begins_at_its_midnight() {
        for (day, instant) in [
            (date!(2026 - 11 - 21), datetime!(2026-11-20 23:00 UTC)),
            (date!(2026 - 07 - 02), datetime!(2026-07-01 22:00 UTC)),
            (date!(2027 - 03 - 28), datetime!(2027-03-27 23:00 UTC)),
            (date!(2027 - 03 - 29), datetime!(2027-03-28 22:00 UTC)),
        ] {
            assert_eq!(start(day), instant, "{day}");
        }
    }

    #[test]
    fn clocks_change_on_the_last_sundays() {
        for (instant, hour) in [
            (datetime!(2026-03-29 00:59:59 UTC), 1),
            (datetime!(2026-03-29 01:00 UTC), 3),
            (datetime!(2026-10-25 00:59:59 UTC), 2),
            (datetime!(2026-10-25 01:00 UTC), 2),
            (datetime!(2027-03-28 01:00 UTC), 3),
            (datetime!(2024-03-31 01:00 UTC), 3),
        ] {
            assert_eq!(local(instant).hour(), hour, "{instant}");
        }
    }
}
