use super::{
    super::{
        jitter::jitter,
        job::{Ended, Job, JobFailure, Lifetime},
    },
    receiving_host::host_of,
};
use access::OrganizationId;
use invoice_responses::{RESPOND_JOB, ResponseId, ResponseStore};
use jobs::JobKind;
use runtime::wiring::App;
use use_cases::receiving::responses::{ResponseAttempt, send_response};

/// Sends an organization's response to a received document. A repeated attempt sends the same message.
pub struct SendResponse {
    organization: OrganizationId,
    response: ResponseId,
}

impl Job for SendResponse {
    const KIND: JobKind = RESPOND_JOB;
    /// The response counts its attempts and stores its outcome in its own row.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, response: ResponseId(row.subject?.0) })
    }

    async fn destination(&self, app: &App) -> Option<String> {
        let response = app.store.sent_response(self.organization, self.response).await.ok()?;
        host_of(app, &response.message().ok()?).await
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        Ok(match send_response(app, self.organization, self.response, jitter()).await? {
            ResponseAttempt::Settled => Ended::Done,
            ResponseAttempt::Again(at) => Ended::Again(at),
        })
    }
}
