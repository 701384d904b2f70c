use rust_decimal::Decimal;

/// How many digits a number may have on each side of the decimal point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    /// Digits before the point.
    pub integer: u32,
    /// Digits after the point, trailing zeros not counted.
    pub decimal: u32,
}

impl Digits {
    /// Whether a number has no more digits than these.
    ///
    /// # Errors
    /// [`ParseError::TooLarge`], [`ParseError::TooPrecise`].
    pub fn check(self, number: Decimal) -> Result<(), ParseError> {
        let number = number.normalize();
        let integer = number.trunc().mantissa().unsigned_abs();
        if integer.checked_ilog10().is_some_and(|log| log >= self.integer) {
            return Err(ParseError::TooLarge(self.integer));
        }
        if number.scale() > self.decimal {
            return Err(ParseError::TooPrecise(self.decimal));
        }
        Ok(())
    }
}

/// Digits of an amount, as columns have them.
const AMOUNT_DIGITS: Digits = Digits { integer: 13, decimal: 2 };

/// Why a text is not an acceptable decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("number")]
pub enum ParseError {
    /// Not of the form `-12.34` or `1.2e3`.
    #[error("is not a decimal number")]
    NotANumber,
    /// Not of the form `12.34`.
    #[error("must be an amount such as 12.34: digits, and behind a point one or two more")]
    NotAnAmount,
    /// More digits before the decimal point than allowed.
    #[error("has more than {most} digits before the decimal point", most = .0)]
    TooLarge(u32),
    /// More digits after the decimal point than allowed: nothing is rounded silently.
    #[error("has more than {most} digits after the decimal point", most = .0)]
    TooPrecise(u32),
}

/// Reads a decimal number exactly, from the text of a JSON number or of a numeric string.
///
/// Grammar: JSON's number (RFC 8259, section 6), leading zeros allowed. The result is normalized.
///
/// # Errors
/// See [`ParseError`]. Never rounds.
pub fn parse(text: &str, digits: Digits) -> Result<Decimal, ParseError> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
        None => (unsigned, 0),
    };
    let (integer, decimals) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(integer) || !all_digits(decimals) {
        return Err(ParseError::NotANumber);
    }
    let significant = format!("{integer}{decimals}");
    let point = i64::try_from(integer.len()).unwrap_or(i64::MAX).saturating_add(exponent);
    place(significant.trim_end_matches('0'), point, negative, digits)
}

/// Reads an amount of money as requests write it: up to thirteen digits, and behind a point one or two more
/// (`^\d{1,13}(\.\d{1,2})?$`). No sign, no exponent, nothing that a spreadsheet makes of a number.
///
/// # Errors
/// [`ParseError`]. Never rounds.
pub fn parse_amount(text: &str) -> Result<Decimal, ParseError> {
    let (integer, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(integer) || !all_digits(decimals) {
        return Err(ParseError::NotAnAmount);
    }
    if integer.len() > AMOUNT_DIGITS.integer as usize {
        return Err(ParseError::TooLarge(AMOUNT_DIGITS.integer));
    }
    if decimals.len() > AMOUNT_DIGITS.decimal as usize {
        return Err(ParseError::TooPrecise(AMOUNT_DIGITS.decimal));
    }
    parse(text, AMOUNT_DIGITS)
}

fn parse_exponent(text: &str) -> Result<i64, ParseError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseError::NotANumber);
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 2).min(i64::MAX / 2);
    Ok(if text.starts_with('-') { -size } else { size })
}

