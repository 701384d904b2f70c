//! The durable queue: jobs, claims, outcomes, and the port of the store that keeps them.
//!
//! Pure: the time is an argument, and so is randomness.

#![deny(clippy::disallowed_methods)]

mod job;
mod ports;
mod retry;

pub use job::{Claimed, Job, JobId, JobState, Kind, MAX_ERROR, NewJob, Outcome, error_text};
pub use ports::{JobFilter, JobQueue, Lost, QueueCount};
pub use retry::{Backoff, Jitter};
