//! The service's clock: the only place that asks the system for the time of day.

use std::time::Instant;
use time::{Date, OffsetDateTime};

/// Tells the time: the system's, or one that was set and runs on from there.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    set: Option<(OffsetDateTime, Instant)>,
    /// Seconds that pass on a clock that was set while one passes.
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

    /// The same on which so many seconds pass in each second: for tests that would have to wait.
    #[must_use]
    pub fn hurrying(time: OffsetDateTime, pace: u32) -> Self {
        Self { set: Some((time, Instant::now())), pace }
    }

    /// Now, to the microsecond: what a database can keep.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        let now = match self.set {
            Some((time, since)) => time + since.elapsed() * self.pace,
            None => OffsetDateTime::now_utc(),
        };
        now.replace_microsecond(now.microsecond()).unwrap_or(now)
    }

    /// The day in Europe/Bratislava.
    #[must_use]
    pub fn today(&self) -> Date {
        service_day::date(self.now())
    }
}
