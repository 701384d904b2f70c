//! The participants that behave on purpose.

use crate::setup::{INVOICE, at_attempt, message, participant, sandbox};
use peppol_connector::{
    identifiers::Network,
    ports::{AccessPoint, DeliveryError, DirectoryError, ParticipantDirectory},
    submissions::{
        Actor, Effect, Jitter, MAX_ATTEMPTS, Move, Moved, OutgoingMessage, Progress, State, advance,
    },
};
use sandbox_network::{Behaviour, DELAY, OUTCOMES};
use std::time::Duration;
use testkit::{MemoryStore, build::NOW};
use tokio::time::Instant;

/// A message to the participant that behaves so.
fn to(behaviour: Behaviour, network: Network) -> OutgoingMessage {
    let outcome = OUTCOMES.iter().find(|o| o.behaviour == behaviour).expect("an outcome");
    let receiver = outcome.participant(network).expect("an id");
    OutgoingMessage { network, receiver, ..message("9915:2023456789", "9915:0000000001") }
}

/// The name of what an attempt brings.
async fn attempt(message: &OutgoingMessage, attempts: u16) -> &'static str {
    let network = sandbox(MemoryStore::default()).serving_live();
    match network.deliver(&at_attempt(message, attempts), INVOICE).await {
        Ok(receipt) if !receipt.delivered => "accepted",
        Ok(receipt) if receipt.duplicate => "duplicate",
        Ok(_) => "delivered",
        Err(DeliveryError::Unreachable(_)) => "unreachable",
        Err(DeliveryError::Refused(_)) => "refused",
        Err(DeliveryError::NoReceipt(_)) => "no receipt",
        Err(DeliveryError::Directory(DirectoryError::NotRegistered(_))) => "not registered",
        Err(DeliveryError::Directory(DirectoryError::NotReceiving(_))) => "not receiving",
        Err(DeliveryError::Directory(_)) => "directory",
    }
}

#[tokio::test(start_paused = true)]
async fn each_does_at_each_attempt_what_it_should() {
    for (behaviour, attempts) in [
        (Behaviour::Delivers, ["delivered", "duplicate", "duplicate", "duplicate"]),
        (Behaviour::Unknown, ["not registered"; 4]),
        (Behaviour::NotReceiving, ["not receiving"; 4]),
        (Behaviour::Unreachable, ["unreachable"; 4]),
        (Behaviour::Recovers, ["unreachable", "unreachable", "delivered", "duplicate"]),
        (Behaviour::Refuses, ["refused"; 4]),
        (Behaviour::LosesReceipt, ["no receipt", "duplicate", "duplicate", "duplicate"]),
        (Behaviour::Slow, ["delivered", "duplicate", "duplicate", "duplicate"]),
        (Behaviour::DirectoryDown, ["directory"; 4]),
        (Behaviour::ReportRejected, ["delivered", "duplicate", "duplicate", "duplicate"]),
        (Behaviour::Accepts, ["delivered", "duplicate", "duplicate", "duplicate"]),
        (Behaviour::Rejects, ["delivered", "duplicate", "duplicate", "duplicate"]),
    ] {
        for network in [Network::Test, Network::Live] {
            let message = to(behaviour, network);
            for (n, expected) in (1..).zip(attempts) {
                let brought = attempt(&message, n).await;
                assert_eq!(brought, expected, "{behaviour:?} at {n} in {network:?}");
            }
        }
    }
}

/// As the worker does it: the last state, and the number of attempts.
async fn sent_until_the_end(first: OutgoingMessage) -> (State, u16) {
    let network = sandbox(MemoryStore::default());
    let mut progress = Progress::new(State::Queued);
    let mut attempts = 0;
    loop {
        let (claimed, _) = moved(progress, Move::Claimed);
        let Progress { attempts: attempt, ambiguous, .. } = claimed;
        let message = OutgoingMessage { attempt, ambiguous, ..first.clone() };
        attempts += 1;
        let done = match network.deliver(&message, INVOICE).await {
            Ok(_) => Move::Delivered,
            Err(error) => Move::AttemptFailed(error.class()),
        };
        let (next, effects) = moved(claimed, done);
        progress = next;
        if !effects.iter().any(|effect| matches!(effect, Effect::Retry(_))) {
            return (next.state, attempts);
        }
    }
}

fn moved(from: Progress, step: Move) -> (Progress, Vec<Effect>) {
    match advance(from, Actor::Worker, step, NOW, Jitter(0)).expect("a move") {
        Moved::To(progress, effects) => (progress, effects),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn each_ends_as_its_sentence_says() {
    for (behaviour, end, attempts) in [
        (Behaviour::Delivers, State::Delivered, 1),
        (Behaviour::Unknown, State::Failed, 1),
        (Behaviour::NotReceiving, State::Failed, 1),
        (Behaviour::Unreachable, State::Failed, MAX_ATTEMPTS),
        (Behaviour::Recovers, State::Delivered, 3),
        (Behaviour::Refuses, State::Failed, 1),
        (Behaviour::LosesReceipt, State::Delivered, 2),
        (Behaviour::Slow, State::Delivered, 1),
        (Behaviour::DirectoryDown, State::Failed, MAX_ATTEMPTS),
    ] {
        let ended = sent_until_the_end(to(behaviour, Network::Test)).await;
        assert_eq!(ended, (end, attempts), "{behaviour:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_directory_knows_them_all_but_one() {
    let network = sandbox(MemoryStore::default());
    for outcome in OUTCOMES {
        let id = outcome.participant(Network::Test).expect("an id");
        let answer = network.registration(Network::Test, &id).await;
        match outcome.behaviour {
            Behaviour::Unknown => assert!(matches!(answer, Ok(None))),
            Behaviour::DirectoryDown => {
                assert!(matches!(answer, Err(DirectoryError::Unreachable(_))));
            }
            _ => assert!(matches!(answer, Ok(Some(_))), "{outcome:?}"),
        }
    }
    // ids beside them are nobody
    let nobody = network.registration(Network::Test, &participant("9915:0000000013")).await;
    assert!(matches!(nobody, Ok(None)));
}

#[tokio::test(start_paused = true)]
async fn the_slow_one_takes_its_time() {
    let message = to(Behaviour::Slow, Network::Test);
    let second = Duration::from_secs(1);
    let network = sandbox(MemoryStore::default());
    for (network, delay) in [(network.clone(), DELAY), (network.with_delay(second), second)] {
        let begun = Instant::now();
        network.deliver(&message, INVOICE).await.expect("delivered");
        assert_eq!(begun.elapsed(), delay);
    }
}

/// Nothing is remembered, and a repetition is of the same transaction all the same.
#[tokio::test]
async fn a_repetition_is_of_the_same_transaction() {
    let network = sandbox(MemoryStore::default());
    let message = to(Behaviour::Delivers, Network::Test);
    let mut transactions = Vec::new();
    for attempts in 1..=3 {
        let receipt = network.deliver(&at_attempt(&message, attempts), INVOICE).await;
        transactions.push(receipt.expect("delivered").transaction_id.expect("a transaction"));
    }
    assert!(transactions.iter().all(|id| *id == transactions[0]));
    let other = network.deliver(&to(Behaviour::Delivers, Network::Test), INVOICE).await;
    assert_ne!(other.expect("delivered").transaction_id.as_ref(), Some(&transactions[0]));
}
