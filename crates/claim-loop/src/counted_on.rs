//! The time of another clock, carried forward by this process's clock.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use time::OffsetDateTime;

/// Largest age of an answer; until then the time is extrapolated by the monotonic clock.
const COUNTED_ON: Duration = Duration::from_secs(10);

/// The last time of the other clock, and the instant at which it was read.
#[derive(Debug, Default)]
pub struct CountedOn(Mutex<Option<(Instant, OffsetDateTime)>>);

impl CountedOn {
    /// Stores the current time of the other clock.
    pub fn keep(&self, now: OffsetDateTime) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), now));
    }

    /// The current time of the other clock; `None` when it must be read again.
    #[must_use]
    pub fn now(&self) -> Option<OffsetDateTime> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, then) = last.filter(|(at, _)| at.elapsed() < COUNTED_ON)?;
        let now = then + at.elapsed();
        Some(now.replace_microsecond(now.microsecond()).unwrap_or(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn an_answer_is_counted_on_from_for_a_while() {
        let then = datetime!(2020-01-01 00:00 UTC);
        let clock = CountedOn::default();
        assert_eq!(clock.now(), None, "it was not asked yet");
        clock.keep(then);
        assert!(clock.now().is_some_and(|now| (now - then).whole_seconds() < 2));
        let said =
            |ago| CountedOn(Mutex::new(Instant::now().checked_sub(ago).map(|at| (at, then))));
        let now = said(Duration::from_secs(3)).now().expect("asked just now");
        assert!((3..4).contains(&(now - then).whole_seconds()), "{now}");
        assert_eq!(said(COUNTED_ON).now(), None, "to be asked again");
    }
}
