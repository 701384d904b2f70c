use super::super::{
    job::{JobFailure, RecurringJob},
    recurring::Interval,
};
use crate::{flows::make_overdue, wiring::App};
use invoicing::Links;
use jobs::Kind;
use time::Duration;

/// Makes invoices overdue whose due date has passed.
pub struct MarkOverdueInvoices;

impl RecurringJob for MarkOverdueInvoices {
    const KIND: Kind = Kind("maintenance.mark_overdue_invoices");
    const INTERVAL: Interval = Interval::AfterMidnight(Duration::minutes(1));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let (today, now) = (app.clock.today(), app.clock.now());
        let links = Links::to(&app.config.base_url);
        Ok(make_overdue(&app.store, today, now, &links).await?)
    }
}
