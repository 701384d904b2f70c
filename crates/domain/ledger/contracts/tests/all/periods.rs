//! Periods: the calendar without a clock.

use contracts::{Billing, Interval, Period, Schedule};
use proptest::prelude::*;
use time::{Date, Duration, macros::date};

fn schedule(interval: Interval, start: Date, day_of_month: u8, billing: Billing) -> Schedule {
    Schedule { interval, start, day_of_month, billing }
}

/// The first periods: first and last day, and the day of the invoice.
fn first(schedule: &Schedule, count: u32) -> Vec<(Date, Date, Date)> {
    let period = |n| {
        let Period { first, last, due_on, .. } = schedule.period(n).expect("a period");
        (first, last, due_on)
    };
    (0..count).map(period).collect()
}

#[test]
fn periods_follow_each_other_whatever_the_month_has() {
    use Billing::{InAdvance, InArrears};
    use Interval::{Monthly, Quarterly, Yearly};
    for (schedule, periods) in [
        (
            schedule(Monthly, date!(2026 - 11 - 01), 15, InAdvance),
            vec![
                (date!(2026 - 11 - 01), date!(2026 - 11 - 30), date!(2026 - 11 - 15)),
                (date!(2026 - 12 - 01), date!(2026 - 12 - 31), date!(2026 - 12 - 15)),
                (date!(2027 - 01 - 01), date!(2027 - 01 - 31), date!(2027 - 01 - 15)),
            ],
        ),
        // the 31st comes back after each shorter month, in a leap year too
        (
            schedule(Monthly, date!(2028 - 01 - 31), 31, InAdvance),
            vec![
                (date!(2028 - 01 - 31), date!(2028 - 02 - 28), date!(2028 - 01 - 31)),
                (date!(2028 - 02 - 29), date!(2028 - 03 - 30), date!(2028 - 02 - 29)),
                (date!(2028 - 03 - 31), date!(2028 - 04 - 29), date!(2028 - 03 - 31)),
                (date!(2028 - 04 - 30), date!(2028 - 05 - 30), date!(2028 - 04 - 30)),
            ],
        ),
        // the last day of the month, invoiced within the period
        (
            schedule(Monthly, date!(2027 - 01 - 01), 31, InAdvance),
            vec![
                (date!(2027 - 01 - 01), date!(2027 - 01 - 31), date!(2027 - 01 - 31)),
                (date!(2027 - 02 - 01), date!(2027 - 02 - 28), date!(2027 - 02 - 28)),
            ],
        ),
        // a day before that of the beginning comes in the next month
        (
            schedule(Monthly, date!(2027 - 01 - 31), 30, InAdvance),
            vec![
                (date!(2027 - 01 - 31), date!(2027 - 02 - 27), date!(2027 - 02 - 28)),
                (date!(2027 - 02 - 28), date!(2027 - 03 - 30), date!(2027 - 03 - 30)),
            ],
        ),
        (
            schedule(Quarterly, date!(2026 - 10 - 01), 1, InArrears),
            vec![
                (date!(2026 - 10 - 01), date!(2026 - 12 - 31), date!(2027 - 01 - 01)),
                (date!(2027 - 01 - 01), date!(2027 - 03 - 31), date!(2027 - 04 - 01)),
            ],
        ),
        (
            schedule(Yearly, date!(2024 - 02 - 29), 29, InAdvance),
            vec![
                (date!(2024 - 02 - 29), date!(2025 - 02 - 27), date!(2024 - 02 - 29)),
                (date!(2025 - 02 - 28), date!(2026 - 02 - 27), date!(2025 - 02 - 28)),
                (date!(2026 - 02 - 28), date!(2027 - 02 - 27), date!(2026 - 02 - 28)),
                (date!(2027 - 02 - 28), date!(2028 - 02 - 28), date!(2027 - 02 - 28)),
                (date!(2028 - 02 - 29), date!(2029 - 02 - 27), date!(2028 - 02 - 29)),
            ],
        ),
    ] {
        let count = u32::try_from(periods.len()).expect("few");
        assert_eq!(first(&schedule, count), periods, "{schedule:?}");
    }
}

#[test]
fn beyond_the_calendar_there_is_no_period() {
    let yearly = schedule(Interval::Yearly, date!(9998 - 01 - 01), 1, Billing::InAdvance);
    assert!(yearly.period(0).is_some());
    assert_eq!(yearly.period(1), None, "its last day is in no year");
    assert_eq!(yearly.period(u32::MAX), None);
    assert_eq!(yearly.first_due_from(Date::MAX), None);
}

fn schedules() -> impl Strategy<Value = Schedule> {
    let intervals = prop::sample::select(&Interval::ALL[..]);
    let billings = prop::sample::select(&Billing::ALL[..]);
    (intervals, 0_i64..36_525, 1_u8..=31, billings).prop_map(|(interval, days, day, billing)| {
        schedule(interval, date!(2000 - 01 - 01) + Duration::days(days), day, billing)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No day is left out or invoiced twice, and no two invoices fall on one day.
    #[test]
    fn periods_leave_no_gap_and_due_days_grow(schedule in schedules(), n in 0_u32..400) {
        let (this, next) = (schedule.period(n).expect("one"), schedule.period(n + 1).expect("one"));
        prop_assert_eq!(this.last + Duration::DAY, next.first);
        prop_assert!(this.first <= this.last);
        prop_assert!(this.due_on < next.due_on, "{:?} {:?}", this, next);
        match schedule.billing {
            Billing::InAdvance => prop_assert!(this.due_on >= this.first),
            Billing::InArrears => prop_assert!(this.due_on > this.last),
        }
        let months = i64::from(schedule.interval.months() * 31 + 62);
        prop_assert!(this.due_on - this.first <= Duration::days(months));
        // on its day of the month, or on the last one of a shorter month
        let last = this.due_on.month().length(this.due_on.year());
        prop_assert_eq!(this.due_on.day(), schedule.day_of_month.min(last));
    }

    /// The first that is due from a day on is the first: the one before is due before it.
    #[test]
    fn the_first_due_period_is_found(schedule in schedules(), days in -4_000_i64..40_000) {
        let day = schedule.start + Duration::days(days);
        let n = schedule.first_due_from(day).expect("in the calendar");
        prop_assert!(schedule.period(n).expect("one").due_on >= day);
        if let Some(before) = n.checked_sub(1) {
            prop_assert!(schedule.period(before).expect("one").due_on < day);
        }
    }
}
