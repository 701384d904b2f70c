use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::OrganizationId;
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::webhooks::send_disabled_mail;
use webhooks::{EndpointId, endpoints::DISABLED_MAIL_JOB};

/// Sends the mail about a disabled webhook endpoint. A repeated attempt sends the same mail.
pub struct SendEndpointDisabledMail {
    organization: OrganizationId,
    endpoint: EndpointId,
}

impl Job for SendEndpointDisabledMail {
    const KIND: JobKind = DISABLED_MAIL_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, endpoint: EndpointId(row.subject?.0) })
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        ended(send_disabled_mail(app, self.organization, self.endpoint).await)
    }
}
