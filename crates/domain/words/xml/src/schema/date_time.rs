//! Days and times of day, with nothing around them.

/// `xs:date`
pub(super) fn is_date(text: &str) -> bool {
    after_day(text).is_some_and(is_zone)
}

/// `xs:time`
pub(super) fn is_time(text: &str) -> bool {
    after_clock(text).is_some_and(is_zone)
}

/// `xs:dateTime`
pub(super) fn is_date_time(text: &str) -> bool {
    let clock = after_day(text).and_then(|rest| rest.strip_prefix('T'));
    clock.and_then(after_clock).is_some_and(is_zone)
}

/// The digits of the year of a day, and what stands after them.
pub(super) fn year(text: &str) -> (&str, &str) {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    unsigned.split_at(unsigned.bytes().take_while(u8::is_ascii_digit).count())
}

/// What stands after a calendar day.
fn after_day(text: &str) -> Option<&str> {
    let (year, rest) = year(text);
    // More than four digits may not begin with zero; there is no year zero.
    if year.len() < 4 || (year.len() > 4 && year.starts_with('0')) || year == "0000" {
        return None;
    }
    // the digits before these change nothing of the calendar
    let year = year[year.len() - 4..].parse().ok()?;
    let (month, rest) = two_digits(rest.strip_prefix('-')?)?;
    let (day, rest) = two_digits(rest.strip_prefix('-')?)?;
    let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then_some(rest)
}

/// How many days a month has, by its number from 1.
#[must_use]
pub const fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What stands after a time of day.
fn after_clock(text: &str) -> Option<&str> {
    let (hour, rest) = two_digits(text)?;
    let (minute, rest) = two_digits(rest.strip_prefix(':')?)?;
    let (second, mut rest) = two_digits(rest.strip_prefix(':')?)?;
    let mut whole = true;
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return None;
        }
        whole = fraction[..digits].bytes().all(|byte| byte == b'0');
        rest = &fraction[digits..];
    }
    let midnight = hour == 24 && minute == 0 && second == 0 && whole;
    ((hour < 24 && minute < 60 && second < 60) || midnight).then_some(rest)
}

/// Nothing, `Z`, or an offset of at most fourteen hours.
fn is_zone(text: &str) -> bool {
    let Some(offset) = text.strip_prefix(['+', '-']) else { return matches!(text, "" | "Z") };
    let Some((hours, rest)) = two_digits(offset) else { return false };
    let Some((minutes, rest)) = rest.strip_prefix(':').and_then(two_digits) else { return false };
    rest.is_empty() && minutes < 60 && hours * 60 + minutes <= 14 * 60
}

fn two_digits(text: &str) -> Option<(i64, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((digits.parse().ok()?, rest))
}
