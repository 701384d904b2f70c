//! The state machine of a submission, as a pure function.

use crate::submissions::{
    missing_receipt::first_receipt_request,
    report_due::ReportDue,
    retry::{MAX_ATTEMPTS, RetryClass, next_attempt},
    state::{Actor, State},
};
use events::EventName;
use jobs::Jitter;
use time::OffsetDateTime;

/// The stored progress of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The state of the submission.
    pub state: State,
    /// Attempts begun since it was queued, or since an operator last restarted it.
    pub attempts: u16,
    /// An attempt may have delivered it without our knowledge. Never cleared: only a receipt or an operator settles
    /// it, so that a document that arrived is neither reported as failed nor its credit released.
    pub ambiguous: bool,
    /// Out of attempts with an unknown outcome: the job is a dead letter until an operator settles it.
    pub needs_operator: bool,
}

impl Progress {
    /// A new submission in this first state.
    #[must_use]
    pub const fn new(state: State) -> Self {
        Self { state, attempts: 0, ambiguous: false, needs_operator: false }
    }

    /// Whether any attempt was ever begun, also before an operator's restart: the receiver may have it.
    #[must_use]
    pub const fn was_tried(self) -> bool {
        self.attempts > 0 || self.ambiguous
    }
}

/// A move of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A staged document was dispatched and queued.
    Dispatched,
    /// A staged document was dispatched and refused: it stays staged (States and transitions).
    DispatchRejected,
    /// The retention of a staged document is over.
    Expired,
    /// A worker claimed the job. A claim from a worker that disappeared makes the outcome ambiguous.
    Claimed,
    /// The network answered with a receipt, or with "already received".
    Accepted,
    /// An attempt brought no receipt.
    AttemptFailed(RetryClass),
    /// The delivery receipt came.
    Delivered,
    /// The receiving side accepted the document and then rejected it.
    RefusedByReceiver,
    /// An operator restarts a submission that needs an operator.
    Restarted,
    /// An operator states that a submission that needs an operator was never accepted.
    GivenUp,
}

impl Move {
    /// The actors that may make this move. An operator may report an acceptance, which may be proven by telephone.
    #[must_use]
    pub const fn may(self, actor: Actor) -> bool {
        match self {
            Move::Dispatched | Move::DispatchRejected => matches!(actor, Actor::Caller),
            Move::Expired => matches!(actor, Actor::Clock),
            Move::Claimed | Move::AttemptFailed(_) => matches!(actor, Actor::Worker),
            Move::Accepted => matches!(actor, Actor::Worker | Actor::Operator),
            Move::Delivered | Move::RefusedByReceiver => {
                matches!(actor, Actor::Worker | Actor::Network)
            }
            Move::Restarted | Move::GivenUp => matches!(actor, Actor::Operator),
        }
    }
}

/// An effect of a move in addition to the new state, to be committed with it in the given order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The staged document is deleted.
    DeleteStaged,
    /// The job is scheduled again for this time.
    Retry(OffsetDateTime),
    /// The job becomes a dead letter for an operator.
    AskOperator,
    /// A status ended the send before its receipt was stored: the job runs again at this time and asks for it.
    AskReceipt(OffsetDateTime),
    /// The reserved credit is charged.
    CaptureCredit,
    /// The reserved credit is released.
    ReleaseCredit,
    /// Event `peppol.document.sent`.
    EmitSent,
    /// Event `peppol.document.delivered`.
    EmitDelivered,
    /// Event `peppol.document.failed`.
    EmitFailed,
    /// A tax report becomes due, with its job.
    Report(ReportDue),
}

impl Effect {
    /// The event that the effect publishes.
    #[must_use]
    pub const fn event(self) -> Option<EventName> {
        match self {
            Effect::EmitSent => Some(EventName::PeppolDocumentSent),
            Effect::EmitDelivered => Some(EventName::PeppolDocumentDelivered),
            Effect::EmitFailed => Some(EventName::PeppolDocumentFailed),
            Effect::DeleteStaged
            | Effect::Retry(_)
            | Effect::AskOperator
            | Effect::AskReceipt(_)
            | Effect::CaptureCredit
            | Effect::ReleaseCredit
            | Effect::Report(_) => None,
        }
    }
}

/// The result of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// The new progress; the effects belong to the same transaction.
    To(Progress, Vec<Effect>),
    /// The move is known already, for example a second receipt: nothing to store.
    Unchanged,
    /// The submission and its document are deleted.
    Deleted,
}

/// Why a move is refused. Nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// This actor may never make this move.
    #[error("{actor:?} may not report {moved:?}")]
    NotYours {
        /// The actor that reported it.
        actor: Actor,
        /// The move that was reported.
        moved: Move,
    },
    /// The submission is in this final state.
    #[error("the submission is {0:?}, which is final")]
    Final(State),
    /// The move is not allowed in this state.
    #[error("a submission that is {state:?} cannot be moved by {moved:?}")]
    OutOfPlace {
        /// The state of the submission.
        state: State,
        /// The move that was reported.
        moved: Move,
    },
}

