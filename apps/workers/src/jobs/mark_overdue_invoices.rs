use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::macros::time;
use use_cases::invoicing::overdue::make_overdue;

/// Marks invoices as overdue after their due date.
pub struct MarkOverdueInvoices;

impl RecurringJob for MarkOverdueInvoices {
    const KIND: JobKind = JobKind("maintenance.mark_overdue_invoices");
    const INTERVAL: Interval = Interval::Daily(time!(0:01));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(make_overdue(app).await?)
    }
}
