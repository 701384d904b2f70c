use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::purge_exports;

/// Deletes exports for accounting after their retention.
pub struct PurgeExports;

impl RecurringJob for PurgeExports {
    const KIND: JobKind = JobKind("maintenance.purge_exports");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_exports(app).await?)
    }
}
