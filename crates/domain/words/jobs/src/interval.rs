use time::{Date, Duration, OffsetDateTime, Time};

/// When recurring work runs again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    /// This long after the last run.
    After(Duration),
    /// Each day when the clocks in Bratislava show this time. A run that was missed is made up for at once.
    Daily(Time),
    /// Each day at the first time. A run that was missed is made up for until the second, and not at night.
    DailyBetween(Time, Time),
}

impl Interval {
    /// The time of the next run after `now`.
    #[must_use]
    pub fn next(self, now: OffsetDateTime) -> OffsetDateTime {
        match self {
            Interval::After(pause) => now.saturating_add(pause),
            Interval::Daily(time) | Interval::DailyBetween(time, _) => {
                service_day::at(day_after(now), time)
            }
        }
    }

    /// The time to wait for if `now` is outside the hours of this interval; else `None`.
    #[must_use]
    pub fn waits_until(self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let Interval::DailyBetween(from, until) = self else { return None };
        let local = service_day::local(now);
        match local.time() {
            early if early < from => Some(service_day::at(local.date(), from)),
            late if late >= until => Some(service_day::at(day_after(now), from)),
            _ => None,
        }
    }
}

fn day_after(now: OffsetDateTime) -> Date {
    let today = service_day::date(now);
    today.next_day().unwrap_or(today)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{datetime, time};

    #[test]
    fn days_begin_in_bratislava() {
        let daily = Interval::Daily(time!(0:01));
        for (now, next) in [
            (datetime!(2026-11-21 12:00 UTC), datetime!(2026-11-21 23:01 UTC)),
            (datetime!(2026-11-21 23:01 UTC), datetime!(2026-11-22 23:01 UTC)),
            (datetime!(2027-03-27 23:30 UTC), datetime!(2027-03-28 22:01 UTC)),
        ] {
            assert_eq!(daily.next(now), next);
        }
        let now = datetime!(2026-11-21 12:00 UTC);
        let often = Interval::After(Duration::minutes(5));
        assert_eq!(often.next(now), now + Duration::minutes(5));
    }

    /// On the days when the clocks change too, and not at night when it was missed.
    #[test]
    fn mornings_are_at_eight() {
        let mornings = Interval::DailyBetween(time!(8:00), time!(20:00));
        for (now, next) in [
            (datetime!(2026-10-24 06:00:03 UTC), datetime!(2026-10-25 07:00 UTC)),
            (datetime!(2026-10-25 07:00:03 UTC), datetime!(2026-10-26 07:00 UTC)),
            (datetime!(2027-03-27 07:00:03 UTC), datetime!(2027-03-28 06:00 UTC)),
            (datetime!(2027-03-28 06:00:03 UTC), datetime!(2027-03-29 06:00 UTC)),
        ] {
            assert_eq!(mornings.next(now), next, "{now}");
        }
        for (now, until) in [
            (datetime!(2026-11-28 01:00 UTC), Some(datetime!(2026-11-28 07:00 UTC))),
            (datetime!(2026-11-28 06:59:59 UTC), Some(datetime!(2026-11-28 07:00 UTC))),
            (datetime!(2026-11-28 07:00 UTC), None),
            (datetime!(2026-11-28 18:59:59 UTC), None),
            (datetime!(2026-11-28 19:00 UTC), Some(datetime!(2026-11-29 07:00 UTC))),
            (datetime!(2027-03-28 00:30 UTC), Some(datetime!(2027-03-28 06:00 UTC))),
            (datetime!(2026-10-25 00:30 UTC), Some(datetime!(2026-10-25 07:00 UTC))),
        ] {
            assert_eq!(mornings.waits_until(now), until, "{now}");
        }
        let night = datetime!(2026-11-28 01:00 UTC);
        assert_eq!(Interval::Daily(time!(0:01)).waits_until(night), None);
        assert_eq!(Interval::After(Duration::HOUR).waits_until(night), None);
    }
}
