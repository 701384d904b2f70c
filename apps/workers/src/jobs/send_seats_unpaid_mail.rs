use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::OrganizationId;
use jobs::JobKind;
use members::SEATS_UNPAID_MAIL_JOB;
use runtime::wiring::App;
use use_cases::people::members::send_seats_unpaid_mail;

/// Sends the mail about an unpaid seat. A repeated attempt sends the same mail.
pub struct SendSeatsUnpaidMail {
    organization: OrganizationId,
}

impl Job for SendSeatsUnpaidMail {
    const KIND: JobKind = SEATS_UNPAID_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization? })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_seats_unpaid_mail(app, self.organization).await)
    }
}
