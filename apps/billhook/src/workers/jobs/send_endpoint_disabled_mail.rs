use super::super::job::{Ended, Job, JobFailure};
use crate::wiring::App;
use access::OrganizationId;
use jobs::Kind;
use use_cases::webhooks::send_off_mail;
use webhooks::{EndpointId, OFF_MAIL_JOB};

/// Sends the mail that says that a webhook endpoint was disabled. Sent twice, it is the same mail.
pub struct SendEndpointDisabledMail {
    organization: OrganizationId,
    endpoint: EndpointId,
}

impl Job for SendEndpointDisabledMail {
    const KIND: Kind = OFF_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, endpoint: EndpointId(row.subject?) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        match send_off_mail(app, self.organization, self.endpoint).await {
            Ok(()) => Ok(Ended::Done),
            Err(error) => Err(JobFailure { is_final: error.is_final(), error: error.into() }),
        }
    }
}
