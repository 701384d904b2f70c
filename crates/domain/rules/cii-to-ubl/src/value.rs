//! Values in the two syntaxes.

use time::{Date, Month};
use xml::white_space::trimmed;

/// `20261121`, a day of format 102, as `2026-11-21`; nothing when it is no day of the calendar.
pub(crate) fn iso_day(text: &str) -> Option<String> {
    let text = trimmed(text);
    if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (year, month, day) = (&text[..4], &text[4..6], &text[6..]);
    let number: u8 = month.parse().ok()?;
    Date::from_calendar_date(year.parse().ok()?, Month::try_from(number).ok()?, day.parse().ok()?)
        .ok()?;
    Some(format!("{year}-{month}-{day}"))
}

/// `1` and `0` are `true` and `false`; all else stands as it is.
pub(crate) fn indicator(text: &str) -> &str {
    match trimmed(text) {
        "1" => "true",
        "0" => "false",
        other => other,
    }
}

/// The code of UBL (UNTDID 2005) for a VAT point date code of CII (UNTDID 2475), BT-8.
pub(crate) fn tax_point_code(text: &str) -> &str {
    match trimmed(text) {
        "5" => "3",
        "29" => "35",
        "72" => "432",
        other => other,
    }
}

/// Whether two texts mean the same: equal, or equal as decimals.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let (one, other) = (trimmed(one), trimmed(other));
    one == other || plain_decimal(one).is_some_and(|number| Some(number) == plain_decimal(other))
}

/// A decimal without leading and trailing zeros; nothing when the text is none.
fn plain_decimal(text: &str) -> Option<(bool, &str, &str)> {
    let negative = text.starts_with('-');
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    Some((negative && whole.len() + fraction.len() > 0, whole, fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days_of_the_calendar() {
        assert_eq!(iso_day(" 20261121\n").as_deref(), Some("2026-11-21"));
        assert_eq!(iso_day("20240229").as_deref(), Some("2024-02-29"));
        for no_day in ["", "20260231", "2026-11-21", "2026112", "00001301", "２０２６１１２１"]
        {
            assert_eq!(iso_day(no_day), None, "{no_day}");
        }
    }

    #[test]
    fn decimals_are_compared_by_value() {
        for (one, other) in [("1.00", "1"), ("+0.5", ".50"), ("-0.0", "0"), ("a", " a ")] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in [("1", "-1"), ("1.0a", "1"), ("10", "1"), ("1e2", "100"), (".", "0")] {
            assert!(!same(one, other), "{one} {other}");
        }
    }
}
