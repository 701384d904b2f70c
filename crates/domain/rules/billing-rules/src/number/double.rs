//! `xs:double`.

use xml::white_space::trimmed;

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
        assert_eq!(round(-2.5), -2.0);
        assert_eq!(round(2.5), 3.0);
    }
}
