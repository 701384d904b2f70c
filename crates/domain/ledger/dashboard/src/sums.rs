use crate::Amounts;
use money::{Currency, CurrencyCode, Decimal, in_home_currency};
use std::collections::BTreeMap;

/// A sum in each currency, and in the firm's home currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sums {
    pub count: u64,
    /// The sums by currency, ordered by its code.
    pub by_currency: Vec<CurrencySum>,
    pub home: Home,
}

/// A sum in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencySum {
    pub currency: CurrencyCode,
    pub count: u64,
    pub amount: Decimal,
}

/// A sum in the firm's home currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Home {
    pub amount: Decimal,
    /// The number of documents that are not in it, because their exchange rate is unknown.
    pub without_rate: u64,
}

/// An amount in the firm's home currency, rounded once; `None` when the rate is unknown.
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

/// The sums by currency, and in the home currency. The sum of each exchange rate is converted and rounded once,
/// however the rows are split.
#[must_use]
pub fn sums<'a>(rows: impl IntoIterator<Item = &'a Amounts>, home: Currency) -> Sums {
    let mut by_currency: BTreeMap<&str, CurrencySum> = BTreeMap::new();
    let mut total = Home::default();
    let mut count = 0;
    let rows = by_rate(rows);
    for row in &rows {
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

/// One sum for each currency and exchange rate.
fn by_rate<'a>(rows: impl IntoIterator<Item = &'a Amounts>) -> Vec<Amounts> {
    let mut sums: BTreeMap<_, Amounts> = BTreeMap::new();
    for row in rows {
        let key = (currency_key(&row.currency), row.exchange_rate);
        let sum = sums.entry(key);
        let sum = sum.or_insert_with(|| Amounts { count: 0, amount: Decimal::ZERO, ..row.clone() });
        sum.count += row.count;
        sum.amount += row.amount;
    }
    sums.into_values().collect()
}

pub(crate) fn currency_key(currency: &CurrencyCode) -> &str {
    currency.code()
}
