use crate::{Claimed, Job, JobId, JobKind, JobOutcome, NewJob, Whose};
use persistence::{Cursor, Page, StoreError, port};
use time::{Duration, OffsetDateTime};

/// The lease has expired, and the job was claimed by another worker or is gone. Nothing was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the job is no longer this worker's")]
pub struct Lost;

/// Which jobs to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobFilter<'a> {
    /// Jobs of this kind only.
    pub kind: Option<&'a str>,
    /// Jobs in this state only ([`crate::JobState::name`]).
    pub state: Option<&'a str>,
}

/// How many jobs of a kind are in a state.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct QueueCount {
    /// The text of their [`JobKind`].
    pub kind: String,
    /// The state's name ([`crate::JobState::name`]).
    pub state: String,
    /// The number of jobs.
    pub count: u64,
}

/// Which due jobs a worker claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Jobs of these kinds.
    pub kinds: &'a [JobKind],
    /// At most this many jobs.
    pub limit: u16,
    /// At most this many of them for one organization, or for the installation.
    pub each: u16,
    /// No jobs for these organizations: they have used up their share.
    pub full: &'a [Whose],
}

impl<'a> Turn<'a> {
    /// The jobs of these kinds that are due longest, for any organization.
    #[must_use]
    pub const fn of(kinds: &'a [JobKind], limit: u16) -> Self {
        Self { kinds, limit, each: limit, full: &[] }
    }
}

/// Since when the oldest job of a kind has been due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldestDue {
    /// The text of the [`JobKind`].
    pub kind: String,
    /// The time at which it became due; later than now when none is due.
    pub since: OffsetDateTime,
}

port! {
    /// The queue. It is not bound to an organization: workers serve all of them.
    pub trait JobQueue: Send + Sync {
        /// Puts a job into the queue. Returns false, and stores nothing, when a job with its key exists.
        async fn enqueue(&self, job: &NewJob, now: OffsetDateTime) -> Result<bool, StoreError>;

        /// Claims due jobs, both waiting ones and those whose lease has expired, in turn: of those due longest first
        /// one for each organization, then a second for each, and so on. No two workers claim the same job.
        async fn claim_in_turn(
            &self, turn: Turn<'_>, now: OffsetDateTime, lease: Duration
        ) -> Result<Vec<Claimed>, StoreError>;

        /// The earliest time at which a job of these kinds can be claimed; `None` when there is no such job.
        async fn next_job_at(&self, kinds: &[JobKind]) -> Result<Option<OffsetDateTime>, StoreError>;

        /// Makes those jobs of these kinds due now that are due only after `latest`: the clock was set back since they
        /// were stored. Dead ones stay. Returns how many were changed.
        async fn recall_jobs(
            &self, kinds: &[JobKind], latest: OffsetDateTime, now: OffsetDateTime
        ) -> Result<usize, StoreError>;

        /// Stores the outcome of a claimed job.
        async fn conclude_job(
            &self, claimed: &Claimed, outcome: &JobOutcome, now: OffsetDateTime
        ) -> Result<Result<(), Lost>, StoreError>;

        /// A page of jobs.
        async fn jobs(
            &self, filter: JobFilter<'_>, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Job>, StoreError>;

        /// One job.
        async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError>;

        /// The number of jobs by kind and state.
        async fn job_counts(&self) -> Result<Vec<QueueCount>, StoreError>;

        /// The number of dead jobs by kind. Cheap, also when many others wait.
        async fn dead_jobs(&self) -> Result<Vec<QueueCount>, StoreError>;

        /// The oldest job of each kind that is not dead; a running one counts from the end of its lease. Cheap, also
        /// when many wait.
        async fn oldest_due(&self) -> Result<Vec<OldestDue>, StoreError>;

        /// Makes a dead job due now and counts its attempts from the start. Returns false when there is no such dead
        /// job.
        async fn revive_job(&self, id: JobId, now: OffsetDateTime) -> Result<bool, StoreError>;
    }
}
