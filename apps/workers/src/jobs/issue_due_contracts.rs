use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::Duration;
use use_cases::ledger::contracts::issue_due;

/// Issues the due invoices of contracts. It runs often, because an index finds what is due at little cost.
pub struct IssueDueContracts;

impl RecurringJob for IssueDueContracts {
    const KIND: JobKind = JobKind("maintenance.issue_due_contracts");
    const INTERVAL: Interval = Interval::After(Duration::minutes(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let issued = issue_due(app).await?;
        if issued > 0 {
            app.notifier.jobs();
        }
        Ok(issued)
    }
}
