use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use jobs::JobKind;
use members::{INVITATION_MAIL_JOB, InvitationId};
use runtime::wiring::App;
use use_cases::people::members::send_invitation_mail;

/// Sends an invitation into a company or a partner. A repeated attempt sends the same mail.
pub struct SendInvitationMail(InvitationId);

impl Job for SendInvitationMail {
    const KIND: JobKind = INVITATION_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        row.subject.map(|id| Self(InvitationId(id.0)))
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_invitation_mail(app, self.0).await)
    }
}
