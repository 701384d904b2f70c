use crate::{Claimed, Job, JobId, Kind, NewJob, Outcome};
use std::future::Future;
use time::{Duration, OffsetDateTime};

/// The lease has run out, and the job is another worker's or gone: nothing was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the job is no longer this worker's")]
pub struct Lost;

/// Which jobs to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobFilter<'a> {
    /// Of this kind only.
    pub kind: Option<&'a str>,
    /// In this state only ([`crate::JobState::name`]).
    pub state: Option<&'a str>,
}

/// A place in the list of jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobPosition {
    /// When the job was put into the queue.
    pub created_at: OffsetDateTime,
    pub id: JobId,
}

/// A page of jobs, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPage {
    /// The jobs.
    pub rows: Vec<Job>,
    /// Whether more follow.
    pub has_more: bool,
}

/// How many jobs of a kind are in a state.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct QueueCount {
    /// The kind.
    pub kind: String,
    /// The state's name.
    pub state: String,
    /// How many.
    pub count: u64,
}

/// The queue. Not bound to an organization: workers serve all of them.
pub trait JobQueue: Send + Sync {
    /// What goes wrong in the store.
    type Error;

    /// Puts a job there. False when its key was there already.
    fn enqueue(
        &self,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Takes due jobs of these kinds, the longest due first, at most `limit`: those that wait and
    /// those whose lease ran out. No job is taken by two workers.
    fn claim_jobs(
        &self,
        kinds: &[Kind],
        now: OffsetDateTime,
        lease: Duration,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<Claimed>, Self::Error>> + Send;

    /// When the next job of these kinds can be taken.
    fn next_job_at(
        &self,
        kinds: &[Kind],
    ) -> impl Future<Output = Result<Option<OffsetDateTime>, Self::Error>> + Send;

    /// Keeps what became of a claimed job.
    fn conclude_job(
        &self,
        claimed: &Claimed,
        outcome: &Outcome,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Result<(), Lost>, Self::Error>> + Send;

    /// A page of jobs.
    fn jobs(
        &self,
        filter: JobFilter<'_>,
        after: Option<JobPosition>,
        limit: u16,
    ) -> impl Future<Output = Result<JobPage, Self::Error>> + Send;

    /// One job.
    fn job(&self, id: JobId) -> impl Future<Output = Result<Option<Job>, Self::Error>> + Send;

    /// How many jobs there are, by kind and state.
    fn job_counts(&self) -> impl Future<Output = Result<Vec<QueueCount>, Self::Error>> + Send;

    /// Lets a dead job run again, now, with its attempts counted from the start. False when there
    /// is no such dead job.
    fn revive_job(
        &self,
        id: JobId,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send;
}
