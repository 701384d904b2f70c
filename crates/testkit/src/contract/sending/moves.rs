//! A submission moves with its job, its credit, its events and its audit log, or not at all.

use crate::contract::{
    StoreUnderTest,
    network::setup::all_lines,
    sending::setup::{after, balance, job, keep, kept, of_many, rich, step},
    setup::{kind, organization},
};
use crate::{
    build::NOW,
    sends::{moved, receipt, send, sent_event, test_send},
};
use access::OrganizationId;
use jobs::{JobOutcome, JobQueue, JobState, SubjectId, Turn};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    ports::{AttemptOutcome, FlightStore, Receipt, SubmissionLists, SubmissionStore},
    sending::SEND_JOB,
    submissions::{
        Actor, AttemptHops, HopStep, MAX_ATTEMPTS, Move, Moved, Progress, RetryClass, State, Trace,
    },
};
use time::Duration;

const NONE: AttemptOutcome<'_> = AttemptOutcome::None;
const QUEUED: Progress = Progress::new(State::Queued);

fn by(from: Progress, by: Move) -> Moved {
    moved(from, Actor::Worker, by, NOW)
}

async fn events(subject: &impl StoreUnderTest, organization: OrganizationId) -> Vec<AuditAction> {
    let lines = all_lines(subject.store(), organization, &AuditFilter::default(), 100).await;
    lines.into_iter().map(|line| line.event).collect()
}

pub async fn a_send_goes_its_way(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 5).await;
    let send = send();
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let claimed = store.claim_in_turn(Turn::of(&[SEND_JOB], 9), NOW, Duration::minutes(1)).await;
    let claimed = claimed.expect("claimed").remove(0);
    assert_eq!(claimed.job.subject, Some(SubjectId(own.1.0)));

    let sending = step(store, own, QUEUED, Move::Claimed, NONE, after(1)).await;
    let record = store.submission_record(own.0, own.1).await.expect("there");
    assert_eq!((record.submission.progress, record.updated_at), (sending, after(1)));
    assert_eq!((record.run_at, record.sent_at), (None, None));
    assert_eq!(job(store, send.job.id).await, claimed.job, "it stays with its worker");
    assert_eq!(balance(store, organization).await, (4, 1));

    let receipt = receipt();
    let accepted = by(sending, Move::Accepted);
    let emitted = [sent_event(organization, &send.submission)];
    let outcome = AttemptOutcome::Receipt(&receipt);
    store
        .advance(own.0, own.1, sending, &accepted, outcome, &emitted, after(2))
        .await
        .expect("moved");
    let sent = store.submission_record(own.0, own.1).await.expect("there");
    assert_eq!(sent.submission.progress.state, State::Sent);
    assert_eq!((sent.sent_at, sent.delivered_at), (Some(after(2)), None));
    assert_eq!((&sent.transaction_id, &sent.error), (&receipt.transaction_id, &None));
    assert_eq!(store.job(send.job.id).await.expect("read"), None, "its work is done");
    assert_eq!(balance(store, organization).await, (4, 0));
    assert_eq!(subject.events(organization).await, [emitted[0].body.as_str()]);

    let from = sent.submission.progress;
    step(store, own, from, Move::Delivered, AttemptOutcome::Receipt(&receipt), after(3)).await;
    let end = store.submission_record(own.0, own.1).await.expect("there");
    assert_eq!(end.submission.progress.state, State::Delivered);
    assert_eq!((end.sent_at, end.delivered_at), (Some(after(2)), Some(after(3))));
    let receipts = store.submission_receipts(own.0, own.1).await.expect("there");
    assert_eq!(receipts, [receipt.evidence.clone(), receipt.evidence.clone()]);
    let line =
        [AuditAction::Queued, AuditAction::Attempted, AuditAction::Sent, AuditAction::Delivered];
    assert_eq!(events(subject, organization).await, line);
    assert_eq!(balance(store, organization).await, (4, 0), "charged once");
}

