//! When reminders go out by themselves.

use jobs::Interval;
use languages::Language;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, macros::time};

/// Reminders of one invoice at most.
pub const MAX_REMINDERS: usize = 10;

/// The last day after the due date on which one may go out.
pub const MAX_REMINDER_DAY: u16 = 365;

/// The hours of Bratislava in which automatic reminders are made and mailed: when people read them.
pub const REMINDER_HOURS: Interval = Interval::DailyBetween(time!(8:00), time!(20:00));

/// The number of days by which a reminder may be late. After that it is skipped, so that switching reminders on does
/// not remind of old invoices.
pub const GRACE_DAYS: u16 = 6;

/// Why days are no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("reminders")]
pub enum ReminderSettingsError {
    #[error("has more than {most} days", most = MAX_REMINDERS)]
    TooMany,
    #[error("a day is from 1 to {most}", most = MAX_REMINDER_DAY)]
    Day,
    #[error("the days grow from one to the next")]
    Order,
}

/// The days after the due date on which an organization sends automatic reminders. Without days they are off.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ReminderSettings {
    days: Vec<u16>,
    /// The language; `None` uses that of the customer's country.
    pub language: Option<Language>,
}

impl ReminderSettings {
    /// Settings with these days.
    ///
    /// # Errors
    /// [`ReminderSettingsError`].
    pub fn new(days: Vec<u16>, language: Option<Language>) -> Result<Self, ReminderSettingsError> {
        if days.len() > MAX_REMINDERS {
            Err(ReminderSettingsError::TooMany)
        } else if days.iter().any(|day| !(1..=MAX_REMINDER_DAY).contains(day)) {
            Err(ReminderSettingsError::Day)
        } else if days.windows(2).any(|two| two[0] >= two[1]) {
            Err(ReminderSettingsError::Order)
        } else {
            Ok(Self { days, language })
        }
    }

    /// The days, in ascending order.
    #[must_use]
    pub fn days(&self) -> &[u16] {
        &self.days
    }

    /// The reminder that is to go out today of what fell due on a day: the latest one, within its grace.
    /// Those before it that were missed are left out.
    #[must_use]
    pub fn step(&self, due: Date, today: Date) -> Option<u16> {
        let late = u16::try_from((today - due).whole_days()).ok()?;
        let reached = self.days.iter().copied().rfind(|day| *day <= late)?;
        (late - reached <= GRACE_DAYS).then_some(reached)
    }

    /// The due dates of the invoices that may have a reminder today: from the first to the last.
    #[must_use]
    pub fn due_dates(&self, today: Date) -> Option<(Date, Date)> {
        let (first, last) = (self.days.first()?, self.days.last()?);
        let before = |days: u16| today.checked_sub(Duration::days(i64::from(days)));
        Some((before(last + GRACE_DAYS)?, before(*first)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use time::macros::date;

    fn every(days: &[u16]) -> ReminderSettings {
        ReminderSettings::new(days.to_vec(), None).expect("days")
    }

    #[test]
    fn days_grow_and_are_bounded() {
        let most: Vec<u16> = (1..=10).collect();
        let more: Vec<u16> = (1..=11).collect();
        for (days, expected) in [
            (&[][..], None),
            (&most, None),
            (&[365], None),
            (&more, Some(ReminderSettingsError::TooMany)),
            (&[0, 1], Some(ReminderSettingsError::Day)),
            (&[366], Some(ReminderSettingsError::Day)),
            (&[7, 7], Some(ReminderSettingsError::Order)),
            (&[7, 3], Some(ReminderSettingsError::Order)),
        ] {
            assert_eq!(ReminderSettings::new(days.to_vec(), None).err(), expected, "{days:?}");
        }
    }

    #[test]
    fn a_reminder_goes_out_on_its_day_or_soon_after() {
        let settings = every(&[3, 14, 16]);
        let due = date!(2026 - 11 - 01);
        for (today, step) in [
            (date!(2026 - 10 - 20), None),
            (date!(2026 - 11 - 03), None),
            (date!(2026 - 11 - 04), Some(3)),
            (date!(2026 - 11 - 10), Some(3)),
            (date!(2026 - 11 - 11), None),
            (date!(2026 - 11 - 15), Some(14)),
            (date!(2026 - 11 - 17), Some(16)),
            (date!(2026 - 11 - 23), Some(16)),
            (date!(2026 - 11 - 24), None),
            (date!(2027 - 11 - 24), None),
        ] {
            assert_eq!(settings.step(due, today), step, "{today}");
        }
        assert_eq!(every(&[]).step(due, date!(2026 - 11 - 04)), None);
        assert_eq!(every(&[]).due_dates(date!(2026 - 11 - 04)), None);
    }

    proptest! {
        /// Every invoice with a reminder today is among the due dates that are searched.
        #[test]
        fn no_reminder_is_overlooked(
            days in proptest::collection::btree_set(1_u16..=365, 1..=10), late in -10_i64..400,
        ) {
            let settings = every(&days.into_iter().collect::<Vec<_>>());
            let today = date!(2026 - 11 - 22);
            let due = today - Duration::days(late);
            let (from, to) = settings.due_dates(today).expect("days");
            if settings.step(due, today).is_some() {
                prop_assert!((from..=to).contains(&due));
            }
        }

        /// A worker that runs every day sends each reminder once, in their order.
        #[test]
        fn each_step_comes_once_a_day_after_the_other(
            days in proptest::collection::btree_set(1_u16..=60, 1..=10),
        ) {
            let days: Vec<u16> = days.into_iter().collect();
            let (settings, due) = (every(&days), date!(2026 - 11 - 01));
            let mut sent: Vec<u16> = Vec::new();
            for late in 0..100 {
                let step = settings.step(due, due + Duration::days(late));
                sent.extend(step.filter(|step| !sent.contains(step)));
            }
            prop_assert_eq!(sent, days);
        }
    }
}
