//! The audit log: one line for each event of a document or a registration.

use crate::{
    identifiers::{AuditEntryId, DocumentId, Network},
    submissions::{Effect, Moved, Progress, State},
};
use access::Credential;
use invoicing::InvoiceId;
use serde::Serialize;
use time::OffsetDateTime;

persistence::named! {
    /// The kind of an audit log line.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum AuditAction {
        /// A document was staged.
        Staged = "staged",
        /// A staged document expired.
        Expired = "expired",
        /// A send was queued.
        Queued = "queued",
        /// A held send was released by hand.
        Released = "released",
        /// A worker began an attempt.
        Attempted = "attempted",
        /// An attempt failed; another follows.
        AttemptFailed = "attempt_failed",
        /// The network took the document.
        Sent = "sent",
        /// It reached the recipient.
        Delivered = "delivered",
        /// It failed for good and was not delivered.
        Failed = "failed",
        /// Its outcome is unknown: an operator has to decide.
        #[serde(rename = "parked")]
        NeedsOperator = "parked",
        /// An operator started it again.
        Restarted = "restarted",
        /// A document came in.
        Received = "received",
        /// It was acknowledged.
        Acknowledged = "acknowledged",
        /// The organization was registered.
        Enrolled = "enrolled",
        /// The organization was registered to send only: it receives elsewhere.
        EnrolledSendOnly = "enrolled_send_only",
        /// The registration failed.
        EnrollmentFailed = "enrollment_failed",
        /// It was de-registered.
        Deactivated = "deactivated",
    }
}

impl AuditAction {
    /// The audit lines for a move of a submission. A receipt that also confirms the delivery gives two lines.
    #[must_use]
    pub fn of_move(from: Progress, moved: &Moved) -> Vec<AuditAction> {
        let (to, effects) = match moved {
            Moved::To(to, effects) => (to, effects),
            Moved::Unchanged => return Vec::new(),
            Moved::Deleted => return vec![AuditAction::Expired],
        };
        let actions: Vec<_> =
            effects.iter().filter_map(|effect| Self::of_effect(from, *effect)).collect();
        if actions.is_empty() && to.state == State::Sending {
            vec![AuditAction::Attempted]
        } else {
            actions
        }
    }

    const fn of_effect(from: Progress, effect: Effect) -> Option<AuditAction> {
        match effect {
            Effect::Retry(_) if from.needs_operator => Some(AuditAction::Restarted),
            Effect::Retry(_) => Some(AuditAction::AttemptFailed),
            Effect::AskOperator => Some(AuditAction::NeedsOperator),
            Effect::EmitSent => Some(AuditAction::Sent),
            Effect::EmitDelivered => Some(AuditAction::Delivered),
            Effect::EmitFailed => Some(AuditAction::Failed),
            Effect::DeleteStaged => Some(AuditAction::Queued),
            Effect::AskReceipt(_)
            | Effect::CaptureCredit
            | Effect::ReleaseCredit
            | Effect::Report(_) => None,
        }
    }
}

/// A line of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// The id of the line.
    pub id: AuditEntryId,
    /// The time of the event.
    pub at: OffsetDateTime,
    /// The kind of event.
    pub event: AuditAction,
    /// The Peppol network; keys of the other tier do not see the line.
    pub network: Network,
    /// The submission, the staged or the received document.
    pub document_id: Option<DocumentId>,
    /// The invoice that records the document.
    pub invoice_id: Option<InvoiceId>,
    /// The document's number.
    pub number: Option<String>,
    /// Details for people, for example the error of an attempt.
    pub detail: Option<String>,
    /// The credential that requested it; `None` when the service did it by itself.
    pub actor: Option<Credential>,
    /// The current mail address of the person who requested it; `None` for a key or an application.
    pub email: Option<String>,
}

persistence::listed!(AuditEntry: at, id);

/// The audit line of a registration change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountAudit<'a> {
    /// The network of the registration or attempt.
    pub network: Network,
    /// The kind of event.
    pub action: AuditAction,
    /// Details for people.
    pub detail: Option<&'a str>,
    /// The credential that asked for it.
    pub actor: Option<Credential>,
}

impl AccountAudit<'_> {
    /// A line without a detail, caused by the service itself.
    #[must_use]
    pub const fn new(network: Network, action: AuditAction) -> Self {
        Self { network, action, detail: None, actor: None }
    }
}

/// The filter of a list of audit lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Only lines of this network.
    pub network: Option<Network>,
    /// Only events at this time or later.
    pub from: Option<OffsetDateTime>,
    /// Only events before this instant.
    pub to: Option<OffsetDateTime>,
    /// Only events of this kind.
    pub event: Option<AuditAction>,
    /// Only events of this document.
    pub document: Option<DocumentId>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::submissions::{Actor, Move, RetryClass, advance};
    use jobs::Jitter;

    fn actions(from: Progress, actor: Actor, moved: Move) -> Vec<AuditAction> {
        let now = OffsetDateTime::UNIX_EPOCH;
        let next = advance(from, actor, moved, now, Jitter(0)).expect("a move");
        AuditAction::of_move(from, &next)
    }

    #[test]
    fn each_move_is_reported() {
        let at = |state, attempts| Progress { attempts, ..Progress::new(state) };
        let (worker, sending) = (Actor::Worker, at(State::Sending, 1));
        let failed = Move::AttemptFailed;
        for (from, actor, moved, kind) in [
            (at(State::Queued, 0), worker, Move::Claimed, AuditAction::Attempted),
            (sending, worker, failed(RetryClass::Transient), AuditAction::AttemptFailed),
            (sending, worker, failed(RetryClass::Permanent), AuditAction::Failed),
            (sending, worker, Move::Accepted, AuditAction::Sent),
            (at(State::Sent, 1), worker, Move::Delivered, AuditAction::Delivered),
            (at(State::Sent, 1), Actor::Network, Move::RefusedByReceiver, AuditAction::Failed),
            (at(State::Staged, 0), Actor::Clock, Move::Expired, AuditAction::Expired),
        ] {
            assert_eq!(actions(from, actor, moved), [kind], "{moved:?}");
        }
        let needs_operator = Progress { needs_operator: true, ambiguous: true, ..sending };
        assert_eq!(
            actions(needs_operator, Actor::Operator, Move::Restarted),
            [AuditAction::Restarted]
        );
        assert_eq!(
            actions(sending, worker, Move::Delivered),
            [AuditAction::Sent, AuditAction::Delivered],
            "the delivery overtakes the receipt"
        );
    }

    #[test]
    fn names_are_those_of_serde() {
        for kind in AuditAction::ALL {
            let json = serde_json::to_value(kind).expect("JSON");
            assert_eq!(json, kind.name());
        }
    }
}
