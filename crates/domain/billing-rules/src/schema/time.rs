//! Days and times of day as XML Schema writes them. White space around them is a fault, as libxml2 has it.

/// `xs:date`
pub(super) fn is_date(text: &str) -> bool {
    day(text).is_some_and(is_zone)
}

/// `xs:time`
pub(super) fn is_time(text: &str) -> bool {
    clock(text).is_some_and(is_zone)
}

/// `xs:dateTime`
pub(super) fn is_date_time(text: &str) -> bool {
    let Some(rest) = day(text).and_then(|rest| rest.strip_prefix('T')) else { return false };
    clock(rest).is_some_and(is_zone)
}

/// Takes a day from the front.
fn day(text: &str) -> Option<&str> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let year = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    // More than four digits may not begin with zero; there is no year zero.
    if year < 4 || (year > 4 && unsigned.starts_with('0')) {
        return None;
    }
    let number: i64 = unsigned[..year].parse().ok()?;
    let number = if unsigned.len() < text.len() { -number } else { number };
    let rest = unsigned[year..].strip_prefix('-')?;
    let (month, rest) = two_digits(rest)?;
    let (day, rest) = two_digits(rest.strip_prefix('-')?)?;
    (number != 0 && (1..=12).contains(&month) && (1..=days(number, month)).contains(&day))
        .then_some(rest)
}

const fn days(year: i64, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Takes a time of day from the front.
fn clock(text: &str) -> Option<&str> {
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

fn two_digits(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_exist() {
        for good in [
            "2017-11-13",
            "2016-02-29",
            "2017-11-13Z",
            "2017-11-13+01:00",
            "2017-11-13-14:00",
            "-0001-01-01",
            "12017-11-13",
            "2000-02-29",
            "-0004-02-29",
        ] {
            assert!(is_date(good), "{good}");
        }
        for bad in [
            "2017-11-31",
            "2017-02-29",
            "2017-1-1",
            "2017-11-13+14:01",
            "0000-01-01",
            "02017-11-13",
            "",
            "20171113",
            "2017-11-13T00:00:00",
            " 2017-11-13 ",
            "2017-13-01",
            "2017-00-10",
            "2017-10-00",
            "+2017-10-10",
            "2017-11-13+1:00",
            "99999999999999999999-01-01",
            "2017-11-13z",
            "1900-02-29",
            "2017-11-13-00:60",
        ] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn times_exist() {
        for good in ["12:00:00", "24:00:00", "12:00:00.5", "12:00:00Z", "12:00:00+01:00"] {
            assert!(is_time(good), "{good}");
        }
        for bad in [
            "24:00:01",
            "23:59:60",
            "12:00",
            "12:00:00.",
            " 12:00:00 ",
            "1:00:00",
            "12:60:00",
            "12:00:00,5",
        ] {
            assert!(!is_time(bad), "{bad}");
        }
        assert!(is_date_time("2017-11-13T24:00:00Z"));
        assert!(!is_date_time("2017-11-13 12:00:00"));
        assert!(!is_date_time("2017-11-13"));
    }
}
