use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::purge_events;

/// Deletes events and their deliveries after their retention.
pub struct PurgeEvents;

impl RecurringJob for PurgeEvents {
    const KIND: JobKind = JobKind("maintenance.purge_events");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_events(app).await?)
    }
}
