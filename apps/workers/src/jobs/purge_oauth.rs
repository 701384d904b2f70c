use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::people::oauth::purge;

/// Deletes ended sessions, abandoned authorization requests, ended refresh tokens and unused applications.
pub struct PurgeOAuth;

impl RecurringJob for PurgeOAuth {
    const KIND: JobKind = JobKind("maintenance.purge_oauth");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge(app).await?)
    }
}
