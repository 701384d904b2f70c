use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::maintenance::expire_staged_documents;

/// Deletes staged documents after seven days.
pub struct ExpireStagedDocuments;

impl RecurringJob for ExpireStagedDocuments {
    const KIND: JobKind = JobKind("maintenance.expire_staged_documents");
    const INTERVAL: Interval = Interval::After(Duration::minutes(5));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(expire_staged_documents(app).await?)
    }
}
