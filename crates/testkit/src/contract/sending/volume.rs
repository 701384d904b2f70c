//! Transactions over Peppol: each counts once in its month, in the transaction that keeps it.

use crate::contract::{
    Ports, StoreUnderTest,
    sending::setup::{keep, rich, step},
    setup::{issue, kind, organization},
    webhooks::webhook_setup::at_once,
};
use crate::{
    build::{NOW, draft},
    peppol::{received_document, received_event, received_record},
    sends::{moved, native_send, send, test_send},
};
use access::{OrganizationId, Plan};
use organizations::OperatorStore;
use peppol_connector::{
    inbox::{Arrival, ReceivedDocument},
    ports::{AttemptOutcome, SubmissionStore},
    sending::QueuedSend,
    submissions::{Actor, Move, Progress, RetryClass, State},
};
use service_day::Month;
use time::{Duration, OffsetDateTime};

const NONE: AttemptOutcome<'_> = AttemptOutcome::None;
const QUEUED: Progress = Progress::new(State::Queued);

async fn used_in(store: &impl Ports, owner: OrganizationId, at: OffsetDateTime) -> u64 {
    store.transactions_of_month(owner, Month::of(at.date())).await.expect("counted")
}

/// Sends a document, and ends its attempt so at this time.
async fn sent(
    store: &impl Ports,
    owner: OrganizationId,
    send: &QueuedSend,
    (end, at): (Move, OffsetDateTime),
) -> Progress {
    keep(store, owner, send).await;
    let own = (owner, send.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, at).await;
    step(store, own, sending, end, NONE, at).await
}

async fn received(
    store: &impl Ports,
    owner: OrganizationId,
    document: &ReceivedDocument,
) -> Arrival {
    let event = received_event(owner, &document.record);
    store.receive(owner, document, &event).await.expect("kept")
}

fn counted() -> ReceivedDocument {
    ReceivedDocument { counts: true, ..received_document(received_record()) }
}

/// The warnings among events.
fn warnings(events: Vec<String>) -> Vec<String> {
    events.into_iter().filter(|event| event.contains("\"usage.limit_exceeded\"")).collect()
}

pub async fn what_the_live_network_has_taken_counts_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (rich(store, 9).await, organization(store).await);
    let connector = send();
    let taken = sent(store, owner, &connector, (Move::Accepted, NOW)).await;
    assert_eq!(used_in(store, owner, NOW).await, 1);
    step(store, (owner, connector.submission.id), taken, Move::Delivered, NONE, NOW).await;
    assert_eq!(used_in(store, owner, NOW).await, 1, "it is the same transaction");
    let invoice = issue(store, &draft(owner)).await;
    sent(store, owner, &native_send(&invoice), (Move::Accepted, NOW)).await;
    assert_eq!(used_in(store, owner, NOW).await, 2, "of an invoice issued here too");
    let never = (Move::AttemptFailed(RetryClass::Permanent), NOW);
    sent(store, owner, &send(), never).await;
    sent(store, owner, &test_send(), (Move::Accepted, NOW)).await;
    assert_eq!(used_in(store, owner, NOW).await, 2, "neither what failed nor the sandbox");
    let december = NOW + Duration::days(30);
    sent(store, owner, &send(), (Move::Accepted, december)).await;
    let months = (used_in(store, owner, NOW).await, used_in(store, owner, december).await);
    assert_eq!((months, used_in(store, other, NOW).await), ((2, 1), 0));
}

pub async fn a_move_that_is_not_kept_does_not_count(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = rich(store, 9).await;
    let send = send();
    let taken = sent(store, owner, &send, (Move::Accepted, NOW)).await;
    assert_eq!(taken.state, State::Sent);
    let sending = Progress { state: State::Sending, ..taken };
    let accepted = moved(sending, Actor::Worker, Move::Accepted, NOW);
    let id = send.submission.id;
    let again = store.advance(owner, id, sending, &accepted, NONE, &[], NOW).await;
    assert_eq!((kind(&again), used_in(store, owner, NOW).await), ("conflict", 1));
}

pub async fn a_received_document_counts_where_it_is_to(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    received(store, owner, &received_document(received_record())).await;
    assert_eq!(used_in(store, owner, NOW).await, 0);
    let document = counted();
    assert_eq!(received(store, owner, &document).await, Arrival::Kept);
    let again = received(store, owner, &document).await;
    assert!(matches!(again, Arrival::Repeated { .. }), "{again:?}");
    assert_eq!(used_in(store, owner, NOW).await, 1);
}

pub async fn of_many_at_once_one_reports_the_month(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = rich(store, 50).await;
    store.set_plan(owner, Plan::Free).await.expect("set");
    let included = Plan::Free.monthly_transactions().expect("bounded");
    for _ in 10..included {
        received(store, owner, &counted()).await;
    }
    assert_eq!(warnings(subject.events(owner).await), [] as [String; 0]);
    let tasks = (0..32).map(|n| {
        let store = store.clone();
        async move {
            match n % 2 {
                0 => drop(received(&store, owner, &counted()).await),
                _ => drop(sent(&store, owner, &send(), (Move::Accepted, NOW)).await),
            }
        }
    });
    at_once(tasks).await;
    assert_eq!(used_in(store, owner, NOW).await, included - 10 + 32);
    let told = warnings(subject.events(owner).await);
    let [event] = &told[..] else { panic!("{told:?}") };
    let data = format!("\"included\":{included},\"used\":{}", included + 1);
    assert!(event.contains(&data), "{event}");
    // another plan does not tell of the same month again
    store.set_plan(owner, Plan::Basic).await.expect("set");
    store.set_plan(owner, Plan::Free).await.expect("set");
    received(store, owner, &counted()).await;
    assert_eq!(warnings(subject.events(owner).await), told);
}
