use time::{Duration, OffsetDateTime};

/// When recurring work runs again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    /// So long after it has run.
    After(Duration),
    /// So long after the next day has begun in Bratislava.
    AfterMidnight(Duration),
}

impl Interval {
    /// The next time.
    #[must_use]
    pub fn next(self, now: OffsetDateTime) -> OffsetDateTime {
        match self {
            Interval::After(pause) => now.saturating_add(pause),
            Interval::AfterMidnight(pause) => {
                let today = service_day::date(now);
                let next = today.next_day().unwrap_or(today);
                service_day::start(next).saturating_add(pause)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn days_begin_in_bratislava() {
        let daily = Interval::AfterMidnight(Duration::minutes(1));
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
}
