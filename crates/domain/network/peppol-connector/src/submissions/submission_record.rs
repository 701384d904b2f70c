//! A submission with its stored history.

use crate::{identifiers::Network, sending::Submission, submissions::state::State};
use invoicing::InvoiceId;
use time::OffsetDateTime;

/// A submission with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// The time of its next attempt; `None` without one, also while its job only asks for a missing receipt.
    pub run_at: Option<OffsetDateTime>,
    /// Whether the send settings hold it until its time or a release by hand.
    pub held: bool,
    /// When it was queued.
    pub created_at: OffsetDateTime,
    /// When it last moved.
    pub updated_at: OffsetDateTime,
    /// When the network took it.
    pub sent_at: Option<OffsetDateTime>,
    /// When it reached the recipient.
    pub delivered_at: Option<OffsetDateTime>,
    /// The receiving side's id of the transaction.
    pub transaction_id: Option<String>,
    /// The error of the last failed attempt.
    pub error: Option<String>,
}

impl SubmissionRecord {
    /// Whether it moves without further action: it is neither held nor at an end.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        !self.held && matches!(self.submission.progress.state, State::Queued | State::Sending)
    }

    /// Whether the network has it, or may have it (`X-Service-Ubl-Source`); also when it was accepted and then
    /// rejected.
    #[must_use]
    pub const fn was_handed_over(&self) -> bool {
        let state = self.submission.progress.state;
        self.sent_at.is_some() || matches!(state, State::Sending | State::Sent | State::Delivered)
    }

    /// Whether the network accepted the document and the submission has ended: its receipt exists or can be requested.
    #[must_use]
    pub const fn is_over_and_taken(&self) -> bool {
        let state = self.submission.progress.state;
        self.sent_at.is_some() && matches!(state, State::Delivered | State::Failed)
    }
}

persistence::listed!(SubmissionRecord: created_at, submission.id);

/// The filter of a list of submissions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SubmissionFilter {
    /// Only submissions to this network.
    pub network: Option<Network>,
    /// Only submissions in these states; empty: any state.
    pub states: Vec<State>,
    /// Only held submissions, or only others.
    pub held: Option<bool>,
    /// Only submissions of this invoice.
    pub invoice: Option<InvoiceId>,
    /// Only submissions of documents with this number.
    pub number: Option<String>,
}
