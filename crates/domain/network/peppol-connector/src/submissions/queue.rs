//! Where sends stand in the queue (`GET /v1/agent/peppol/queue`).

use crate::{identifiers::SubmissionId, submissions::submission_record::SubmissionRecord};
use std::collections::BTreeMap;

/// Places that are counted from the front: that is cheap however long the queue is.
pub const MAX_PLACES: u64 = 10_000;

/// Where submissions stand among those of all organizations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QueuePlaces {
    /// The number of jobs that workers hold.
    pub running: u64,
    /// How many wait before each that waits; none behind the first [`MAX_PLACES`].
    pub waiting: BTreeMap<SubmissionId, u64>,
}

impl QueuePlaces {
    /// How many documents leave before one: those that workers have, and those that wait for an earlier
    /// time. [`MAX_PLACES`] and those at work stand for that many or more. `None` where it is not the
    /// queue that says when it leaves: while it is held, and while it needs an operator.
    #[must_use]
    pub fn ahead(&self, record: &SubmissionRecord) -> Option<u64> {
        if record.held || record.submission.progress.needs_operator {
            return None;
        }
        // a worker has what does not wait
        let Some(_) = record.run_at else { return Some(0) };
        let waiting = self.waiting.get(&record.submission.id).copied();
        Some(self.running + waiting.unwrap_or(MAX_PLACES))
    }
}
