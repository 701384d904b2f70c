use crate::{Claimed, Job, JobId, JobKind, JobOutcome, NewJob, Whose};
use persistence::{Cursor, Page, StoreError};
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

/// What a worker asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Jobs of these kinds.
    pub kinds: &'a [JobKind],
    /// At most so many.
    pub limit: u16,
    /// Of them, for one organization (or the installation) at most.
    pub each: u16,
    /// None for these.
    pub full: &'a [Whose],
}

impl<'a> Turn<'a> {
    /// The longest due of these kinds, whoever they are for.
    #[must_use]
    pub const fn of(kinds: &'a [JobKind], limit: u16) -> Self {
        Self { kinds, limit, each: limit, full: &[] }
    }
}

/// Since when the oldest job of a kind could have been taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldestDue {
    /// The kind.
    pub kind: String,
    /// Since when; later than now where none is due.
    pub since: OffsetDateTime,
}

/// The queue. Not bound to an organization: workers serve all of them.
pub trait JobQueue: Send + Sync {
    /// Puts a job there. False when its key was there already.
    fn enqueue(
        &self,
        job: &NewJob,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Takes due jobs of these kinds, the longest due first, at most `limit`: those that wait and
    /// those whose lease ran out. No job is taken by two workers.
    fn claim_jobs(
        &self,
        kinds: &[JobKind],
        now: OffsetDateTime,
        lease: Duration,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<Claimed>, StoreError>> + Send {
        async move { self.claim_in_turn(Turn::of(kinds, limit), now, lease).await }
    }

    /// Takes due jobs in turn: of those that are due longest the first of each organization, then the second of
    /// each, and so on.
    fn claim_in_turn(
        &self,
        turn: Turn<'_>,
        now: OffsetDateTime,
        lease: Duration,
    ) -> impl Future<Output = Result<Vec<Claimed>, StoreError>> + Send;

    /// When the next job of these kinds can be taken.
    fn next_job_at(
        &self,
        kinds: &[JobKind],
    ) -> impl Future<Output = Result<Option<OffsetDateTime>, StoreError>> + Send;

    /// Lets jobs of these kinds run now that can run only after `latest`: the clock was set back since
    /// they were put there. Dead ones stay. Returns how many.
    fn recall_jobs(
        &self,
        kinds: &[JobKind],
        latest: OffsetDateTime,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;

    /// Keeps what became of a claimed job.
    fn conclude_job(
        &self,
        claimed: &Claimed,
        outcome: &JobOutcome,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Result<(), Lost>, StoreError>> + Send;

    /// A page of jobs.
    fn jobs(
        &self,
        filter: JobFilter<'_>,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<Job>, StoreError>> + Send;

    /// One job.
    fn job(&self, id: JobId) -> impl Future<Output = Result<Option<Job>, StoreError>> + Send;

    /// How many jobs there are, by kind and state.
    fn job_counts(&self) -> impl Future<Output = Result<Vec<QueueCount>, StoreError>> + Send;

    /// How many dead jobs there are, by kind. Cheap, also when many others wait.
    fn dead_jobs(&self) -> impl Future<Output = Result<Vec<QueueCount>, StoreError>> + Send;

    /// The oldest job of each kind that is not dead, those that run by the end of their lease. Cheap, also when many
    /// wait.
    fn oldest_due(&self) -> impl Future<Output = Result<Vec<OldestDue>, StoreError>> + Send;

    /// Lets a dead job run again, now, with its attempts counted from the start. False when there
    /// is no such dead job.
    fn revive_job(
        &self,
        id: JobId,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;
}
