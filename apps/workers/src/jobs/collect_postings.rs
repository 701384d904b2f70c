use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::ledger::accounting;

/// Creates the postings of documents that belong into accounting programs and have none yet.
pub struct CollectPostings;

impl RecurringJob for CollectPostings {
    const KIND: JobKind = JobKind("maintenance.collect_postings");
    const INTERVAL: Interval = Interval::After(Duration::minutes(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let noticed = accounting::collect_postings(app).await?;
        if noticed > 0 {
            app.notifier.jobs();
        }
        Ok(noticed)
    }
}
