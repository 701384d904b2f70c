use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::{ConnectionId, OrganizationId};
use jobs::JobKind;
use oauth::ports::{CONNECTED_MAIL_JOB, ENDED_MAIL_JOB};
use runtime::wiring::App;
use use_cases::people::oauth::{send_connected_mail, send_ended_mail};

/// The subject of both mails.
struct About {
    organization: OrganizationId,
    connection: ConnectionId,
}

impl About {
    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, connection: ConnectionId(row.subject?.0) })
    }
}

/// Sends a user the mail about a new connection. A repeated attempt sends the same mail.
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

/// Sends a user the mail about a connection that was ended because one of its secrets was used twice.
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
