//! The audit log: one line for each thing that happened to a document or a registration.

use crate::{
    identifiers::{AuditEntryId, DocumentId, Network},
    submissions::{Effect, Moved, Progress, State},
};
use access::Credential;
use invoicing::InvoiceId;
use serde::Serialize;
use time::OffsetDateTime;

persistence::named! {
    /// What a line of the audit log tells.
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
        /// Failed for good: it was not delivered.
        Failed = "failed",
        /// Its outcome is in doubt: an operator has to decide.
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
        /// It sends here, and receives elsewhere.
        EnrolledSendOnly = "enrolled_send_only",
        /// The registration failed.
        EnrollmentFailed = "enrollment_failed",
        /// It was de-registered.
        Deactivated = "deactivated",
    }
}

impl AuditAction {
    /// What a move of a submission tells. A receipt that also tells of the delivery is two lines.
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
    /// In which network: keys of the other tier do not see it.
    pub network: Network,
    /// The submission, the staged or the received document.
    pub document_id: Option<DocumentId>,
    /// The invoice that the document is recorded as.
    pub invoice_id: Option<InvoiceId>,
    /// The document's number.
    pub number: Option<String>,
    /// More, for people, for example the error of an attempt.
    pub detail: Option<String>,
    /// Who asked for it; `None` of what the service does by itself.
    pub actor: Option<Credential>,
    /// The address of the person who asked for it, as it is today.
    pub email: Option<String>,
}

persistence::listed!(AuditEntry: at, id);

/// What is entered of a change of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountAudit<'a> {
    /// In which network it was tried or made.
    pub network: Network,
    /// The kind of event.
    pub action: AuditAction,
    /// Details for people.
    pub detail: Option<&'a str>,
    /// The credential that asked for it.
    pub actor: Option<Credential>,
}

impl AccountAudit<'_> {
    /// Without a detail, by the service itself.
    #[must_use]
    pub const fn new(network: Network, action: AuditAction) -> Self {
        Self { network, action, detail: None, actor: None }
    }
}

/// The filter of a list of audit lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Only those of this network.
    pub network: Option<Network>,
    /// Only events at this time or later.
    pub from: Option<OffsetDateTime>,
    /// Before this instant.
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
