//! The traits of jobs: the type holds the subject, `run` makes one attempt.

use jobs::JobKind;
use runtime::wiring::App;
use std::future::Future;
use time::OffsetDateTime;

pub(super) use jobs::{Interval, JobFailure, Lifetime};

/// A job with one subject of one organization. It is enqueued in the transaction that makes it necessary, and runs
/// until an attempt succeeds.
pub(super) trait Job: Sized + Send {
    /// The kind of the job in the queue.
    const KIND: JobKind;
    /// Which failures end the job.
    const LIFETIME: Lifetime = Lifetime::Attempts;

    /// The job of a row of the queue; `None` when the row has no subject.
    fn read(row: &jobs::Job) -> Option<Self>;

    /// The destination of an attempt, if known. Attempts at one destination are bounded, and none is made while it does
    /// not answer.
    fn destination(&self, _: &App) -> impl Future<Output = Option<String>> + Send {
        async { None }
    }

    /// Makes one attempt. It may run twice, because a lease can run out and an outcome can be lost.
    fn run(self, app: &App) -> impl Future<Output = Result<Ended, JobFailure>> + Send;
}

/// A recurring job of the installation. Each kind has one row, which is enqueued when workers start and is never
/// removed.
pub(super) trait RecurringJob {
    /// The kind of the job in the queue.
    const KIND: JobKind;
    /// The time between two runs.
    const INTERVAL: Interval;

    /// Runs once. Returns the number of objects that it changed.
    fn run(app: &App) -> impl Future<Output = Result<usize, JobFailure>> + Send;
}

/// How a successful attempt ended, which decides who concludes the job's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The job is done: the worker removes the row.
    Done,
    /// The attempt did not reach the other side, or the job recurs: the worker reschedules the row to this time.
    Again(OffsetDateTime),
    /// The attempt did its work and there is more to do: the worker reschedules the row to this time.
    GoesOn(OffsetDateTime),
    /// There was no room for an attempt: the worker reschedules the row, and no attempt is counted.
    NotBegun(OffsetDateTime),
    /// The store has concluded the row in the transaction of the attempt's changes, or another worker has taken over:
    /// this worker does not touch the row.
    ConcludedInTransaction {
        /// Whether the attempt achieved its purpose.
        succeeded: bool,
    },
}
