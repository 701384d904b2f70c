use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::macros::time;
use use_cases::people::members::purge_invitations;

/// Deletes invitations that have been over for long: the addresses of people who never came stand in them.
pub struct PurgeInvitations;

impl RecurringJob for PurgeInvitations {
    const KIND: JobKind = JobKind("maintenance.purge_invitations");
    const INTERVAL: Interval = Interval::Daily(time!(0:40));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_invitations(app).await?)
    }
}
