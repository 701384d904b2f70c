//! What a job is: its type says what it is about, `run` makes one attempt.

use jobs::JobKind;
use runtime::wiring::App;
use std::future::Future;
use time::OffsetDateTime;

pub(super) use jobs::{Interval, JobFailure, Lifetime};

/// A job about one thing of one organization. It is put into the queue in the transaction that makes
/// it necessary, and runs until an attempt succeeds.
pub(super) trait Job: Sized + Send {
    /// What it is called in the queue.
    const KIND: JobKind;
    /// Which failures end it.
    const LIFETIME: Lifetime = Lifetime::Attempts;

    /// The job that a row of the queue stands for; `None` when the row does not say what it is about.
    fn read(row: &jobs::Job) -> Option<Self>;

    /// Where an attempt would go, as far as that is known: attempts at one place are bounded, and none is made while it
    /// is silent.
    fn destination(&self, _: &App) -> impl Future<Output = Option<String>> + Send {
        async { None }
    }

    /// Makes one attempt. It may be made twice: a lease can run out, an outcome can be lost.
    fn run(self, app: &App) -> impl Future<Output = Result<Ended, JobFailure>> + Send;
}

/// Work of the installation that recurs. There is one row of each kind, which is never done; it is
/// put into the queue when workers start.
pub(super) trait RecurringJob {
    /// What it is called in the queue.
    const KIND: JobKind;
    /// When it runs again.
    const INTERVAL: Interval;

    /// Does it once. Returns how many objects it changed.
    fn run(app: &App) -> impl Future<Output = Result<usize, JobFailure>> + Send;
}

/// How an attempt ended that did not fail, and so who concludes the job's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing is left to do: the worker removes the row.
    Done,
    /// It did not get through, or it recurs: it is made again at this time. The worker puts the row back.
    Again(OffsetDateTime),
    /// It did its work, and there is more to do at this time: the worker puts the row back.
    GoesOn(OffsetDateTime),
    /// There was no room for an attempt: the worker puts the row back until this time, and nothing is counted.
    NotBegun(OffsetDateTime),
    /// The store has concluded the row in the transaction that kept what the attempt changed, or
    /// another worker has taken over: this worker leaves the row alone.
    ConcludedInTransaction {
        /// Whether the attempt reached what it was made for.
        succeeded: bool,
    },
}
