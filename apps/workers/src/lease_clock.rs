//! The clock of leases: that of the database, which all processes share. With its own clock, a host that is minutes
//! ahead would claim jobs that other hosts are still working on.

use claim_loop::CountedOn;
use persistence::StoreError;
use runtime::{clock::Clock, wiring::App};
use time::OffsetDateTime;

/// Smallest difference between both clocks that is logged, because due times and rules of dates follow the host's
/// clock.
const NOTED: time::Duration = time::Duration::seconds(5);

/// The last known time of the database.
#[derive(Debug, Default)]
pub(super) struct LeaseClock(CountedOn);

impl LeaseClock {
    /// The present time by the database's clock. A database in this process has the time of the process, and so has a
    /// clock that a test has set.
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
