//! The service's clock, the only place that reads the system time.

use std::time::Instant;
use time::{Date, OffsetDateTime};

/// The system's time, or a time that was set and runs on from there.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    set: Option<(OffsetDateTime, Instant)>,
    /// The rate of a clock that was set, in its seconds for each real second.
    pace: u32,
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub const fn system() -> Self {
        Self { set: None, pace: 1 }
    }

    /// A clock that shows `time` now, and goes on from there.
    #[must_use]
    pub fn starting_at(time: OffsetDateTime) -> Self {
        Self::hurrying(time, 1)
    }

    /// The same with a rate of `pace` seconds for each real second, for tests that would have to wait.
    #[must_use]
    pub fn hurrying(time: OffsetDateTime, pace: u32) -> Self {
        Self { set: Some((time, Instant::now())), pace }
    }

    /// The time now, to the microsecond, which is the precision of the database.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        let now = match self.set {
            Some((time, since)) => time + since.elapsed() * self.pace,
            None => OffsetDateTime::now_utc(),
        };
        now.replace_microsecond(now.microsecond()).unwrap_or(now)
    }

    /// Today's date in Europe/Bratislava.
    #[must_use]
    pub fn today(&self) -> Date {
        service_day::date(self.now())
    }
}
