use crate::DailyRates;
use money::{Currency, Decimal};
use time::{Date, Duration};

/// How many days before the tax point a rate may have been published, unless configured.
pub const DEFAULT_RATE_DAYS_BACK: u16 = 7;

/// The rate of a currency on a day, or the last published before it, at most `days_back` days.
///
/// Units of `currency` per one unit of the bank's own. `None`: no such day, or the bank does not
/// quote the currency.
#[must_use]
pub fn pick_rate(
    days: &[DailyRates],
    currency: Currency,
    date: Date,
    days_back: u16,
) -> Option<Decimal> {
    let first = date - Duration::days(days_back.into());
    days.iter()
        .filter(|day| day.date <= date && day.date >= first)
        .max_by_key(|day| day.date)
        .and_then(|day| day.rates.get(currency.code()).copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::date;

    #[test]
    fn the_last_published_rate_counts() {
        let day = |date, rate| DailyRates { date, rates: [("USD".to_owned(), rate)].into() };
        let days = [day(date!(2026 - 11 - 19), dec!(1.08)), day(date!(2026 - 11 - 20), dec!(1.09))];
        for (on, back, rate) in [
            (date!(2026 - 11 - 20), 7, Some(dec!(1.09))),
            (date!(2026 - 11 - 22), 7, Some(dec!(1.09))),
            (date!(2026 - 11 - 19), 0, Some(dec!(1.08))),
            (date!(2026 - 11 - 18), 7, None),
            (date!(2026 - 11 - 28), 7, None),
        ] {
            assert_eq!(pick_rate(&days, Currency::Usd, on, back), rate, "{on}");
        }
        assert_eq!(pick_rate(&days, Currency::Rub, date!(2026 - 11 - 20), 7), None);
    }
}
