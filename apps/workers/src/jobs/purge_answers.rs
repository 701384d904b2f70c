use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::purge_answers;

/// Deletes answers of idempotency keys after their retention.
pub struct PurgeAnswers;

impl RecurringJob for PurgeAnswers {
    const KIND: JobKind = JobKind("maintenance.purge_answers");
    const INTERVAL: Interval = Interval::After(Duration::hours(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_answers(app).await?)
    }
}
