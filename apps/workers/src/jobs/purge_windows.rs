use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::purge_windows;

/// Deletes past rate windows of keys and public links.
pub struct PurgeWindows;

impl RecurringJob for PurgeWindows {
    const KIND: JobKind = JobKind("maintenance.purge_windows");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_windows(app).await?)
    }
}
