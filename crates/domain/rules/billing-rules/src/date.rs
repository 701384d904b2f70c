//! `xs:date`.

use xml::schema::days_in_month;
use xml::white_space::trimmed;

/// A day, comparable with others; days without a zone are taken as UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    /// The start of the day, in minutes.
    minutes: i64,
}

impl Date {
    /// The value of the text, as `xs:date` reads it: `-?YYYY-MM-DD` and a zone or none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = trimmed(text);
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let (year, rest) = rest.split_once('-')?;
        if year.len() < 4 || year.len() > 10 || (year.len() > 4 && year.starts_with('0')) {
            return None;
        }
        let year = sign * digits(year)?;
        if year.abs() > LAST_YEAR {
            return None;
        }
        let month = digits(rest.get(..2)?)?;
        let day = digits(rest.get(2..5)?.strip_prefix('-')?)?;
        let zone = zone(rest.get(5..)?)?;
        if !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
            return None;
        }
        Some(Self { minutes: day_number(year, month, day) * 24 * 60 - zone })
    }
}

/// The last year that the official engine knows.
const LAST_YEAR: i64 = i32::MAX as i64;

fn digits(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Minutes east of UTC. The engine looks at the hours alone: 14:59 is an offset to it, though not to
/// the schema.
fn zone(text: &str) -> Option<i64> {
    let (sign, rest) = match text {
        "" | "Z" => return Some(0),
        _ if text.starts_with('+') => (1, &text[1..]),
        _ if text.starts_with('-') => (-1, &text[1..]),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    if hours.len() != 2 || minutes.len() != 2 {
        return None;
    }
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    let fits = minutes < 60 && hours <= 14;
    fits.then_some(sign * (hours * 60 + minutes))
}

/// Days since a fixed one, counted in years that begin in March.
const fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 306 + 5) / 10
        + day
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        let order = ["-0001-12-31", "0000-01-01", "2023-02-28", "2023-03-01", "2024-02-29"];
        let days: Vec<_> = order.iter().map(|text| Date::parse(text).unwrap()).collect();
        assert!(days.is_sorted());
        assert_eq!(Date::parse(" 2024-02-29Z "), Date::parse("2024-02-29+00:00"));
        assert!(Date::parse("2024-01-01+02:00") < Date::parse("2024-01-01"));
        assert!(Date::parse("2024-01-01+14:01") < Date::parse("2024-01-01+14:00"));
        assert!(Date::parse("2147483647-12-31") > Date::parse("1234567890-01-01"));
    }

    #[test]
    fn days_that_are_none() {
        for bad in [
            "2017-11-31",
            "2017-1-1",
            "-017-11-13",
            "",
            "x",
            "２017-11-13",
            "2023-02-29",
            "02017-01-01",
            "2017-11-13+15:00",
            "2017-11-13+13:60",
            "2147483648-01-01",
            "12345678901-01-01",
            "2017-11-13z",
            "2017-13-01",
            "2017-11-1é",
        ] {
            assert_eq!(Date::parse(bad), None, "{bad:?}");
        }
    }
}
