//! What a job is: its type says what it is about, `run` makes one attempt.

use super::recurring::Interval;
use crate::wiring::App;
use jobs::{Backoff, Jitter, Kind, Outcome, error_text};
use std::{error::Error, future::Future};
use time::OffsetDateTime;

/// A job about one thing of one organization. It is put into the queue in the transaction that makes
/// it necessary, and runs until an attempt succeeds.
pub(super) trait Job: Sized + Send {
    /// What it is called in the queue.
    const KIND: Kind;

    /// The job that a row of the queue stands for; `None` when the row does not say what it is about.
    fn read(row: &jobs::Job) -> Option<Self>;

    /// Makes one attempt. It may be made twice: a lease can run out, an outcome can be lost.
    fn run(self, app: &App) -> impl Future<Output = Result<Ended, JobFailure>> + Send;
}

/// Work of the installation that recurs. There is one row of each kind, which is never done; it is
/// put into the queue when workers start.
pub(super) trait RecurringJob {
    /// What it is called in the queue.
    const KIND: Kind;
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
    /// What becomes of the job: another attempt after a while, unless none can succeed or there were
    /// too many. Recurring work goes on for ever.
    pub(super) fn outcome(
        &self,
        attempts: u32,
        recurs: bool,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> Outcome {
        let error = error_text(&*self.error);
        let backoff = Backoff::MAINTENANCE;
        let attempts = if recurs { attempts.min(backoff.attempts - 1) } else { attempts };
        match backoff.next(attempts, now, jitter).filter(|_| recurs || !self.is_final) {
            Some(at) => Outcome::Again { at, error: Some(error) },
            None => Outcome::Dead { error },
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
        for (attempts, recurs, is_final, lives) in [
            (1, false, false, true),
            (19, false, false, true),
            (20, false, false, false),
            (1, false, true, false),
            (20, true, false, true),
            (u32::MAX, true, true, true),
        ] {
            let failure = JobFailure { error: "no answer".into(), is_final };
            match failure.outcome(attempts, recurs, now, Jitter(0)) {
                Outcome::Again { at, error } => {
                    assert!(lives, "{attempts} attempts");
                    assert!(at > now);
                    assert_eq!(error.as_deref(), Some("no answer"));
                }
                Outcome::Dead { error } => {
                    assert!(!lives, "{attempts} attempts");
                    assert_eq!(error, "no answer");
                }
                Outcome::Done => panic!("it failed"),
            }
        }
    }
}
