//! Amounts as banks write them.

use crate::Fault;
use money::{Decimal, Digits};

/// As the column has.
const DIGITS: Digits = Digits { integer: 13, decimal: 2 };

/// An amount of a CSV: a decimal comma or point, groups of thousands, a sign on either side, the
/// currency behind.
///
/// # Errors
/// [`Fault::NotAnAmount`]; nothing is guessed: of `1.234` it is not known what the point means.
pub(crate) fn written(text: &str) -> Result<Decimal, Fault> {
    let text = text.trim().trim_end_matches(|c: char| c.is_alphabetic() || c == '€').trim_end();
    let (negative, text) = signed(text);
    let text: String = text.chars().filter(|c| !is_gap(*c)).collect();
    let (integer, decimals) = match text.rfind([',', '.']) {
        None => (text.as_str(), ""),
        Some(at) => (&text[..at], &text[at + 1..]),
    };
    let separator = text[integer.len()..].chars().next();
    let integer = ungrouped(integer, separator).ok_or(Fault::NotAnAmount)?;
    let whole = integer.starts_with(|c: char| c.is_ascii_digit());
    let shaped = whole && (separator.is_none() || (1..=2).contains(&decimals.len()));
    if !shaped {
        return Err(Fault::NotAnAmount);
    }
    let decimals = if decimals.is_empty() { "0" } else { decimals };
    let amount = plain(&format!("{integer}.{decimals}"))?;
    Ok(if negative { -amount } else { amount })
}

/// An amount of XML (`ActiveOrHistoricCurrencyAndAmount`, an `xs:decimal`): `.50`, `5.`, `+5.00` and `00005.000`
/// are in the form.
///
/// # Errors
/// [`Fault::NotAnAmount`], [`Fault::Negative`]: there is an indicator for the direction.
pub(crate) fn unsigned(text: &str) -> Result<Decimal, Fault> {
    let text = text.trim();
    let text = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    let is_exponent = text.contains(['e', 'E']);
    let amount = match text.split_once('.') {
        _ if is_exponent => return Err(Fault::NotAnAmount),
        Some((whole @ ("" | "-"), decimals)) => plain(&format!("{whole}0.{decimals}"))?,
        Some((whole, "")) => plain(whole)?,
        _ => plain(text)?,
    };
    if amount.is_sign_negative() && !amount.is_zero() {
        return Err(Fault::Negative);
    }
    Ok(amount)
}

fn plain(text: &str) -> Result<Decimal, Fault> {
    money::parse(text, DIGITS).map_err(|_| Fault::NotAnAmount)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2009}' | '\u{202f}')
}

fn signed(text: &str) -> (bool, &str) {
    let minus = ['-', '\u{2212}', '\u{2013}'];
    if let Some(rest) = text.strip_prefix(minus).or_else(|| text.strip_suffix(minus)) {
        return (true, rest);
    }
    (false, text.strip_prefix('+').unwrap_or(text))
}

/// Digits before the decimal separator, whose groups of three the other separator may part.
fn ungrouped(integer: &str, separator: Option<char>) -> Option<String> {
    let other = if separator == Some(',') { '.' } else { ',' };
    let mut groups = integer.split(other);
    let first = groups.next()?;
    let rest: Vec<_> = groups.collect();
    let whole = rest.is_empty() || (1..=3).contains(&first.len());
    let grouped = whole && rest.iter().all(|group| group.len() == 3);
    grouped.then(|| [first, &rest.concat()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;

    #[test]
    fn amounts_are_read_as_banks_write_them() {
        for (text, amount) in [
            ("1234,56", dec!(1234.56)),
            ("1 234,56", dec!(1234.56)),
            ("1\u{a0}234,5 EUR", dec!(1234.5)),
            ("1.234,56", dec!(1234.56)),
            ("1,234.56", dec!(1234.56)),
            ("1.234.567,00", dec!(1234567)),
            ("+12.30", dec!(12.30)),
            ("-12,30", dec!(-12.30)),
            ("\u{2212}7 €", dec!(-7)),
            ("12,30-", dec!(-12.30)),
            ("100", dec!(100)),
            ("0,00", dec!(0)),
        ] {
            assert_eq!(written(text), Ok(amount), "{text}");
        }
    }

    #[test]
    fn nothing_is_guessed() {
        for text in [
            "",
            "abc",
            "1.234",
            "1,234",
            "12,345,6",
            "1,2,3",
            "1 234,567",
            "--1",
            "1e3",
            ",5",
            "5,",
            "99999999999999",
            "1..2",
            "0x10",
            "NaN",
        ] {
            assert_eq!(written(text), Err(Fault::NotAnAmount), "{text}");
        }
        assert_eq!(unsigned("-1.00"), Err(Fault::Negative));
        assert_eq!(unsigned("1.005"), Err(Fault::NotAnAmount));
        for (text, expected) in [
            (" 1.50 ", Ok(dec!(1.5))),
            (".50", Ok(dec!(0.5))),
            ("5.", Ok(dec!(5))),
            ("+5.00", Ok(dec!(5))),
            ("0000000498.00000", Ok(dec!(498))),
            ("-.50", Err(Fault::Negative)),
            ("+-5", Err(Fault::NotAnAmount)),
            ("1e2", Err(Fault::NotAnAmount)),
            (".", Err(Fault::NotAnAmount)),
            ("", Err(Fault::NotAnAmount)),
        ] {
            assert_eq!(unsigned(text), expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn an_amount_survives_being_written(cents in 0_i64..1_000_000_000_000) {
            let amount = Decimal::new(cents, 2);
            let text = format!("{amount:.2}").replace('.', ",");
            proptest::prop_assert_eq!(written(&text), Ok(amount.normalize()));
        }

        #[test]
        fn any_text_is_an_amount_or_a_fault(text in ".{0,40}") {
            let _ = written(&text);
        }
    }
}