/// `digits` with the decimal point after the first `point` of them.
fn place(
    significant: &str,
    point: i64,
    negative: bool,
    allowed: Digits,
) -> Result<Decimal, ParseError> {
    let leading = significant.bytes().take_while(|b| *b == b'0').count();
    let significant = &significant[leading..];
    if significant.is_empty() {
        return Ok(Decimal::ZERO);
    }
    let length = i64::try_from(significant.len()).unwrap_or(i64::MAX);
    let point = point.saturating_sub(i64::try_from(leading).unwrap_or(i64::MAX));
    if point > i64::from(allowed.integer) {
        return Err(ParseError::TooLarge(allowed.integer));
    }
    let scale = length.saturating_sub(point).max(0);
    if scale > i64::from(allowed.decimal) {
        return Err(ParseError::TooPrecise(allowed.decimal));
    }
    let zeros = usize::try_from(point.saturating_sub(length).max(0)).unwrap_or(0);
    let mantissa = format!("{significant}{}", "0".repeat(zeros));
    let mantissa: i128 = mantissa.parse().map_err(|_| ParseError::TooLarge(allowed.integer))?;
    let signed = if negative { -mantissa } else { mantissa };
    let scale = u32::try_from(scale).map_err(|_| ParseError::TooPrecise(allowed.decimal))?;
    Decimal::try_from_i128_with_scale(signed, scale)
        .map_err(|_| ParseError::TooLarge(allowed.integer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rust_decimal::dec;

    const D: Digits = Digits { integer: 12, decimal: 6 };

    #[test]
    fn digits_are_counted() {
        for (number, result) in [
            (dec!(999999999999.999999), Ok(())),
            (dec!(-0.1000000), Ok(())),
            (dec!(0), Ok(())),
            (dec!(1000000000000), Err(ParseError::TooLarge(12))),
            (dec!(0.0000001), Err(ParseError::TooPrecise(6))),
        ] {
            assert_eq!(D.check(number), result, "{number}");
        }
    }

    #[test]
    fn reads_what_json_writes() {
        for (text, value) in [
            ("0.1", dec!(0.1)),
            ("-0", dec!(0)),
            ("1e3", dec!(1000)),
            ("1.50E-1", dec!(0.15)),
            ("0.000001", dec!(0.000001)),
            ("1.100000000000000000000000000000000", dec!(1.1)),
            ("0e999999999999999999999", dec!(0)),
            ("999999999999.999999", dec!(999999999999.999999)),
        ] {
            assert_eq!(parse(text, D), Ok(value), "{text}");
        }
    }

    #[test]
    fn amounts_are_digits() {
        for (text, value) in [
            ("1", dec!(1)),
            ("0.10", dec!(0.1)),
            ("007.5", dec!(7.5)),
            ("9999999999999.99", dec!(9999999999999.99)),
        ] {
            assert_eq!(parse_amount(text), Ok(value), "{text}");
        }
        for text in [
            "", " 1", "1 ", "1e2", "1E2", "+1", "-1", "1.", ".5", "1,5", "١", "１", "1_000",
            "1 000", "0x1", "NaN", "1.5.0", "1\u{0}",
        ] {
            assert_eq!(parse_amount(text), Err(ParseError::NotAnAmount), "{text}");
        }
        for text in ["1.0000", "0.001"] {
            assert_eq!(parse_amount(text), Err(ParseError::TooPrecise(2)), "{text}");
        }
        for text in ["10000000000000", "00000000000001"] {
            assert_eq!(parse_amount(text), Err(ParseError::TooLarge(13)), "{text}");
        }
    }

    #[test]
    fn refuses_what_it_cannot_keep() {
        for (text, error) in [
            ("", ParseError::NotANumber),
            ("1,5", ParseError::NotANumber),
            ("+1", ParseError::NotANumber),
            ("NaN", ParseError::NotANumber),
            (".5", ParseError::NotANumber),
            ("1e", ParseError::NotANumber),
            ("1e+", ParseError::NotANumber),
            ("٣", ParseError::NotANumber),
            ("0.1234567", ParseError::TooPrecise(6)),
            ("1e-7", ParseError::TooPrecise(6)),
            ("1e-99999999999999999999", ParseError::TooPrecise(6)),
            ("1000000000000", ParseError::TooLarge(12)),
            ("1e400", ParseError::TooLarge(12)),
            ("123456789012345678901234567890", ParseError::TooLarge(12)),
            ("1.23456789012345678901234567890", ParseError::TooPrecise(6)),
        ] {
            assert_eq!(parse(text, D), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = parse(&text, D);
        }

        #[test]
        fn printing_and_reading_is_the_identity(m in -999_999_999_999_i64..999_999_999_999, s in 0_u32..=6) {
            let value = Decimal::new(m, s);
            prop_assert_eq!(parse(&value.to_string(), D), Ok(value));
        }
    }
}
