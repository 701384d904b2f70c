//! Amounts as banks write them.

use crate::Fault;
use money::{Decimal, Digits};

/// As the column has.
const DIGITS: Digits = Digits { integer: 13, decimal: 2 };

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

pub(crate) fn plain(text: &str) -> Result<Decimal, Fault> {
    money::parse(text, DIGITS).map_err(|_| Fault::NotAnAmount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;

    #[test]
    fn nothing_is_guessed() {
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
}
