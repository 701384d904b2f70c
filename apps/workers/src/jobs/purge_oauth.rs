use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::people::oauth::purge;

/// Deletes sessions that have ended, requests for authorization that came to nothing, refresh tokens
/// that have ended, and applications that nobody uses.
pub struct PurgeOAuth;

impl RecurringJob for PurgeOAuth {
    const KIND: JobKind = JobKind("maintenance.purge_oauth");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge(app).await?)
    }
}
