use crate::{Amounts, CurrencySum, Home, Sums};
use money::{Currency, CurrencyCode, Decimal, in_home_currency};
use std::collections::BTreeMap;

/// An amount in the firm's own currency, rounded once; none when the rate is not known.
pub(crate) fn at_home(
    amount: Decimal,
    currency: CurrencyCode,
    exchange_rate: Option<Decimal>,
    home: Currency,
) -> Option<Decimal> {
    match currency == home {
        true => Some(money::round(amount)),
        false => in_home_currency(amount, exchange_rate?),
    }
}

/// Sums by currency, and in the firm's own: each exchange rate's sum is converted and rounded once.
pub(crate) fn sums<'a>(rows: impl IntoIterator<Item = &'a Amounts>, home: Currency) -> Sums {
    let mut by_currency: BTreeMap<&str, CurrencySum> = BTreeMap::new();
    let mut total = Home::default();
    let mut count = 0;
    for row in rows {
        count += row.count;
        match at_home(row.amount, row.currency, row.exchange_rate, home) {
            Some(amount) => total.amount += amount,
            None => total.without_rate += row.count,
        }
        let code = row.currency;
        let sum = by_currency.entry(currency_key(&row.currency)).or_insert_with(|| CurrencySum {
            currency: code,
            count: 0,
            amount: Decimal::ZERO,
        });
        sum.count += row.count;
        sum.amount += row.amount;
    }
    total.amount = money::round(total.amount);
    let by_currency = by_currency
        .into_values()
        .map(|sum| CurrencySum { amount: money::round(sum.amount), ..sum });
    Sums { count, by_currency: by_currency.collect(), home: total }
}

pub(crate) fn currency_key(currency: &CurrencyCode) -> &str {
    currency.code()
}
