//! The way of a submission: named histories, and random ones.

use peppol_connector::submissions::{
    Actor, Effect, Jitter, MAX_ATTEMPTS, Move, MoveError, Moved, Progress, RetryClass, State,
    advance,
};
use proptest::prelude::*;
use time::OffsetDateTime;

const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

/// An actor who may make the move.
fn actor_of(moved: Move) -> Actor {
    Actor::ALL.into_iter().find(|actor| moved.may(*actor)).expect("someone may")
}

/// The state after a history, with all effects but retries.
fn after(first: State, moves: &[Move]) -> (Progress, Vec<Effect>) {
    let mut progress = Progress::new(first);
    let mut all = Vec::new();
    for moved in moves {
        match advance(progress, actor_of(*moved), *moved, NOW, Jitter(0)) {
            Ok(Moved::To(next, effects)) => {
                progress = next;
                all.extend(effects.into_iter().filter(|e| !matches!(e, Effect::Retry(_))));
            }
            Ok(Moved::Unchanged) => {}
            other => panic!("{moved:?} from {progress:?}: {other:?}"),
        }
    }
    (progress, all)
}

const TRANSIENT: Move = Move::AttemptFailed(RetryClass::Transient);
const PERMANENT: Move = Move::AttemptFailed(RetryClass::Permanent);
const UNKNOWN: Move = Move::AttemptFailed(RetryClass::Unknown);

#[test]
fn histories_end_where_they_should() {
    use Effect::{
        AskOperator, CaptureCredit, DeleteStaged, EmitDelivered, EmitFailed, EmitSent,
        ReleaseCredit,
    };
    use Move::{
        Accepted, Claimed, Delivered, DispatchRejected, Dispatched, GivenUp, RefusedByReceiver,
        Restarted,
    };
    let sent = vec![CaptureCredit, EmitSent];
    let delivered = vec![CaptureCredit, EmitSent, EmitDelivered];
    let failed = vec![ReleaseCredit, EmitFailed];
    for (first, moves, state, effects) in [
        (State::Queued, vec![Claimed, Accepted], State::Sent, sent.clone()),
        // at least once is once
        (State::Queued, vec![Claimed, Accepted, Accepted, Accepted], State::Sent, sent),
        (State::Queued, vec![Claimed, Accepted, Delivered], State::Delivered, delivered.clone()),
        (
            State::Queued,
            vec![Claimed, Accepted, Delivered, Delivered, Accepted],
            State::Delivered,
            delivered.clone(),
        ),
        // the delivery receipt overtakes the receipt
        (State::Queued, vec![Claimed, Delivered, Accepted], State::Delivered, delivered.clone()),
        (State::Queued, vec![Claimed, UNKNOWN, Delivered], State::Delivered, delivered),
        (State::Queued, vec![Claimed, PERMANENT], State::Failed, failed.clone()),
        (State::Queued, vec![Claimed, TRANSIENT, Claimed, PERMANENT], State::Failed, failed),
        (
            State::Queued,
            vec![Claimed, Accepted, RefusedByReceiver],
            State::Failed,
            vec![CaptureCredit, EmitSent, EmitFailed],
        ),
        // in doubt nothing is given back: an operator settles it
        (
            State::Queued,
            vec![Claimed, UNKNOWN, Claimed, PERMANENT],
            State::Sending,
            vec![AskOperator],
        ),
        (State::Queued, vec![Claimed, Claimed, PERMANENT], State::Sending, vec![AskOperator]),
        (
            State::Queued,
            vec![Claimed, UNKNOWN, Claimed, PERMANENT, GivenUp],
            State::Failed,
            vec![AskOperator, ReleaseCredit, EmitFailed],
        ),
        (
            State::Queued,
            vec![Claimed, UNKNOWN, Claimed, PERMANENT, Restarted, Claimed, Accepted],
            State::Sent,
            vec![AskOperator, CaptureCredit, EmitSent],
        ),
        (
            State::Queued,
            vec![Claimed, UNKNOWN, Claimed, PERMANENT, Accepted],
            State::Sent,
            vec![AskOperator, CaptureCredit, EmitSent],
        ),
        (State::Staged, vec![DispatchRejected, Dispatched], State::Queued, vec![DeleteStaged]),
    ] {
        let (progress, found) = after(first, &moves);
        assert_eq!((progress.state, found), (state, effects), "{moves:?}");
    }
}

#[test]
fn attempts_run_out() {
    let mut moves = Vec::new();
    for _ in 0..MAX_ATTEMPTS {
        moves.extend([Move::Claimed, TRANSIENT]);
    }
    let (progress, effects) = after(State::Queued, &moves);
    assert_eq!(progress.state, State::Failed);
    assert_eq!(effects, [Effect::ReleaseCredit, Effect::EmitFailed]);

    // a document that kills its worker each time does not run for ever
    let crashes = vec![Move::Claimed; usize::from(MAX_ATTEMPTS) + 1];
    let (progress, effects) = after(State::Queued, &crashes);
    assert!(progress.needs_operator && progress.ambiguous);
    assert_eq!(effects, [Effect::AskOperator]);
}

