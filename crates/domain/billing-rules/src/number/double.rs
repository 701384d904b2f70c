//! `xs:double`.

use std::cmp::Ordering;

use crate::text::trimmed;

/// The value of the text, as `xs:double` reads it; nothing where a cast would fail.
pub(crate) fn parse(text: &str) -> Option<f64> {
    match trimmed(text) {
        "INF" => Some(f64::INFINITY),
        "+INF" => Some(f64::INFINITY),
        "-INF" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        // Rust reads words such as `inf` and `nan`, which XML Schema does not know.
        number if number.bytes().all(is_numeric) => number.parse().ok(),
        _ => None,
    }
}

/// `number(text)`: not a number where a cast would fail.
pub(crate) fn number(text: &str) -> f64 {
    parse(text).unwrap_or(f64::NAN)
}

/// `round()`: halves go up, towards plus infinity.
pub(crate) fn round(value: f64) -> f64 {
    let floor = value.floor();
    let rounded = if value - floor >= 0.5 { floor + 1.0 } else { floor };
    if rounded == 0.0 && value.is_sign_negative() { -0.0 } else { rounded }
}

/// How the official engine orders untyped values: as Java does, with -0.00 below nought and what is
/// not a number above everything.
pub(crate) fn compare(one: f64, other: f64) -> Ordering {
    match one.partial_cmp(&other) {
        Some(Ordering::Equal) if one == 0.0 => {
            other.is_sign_negative().cmp(&one.is_sign_negative())
        }
        Some(order) => order,
        None => one.is_nan().cmp(&other.is_nan()),
    }
}

/// `value >= 0` of an untyped value.
pub(crate) fn is_at_least_zero(value: f64) -> bool {
    compare(value, 0.0).is_ge()
}

/// `value > 0` of an untyped value.
pub(crate) fn is_positive(value: f64) -> bool {
    compare(value, 0.0).is_gt()
}

/// `value = 0` of an untyped value.
pub(crate) fn is_zero(value: f64) -> bool {
    compare(value, 0.0).is_eq()
}

const fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_schema_s_words_are_numbers() {
        assert_eq!(parse(" 1e3 "), Some(1000.0));
        assert_eq!(parse("inf"), None);
        assert_eq!(parse(""), None);
        assert!(number("NaN").is_nan());
        assert!(is_positive(f64::NAN) && !is_zero(-0.0) && !is_at_least_zero(-0.0));
        assert!(is_zero(0.0) && is_at_least_zero(0.0) && !is_positive(0.0));
        assert_eq!(round(-2.5), -2.0);
        assert_eq!(round(2.5), 3.0);
    }
}