/// Somebody else may have concluded it: what the network says is kept all the same.
pub async fn a_move_needs_no_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 2).await;
    for end in [Move::Accepted, Move::AttemptFailed(RetryClass::Transient)] {
        let send = send();
        keep(store, organization, &send).await;
        let own = (organization, send.submission.id);
        let claimed =
            store.claim_in_turn(Turn::of(&[SEND_JOB], 9), NOW, Duration::minutes(1)).await;
        let claimed = claimed.expect("claimed").remove(0);
        let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
        let done = store.conclude_job(&claimed, &JobOutcome::Done, NOW).await.expect("asked");
        assert_eq!(done, Ok(()));
        let to = step(store, own, sending, end, NONE, after(1)).await;
        let record = store.submission_record(own.0, own.1).await.expect("there");
        assert_eq!((record.submission.progress, record.run_at), (to, None));
        assert_eq!(store.job(send.job.id).await.expect("read"), None);
    }
    assert_eq!(balance(store, organization).await, (0, 1));
}

pub async fn a_delivery_may_overtake_the_receipt(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 1).await;
    let send = send();
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, after(1)).await;
    let end = step(store, own, sending, Move::Delivered, NONE, after(2)).await;
    let record = store.submission_record(own.0, own.1).await.expect("there");
    assert_eq!((record.sent_at, record.delivered_at), (Some(after(2)), Some(after(2))));
    // the receipt tells nothing new
    let moved = by(end, Move::Accepted);
    assert_eq!(moved, Moved::Unchanged);
    let before = kept(store, organization).await;
    let receipt = receipt();
    let outcome = AttemptOutcome::Receipt(&receipt);
    let emitted = [sent_event(organization, &send.submission)];
    store.advance(own.0, own.1, end, &moved, outcome, &emitted, after(3)).await.expect("nothing");
    assert_eq!(kept(store, organization).await, before);
    assert!(subject.events(organization).await.is_empty());
    assert_eq!(balance(store, organization).await, (0, 0));
}

/// Its worker may have vanished with the receipt: the job goes on, to ask for it.
pub async fn a_send_that_a_status_ended_keeps_its_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 3).await;
    for (end, needs_operator) in
        [(Move::Delivered, false), (Move::RefusedByReceiver, false), (Move::Delivered, true)]
    {
        let send = send();
        keep(store, organization, &send).await;
        let own = (organization, send.submission.id);
        let mut from = step(store, own, QUEUED, Move::Claimed, NONE, after(1)).await;
        if needs_operator {
            let doubt = Progress { ambiguous: true, ..from };
            let unknown = Moved::To(doubt, Vec::new());
            store.advance(own.0, own.1, from, &unknown, NONE, &[], after(1)).await.expect("moved");
            let refused = Move::AttemptFailed(RetryClass::Permanent);
            from = step(store, own, doubt, refused, NONE, after(1)).await;
            assert!(from.needs_operator);
        }
        let moved = moved(from, Actor::Network, end, after(2));
        store.advance(own.0, own.1, from, &moved, NONE, &[], after(2)).await.expect("moved");
        let record = store.submission_record(own.0, own.1).await.expect("there");
        assert!(record.submission.progress.state.is_final() && record.is_over_and_taken());
        assert_eq!(record.run_at, None, "no attempt follows");
        let job = store.job(send.job.id).await.expect("read").expect("it is there");
        let at = after(2) + Duration::seconds(10);
        assert_eq!(job.state, JobState::Waiting { run_at: at }, "{end:?}");
        let none =
            store.claim_in_turn(Turn::of(&[SEND_JOB], 9), after(3), Duration::minutes(1)).await;
        assert_eq!(none.expect("claimed"), []);
        let claimed = store.claim_in_turn(Turn::of(&[SEND_JOB], 9), at, Duration::minutes(1)).await;
        let [claimed] = &claimed.expect("claimed")[..] else { panic!("one job") };
        let done = store.conclude_job(claimed, &JobOutcome::Done, at).await.expect("asked");
        assert_eq!(done, Ok(()));
    }
}

