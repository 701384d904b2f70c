use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::{ConnectionId, OrganizationId};
use jobs::JobKind;
use oauth::ports::{CONNECTED_MAIL_JOB, ENDED_MAIL_JOB};
use runtime::wiring::App;
use use_cases::people::oauth::{send_connected_mail, send_ended_mail};

/// What both mails are about.
struct About {
    organization: OrganizationId,
    connection: ConnectionId,
}

impl About {
    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, connection: ConnectionId(row.subject?.0) })
    }
}

/// Tells a user of a new connection. Sent twice, it is the same mail.
pub struct SendConnectedMail(About);

impl Job for SendConnectedMail {
    const KIND: JobKind = CONNECTED_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        About::read(row).map(Self)
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_connected_mail(app, self.0.organization, self.0.connection).await)
    }
}

/// Tells a user of a connection that was ended because a secret of it was used twice.
pub struct SendConnectionEndedMail(About);

impl Job for SendConnectionEndedMail {
    const KIND: JobKind = ENDED_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        About::read(row).map(Self)
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_ended_mail(app, self.0.organization, self.0.connection).await)
    }
}
