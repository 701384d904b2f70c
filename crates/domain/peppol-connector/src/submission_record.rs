//! What is kept of a submission beside what sends it.

use crate::{RecordedInvoiceId, State, Submission};
use persistence::{Cursor, Listed};
use time::OffsetDateTime;

/// A submission with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// When its job runs next; none when nothing waits.
    pub run_at: Option<OffsetDateTime>,
    /// Whether it is held by the send settings, to be released by hand or by its time.
    pub held: bool,
    /// When it was queued.
    pub created_at: OffsetDateTime,
    /// When it moved last.
    pub updated_at: OffsetDateTime,
    /// When the network took it.
    pub sent_at: Option<OffsetDateTime>,
    /// When it reached the recipient.
    pub delivered_at: Option<OffsetDateTime>,
    /// The receiving side's id of the transaction.
    pub transaction_id: Option<String>,
    /// What the last failed attempt said.
    pub error: Option<String>,
}

impl Listed for SubmissionRecord {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.created_at, self.submission.id)
    }
}

/// Which submissions to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubmissionFilter {
    /// In one of these states; empty: in any.
    pub states: Vec<State>,
    /// Held or not.
    pub held: Option<bool>,
    /// Of this invoice only.
    pub invoice: Option<RecordedInvoiceId>,
    /// Of documents with this number only.
    pub number: Option<String>,
}