/// Decides on a move of a submission. Pure: the store commits the result if the stored progress is still `from`.
///
/// # Errors
/// [`MoveError`]; a final state is never left.
pub fn advance(
    from: Progress,
    actor: Actor,
    moved: Move,
    now: OffsetDateTime,
    jitter: Jitter,
) -> Result<Moved, MoveError> {
    if !moved.may(actor) {
        return Err(MoveError::NotYours { actor, moved });
    }
    if is_known(from, moved) {
        return Ok(Moved::Unchanged);
    }
    if from.state.is_final() {
        return Err(MoveError::Final(from.state));
    }
    let out_of_place = MoveError::OutOfPlace { state: from.state, moved };
    match from.state {
        State::Staged => staged(moved).ok_or(out_of_place),
        State::Queued | State::Sending => {
            under_way(from, (actor, moved), now, jitter).ok_or(out_of_place)
        }
        State::Sent => sent(from, moved).ok_or(out_of_place),
        State::Validated | State::Delivered | State::Failed | State::Rejected => {
            Err(MoveError::Final(from.state))
        }
    }
}

/// Whether a move repeats what the state already records.
const fn is_known(from: Progress, moved: Move) -> bool {
    matches!(
        (from.state, moved),
        (State::Sent | State::Delivered, Move::Accepted)
            | (State::Delivered, Move::Delivered)
            | (State::Failed, Move::RefusedByReceiver | Move::GivenUp)
    )
}

fn staged(moved: Move) -> Option<Moved> {
    match moved {
        Move::Dispatched => {
            Some(Moved::To(Progress::new(State::Queued), vec![Effect::DeleteStaged]))
        }
        Move::DispatchRejected => Some(Moved::Unchanged),
        Move::Expired => Some(Moved::Deleted),
        _ => None,
    }
}

/// A move while queued or sending, with the acceptance not known yet.
fn under_way(
    from: Progress,
    (actor, moved): (Actor, Move),
    now: OffsetDateTime,
    jitter: Jitter,
) -> Option<Moved> {
    let taken = |state, effects: &[Effect]| {
        let asks = first_receipt_request(actor, now).map(Effect::AskReceipt);
        let effects = effects.iter().copied().chain(asks);
        Some(Moved::To(Progress { state, needs_operator: false, ..from }, effects.collect()))
    };
    let tried = from.was_tried();
    match moved {
        Move::Claimed if !from.needs_operator => Some(claimed(from)),
        Move::AttemptFailed(class) if from.state == State::Sending && !from.needs_operator => {
            Some(attempt_failed(from, class, now, jitter))
        }
        Move::Accepted if tried => Some(Moved::To(
            Progress { state: State::Sent, needs_operator: false, ..from },
            vec![Effect::CaptureCredit, Effect::EmitSent],
        )),
        // the status came before the receipt, or the receipt was lost
        Move::Delivered if tried => taken(
            State::Delivered,
            &[Effect::CaptureCredit, Effect::EmitSent, Effect::EmitDelivered],
        ),
        Move::RefusedByReceiver if tried => {
            taken(State::Failed, &[Effect::CaptureCredit, Effect::EmitFailed])
        }
        Move::Restarted if from.needs_operator => Some(Moved::To(
            Progress { state: State::Queued, attempts: 0, needs_operator: false, ..from },
            vec![Effect::Retry(now)],
        )),
        Move::GivenUp if from.needs_operator => Some(failed(from)),
        _ => None,
    }
}

/// A worker claims it. If another worker had it and disappeared, that one may have delivered it.
fn claimed(from: Progress) -> Moved {
    let ambiguous = from.ambiguous || from.state == State::Sending;
    let attempts = from.attempts.saturating_add(1);
    if attempts > MAX_ATTEMPTS {
        return given_out(Progress { attempts: from.attempts, ambiguous, ..from });
    }
    Moved::To(
        Progress { state: State::Sending, attempts, ambiguous, needs_operator: false },
        Vec::new(),
    )
}

fn attempt_failed(from: Progress, class: RetryClass, now: OffsetDateTime, jitter: Jitter) -> Moved {
    let ambiguous = from.ambiguous || class == RetryClass::Unknown;
    let next = Progress { ambiguous, ..from };
    match class {
        RetryClass::Permanent => given_out(next),
        RetryClass::Transient | RetryClass::Unknown => {
            match next_attempt(from.attempts, now, jitter) {
                Some(at) => {
                    Moved::To(Progress { state: State::Queued, ..next }, vec![Effect::Retry(at)])
                }
                None => given_out(next),
            }
        }
    }
}

/// No attempt is left: failed when it was certainly never accepted, else it needs an operator.
fn given_out(from: Progress) -> Moved {
    if from.ambiguous {
        return Moved::To(
            Progress { state: State::Sending, needs_operator: true, ..from },
            vec![Effect::AskOperator],
        );
    }
    failed(from)
}

fn failed(from: Progress) -> Moved {
    Moved::To(
        Progress { state: State::Failed, needs_operator: false, ..from },
        vec![Effect::ReleaseCredit, Effect::EmitFailed],
    )
}

/// The network has it, and its credit stays charged.
fn sent(from: Progress, moved: Move) -> Option<Moved> {
    match moved {
        Move::Delivered => Some(Moved::To(
            Progress { state: State::Delivered, ..from },
            vec![Effect::EmitDelivered],
        )),
        Move::RefusedByReceiver => {
            Some(Moved::To(Progress { state: State::Failed, ..from }, vec![Effect::EmitFailed]))
        }
        _ => None,
    }
}
