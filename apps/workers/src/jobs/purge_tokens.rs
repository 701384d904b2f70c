use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::purge_tokens;

/// Deletes tokens of SAPI-SK that have expired.
pub struct PurgeTokens;

impl RecurringJob for PurgeTokens {
    const KIND: JobKind = JobKind("maintenance.purge_tokens");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_tokens(app).await?)
    }
}
