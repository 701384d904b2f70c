use super::super::job::{Interval, JobFailure, RecurringJob};
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::ledger::correspondence::send_due_reminders;

/// Queues the automatic reminders of today, in the morning, when people read them.
pub struct SendDueReminders;

impl RecurringJob for SendDueReminders {
    const KIND: JobKind = JobKind("reminders.send_due");
    const INTERVAL: Interval = correspondence::REMINDER_HOURS;

    async fn run(app: &App) -> Result<usize, JobFailure> {
        let queued = send_due_reminders(app).await?;
        if queued > 0 {
            app.notifier.jobs();
        }
        Ok(queued)
    }
}
