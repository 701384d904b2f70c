//! The durable queue: jobs, claims, outcomes, and the port of the store that keeps them.
//!
//! Pure: the time is an argument, and so is randomness.
//!
//! | to | begin with |
//! |---|---|
//! | describe work to do later | [`NewJob`] |
//! | say how an attempt ended | [`JobOutcome`] |
//! | decide what becomes of one that failed | [`JobFailure::outcome`] |
//! | say when recurring work runs again | [`Interval`] |
//! | space retries | [`Backoff`] |
//! | keep the queue | the port [`JobQueue`] |

#![deny(clippy::disallowed_methods)]

mod failure;
mod interval;
mod job;
mod ports;
mod retry;

pub use failure::{JobFailure, Lifetime};
pub use interval::Interval;
pub use job::{
    ClaimToken, Claimed, Job, JobId, JobKind, JobOutcome, JobState, NewJob, SubjectId, error_text,
};
pub use ports::{JobFilter, JobQueue, Lost, QueueCount};
pub use retry::{Backoff, Jitter};
