use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::macros::time;
use use_cases::people::members::renew_seats;

/// Charges the seats of the month to organizations with more members than their plan includes.
pub struct RenewSeats;

impl RecurringJob for RenewSeats {
    const KIND: JobKind = JobKind("maintenance.renew_seats");
    const INTERVAL: Interval = Interval::Daily(time!(0:20));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(renew_seats(app).await?)
    }
}
