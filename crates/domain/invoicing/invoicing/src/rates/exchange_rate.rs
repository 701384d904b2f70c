use crate::rates::DailyRates;
use money::{Currency, Decimal};
use time::{Date, Duration, OffsetDateTime, Time, Weekday, macros::time};

/// The greatest age of a rate at the tax point, in days, unless configured.
pub const DEFAULT_RATE_DAYS_BACK: u16 = 7;

/// The rate of a currency on a day, or the last one published before it, at most `days_back` days earlier.
///
/// In units of `currency` for one unit of the bank's own. `None` when there is no such day, or the bank does not quote
/// the currency.
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

/// Before this time in Bratislava neither bank has published the rates of a day: the ECB fixes them at 14:10 and
/// publishes around 16:00, the CNB publishes after 14:30.
const PUBLISHED_AFTER: Time = time!(14:00);

/// Whether the rates of `last` are certainly the last ones that were published for `date` by `now`.
///
/// `asked` is when the bank last answered that it has none between them. Without such an answer only days without
/// publication are certain: Saturdays, Sundays, and today until the afternoon.
#[must_use]
pub fn is_last_published(
    last: Date,
    date: Date,
    asked: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> bool {
    let until = date.min(service_day::date(now));
    let mut day = last;
    while let Some(next) = day.next_day().filter(|next| *next <= until) {
        if may_have_been_published(next, asked, now) {
            return false;
        }
        day = next;
    }
    true
}

fn may_have_been_published(day: Date, asked: Option<OffsetDateTime>, now: OffsetDateTime) -> bool {
    let works = !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
    let denied = asked.is_some_and(|asked| day < service_day::date(asked));
    works && !denied && service_day::at(day, PUBLISHED_AFTER) <= now
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::{date, datetime};

    #[test]
    fn rates_of_another_day_count_while_none_came_after_them() {
        let friday = date!(2026 - 11 - 20);
        let monday = date!(2026 - 11 - 23);
        let saturday = datetime!(2026-11-21 12:00 +1);
        let morning = datetime!(2026-11-23 13:59 +1);
        let afternoon = datetime!(2026-11-23 14:00 +1);
        for (last, date, asked, now, certain) in [
            (friday, friday, None, saturday, true),
            // over a weekend, and on Monday until the afternoon
            (friday, date!(2026 - 11 - 22), None, saturday, true),
            (friday, monday, None, morning, true),
            (friday, monday, None, afternoon, false),
            // a delivery in the future has today's rates
            (friday, date!(2027 - 01 - 05), None, saturday, true),
            (date!(2026 - 11 - 19), friday, None, saturday, false),
            // the bank answered on Saturday that Friday was a holiday
            (date!(2026 - 11 - 19), friday, Some(saturday), saturday, true),
            // an answer of the morning is outdated in the afternoon
            (friday, monday, Some(morning), afternoon, false),
            (friday, monday, Some(afternoon), datetime!(2026-11-24 09:00 +1), false),
            (
                friday,
                monday,
                Some(datetime!(2026-11-24 09:00 +1)),
                datetime!(2026-11-24 18:00 +1),
                true,
            ),
        ] {
            assert_eq!(is_last_published(last, date, asked, now), certain, "{last} {date} {now}");
        }
    }

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