pub async fn what_an_attempt_asked_is_kept_beside_its_moves(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (organization, send) = (rich(store, 1).await, send());
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let hops = |asked: &str| {
        let mut trace = Trace::default();
        trace.note_cached(HopStep::ServiceGroup, asked, "200", std::time::Duration::from_millis(7));
        trace.hops
    };
    assert_eq!(store.hops(own.0, own.1).await.expect("read"), []);
    let kept = [(1, hops("first")), (2, hops("žsecond"))];
    for (second, hops) in &kept {
        store.keep_hops(own.0, own.1, hops, after(*second)).await.expect("kept");
    }
    let kept = kept.map(|(second, hops)| AttemptHops { at: after(second), hops });
    assert_eq!(store.hops(own.0, own.1).await.expect("read"), kept);
    let before = store.submission_record(own.0, own.1).await.expect("there");
    let receipt = receipt();
    let signed_anew = Receipt { evidence: b"<OfAnotherAttempt/>".to_vec(), ..receipt.clone() };
    for (second, receipt) in [(3, &receipt), (4, &receipt), (5, &signed_anew)] {
        let kept = store.keep_late_receipt(own.0, own.1, receipt, after(second)).await;
        kept.expect("kept, once");
    }
    let receipts = store.submission_receipts(own.0, own.1).await.expect("there");
    assert_eq!(receipts, std::slice::from_ref(&receipt.evidence));
    assert_eq!(store.submission_record(own.0, own.1).await.expect("there"), before);
    let (other, none) = (rich(store, 1).await, hops("another's"));
    assert_eq!(kind(&store.hops(other, own.1).await), "not found");
    assert_eq!(kind(&store.keep_hops(other, own.1, &none, NOW).await), "not found");
    assert_eq!(kind(&store.keep_late_receipt(other, own.1, &receipt, NOW).await), "not found");
}

pub async fn a_stale_move_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 5).await;
    let send = send();
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, after(1)).await;
    let before = kept(store, organization).await;
    let receipt = receipt();
    let emitted = [sent_event(organization, &send.submission)];
    for from in [
        QUEUED,
        Progress { attempts: 2, ..sending },
        Progress { ambiguous: true, ..sending },
        Progress { needs_operator: true, ambiguous: true, ..sending },
    ] {
        let next = Moved::To(Progress { state: State::Sent, ..sending }, Vec::new());
        for moved in
            [by(Progress { needs_operator: false, ..from }, Move::Claimed), next, Moved::Unchanged]
        {
            let outcome = AttemptOutcome::Receipt(&receipt);
            let result = store.advance(own.0, own.1, from, &moved, outcome, &emitted, NOW).await;
            assert_eq!(kind(&result), "conflict", "{from:?}");
        }
    }
    assert_eq!(kept(store, organization).await, before);
    assert!(subject.events(organization).await.is_empty());
    let receipts = store.submission_receipts(own.0, own.1).await.expect("there");
    assert_eq!(receipts, Vec::<Vec<u8>>::new());
}

pub async fn of_many_equal_moves_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    for (end, left) in [
        (Move::Accepted, (98, 0)),
        (Move::AttemptFailed(RetryClass::Permanent), (98, 0)),
        (Move::Delivered, (97, 0)),
    ] {
        let send = send();
        keep(store, organization, &send).await;
        let (mut from, id) = (QUEUED, send.submission.id);
        for by_move in [Move::Claimed, end] {
            let next = by(from, by_move);
            let tasks = (0..8).map(|_| {
                let (store, next) = (store.clone(), next.clone());
                let emitted = [sent_event(organization, &send.submission)];
                async move {
                    store.advance(organization, id, from, &next, NONE, &emitted, after(1)).await
                }
            });
            assert_eq!(of_many(tasks.collect::<Vec<_>>(), "conflict").await, 1, "{by_move:?}");
            let Moved::To(to, _) = next else { panic!("{next:?}") };
            from = to;
        }
        assert_eq!(balance(store, organization).await, left, "{end:?}");
    }
}

