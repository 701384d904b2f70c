//! The clock that leases are set and checked by: the database's, which all processes share. With clocks of
//! their own, a host that is minutes ahead would take jobs that others have at work.

use persistence::StoreError;
use runtime::{clock::Clock, wiring::App};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use time::OffsetDateTime;

/// How long the database's answer is counted on from, by a clock that nobody sets.
const COUNTED_ON: Duration = Duration::from_secs(10);

/// A difference that the log tells of: jobs become due, and rules of dates change, by the own clock.
const NOTED: time::Duration = time::Duration::seconds(5);

/// What the database said, and when that was.
#[derive(Debug, Default)]
pub(super) struct LeaseClock(Mutex<Option<(Instant, OffsetDateTime)>>);

impl LeaseClock {
    /// Now, as the database has it. A database in this process, and a clock that was set for a test, have
    /// the own time.
    pub(super) async fn now(&self, app: &App) -> Result<OffsetDateTime, StoreError> {
        if app.config.clock.is_some() {
            return Ok(app.clock.now());
        }
        if let Some(now) = self.counted_on() {
            return Ok(now);
        }
        let Some(now) = app.store.time().await? else { return Ok(app.clock.now()) };
        note(now, &app.clock);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), now));
        Ok(now)
    }

    fn counted_on(&self) -> Option<OffsetDateTime> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, then) = last.filter(|(at, _)| at.elapsed() < COUNTED_ON)?;
        let now = then + at.elapsed();
        Some(now.replace_microsecond(now.microsecond()).unwrap_or(now))
    }
}

fn note(database: OffsetDateTime, own: &Clock) {
    let ahead = own.now() - database;
    if ahead.abs() > NOTED {
        let seconds = ahead.as_seconds_f64();
        tracing::warn!(
            seconds,
            "this machine's clock and the database's differ: keep them together"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_databases_time_is_counted_on_for_a_while() {
        let then = datetime!(2020-01-01 00:00 UTC);
        let clock = LeaseClock::default();
        assert_eq!(clock.counted_on(), None, "it was not asked yet");
        let said =
            |ago| LeaseClock(Mutex::new(Instant::now().checked_sub(ago).map(|at| (at, then))));
        let now = said(Duration::from_secs(3)).counted_on().expect("asked just now");
        assert!((3..4).contains(&(now - then).whole_seconds()), "{now}");
        assert_eq!(said(COUNTED_ON).counted_on(), None, "to be asked again");
    }
}
