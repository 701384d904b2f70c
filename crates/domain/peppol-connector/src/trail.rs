//! The trail: one line for each thing that happened to a document or a registration.

use crate::{Effect, Moved, Progress, State};
use persistence::{Cursor, Listed};
use serde::Serialize;
use time::OffsetDateTime;
use uuid::Uuid;

/// What a line of the trail tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TrailKind {
    /// A document was staged.
    Staged,
    /// A staged document expired.
    Expired,
    /// A send was queued.
    Queued,
    /// A held send was released by hand.
    Released,
    /// A worker began an attempt.
    Attempted,
    /// An attempt failed; another follows.
    AttemptFailed,
    /// The network took the document.
    Sent,
    /// It reached the recipient.
    Delivered,
    /// It will not arrive.
    Failed,
    /// Its outcome is in doubt: somebody has to look at it.
    Parked,
    /// An operator started it again.
    Restarted,
    /// A document came in.
    Received,
    /// It was acknowledged.
    Acknowledged,
    /// The organization was registered.
    Enrolled,
    /// It sends here, and receives elsewhere.
    EnrolledSendOnly,
    /// The registration failed.
    EnrollmentFailed,
    /// It was de-registered.
    Deactivated,
}

impl TrailKind {
    /// Every kind.
    pub const ALL: [TrailKind; 17] = [
        TrailKind::Staged,
        TrailKind::Expired,
        TrailKind::Queued,
        TrailKind::Released,
        TrailKind::Attempted,
        TrailKind::AttemptFailed,
        TrailKind::Sent,
        TrailKind::Delivered,
        TrailKind::Failed,
        TrailKind::Parked,
        TrailKind::Restarted,
        TrailKind::Received,
        TrailKind::Acknowledged,
        TrailKind::Enrolled,
        TrailKind::EnrolledSendOnly,
        TrailKind::EnrollmentFailed,
        TrailKind::Deactivated,
    ];

    /// Its name, in the store and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TrailKind::Staged => "staged",
            TrailKind::Expired => "expired",
            TrailKind::Queued => "queued",
            TrailKind::Released => "released",
            TrailKind::Attempted => "attempted",
            TrailKind::AttemptFailed => "attempt_failed",
            TrailKind::Sent => "sent",
            TrailKind::Delivered => "delivered",
            TrailKind::Failed => "failed",
            TrailKind::Parked => "parked",
            TrailKind::Restarted => "restarted",
            TrailKind::Received => "received",
            TrailKind::Acknowledged => "acknowledged",
            TrailKind::Enrolled => "enrolled",
            TrailKind::EnrolledSendOnly => "enrolled_send_only",
            TrailKind::EnrollmentFailed => "enrollment_failed",
            TrailKind::Deactivated => "deactivated",
        }
    }

    /// What a move of a submission tells. A receipt that also tells of the delivery is two lines.
    #[must_use]
    pub fn of_move(from: Progress, moved: &Moved) -> Vec<TrailKind> {
        let (to, effects) = match moved {
            Moved::To(to, effects) => (to, effects),
            Moved::Unchanged => return Vec::new(),
            Moved::Deleted => return vec![TrailKind::Expired],
        };
        let told: Vec<_> =
            effects.iter().filter_map(|effect| Self::of_effect(from, *effect)).collect();
        if told.is_empty() && to.state == State::Sending {
            vec![TrailKind::Attempted]
        } else {
            told
        }
    }

    const fn of_effect(from: Progress, effect: Effect) -> Option<TrailKind> {
        match effect {
            Effect::Retry(_) if from.parked => Some(TrailKind::Restarted),
            Effect::Retry(_) => Some(TrailKind::AttemptFailed),
            Effect::Park => Some(TrailKind::Parked),
            Effect::EmitSent => Some(TrailKind::Sent),
            Effect::EmitDelivered => Some(TrailKind::Delivered),
            Effect::EmitFailed => Some(TrailKind::Failed),
            Effect::DeleteStaged => Some(TrailKind::Queued),
            Effect::CaptureCredit | Effect::ReleaseCredit => None,
        }
    }
}

/// A line of the trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrailLine {
    /// Its id.
    pub id: Uuid,
    /// When it happened.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// What happened.
    pub event: TrailKind,
    /// The submission, the staged or the received document.
    pub document_id: Option<Uuid>,
    /// The invoice that the document is recorded as.
    pub invoice_id: Option<Uuid>,
    /// The document's number.
    pub number: Option<String>,
    /// More, for people: the error of an attempt, say.
    pub detail: Option<String>,
}

impl Listed for TrailLine {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.at, self.id)
    }
}

/// Which lines to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrailFilter {
    /// From this instant on.
    pub from: Option<OffsetDateTime>,
    /// Before this instant.
    pub to: Option<OffsetDateTime>,
    /// Of this kind only.
    pub event: Option<TrailKind>,
    /// Of this document only.
    pub document: Option<Uuid>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Actor, Jitter, Move, RetryClass, advance};

    fn told(from: Progress, actor: Actor, moved: Move) -> Vec<TrailKind> {
        let now = OffsetDateTime::UNIX_EPOCH;
        let next = advance(from, actor, moved, now, Jitter(0)).expect("a move");
        TrailKind::of_move(from, &next)
    }

    #[test]
    fn each_move_is_told() {
        let at = |state, attempts| Progress { attempts, ..Progress::new(state) };
        let (worker, sending) = (Actor::Worker, at(State::Sending, 1));
        let failed = Move::AttemptFailed;
        for (from, actor, moved, kind) in [
            (at(State::Queued, 0), worker, Move::Claimed, TrailKind::Attempted),
            (sending, worker, failed(RetryClass::Transient), TrailKind::AttemptFailed),
            (sending, worker, failed(RetryClass::Permanent), TrailKind::Failed),
            (sending, worker, Move::Accepted, TrailKind::Sent),
            (at(State::Sent, 1), worker, Move::Delivered, TrailKind::Delivered),
            (at(State::Sent, 1), Actor::Network, Move::RefusedByReceiver, TrailKind::Failed),
            (at(State::Staged, 0), Actor::Clock, Move::Expired, TrailKind::Expired),
        ] {
            assert_eq!(told(from, actor, moved), [kind], "{moved:?}");
        }
        let parked = Progress { parked: true, doubtful: true, ..sending };
        assert_eq!(told(parked, Actor::Operator, Move::Restarted), [TrailKind::Restarted]);
        assert_eq!(
            told(sending, worker, Move::Delivered),
            [TrailKind::Sent, TrailKind::Delivered],
            "the delivery overtakes the receipt"
        );
    }

    #[test]
    fn names_are_those_of_serde() {
        for kind in TrailKind::ALL {
            let json = serde_json::to_value(kind).expect("JSON");
            assert_eq!(json, kind.name());
        }
    }
}
