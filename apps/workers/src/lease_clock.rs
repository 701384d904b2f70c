//! The clock that leases are set and checked by: the database's, which all processes share. With clocks of
//! their own, a host that is minutes ahead would take jobs that others have at work.

use claim_loop::CountedOn;
use persistence::StoreError;
use runtime::{clock::Clock, wiring::App};
use time::OffsetDateTime;

/// A difference that the log tells of: jobs become due, and rules of dates change, by the own clock.
const NOTED: time::Duration = time::Duration::seconds(5);

/// What the database said last.
#[derive(Debug, Default)]
pub(super) struct LeaseClock(CountedOn);

impl LeaseClock {
    /// Now, as the database has it. A database in this process, and a clock that was set for a test, have
    /// the own time.
    pub(super) async fn now(&self, app: &App) -> Result<OffsetDateTime, StoreError> {
        if app.config.clock.is_some() {
            return Ok(app.clock.now());
        }
        if let Some(now) = self.0.now() {
            return Ok(now);
        }
        let Some(now) = app.store.time().await? else { return Ok(app.clock.now()) };
        note(now, &app.clock);
        self.0.keep(now);
        Ok(now)
    }
}

fn note(database: OffsetDateTime, own: &Clock) {
    let ahead = own.now() - database;
    if ahead.abs() > NOTED {
        let seconds = ahead.as_seconds_f64();
        tracing::warn!(
            seconds,
            "clocks of this machine and of the database differ: synchronize them"
        );
    }
}
