//! Amounts as banks write them.

use crate::Fault;
use money::{Decimal, Digits};

/// As the column has.
const DIGITS: Digits = Digits { integer: 13, decimal: 2 };

/// An amount of XML (`ActiveOrHistoricCurrencyAndAmount`).
///
/// # Errors
/// [`Fault::NotAnAmount`], [`Fault::Negative`]: there is an indicator for the direction.
pub(crate) fn unsigned(text: &str) -> Result<Decimal, Fault> {
    let amount = plain(text.trim())?;
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
        assert_eq!(unsigned(" 1.50 "), Ok(dec!(1.5)));
    }
}
