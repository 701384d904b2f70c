use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use crate::{flows::expire_staged_documents, wiring::App};
use jobs::Kind;
use time::Duration;

/// Deletes staged documents whose seven days are over.
pub struct ExpireStagedDocuments;

impl RecurringJob for ExpireStagedDocuments {
    const KIND: Kind = Kind("maintenance.expire_staged_documents");
    const INTERVAL: Interval = Interval::After(Duration::minutes(5));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(expire_staged_documents(&app.store, app.clock.now()).await?)
    }
}