#[test]
fn staged_documents_expire_by_the_clock_alone() {
    let staged = Progress::new(State::Staged);
    let expire = |actor| advance(staged, actor, Move::Expired, NOW, Jitter(0));
    assert_eq!(expire(Actor::Clock), Ok(Moved::Deleted));
    for actor in [Actor::Caller, Actor::Worker, Actor::Network, Actor::Operator] {
        assert_eq!(expire(actor), Err(MoveError::NotYours { actor, moved: Move::Expired }));
    }
}

#[test]
fn nothing_is_accepted_that_was_never_tried() {
    for moved in [Move::Accepted, Move::Delivered, Move::RefusedByReceiver] {
        let queued = Progress::new(State::Queued);
        assert_eq!(
            advance(queued, actor_of(moved), moved, NOW, Jitter(0)),
            Err(MoveError::OutOfPlace { state: State::Queued, moved })
        );
    }
}

fn any_move() -> impl Strategy<Value = Move> {
    prop::sample::select(vec![
        Move::Dispatched,
        Move::DispatchRejected,
        Move::Claimed,
        Move::Accepted,
        TRANSIENT,
        PERMANENT,
        UNKNOWN,
        Move::Delivered,
        Move::RefusedByReceiver,
        Move::Restarted,
        Move::GivenUp,
        Move::Expired,
    ])
}

/// What evidence a sequence of moves gives, whoever claims it.
fn history() -> impl Strategy<Value = (State, Vec<(Move, Actor, u8)>)> {
    let actor = prop::sample::select(Actor::ALL.to_vec());
    let step = (any_move(), actor, any::<bool>(), any::<u8>())
        .prop_map(|(moved, actor, fit, j)| (moved, if fit { actor_of(moved) } else { actor }, j));
    (prop::sample::select(State::ALL.to_vec()), prop::collection::vec(step, 0..60))
}

proptest! {
    #[test]
    fn no_history_breaks_the_promises((first, steps) in history()) {
        let mut progress = Progress::new(first);
        let (mut captured, mut released, mut sent, mut delivered, mut failed) = (0, 0, 0, 0, 0);
        for (moved, actor, jitter) in steps {
            let result = advance(progress, actor, moved, NOW, Jitter(jitter));
            prop_assert!(moved.may(actor) || result.is_err());
            match result {
                Ok(Moved::To(next, effects)) => {
                    prop_assert!(!progress.state.is_final(), "left {:?}", progress.state);
                    prop_assert!(!progress.ambiguous || next.ambiguous, "forgot a doubt");
                    prop_assert!(next.attempts <= MAX_ATTEMPTS);
                    prop_assert!(!next.needs_operator || next.state == State::Sending);
                    for effect in effects {
                        match effect {
                            Effect::CaptureCredit => captured += 1,
                            Effect::ReleaseCredit => {
                                released += 1;
                                prop_assert!(!next.ambiguous || moved == Move::GivenUp);
                            }
                            Effect::EmitSent => sent += 1,
                            Effect::EmitDelivered => delivered += 1,
                            Effect::EmitFailed => failed += 1,
                            Effect::Retry(at) => {
                                prop_assert!(at >= NOW);
                                prop_assert_eq!(next.state, State::Queued);
                            }
                            Effect::AskReceipt(at) => {
                                prop_assert!(at > NOW && actor == Actor::Network);
                                prop_assert!(next.state.is_final() && progress.state != State::Sent);
                            }
                            Effect::DeleteStaged => prop_assert_eq!(progress.state, State::Staged),
                            Effect::AskOperator => prop_assert!(next.needs_operator && next.ambiguous),
                            Effect::Report(_) => prop_assert!(false, "a move by itself reports nothing"),
                        }
                    }
                    progress = next;
                }
                Ok(Moved::Deleted) => {
                    prop_assert_eq!(progress.state, State::Staged);
                    break;
                }
                Ok(Moved::Unchanged) | Err(_) => {}
            }
        }
        // charged or given back, once and never both; each event once
        prop_assert!(captured + released <= 1);
        prop_assert!(sent <= 1 && delivered <= 1 && failed <= 1 && delivered + failed <= 1);
        let from_start = matches!(first, State::Staged | State::Queued | State::Sending);
        if from_start && progress.state.is_final() {
            prop_assert_eq!(captured + released, 1);
        }
        if delivered == 1 && from_start {
            prop_assert_eq!(sent, 1);
        }
    }
}
