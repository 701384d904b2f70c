use crate::{Currency, CurrencyCode};
use rust_decimal::{Decimal, RoundingStrategy, dec};

/// Decimals of an amount (EN 16931, BR-DEC-*): two, in every currency.
pub const AMOUNT_DECIMALS: u32 = 2;

/// The largest amount that is kept: sixteen integer digits, as the database columns hold.
pub const MAX_AMOUNT: Decimal = dec!(9999999999999999.99);

/// An amount that cannot be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum AmountError {
    /// Larger than [`MAX_AMOUNT`].
    #[error("the amount is larger than {most}", most = MAX_AMOUNT)]
    TooLarge,
}

/// Rounds an amount to two decimals, half away from zero: 1.005 gives 1.01, -1.005 gives -1.01. Nothing has no sign:
/// -0.001 and -0 give 0.00, never -0.00.
///
/// The one rounding function of Billhook.
#[must_use]
pub fn round(amount: Decimal) -> Decimal {
    rounded(amount, AMOUNT_DECIMALS)
}

/// The same to the minor unit of a currency: yen have none. Two decimals are written in every currency.
#[must_use]
pub fn round_in(amount: Decimal, currency: impl Into<CurrencyCode>) -> Decimal {
    rounded(amount, if currency.into().has_cents() { AMOUNT_DECIMALS } else { 0 })
}

fn rounded(amount: Decimal, decimals: u32) -> Decimal {
    let mut rounded =
        amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(AMOUNT_DECIMALS);
    if rounded.is_zero() {
        rounded.set_sign_positive(true);
    }
    rounded
}

/// The net amount of a line (BT-131): quantity (BT-129) times net price (BT-146), rounded once.
///
/// The product is taken exactly in 128 bits: [`Decimal`]'s own multiplication would round a
/// product of more than 28 digits before it is rounded here.
///
/// # Errors
/// [`AmountError::TooLarge`] when the product is beyond [`MAX_AMOUNT`].
pub fn line_net(quantity: Decimal, price: Decimal) -> Result<Decimal, AmountError> {
    let (quantity, price) = (quantity.normalize(), price.normalize());
    let product = quantity.mantissa().checked_mul(price.mantissa()).ok_or(AmountError::TooLarge)?;
    let scale = quantity.scale() + price.scale();
    let cents = if scale <= AMOUNT_DECIMALS {
        product.checked_mul(10_i128.pow(AMOUNT_DECIMALS - scale)).ok_or(AmountError::TooLarge)?
    } else {
        divide_half_away(product, scale - AMOUNT_DECIMALS)
    };
    bounded(Decimal::try_from_i128_with_scale(cents, AMOUNT_DECIMALS))
}

/// The VAT amount (BT-117) on a taxable amount (BT-116) at a rate in percent (BT-119), rounded to the currency's
/// minor unit.
///
/// # Errors
/// [`AmountError::TooLarge`] when the result is beyond [`MAX_AMOUNT`].
pub fn vat_amount(
    taxable: Decimal,
    percent: Decimal,
    currency: Currency,
) -> Result<Decimal, AmountError> {
    let tax = taxable.checked_mul(percent).ok_or(AmountError::TooLarge)? / dec!(100);
    bounded(Ok(round_in(tax, currency)))
}

/// An amount of the document's currency in the home currency, at a rate of document-currency
/// units per one home-currency unit. `None` when the rate is not positive.
#[must_use]
pub fn in_home_currency(amount: Decimal, rate: Decimal) -> Option<Decimal> {
    if rate <= Decimal::ZERO {
        return None;
    }
    amount.checked_div(rate).map(round)
}

/// `value / 10^digits`, half away from zero; zero when the divisor is beyond 128 bits.
fn divide_half_away(value: i128, digits: u32) -> i128 {
    let Some(divisor) = 10_i128.checked_pow(digits) else { return 0 };
    let (quotient, remainder) = (value / divisor, value % divisor);
    if remainder.abs() >= divisor - remainder.abs() { quotient + value.signum() } else { quotient }
}

fn bounded(amount: Result<Decimal, rust_decimal::Error>) -> Result<Decimal, AmountError> {
    match amount {
        Ok(amount) if amount.abs() <= MAX_AMOUNT => Ok(amount),
        _ => Err(AmountError::TooLarge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn halves_go_away_from_zero() {
        for (given, rounded) in [
            (dec!(1.005), dec!(1.01)),
            (dec!(-1.005), dec!(-1.01)),
            (dec!(2.675), dec!(2.68)),
            (dec!(0.004999), dec!(0.00)),
            (dec!(7), dec!(7.00)),
        ] {
            assert_eq!(round(given), rounded);
            assert_eq!(round(given).scale(), 2, "{given} keeps two decimals");
        }
    }

    #[test]
    fn line_net_is_exact_beyond_28_digits() {
        // 0.999999 * 4999999999999.99 would round early in 96 bits
        assert_eq!(line_net(dec!(0.1), dec!(0.05)), Ok(dec!(0.01)));
        assert_eq!(line_net(dec!(0.1), dec!(0.049999)), Ok(dec!(0.00)));
        assert_eq!(
            line_net(dec!(123456789.123456), dec!(1234567.654321)),
            Ok(dec!(152415758558147.42))
        );
        assert_eq!(
            line_net(dec!(999999999999.999999), dec!(999999999999)),
            Err(AmountError::TooLarge)
        );
    }

    #[test]
    fn vat_is_on_the_sum() {
        for (taxable, percent, currency, tax) in [
            (dec!(0.02), dec!(23), Currency::Eur, dec!(0.00)),
            (dec!(10.50), dec!(19), Currency::Eur, dec!(2.00)),
            (dec!(2.50), dec!(5), Currency::Eur, dec!(0.13)),
            (dec!(50), dec!(23), Currency::Huf, dec!(11.50)),
            (dec!(50), dec!(23), Currency::Jpy, dec!(12.00)),
            (dec!(107), dec!(19), Currency::Jpy, dec!(20.00)),
        ] {
            assert_eq!(vat_amount(taxable, percent, currency), Ok(tax), "{taxable} {currency}");
        }
        let most = vat_amount(MAX_AMOUNT, dec!(23), Currency::Eur);
        assert_eq!(most.map(|a| a < MAX_AMOUNT), Ok(true));
    }

    #[test]
    fn nothing_has_no_sign() {
        for nothing in [-Decimal::ZERO, dec!(-0.001), -dec!(0.00), dec!(0) * dec!(-1)] {
            assert_eq!(round(nothing).to_string(), "0.00");
        }
        assert_eq!(round(dec!(-0.005)).to_string(), "-0.01");
    }

    #[test]
    fn home_currency_divides_by_the_rate() {
        assert_eq!(in_home_currency(dec!(108.55), dec!(1.0855)), Some(dec!(100.00)));
        assert_eq!(in_home_currency(dec!(1), dec!(0)), None);
    }

    proptest! {
        #[test]
        fn line_net_agrees_with_decimal_where_that_is_exact(q in 1_i64..10_000_000, qs in 0_u32..5, p in 0_i64..10_000_000, ps in 0_u32..5) {
            let (q, p) = (Decimal::new(q, qs), Decimal::new(p, ps));
            prop_assert_eq!(line_net(q, p), Ok(round(q * p)));
        }

        #[test]
        fn rounding_moves_by_at_most_half_a_cent(m in any::<i64>(), s in 0_u32..9) {
            let exact = Decimal::new(m, s);
            prop_assert!((round(exact) - exact).abs() <= dec!(0.005));
        }
    }
}
