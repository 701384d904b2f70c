//! The periods of a contract: calendar arithmetic without a clock.

use crate::Billing;
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, Month, util::days_in_month};

persistence::named! {
    /// How long a period is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Interval {
        Monthly = "monthly",
        Quarterly = "quarterly",
        Yearly = "yearly",
    }
}

impl Interval {
    /// Its months.
    #[must_use]
    pub const fn months(self) -> u32 {
        match self {
            Self::Monthly => 1,
            Self::Quarterly => 3,
            Self::Yearly => 12,
        }
    }
}

/// When the periods of a contract begin, and when each is invoiced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    pub interval: Interval,
    /// The first day of the first period. The others begin on the same day of their month, or on its last
    /// day where the month is shorter; always counted from here, so that a period that begins on
    /// the 31st does so again after February.
    #[serde(with = "iso_date")]
    pub start: Date,
    /// The day of the month on which an invoice is issued, 1 to 31; the last day of a shorter month.
    pub day_of_month: u8,
    pub billing: Billing,
}

/// A period, and when it is invoiced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// The first is 0.
    pub number: u32,
    /// With the contract it is the key of the invoice.
    #[serde(with = "iso_date")]
    pub first: Date,
    #[serde(with = "iso_date")]
    pub last: Date,
    /// The day in Europe/Bratislava from which on the invoice is issued.
    #[serde(with = "iso_date")]
    pub due_on: Date,
}

impl Schedule {
    /// A period by its number; `None` beyond the calendar.
    #[must_use]
    pub fn period(&self, number: u32) -> Option<Period> {
        let step = self.interval.months();
        let first = self.boundary(number)?;
        let last = self.boundary(number.checked_add(1)?)?.previous_day()?;
        let from = match self.billing {
            Billing::InAdvance => number.checked_mul(step)?,
            Billing::InArrears => number.checked_add(1)?.checked_mul(step)?,
        };
        // by the days as they are named, not as February cuts them: due days never meet
        let next_month = u32::from(self.day_of_month < self.start.day());
        let due_on = months_after(self.start, from.checked_add(next_month)?, self.day_of_month)?;
        Some(Period { number, first, last, due_on })
    }

    /// The first period that falls due on a day or after it; `None` beyond the calendar.
    #[must_use]
    pub fn first_due_from(&self, day: Date) -> Option<u32> {
        let months = month_index(day) - month_index(self.start);
        // a period falls due within its own length and a month after it began: not far from here
        let near = months / i64::from(self.interval.months()) - 3;
        let near = u32::try_from(near.max(0)).ok()?;
        (near..near.checked_add(8)?).find(|n| self.period(*n).is_some_and(|p| p.due_on >= day))
    }

    /// The first day of a period.
    fn boundary(&self, number: u32) -> Option<Date> {
        months_after(self.start, number.checked_mul(self.interval.months())?, self.start.day())
    }
}

/// The months since the year 0.
fn month_index(date: Date) -> i64 {
    i64::from(date.year()) * 12 + i64::from(u8::from(date.month())) - 1
}

/// A day of the month so many months after another date's; the last one of a shorter month.
fn months_after(date: Date, months: u32, day: u8) -> Option<Date> {
    let index = month_index(date) + i64::from(months);
    let year = i32::try_from(index.div_euclid(12)).ok()?;
    let month = u8::try_from(index.rem_euclid(12) + 1).ok()?;
    let month = Month::try_from(month).ok()?;
    let day = day.min(days_in_month(month, year));
    Date::from_calendar_date(year, month, day).ok()
}
