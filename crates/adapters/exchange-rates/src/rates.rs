//! The rates of one day.

use rust_decimal::{Decimal, RoundingStrategy};

/// Most decimals of `exchange_rate`.
const DECIMALS: u32 = 8;

/// A rate as `exchange_rate` can carry it: rounded to 8 decimals, half away from zero; `None`
/// if it is then zero or has more than 7 integer digits.
pub(crate) fn representable(rate: Decimal) -> Option<Decimal> {
    let least_too_large = Decimal::from(10_000_000);
    let rounded = rate.round_dp_with_strategy(DECIMALS, RoundingStrategy::MidpointAwayFromZero);
    (rounded > Decimal::ZERO && rounded < least_too_large).then(|| rounded.normalize())
}

/// Whether a text has the form of an ISO 4217 code.
pub(crate) fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}
