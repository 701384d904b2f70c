//! Rates of central banks, kept.

use crate::contract::StoreUnderTest;
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateCache},
};
use rust_decimal::{Decimal, dec};
use time::{Date, macros::date};

fn day(date: Date, rates: &[(&str, Decimal)]) -> DailyRates {
    let rates = rates.iter().map(|(code, rate)| ((*code).to_owned(), *rate)).collect();
    DailyRates { date, rates }
}

pub async fn the_last_day_in_the_range_is_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    // all decimals, and a last digit that a float loses
    let friday = day(
        date!(2026 - 11 - 20),
        &[("USD", dec!(1.15810)), ("HUF", dec!(389.7300000000000001)), ("BTC", dec!(0.00001))],
    );
    let wednesday = day(date!(2026 - 11 - 18), &[("USD", dec!(1.1577))]);
    let new_year = day(date!(2026 - 01 - 02), &[("USD", dec!(1.2))]);
    let nothing = day(date!(2026 - 11 - 21), &[]);
    let days = [friday.clone(), nothing, new_year.clone(), wednesday.clone()];
    store.keep_rates(CentralBank::Ecb, &days).await.expect("kept");
    store.keep_rates(CentralBank::Ecb, &[]).await.expect("nothing to keep");
    for (from, to, found) in [
        (date!(2026 - 11 - 14), date!(2026 - 11 - 21), Some(&friday)),
        (date!(2026 - 11 - 20), date!(2026 - 11 - 20), Some(&friday)),
        (date!(2026 - 11 - 12), date!(2026 - 11 - 19), Some(&wednesday)),
        (date!(2025 - 12 - 30), date!(2026 - 01 - 02), Some(&new_year)),
        (date!(2026 - 11 - 19), date!(2026 - 11 - 19), None),
        (date!(2026 - 11 - 21), date!(2026 - 11 - 28), None),
        (date!(2026 - 11 - 20), date!(2026 - 11 - 18), None),
    ] {
        let rates = store.cached_rates(CentralBank::Ecb, from, to).await.expect("asked");
        assert_eq!(rates.as_ref(), found, "{from} to {to}");
        let other = store.cached_rates(CentralBank::Cnb, from, to).await.expect("asked");
        assert_eq!(other, None);
    }
}

pub async fn what_is_kept_stays(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let date = date!(2026 - 11 - 20);
    for rates in [
        vec![("USD", dec!(1.1))],
        vec![("USD", dec!(9.9)), ("CZK", dec!(24.3))], // the second is new
    ] {
        store.keep_rates(CentralBank::Cnb, &[day(date, &rates)]).await.expect("kept");
    }
    let kept = store.cached_rates(CentralBank::Cnb, date, date).await.expect("asked");
    assert_eq!(kept, Some(day(date, &[("USD", dec!(1.1)), ("CZK", dec!(24.3))])));
}

/// Processes that fetch the same history keep it in whatever order it came.
pub async fn the_same_days_kept_at_once_do_no_harm(subject: &impl StoreUnderTest) {
    let codes = ["USD", "CZK", "PLN", "HUF", "GBP", "CHF"];
    let rates: Vec<_> = codes.iter().map(|code| (*code, dec!(1.5))).collect();
    let mut days: Vec<_> = (1..=28)
        .map(|d| day(date!(2026 - 02 - 01).replace_day(d).expect("a day"), &rates))
        .collect();
    let mut tasks = Vec::new();
    for _ in 0..6 {
        days.reverse();
        let (store, days) = (subject.store().clone(), days.clone());
        tasks.push(tokio::spawn(async move { store.keep_rates(CentralBank::Ecb, &days).await }));
    }
    for task in tasks {
        task.await.expect("no panic").expect("kept");
    }
    let (from, to) = (date!(2026 - 01 - 01), date!(2026 - 12 - 31));
    let last = subject.store().cached_rates(CentralBank::Ecb, from, to).await.expect("asked");
    assert_eq!(last, Some(day(date!(2026 - 02 - 28), &rates)));
}
