use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use time::macros::time;
use use_cases::people::members::purge_invitations;

/// Deletes old invitations that were not accepted, because they hold addresses of people who never became members.
pub struct PurgeInvitations;

impl RecurringJob for PurgeInvitations {
    const KIND: JobKind = JobKind("maintenance.purge_invitations");
    const INTERVAL: Interval = Interval::Daily(time!(0:40));

    async fn run(app: &App) -> Result<usize, JobFailure> {
        Ok(purge_invitations(app).await?)
    }
}
