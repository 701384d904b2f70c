//! What a job is: its type says what it is about, `run` makes one attempt.

use super::recurring::Interval;
use jobs::{Backoff, Jitter, JobKind, JobOutcome, error_text};
use runtime::wiring::App;
use std::{error::Error, future::Future};
use time::OffsetDateTime;

/// A job about one thing of one organization. It is put into the queue in the transaction that makes
/// it necessary, and runs until an attempt succeeds.
pub(super) trait Job: Sized + Send {
    /// What it is called in the queue.
    const KIND: JobKind;
    /// Which failures end it.
    const LIFETIME: Lifetime = Lifetime::Attempts;

    /// The job that a row of the queue stands for; `None` when the row does not say what it is about.
    fn read(row: &jobs::Job) -> Option<Self>;

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

/// Which failures end a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifetime {
    /// The last of its attempts, and one after which none can succeed.
    Attempts,
    /// None as long as what the job is about lives, which alone decides when it is over. A row that
    /// does not say what it is about is dead at once.
    Subject,
    /// None: it recurs.
    Endless,
}

/// How an attempt ended that did not fail, and so who concludes the job's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing is left to do: the worker removes the row.
    Done,
    /// There is more to do at this time: the worker puts the row back.
    Again(OffsetDateTime),
    /// The store has concluded the row in the transaction that kept what the attempt changed, or
    /// another worker has taken over: this worker leaves the row alone.
    ConcludedInTransaction,
}

/// Why an attempt failed.
#[derive(Debug)]
pub(super) struct JobFailure {
    /// The error.
    pub(super) error: Box<dyn Error + Send + Sync>,
    /// Whether another attempt cannot succeed either.
    pub(super) is_final: bool,
}

impl JobFailure {
    /// What becomes of the job: another attempt after a while, unless this failure ends it.
    pub(super) fn outcome(
        &self,
        attempts: u32,
        lifetime: Lifetime,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> JobOutcome {
        let error = error_text(&*self.error);
        let backoff = match lifetime {
            Lifetime::Attempts | Lifetime::Endless => Backoff::MAINTENANCE,
            Lifetime::Subject => Backoff::KEEPING,
        };
        let attempts = match lifetime {
            Lifetime::Attempts => attempts,
            Lifetime::Subject | Lifetime::Endless => attempts.min(backoff.attempts - 1),
        };
        let goes_on = lifetime == Lifetime::Endless || !self.is_final;
        match backoff.next(attempts, now, jitter).filter(|_| goes_on) {
            Some(at) => JobOutcome::Again { at, error: Some(error) },
            None => JobOutcome::Dead { error },
        }
    }
}

/// An error by itself is tried again.
impl<E: Error + Send + Sync + 'static> From<E> for JobFailure {
    fn from(error: E) -> Self {
        Self { error: error.into(), is_final: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_tried_again_until_it_is_final_or_there_were_too_many() {
        let now = OffsetDateTime::UNIX_EPOCH;
        for (attempts, lifetime, is_final, lives) in [
            (1, Lifetime::Attempts, false, true),
            (19, Lifetime::Attempts, false, true),
            (20, Lifetime::Attempts, false, false),
            (1, Lifetime::Attempts, true, false),
            (20, Lifetime::Endless, false, true),
            (u32::MAX, Lifetime::Endless, true, true),
            (20, Lifetime::Subject, false, true),
            (u32::MAX, Lifetime::Subject, false, true),
            (1, Lifetime::Subject, true, false),
        ] {
            let failure = JobFailure { error: "no answer".into(), is_final };
            match failure.outcome(attempts, lifetime, now, Jitter(0)) {
                JobOutcome::Again { at, error } => {
                    assert!(lives, "{attempts} attempts");
                    assert!(at > now);
                    assert_eq!(error.as_deref(), Some("no answer"));
                }
                JobOutcome::Dead { error } => {
                    assert!(!lives, "{attempts} attempts");
                    assert_eq!(error, "no answer");
                }
                JobOutcome::Done => panic!("it failed"),
            }
        }
    }
}
