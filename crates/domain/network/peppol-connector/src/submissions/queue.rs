//! The places of sends in the queue (`GET /v1/agent/peppol/queue`).

use crate::{identifiers::SubmissionId, submissions::submission_record::SubmissionRecord};
use std::collections::BTreeMap;

/// Maximum place that is counted exactly, which bounds the cost of the query.
pub const MAX_PLACES: u64 = 10_000;

/// The places of submissions in the queue of all organizations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QueuePlaces {
    /// The number of jobs that workers hold.
    pub running: u64,
    /// For each waiting submission, the number before it; missing for those behind the first [`MAX_PLACES`].
    pub waiting: BTreeMap<SubmissionId, u64>,
}

impl QueuePlaces {
    /// The number of documents that leave before this one: those held by workers, and those that wait for an earlier
    /// time. [`MAX_PLACES`] plus the running ones means that many or more. `None` when the queue does not decide when
    /// it leaves: while it is held, and while it needs an operator.
    #[must_use]
    pub fn ahead(&self, record: &SubmissionRecord) -> Option<u64> {
        if record.held || record.submission.progress.needs_operator {
            return None;
        }
        // a submission that does not wait is being processed by a worker
        let Some(_) = record.run_at else { return Some(0) };
        let waiting = self.waiting.get(&record.submission.id).copied();
        Some(self.running + waiting.unwrap_or(MAX_PLACES))
    }
}
