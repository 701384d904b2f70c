//! What is owed to the sender of a message: kept with it, moved by one at a time.

use super::received_messages::{document, receive};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{kind, organization},
};
use crate::{
    build::{NOW, id},
    peppol::participant,
};
use access::OrganizationId;
use jobs::{JobFilter, JobId};
use peppol_connector::{
    identifiers::MessageId,
    inbox::{
        Arrival, NewStatus, OutgoingStatus, OwedStatus, ReceivedDocument, STATUS_JOB, StatusState,
    },
    ports::StatusStore,
    submissions::{FlightAttempt, HopStep, Jitter, RetryClass, Trace},
};
use time::Duration;

fn answered() -> ReceivedDocument {
    let message = document("PSK000001", &format!("{}@x", id()), &id().to_string());
    let from = participant("0242:000002");
    let status = NewStatus { message_id: MessageId(id()), from, job: JobId(id()) };
    ReceivedDocument { status: Some(status), ..message }
}

/// An organization with a message that it received.
async fn kept(store: &impl Ports) -> (OrganizationId, ReceivedDocument) {
    let (own, document) = (organization(store).await, answered());
    assert_eq!(receive(store, own, &document).await.expect("kept"), Arrival::Kept);
    (own, document)
}

async fn jobs_of(store: &impl Ports, own: OrganizationId) -> Vec<(JobId, Option<uuid::Uuid>)> {
    let filter = JobFilter { kind: Some(STATUS_JOB.0), state: None };
    let jobs = store.jobs(filter, None, 1_000).await.expect("jobs").rows;
    let own = jobs.into_iter().filter(|job| job.organization == Some(own));
    own.map(|job| (job.id, job.subject.map(|about| about.0))).collect()
}

fn rejection() -> OutgoingStatus {
    OutgoingStatus {
        response: "RE".to_owned(),
        document: "<Č/>".as_bytes().into(),
        to: participant("0242:000001-MLS"),
        otherwise: Some(participant("0242:000001")),
    }
}

pub async fn a_message_is_kept_with_its_status_and_the_job_of_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, document) = kept(store).await;
    let (record, new) = (&document.record, document.status.as_ref().expect("owed"));
    let message = document.message.clone().expect("a message");
    let owed = store.owed_status(own, record.id).await.expect("there");
    assert_eq!(owed, OwedStatus::new(new, message, record.received_at));
    assert_eq!(jobs_of(store, own).await, [(new.job, Some(record.id.0))]);
    let again = ReceivedDocument { status: answered().status, ..document.clone() };
    let arrival = receive(store, own, &again).await.expect("known");
    assert!(matches!(arrival, Arrival::Repeated { .. }), "{arrival:?}");
    assert_eq!(jobs_of(store, own).await.len(), 1, "a repetition is not answered again");
    let without = self::document("PSK000001", &format!("{}@x", id()), &id().to_string());
    receive(store, own, &without).await.expect("kept");
    assert_eq!(kind(&store.owed_status(own, without.record.id).await), "not found");
    assert_eq!(jobs_of(store, own).await.len(), 1, "nor what nobody is owed for");
}

pub async fn a_status_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, document) = kept(store).await;
    let key = document.record.id;
    let mut owed = store.owed_status(own, key).await.expect("there");
    owed = owed.decided(Some(rejection()), NOW);
    for step in 0..3 {
        store.advance_status(own, key, &owed, None).await.expect("kept");
        assert_eq!(store.owed_status(own, key).await.expect("there"), owed, "{step}");
        let (class, error) = (RetryClass::Permanent, "ďaleko".to_owned());
        (owed, _) = owed.failed(class, error, NOW + Duration::seconds(step), Jitter(0));
    }
    let (own, document) = kept(store).await;
    let key = document.record.id;
    let owed = store.owed_status(own, key).await.expect("there");
    let decided = owed.decided(Some(rejection()), NOW);
    store.advance_status(own, key, &decided, None).await.expect("kept");
    let sent = decided.sent(vec![0, 1, 255], NOW + Duration::seconds(7));
    store.advance_status(own, key, &sent, None).await.expect("kept");
    let read = store.owed_status(own, key).await.expect("there");
    assert_eq!((read.state, &read), (StatusState::Sent, &sent));
}

/// Each with what it asked, in the transaction of what it brought.
pub async fn attempts_to_tell_a_status_are_kept_with_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, document) = kept(store).await;
    let key = document.record.id;
    let at = |second: i64| NOW + Duration::seconds(second);
    let attempt = |second: i64, error: Option<&str>| {
        let mut trace = Trace::default();
        let took = std::time::Duration::from_millis(7);
        trace.note_cached(HopStep::ServiceGroup, "https://smp.example/č", "200", took);
        trace.note(HopStep::Message, "https://ap.example/as4", "HTTP 200", took);
        FlightAttempt::over(at(second), at(second + 2), error.map(str::to_owned), trace.hops)
    };
    assert_eq!(store.status_attempts(own, key).await.expect("read"), []);
    let owed = store.owed_status(own, key).await.expect("there");
    let decided = owed.decided(Some(rejection()), NOW);
    store.advance_status(own, key, &decided, None).await.expect("kept");
    assert_eq!(store.status_attempts(own, key).await.expect("read"), [], "nothing was sent");
    let (class, error) = (RetryClass::Unknown, "ďaleko");
    let (failed, _) = decided.failed(class, error.to_owned(), at(3), Jitter(0));
    let sent = failed.clone().sent(vec![0, 1, 255], at(9));
    let both = [attempt(1, Some(error)), attempt(7, None)];
    for (after, attempt) in [&failed, &sent].into_iter().zip(&both) {
        store.advance_status(own, key, after, Some(attempt)).await.expect("kept");
    }
    assert_eq!(store.status_attempts(own, key).await.expect("read"), both);
    // what lost against another keeps nothing
    let late = store.advance_status(own, key, &sent, Some(&attempt(10, None))).await;
    assert_eq!(kind(&late), "conflict");
    assert_eq!(store.status_attempts(own, key).await.expect("read"), both);
    let stranger = organization(store).await;
    assert_eq!(store.status_attempts(stranger, key).await.expect("read"), []);
}

pub async fn of_changes_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let (own, document) = kept(subject.store()).await;
    let key = document.record.id;
    let owed = subject.store().owed_status(own, key).await.expect("there");
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, after) = (subject.store().clone(), owed.clone().decided(None, NOW));
            tokio::spawn(async move { store.advance_status(own, key, &after, None).await })
        })
        .collect();
    let mut kept = 0;
    for task in tasks {
        match task.await.expect("no panic") {
            Ok(()) => kept += 1,
            error => assert_eq!(kind(&error), "conflict"),
        }
    }
    assert_eq!(kept, 1);
    let read = subject.store().owed_status(own, key).await.expect("there");
    assert_eq!((read.state, read.version), (StatusState::NotOwed, 1));
}

pub async fn a_status_is_of_its_organization(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, document) = kept(store).await;
    let (stranger, key) = (organization(store).await, document.record.id);
    assert_eq!(kind(&store.owed_status(stranger, key).await), "not found");
    let owed = store.owed_status(own, key).await.expect("there").decided(None, NOW);
    assert_eq!(kind(&store.advance_status(stranger, key, &owed, None).await), "conflict");
    let read = store.owed_status(own, key).await.expect("there");
    assert_eq!(read.state, StatusState::Waiting);
}
