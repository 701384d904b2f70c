//! A submission's way through the network, as a pure function.

use crate::submissions::{
    missing_receipt::first_receipt_request,
    report_due::ReportDue,
    retry::{MAX_ATTEMPTS, RetryClass, next_attempt},
    state::{Actor, State},
};
use events::EventName;
use jobs::Jitter;
use time::OffsetDateTime;

/// What is kept of a submission's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The state of the submission.
    pub state: State,
    /// Attempts begun since it was queued, or since an operator last started it again.
    pub attempts: u16,
    /// Some attempt may have handed it over without our learning of it. Never cleared: only a
    /// receipt or an operator settles it, so that a document that arrived is not reported as failed
    /// nor its credit given back.
    pub ambiguous: bool,
    /// Out of attempts and in doubt: the job is a dead letter until an operator settles it.
    pub needs_operator: bool,
}

impl Progress {
    /// A new submission in its first state.
    #[must_use]
    pub const fn new(state: State) -> Self {
        Self { state, attempts: 0, ambiguous: false, needs_operator: false }
    }

    /// Whether any attempt was begun, before an operator started it again too: the receiver may have it.
    #[must_use]
    pub const fn was_tried(self) -> bool {
        self.attempts > 0 || self.ambiguous
    }
}

/// What happened to a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A staged document was dispatched and taken on.
    Dispatched,
    /// A staged document was dispatched and not taken on: it stays (States and transitions).
    DispatchRejected,
    /// The 7 days of a staged document are over.
    Expired,
    /// A worker took the job. Taking it from a worker that vanished counts as an unknown outcome.
    Claimed,
    /// The network answered with a receipt, or with "already received".
    Accepted,
    /// An attempt brought no receipt.
    AttemptFailed(RetryClass),
    /// The delivery receipt came.
    Delivered,
    /// The receiving side took the document and then refused it.
    RefusedByReceiver,
    /// An operator starts a submission that needs an operator again.
    Restarted,
    /// An operator knows that a submission that needs an operator was never taken.
    GivenUp,
}

impl Move {
    /// Who may make this move. Evidence of an acceptance may reach an operator by telephone.
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

/// What a move brings about beside the new state, to be committed with it, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The staged document goes.
    DeleteStaged,
    /// The job runs again at this time.
    Retry(OffsetDateTime),
    /// The job becomes a dead letter that an operator sees.
    AskOperator,
    /// A status ended the send before its receipt was kept: the job runs again at this time and asks for it.
    AskReceipt(OffsetDateTime),
    /// The reserved credit is charged.
    CaptureCredit,
    /// The reserved credit is given back.
    ReleaseCredit,
    /// Event `peppol.document.sent`.
    EmitSent,
    /// Event `peppol.document.delivered`.
    EmitDelivered,
    /// Event `peppol.document.failed`.
    EmitFailed,
    /// A report to the tax authority, with its job.
    Report(ReportDue),
}

impl Effect {
    /// The event that it publishes.
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

/// What becomes of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// It stands so now; the effects belong to the same transaction.
    To(Progress, Vec<Effect>),
    /// The move tells what is known already (a receipt that comes twice): nothing to keep.
    Unchanged,
    /// The submission and its document are deleted.
    Deleted,
}

/// Why a move is refused. Nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// This actor never makes this move.
    #[error("{actor:?} may not report {moved:?}")]
    NotYours {
        /// The actor that reported it.
        actor: Actor,
        /// The move that was reported.
        moved: Move,
    },
    /// The submission is settled.
    #[error("the submission is {0:?}, which is final")]
    Final(State),
    /// The move does not begin in this state.
    #[error("a submission that is {state:?} cannot be moved by {moved:?}")]
    OutOfPlace {
        /// The state of the submission.
        state: State,
        /// The move that was reported.
        moved: Move,
    },
}

/// Moves a submission. Pure: the store commits the result if the progress it holds is still `from`.
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

/// Whether a move repeats what the state already tells.
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

/// Queued or sending: not yet known to be accepted.
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
        // overtook the receipt, or the receipt was lost
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

/// A worker has it. When another had it and vanished, that one may have handed it over.
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

/// No further attempt: failed when it was certainly never taken, else left for an operator.
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

/// The network has it; its credit is charged and stays so.
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
