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

/// Why a job was not taken further.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// No such job.
    #[error("there is no job {0}")]
    Unknown(JobId),
    /// It runs by itself, or was revived by somebody else.
    #[error("{}", not_dead(.0))]
    NotDead(Box<Job>),
    /// It is of another kind.
    #[error("the job {0} is no send")]
    NoSend(JobId),
    /// What became of the send is known.
    #[error("the send is not in doubt: `billhook jobs retry` lets a dead job run")]
    NotInDoubt,
    /// It moved in between.
    #[error("the submission moved meanwhile: look at it again")]
    Moved,
    /// Storage, or an event that cannot be written.
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
        JobState::Dead { .. } => "the job was revived by somebody else".to_owned(),
    }
}

/// How far a job was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// It runs again.
    Revived,
    /// The send of an invoice with this number stands so.
    Sent(String, Progress),
}

/// Lets a dead job run again, now; a send that needs an operator is tried again from the start.
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

/// Moves a send whose outcome was in doubt, as an operator.
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

/// What a job sends, if it sends anything.
fn send_of(job: &Job) -> Option<(OrganizationId, SubmissionId)> {
    let is_send = job.kind == SEND_JOB.0;
    job.organization.zip(job.subject.map(|about| SubmissionId(about.0))).filter(|_| is_send)
}

/// Whether nothing but a person's word takes a send further. Any other dead job needs no more than to run.
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
