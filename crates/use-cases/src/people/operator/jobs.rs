use crate::{
    ports::{Ports, Runtime},
    sending::{deliver::SubmissionSender, deliver_error::DeliverError},
};
use ::jobs::{Job, JobId, JobQueue, JobState};
use access::OrganizationId;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{AttemptOutcome, SubmissionLists, SubmissionStore},
    sending::SEND_JOB,
    submissions::{Actor, Jitter, Move, Progress},
};
use persistence::StoreError;

/// Why a job was not retried or settled.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The job does not exist.
    #[error("there is no job {0}")]
    Unknown(JobId),
    /// The job is not dead: it is running or waiting, or another operator revived it.
    #[error("{}", not_dead(.0))]
    NotDead(Box<Job>),
    /// The job does not send anything.
    #[error("the job {0} is no send")]
    NoSend(JobId),
    /// The outcome of the send is known.
    #[error("the send is not in doubt: `billhook jobs retry` lets a dead job run")]
    NotInDoubt,
    /// The send moved in the meantime.
    #[error("the submission moved meanwhile: look at it again")]
    Moved,
    /// Storage failed, or an event cannot be serialized.
    #[error(transparent)]
    Deliver(#[from] DeliverError),
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        Self::Deliver(error.into())
    }
}

fn not_dead(job: &Job) -> String {
    match job.state {
        JobState::Waiting { run_at } => {
            format!("the job is not dead: it runs by itself at {run_at}")
        }
        JobState::Running { .. } => "the job is not dead: a worker has it".to_owned(),
        JobState::Dead { .. } => "another call revived the job".to_owned(),
    }
}

/// The result for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// The job runs again.
    Revived,
    /// The number of the invoice, and the progress of its send.
    Sent(String, Progress),
}

/// Revives a dead job, which runs now; a send that needs an operator starts from the beginning.
///
/// # Errors
/// [`JobError`].
pub async fn retry_job<P>(ports: &P, id: JobId) -> Result<Taken, JobError>
where
    P: Ports,
    P::Database: JobQueue,
{
    let job = found(ports, id).await?;
    if let Some((organization, submission)) = send_of(&job)
        && needs_operator(ports, organization, submission).await?
    {
        return settle_send(ports, id, Move::Restarted).await;
    }
    match ports.database().revive_job(id, ports.runtime().now()).await? {
        true => Ok(Taken::Revived),
        false => Err(JobError::NotDead(Box::new(job))),
    }
}

/// Settles a send with an unknown outcome by an operator's decision.
///
/// # Errors
/// [`JobError`].
pub async fn settle_send<P>(ports: &P, id: JobId, moved: Move) -> Result<Taken, JobError>
where
    P: Ports,
    P::Database: JobQueue,
{
    let job = found(ports, id).await?;
    let (organization, submission) = send_of(&job).ok_or(JobError::NoSend(id))?;
    let (submission, _) = ports.database().submission(organization, submission).await?;
    if !submission.progress.needs_operator {
        return Err(JobError::NotInDoubt);
    }
    let outcome = match moved {
        Move::GivenUp => AttemptOutcome::Error("given up by an operator"),
        _ => AttemptOutcome::None,
    };
    let kept = SubmissionSender(ports)
        .keep(organization, &submission, Actor::Operator, moved, outcome, Jitter(0))
        .await?;
    kept.map(|progress| Taken::Sent(submission.number, progress)).ok_or(JobError::Moved)
}

async fn found<P>(ports: &P, id: JobId) -> Result<Job, JobError>
where
    P: Ports,
    P::Database: JobQueue,
{
    ports.database().job(id).await?.ok_or(JobError::Unknown(id))
}

/// The submission that a job sends, if any.
fn send_of(job: &Job) -> Option<(OrganizationId, SubmissionId)> {
    let is_send = job.kind == SEND_JOB.0;
    job.organization.zip(job.subject.map(|about| SubmissionId(about.0))).filter(|_| is_send)
}

/// Whether a send waits for an operator's decision. Other dead jobs only have to run again.
async fn needs_operator<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    submission: SubmissionId,
) -> Result<bool, StoreError> {
    match ports.database().submission_record(organization, submission).await {
        Ok(record) => Ok(record.submission.progress.needs_operator),
        Err(StoreError::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}
