//! What to do with a job whose attempt failed: retry it, or end it.

use crate::{Backoff, Jitter, JobOutcome, error_text};
use std::{any::Any, error::Error};
use time::OffsetDateTime;

/// Which failures end a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    /// The last of its attempts, or a failure that no retry can change ([`JobFailure::is_final`]).
    Attempts,
    /// None as long as the job's subject exists, which alone decides when the job is over. A job whose row names no
    /// subject is dead at once.
    Subject,
    /// None: the job recurs.
    Endless,
}

/// Why an attempt failed.
#[derive(Debug)]
pub struct JobFailure {
    /// The error.
    pub error: Box<dyn Error + Send + Sync>,
    /// Whether no retry can succeed.
    pub is_final: bool,
}

impl JobFailure {
    /// The failure of an attempt that panicked. The log has the place of the panic.
    #[must_use]
    pub fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let error = format!("it panicked: {}", text.unwrap_or("for no reason that it gave"));
        Self { error: error.into(), is_final: false }
    }

    /// The outcome to store: a retry after a wait, or dead when this failure ends the job.
    #[must_use]
    pub fn outcome(
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

/// Any error is retried unless its caller sets [`JobFailure::is_final`].
impl<E: Error + Send + Sync + 'static> From<E> for JobFailure {
    fn from(error: E) -> Self {
        Self { error: error.into(), is_final: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_that_says_why_and_ends_with_the_attempts() {
        for (panic, why) in [
            (Box::new("no route") as Box<dyn Any + Send>, "it panicked: no route"),
            (Box::new("no route".to_owned()), "it panicked: no route"),
            (Box::new(7), "it panicked: for no reason that it gave"),
        ] {
            let failure = JobFailure::of_panic(&*panic);
            assert_eq!(failure.error.to_string(), why);
            let now = OffsetDateTime::UNIX_EPOCH;
            let outcome = |attempts| failure.outcome(attempts, Lifetime::Attempts, now, Jitter(0));
            assert!(matches!(outcome(1), JobOutcome::Again { error: Some(_), .. }));
            assert_eq!(outcome(20), JobOutcome::Dead { error: why.to_owned() });
        }
    }

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
                JobOutcome::Done | JobOutcome::PutBack { .. } => panic!("it failed"),
            }
        }
    }
}
