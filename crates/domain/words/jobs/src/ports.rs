use crate::{Claimed, Job, JobId, JobKind, JobOutcome, NewJob, Whose};
use persistence::{Cursor, Page, StoreError, port};
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

port! {
    /// The queue. Not bound to an organization: workers serve all of them.
    pub trait JobQueue: Send + Sync {
        /// Puts a job there. False when its key was there already.
        async fn enqueue(&self, job: &NewJob, now: OffsetDateTime) -> Result<bool, StoreError>;

        /// Takes due jobs, those that wait and those whose lease ran out, in turn: of those that are due longest the first
        /// of each organization, then the second of each, and so on. No job is taken by two workers.
        async fn claim_in_turn(
            &self, turn: Turn<'_>, now: OffsetDateTime, lease: Duration
        ) -> Result<Vec<Claimed>, StoreError>;

        /// When the next job of these kinds can be taken.
        async fn next_job_at(&self, kinds: &[JobKind]) -> Result<Option<OffsetDateTime>, StoreError>;

        /// Lets jobs of these kinds run now that can run only after `latest`: the clock was set back since
        /// they were put there. Dead ones stay. Returns how many.
        async fn recall_jobs(
            &self, kinds: &[JobKind], latest: OffsetDateTime, now: OffsetDateTime
        ) -> Result<usize, StoreError>;

        /// Keeps what became of a claimed job.
        async fn conclude_job(
            &self, claimed: &Claimed, outcome: &JobOutcome, now: OffsetDateTime
        ) -> Result<Result<(), Lost>, StoreError>;

        /// A page of jobs.
        async fn jobs(
            &self, filter: JobFilter<'_>, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Job>, StoreError>;

        /// One job.
        async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError>;

        /// How many jobs there are, by kind and state.
        async fn job_counts(&self) -> Result<Vec<QueueCount>, StoreError>;

        /// How many dead jobs there are, by kind. Cheap, also when many others wait.
        async fn dead_jobs(&self) -> Result<Vec<QueueCount>, StoreError>;

        /// The oldest job of each kind that is not dead, those that run by the end of their lease. Cheap, also when many
        /// wait.
        async fn oldest_due(&self) -> Result<Vec<OldestDue>, StoreError>;

        /// Lets a dead job run again, now, with its attempts counted from the start. False when there
        /// is no such dead job.
        async fn revive_job(&self, id: JobId, now: OffsetDateTime) -> Result<bool, StoreError>;
    }
}
