//! What is kept of a submission beside what sends it.

use crate::{identifiers::Network, sending::Submission, submissions::state::State};
use invoicing::InvoiceId;
use time::OffsetDateTime;

/// A submission with its history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRecord {
    /// The submission.
    pub submission: Submission,
    /// When its next attempt is; none when none is, also while its job only asks for a missing receipt.
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

impl SubmissionRecord {
    /// Whether it moves by itself in a moment: it is neither held nor at an end.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        !self.held && matches!(self.submission.progress.state, State::Queued | State::Sending)
    }

    /// Whether the network has it, or may have it (`X-Service-Ubl-Source`): also one that was taken
    /// and then refused.
    #[must_use]
    pub const fn was_handed_over(&self) -> bool {
        let state = self.submission.progress.state;
        self.sent_at.is_some() || matches!(state, State::Sending | State::Sent | State::Delivered)
    }

    /// Whether the network took the document, and its way is over: then there is a receipt of it, or it can be asked for.
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
    /// Only those of this network.
    pub network: Option<Network>,
    /// In one of these states; empty: in any.
    pub states: Vec<State>,
    /// Only held sends, or only others.
    pub held: Option<bool>,
    /// Only sends of this invoice.
    pub invoice: Option<InvoiceId>,
    /// Of documents with this number only.
    pub number: Option<String>,
}
