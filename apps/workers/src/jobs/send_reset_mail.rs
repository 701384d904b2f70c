use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use jobs::JobKind;
use runtime::wiring::App;
use sign_in::{RESET_MAIL_JOB, ResetId};
use use_cases::people::sign_in::send_reset_mail;

/// Sends the link that sets a new password. A repeated attempt sends the same mail.
pub struct SendResetMail(ResetId);

impl Job for SendResetMail {
    const KIND: JobKind = RESET_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        row.subject.map(|id| Self(ResetId(id.0)))
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_reset_mail(app, self.0).await)
    }
}
