//! The states of a submission, and the actors that move it.

use serde::{Deserialize, Serialize};

persistence::named! {
    /// The state of a submission.
    ///
    /// ```text
    /// (request) ─► validated ■                                    validateOnly
    ///           ─► rejected ■                                     with a RejectReason
    ///           ─► staged ─► queued, or deleted after 7 days      dispatch later
    ///           ─► queued ─► sending ─► sent ─► delivered ■
    ///                  ▲         │        └───► failed ■          the receiver refuses it
    ///                  └─ retry ─┴─► failed ■                     never accepted
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum State {
        /// A dry run: nothing was stored.
        Validated = "validated",
        /// Stored for [`crate::sending::STAGED_FOR`], waiting to be dispatched.
        Staged = "staged",
        /// Credit is reserved, the invoice is recorded, and the job waits.
        Queued = "queued",
        /// A worker is sending it.
        Sending = "sending",
        /// The network accepted it (AS4 receipt).
        Sent = "sent",
        /// It reached the recipient (delivery receipt).
        Delivered = "delivered",
        /// Failed for good: it was not delivered.
        Failed = "failed",
        /// Refused before it was queued.
        Rejected = "rejected",
    }
}

impl State {
    /// The states of queued submissions, which answers show.
    pub const SHOWN: [State; 5] =
        [State::Queued, State::Sending, State::Sent, State::Delivered, State::Failed];

    /// Whether the state is final.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, State::Validated | State::Delivered | State::Failed | State::Rejected)
    }

    /// Its name in answers and events, as in the specification: `DELIVERED`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            State::Validated => "VALIDATED",
            State::Staged => "STAGED",
            State::Queued => "QUEUED",
            State::Sending => "SENDING",
            State::Sent => "SENT",
            State::Delivered => "DELIVERED",
            State::Failed => "FAILED",
            State::Rejected => "REJECTED",
        }
    }
}

persistence::named! {
    /// Why a document was rejected (send response, `reason`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum RejectReason {
        /// It breaks rules that no repair fixes.
        Validation = "validation",
        /// It could be sent with the listed changes, but `autoRepair` was not set.
        NeedsRepair = "needs_repair",
        /// Too little credit for a live send.
        Credit = "credit",
        /// A prepayment is overdue.
        PrepaymentOverdue = "prepayment_overdue",
        /// The validation runtime could not be reached.
        ValidatorUnavailable = "validator_unavailable",
        /// The document is valid, but the organization cannot send it.
        Ingest = "ingest",
    }
}

/// The actor that moves a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A request over the API.
    Caller,
    /// A worker with the job of sending it.
    Worker,
    /// A message that another access point sends by itself.
    Network,
    /// A scheduled job.
    Clock,
    /// A person at the command line (`billhook jobs`).
    Operator,
}

impl Actor {
    /// All values.
    pub const ALL: [Actor; 5] =
        [Actor::Caller, Actor::Worker, Actor::Network, Actor::Clock, Actor::Operator];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_the_words_of_events() {
        for state in State::ALL {
            assert_eq!(serde_json::to_value(state).expect("JSON"), state.word());
            assert_eq!(state.word().to_lowercase(), state.name());
        }
    }
}
