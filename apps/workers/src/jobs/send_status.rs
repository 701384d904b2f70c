use super::super::{
    jitter::jitter,
    job::{Ended, Job, JobFailure, Lifetime},
};
use access::OrganizationId;
use jobs::JobKind;
use peppol_connector::{identifiers::ReceivedId, inbox::STATUS_JOB, ports::StatusStore};
use runtime::wiring::App;
use use_cases::receiving::send_status::{StatusAttempt, send_status};

/// Sends the message level status of a received message to its sender.
pub struct SendStatus {
    organization: OrganizationId,
    received: ReceivedId,
}

impl Job for SendStatus {
    const KIND: JobKind = STATUS_JOB;
    /// The status counts its attempts and stores its outcome in its own row.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        Some(Self { organization: row.organization?, received: ReceivedId(row.subject?.0) })
    }

    async fn destination(&self, app: &App) -> Option<String> {
        let owed = app.store.owed_status(self.organization, self.received).await.ok()?;
        owed.outgoing.map(|outgoing| outgoing.to.to_string())
    }

    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        Ok(match send_status(app, self.organization, self.received, jitter()).await? {
            StatusAttempt::Settled => Ended::Done,
            StatusAttempt::Again(at) => Ended::Again(at),
        })
    }
}