pub async fn failures_are_retried_and_at_last_given_up(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 1).await;
    let send = send();
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let (mut now, mut from) = (NOW, QUEUED);
    for attempt in 1..=MAX_ATTEMPTS {
        let claim = store.claim_in_turn(Turn::of(&[SEND_JOB], 9), now, Duration::minutes(1));
        assert_eq!(claim.await.expect("claimed").len(), 1, "attempt {attempt}");
        from = step(store, own, from, Move::Claimed, NONE, now).await;
        let error = format!("refused {attempt}");
        let failed = Move::AttemptFailed(RetryClass::Transient);
        from = step(store, own, from, failed, AttemptOutcome::Error(&error), now).await;
        let record = store.submission_record(own.0, own.1).await.expect("there");
        assert_eq!(record.error.as_deref(), Some(error.as_str()));
        if attempt == MAX_ATTEMPTS {
            break;
        }
        assert_eq!((from.state, from.attempts), (State::Queued, attempt));
        let job = job(store, send.job.id).await;
        assert_eq!((job.attempts, &job.last_error), (u32::from(attempt), &record.error));
        let JobState::Waiting { run_at } = job.state else { panic!("{job:?}") };
        assert!(run_at > now);
        assert_eq!(record.run_at, Some(run_at));
        assert_eq!(balance(store, organization).await, (0, 1));
        now = run_at;
    }
    assert_eq!(from.state, State::Failed);
    assert_eq!(store.job(send.job.id).await.expect("read"), None);
    assert_eq!(balance(store, organization).await, (1, 0), "given back");
    let last = all_lines(store, organization, &AuditFilter::default(), 100).await.pop();
    let last = last.expect("a line");
    assert_eq!(last.event, AuditAction::Failed);
    assert_eq!(last.detail.as_deref(), Some("refused 9"));
}

pub async fn an_ambiguous_send_needs_an_operator(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 2).await;
    for (settled, left) in [(Move::GivenUp, (2, 0)), (Move::Accepted, (1, 0))] {
        let send = send();
        keep(store, organization, &send).await;
        let own = (organization, send.submission.id);
        let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
        let unknown = Move::AttemptFailed(RetryClass::Unknown);
        let lost = AttemptOutcome::Error("no receipt");
        let again = step(store, own, sending, unknown, lost, NOW).await;
        assert!(again.ambiguous);
        let claim = store
            .claim_in_turn(Turn::of(&[SEND_JOB], 9), after(100_000), Duration::minutes(1))
            .await;
        assert_eq!(claim.expect("claimed").len(), 1);
        let sending = step(store, own, again, Move::Claimed, NONE, NOW).await;
        let refused = Move::AttemptFailed(RetryClass::Permanent);
        let needs_operator =
            step(store, own, sending, refused, AttemptOutcome::Error("no"), after(5)).await;
        assert!(needs_operator.needs_operator && needs_operator.state == State::Sending);
        assert_eq!(store.needing_operator().await.expect("counted"), 1);
        let dead = job(store, send.job.id).await;
        assert_eq!(dead.state, JobState::Dead { since: after(5) });
        assert_eq!((dead.attempts, dead.last_error.as_deref()), (1, Some("no")));

        let restarted = step(store, own, needs_operator, Move::Restarted, NONE, after(6)).await;
        assert_eq!(restarted.attempts, 0);
        assert_eq!(store.needing_operator().await.expect("counted"), 0);
        let waiting = job(store, send.job.id).await;
        assert_eq!(waiting.state, JobState::Waiting { run_at: after(6) });
        assert_eq!((waiting.attempts, waiting.last_error), (0, None), "from the start");
        let claim =
            store.claim_in_turn(Turn::of(&[SEND_JOB], 9), after(6), Duration::minutes(1)).await;
        assert_eq!(claim.expect("claimed").len(), 1);
        let sending = step(store, own, restarted, Move::Claimed, NONE, after(6)).await;
        let needs_operator =
            step(store, own, sending, refused, AttemptOutcome::Error("no"), after(7)).await;
        step(store, own, needs_operator, settled, NONE, after(8)).await;
        assert_eq!(store.job(send.job.id).await.expect("read"), None);
        assert_eq!(balance(store, organization).await, left, "{settled:?}");
    }
}

pub async fn a_test_send_moves_no_credit(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for end in [Move::Accepted, Move::AttemptFailed(RetryClass::Permanent)] {
        let send = test_send();
        keep(store, organization, &send).await;
        let own = (organization, send.submission.id);
        let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
        step(store, own, sending, end, NONE, NOW).await;
        assert_eq!(balance(store, organization).await, (0, 0));
    }
}
