//! Comparing an untyped value with a number as the official engine does: not quite as XPath says, for a negative
//! zero is less than zero, and a value that is not a number more than any.

use std::cmp::Ordering;

use super::double;

/// The untyped value against a whole number written in a rule. Where both are plain whole numbers they are compared as
/// such, so that `-0` is zero while `-0.00` is less. Nothing where the value cannot be cast.
pub(crate) fn compare_with_integer(text: &str, number: i32) -> Option<Ordering> {
    let text = xml::white_space::trimmed(text);
    let digits = text.strip_prefix('-').unwrap_or(text);
    if (1..=10).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse::<i64>().ok().map(|whole| whole.cmp(&i64::from(number)));
    }
    compare_with_double(text, f64::from(number))
}

/// The untyped value against a number that was computed.
pub(crate) fn compare_with_double(text: &str, number: f64) -> Option<Ordering> {
    double::parse(text).map(|value| compare(value, number))
}

/// A total order: negative zero before zero, what is not a number last.
pub(crate) fn compare(one: f64, other: f64) -> Ordering {
    match (one.is_nan(), other.is_nan()) {
        (false, false) => one.total_cmp(&other),
        (one, other) => one.cmp(&other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_zero_is_less_than_zero_unless_it_is_whole() {
        assert_eq!(compare_with_integer("-0", 0), Some(Ordering::Equal));
        assert_eq!(compare_with_integer("-0.00", 0), Some(Ordering::Less));
        assert_eq!(compare_with_integer("0.00", 0), Some(Ordering::Equal));
        assert_eq!(compare_with_integer("NaN", 0), Some(Ordering::Greater));
        assert_eq!(compare_with_integer(" 5 ", 0), Some(Ordering::Greater));
        assert_eq!(compare_with_integer("x", 0), None);
        assert_eq!(compare_with_double("-0", 0.0), Some(Ordering::Less));
    }
}
