//! The durable queue: jobs, claims, outcomes, and the port of the store.
//!
//! This crate does no I/O: the time and randomness are arguments.
//!
//! | to | begin with |
//! |---|---|
//! | describe work to do later | [`NewJob`] |
//! | say how an attempt ended | [`JobOutcome`] |
//! | decide whether a failed job is retried | [`JobFailure::outcome`] |
//! | say when recurring work runs again | [`Interval`] |
//! | keep slots free for the next organization | [`FairShare`] |
//! | pause a destination that does not answer | [`Destination`] |
//! | space retries | [`Backoff`] |
//! | store the queue | the port [`JobQueue`] |

#![deny(clippy::disallowed_methods)]

mod destination;
mod failure;
mod fair_share;
mod interval;
mod job;
mod ports;
mod retry;

pub use destination::{Destination, Heard, SILENCE};
pub use failure::{JobFailure, Lifetime};
pub use fair_share::{FairShare, Whose};
pub use interval::Interval;
pub use job::{
    ClaimToken, Claimed, Job, JobId, JobKind, JobOutcome, JobState, NewJob, SubjectId, error_text,
};
pub use ports::{JobFilter, JobQueue, Lost, OldestDue, QueueCount, Turn};
pub use retry::{Backoff, Jitter};
