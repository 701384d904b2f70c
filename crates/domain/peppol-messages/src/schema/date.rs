//! Days and times as XML Schema 1.0 writes them.

/// `YYYY-MM-DD` with or without a time zone.
pub(super) fn is_date(text: &str) -> bool {
    day(text).is_some_and(is_zone)
}

/// `hh:mm:ss` with or without a fraction and a time zone.
pub(super) fn is_time(text: &str) -> bool {
    time(text).is_some_and(is_zone)
}

/// Both with a `T` between them.
pub(super) fn is_date_time(text: &str) -> bool {
    day(text).and_then(|rest| rest.strip_prefix('T')).and_then(time).is_some_and(is_zone)
}

/// What stands after a calendar day.
fn day(text: &str) -> Option<&str> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (year, rest) = unsigned.split_once('-')?;
    let padded = year.len() > 4 && year.starts_with('0');
    if year.len() < 4 || padded || !all_digits(year) || year.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let (month, rest) = (number(rest.get(..2)?)?, rest.get(2..)?.strip_prefix('-')?);
    let (day, rest) = (number(rest.get(..2)?)?, rest.get(2..)?);
    let last_four = number(&year[year.len() - 4..])?;
    let leap = last_four % 4 == 0 && (last_four % 100 != 0 || year_of_400(year));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(rest)
}

/// Whether the year is divisible by 400: only its last four digits count.
fn year_of_400(year: &str) -> bool {
    number(&year[year.len() - 4..]).is_some_and(|four| four % 400 == 0)
}

/// What stands after a time of day.
fn time(text: &str) -> Option<&str> {
    let field = |at: usize| text.get(at..at + 2).and_then(number);
    let (hours, minutes, seconds) = (field(0)?, field(3)?, field(6)?);
    if text.get(2..3)? != ":" || text.get(5..6)? != ":" {
        return None;
    }
    let mut rest = text.get(8..)?;
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        (fraction, rest) = after.split_at(digits);
        if digits == 0 {
            return None;
        }
    }
    let midnight =
        hours == 24 && minutes == 0 && seconds == 0 && fraction.bytes().all(|b| b == b'0');
    (midnight || (hours < 24 && minutes < 60 && seconds < 60)).then_some(rest)
}

/// Nothing, `Z`, or an offset of at most 14 hours.
fn is_zone(text: &str) -> bool {
    if text.is_empty() || text == "Z" {
        return true;
    }
    let Some(offset) = text.strip_prefix(['+', '-']) else { return false };
    let Some((hours, minutes)) = offset.split_once(':') else { return false };
    let (Some(hours), Some(minutes)) = (two(hours), two(minutes)) else { return false };
    (hours < 14 && minutes < 60) || (hours == 14 && minutes == 0)
}

fn two(text: &str) -> Option<u32> {
    if text.len() == 2 { number(text) } else { None }
}

fn number(text: &str) -> Option<u32> {
    if all_digits(text) { text.parse().ok() } else { None }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_exist() {
        for good in ["2025-03-11", "2024-02-29", "2000-02-29Z", "12025-01-01+14:00", "-0001-01-01"]
        {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "",
            "2025-02-29",
            "1900-02-29",
            "0000-01-01",
            "02025-01-01",
            "2025-1-1",
            "11.03.2025",
            "2025-01-01z",
            "é",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
        for good in ["12:00:00", "12:00:00Z", "24:00:00", "23:59:59.123+01:00", "00:00:00-14:00"] {
            assert!(is_time(good), "{good}");
        }
        for bad in [
            "12:00",
            "12:00Z",
            "25:00:00Z",
            "12:00:00z",
            "12:00:00+1:00",
            "24:00:01",
            "12:60:00",
            "12:00:60",
            "12:00:00.",
            "12:00:00+14:01",
            "12é00",
        ] {
            assert!(!is_time(bad), "{bad}");
        }
        assert!(is_date_time("2027-01-04T08:15:30.125+01:00"));
        assert!(!is_date_time("2027-13-01T00:00:00Z") && !is_date_time("2027-01-04T08:15:30+0100"));
    }
}
