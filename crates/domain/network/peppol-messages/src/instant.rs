//! Points in time, as XML Schema writes them.

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcOffset};

/// The instant that an `xs:dateTime` means; without a time zone it is read as UTC. `None`: it is none, or
/// of a year that is never met here.
#[must_use]
pub fn read_instant(text: &str) -> Option<OffsetDateTime> {
    let (day, rest) = text.trim_ascii().split_once('T')?;
    let mut parts = day.split('-');
    let (year, month, day) =
        (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() || !(1..=9999).contains(&year) {
        return None;
    }
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(i32::try_from(year).ok()?, month, u8::try_from(day).ok()?);
    let zone_at = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone_at);
    let (time, is_midnight) = time(clock)?;
    let local = PrimitiveDateTime::new(date.ok()?, time);
    let local = if is_midnight { local.checked_add(time::Duration::DAY)? } else { local };
    Some(local.assume_offset(offset(zone)?))
}

/// A time of day; 24:00:00 is the next day's first instant.
fn time(text: &str) -> Option<(Time, bool)> {
    let mut parts = text.split(':');
    let (hour, minute, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (second, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    let small = |text: &str| u8::try_from(number(text)?).ok();
    let (hour, nanosecond) = (small(hour)?, number(&digits)?);
    let is_midnight = hour == 24;
    let hour = if is_midnight { 0 } else { hour };
    let time = Time::from_hms_nano(hour, small(minute)?, small(second)?, nanosecond).ok()?;
    let fits = parts.next().is_none() && !(is_midnight && time != Time::MIDNIGHT);
    fits.then_some((time, is_midnight))
}

fn offset(zone: &str) -> Option<UtcOffset> {
    let Some(rest) = zone.strip_prefix(['+', '-']) else {
        return (zone.is_empty() || zone == "Z").then_some(UtcOffset::UTC);
    };
    let (hours, minutes) = rest.split_once(':')?;
    let small = |text: &str| i8::try_from(number(text)?).ok();
    let (hours, minutes) = (small(hours)?, small(minutes)?);
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    UtcOffset::from_hms(sign * hours, sign * minutes, 0).ok()
}

fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// An instant as messages have it: UTC, milliseconds, `Z`. One that has no day in UTC is the calendar's end.
#[must_use]
pub fn write_instant(at: OffsetDateTime) -> String {
    let at = service_day::utc(at);
    let (date, time) = (at.date(), at.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        time.hour(),
        time.minute(),
        time.second(),
        time.millisecond()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    /// Whatever is read, others may write: nothing that they do ends in a panic.
    #[test]
    fn the_ends_of_the_calendar_are_written() {
        for (text, written) in [
            ("9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T12:00:00-14:00", "9999-12-31T23:59:59.999Z"),
            ("9999-12-31T23:59:59.5+00:01", "9999-12-31T23:58:59.500Z"),
            ("0001-01-01T00:00:00+14:00", "0000-12-31T10:00:00.000Z"),
        ] {
            assert_eq!(read_instant(text).map(write_instant).as_deref(), Some(written), "{text}");
        }
        assert_eq!(read_instant("9999-12-31T24:00:00Z"), None, "the day after it is none");
    }

    #[test]
    fn instants_are_read_and_written() {
        for (text, at) in [
            ("2026-01-01T00:00:00Z", Some(datetime!(2026-01-01 00:00 UTC))),
            (" 2026-01-01T01:00:00.5+01:00\n", Some(datetime!(2026-01-01 00:00:00.5 UTC))),
            ("2026-01-01T00:00:00", Some(datetime!(2026-01-01 00:00 UTC))),
            ("2025-12-31T24:00:00-00:30", Some(datetime!(2026-01-01 00:30 UTC))),
            ("2026-01-01T24:00:01Z", None),
            ("2026-01-01T00:00Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-01-01", None),
            ("", None),
        ] {
            assert_eq!(read_instant(text), at, "{text}");
        }
        assert_eq!(
            write_instant(datetime!(2026-01-01 01:02:03.45 +01:00)),
            "2026-01-01T00:02:03.450Z"
        );
    }
}
