//! What every subject stands on: idempotency, jobs, leases, counts of requests.

pub mod idempotency;
pub mod jobs;
pub mod leases;
pub mod request_counts;
