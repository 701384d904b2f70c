//! What a submission that moves does to its invoice, and held ones that are released.

use crate::contract::{
    StoreUnderTest,
    network::setup::all_lines,
    sending::setup::{after, keep, step},
    setup::{issue, organization, read},
};
use crate::{
    build::{NOW, draft},
    sends::{in_sandbox, native_send, test_send},
};
use invoicing::{InvoiceStatus, InvoiceStore};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    credit::Credits,
    identifiers::Network,
    ports::{AttemptOutcome, SubmissionLists, SubmissionStore},
    sending::{MAX_RELEASED, QueuedSend},
    submissions::{Move, Progress, State},
};
use time::Duration;

const NONE: AttemptOutcome<'_> = AttemptOutcome::None;
const QUEUED: Progress = Progress::new(State::Queued);

pub async fn a_native_invoice_becomes_sent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let (invoice, other) =
        (issue(store, &draft(organization)).await, issue(store, &draft(organization)).await);
    let send = native_send(&invoice);
    keep(store, organization, &send).await;
    let own = (organization, send.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
    let read = async |id| read(store, organization, id).await;
    assert_eq!(read(invoice.id).await, invoice);
    let sent = step(store, own, sending, Move::Accepted, NONE, NOW).await;
    let after_it = read(invoice.id).await;
    assert_eq!((after_it.status, after_it.version), (InvoiceStatus::Sent, invoice.version + 1));
    step(store, own, sent, Move::Delivered, NONE, NOW).await;
    assert_eq!(read(invoice.id).await, after_it, "once");
    assert_eq!(read(other.id).await, other, "no other");

    // the sandbox leaves the invoice as it is
    let tried = in_sandbox(native_send(&other));
    keep(store, organization, &tried).await;
    let own = (organization, tried.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
    step(store, own, sending, Move::Delivered, NONE, NOW).await;
    assert_eq!(read(other.id).await, other, "a test send");
}

pub async fn a_recorded_invoice_becomes_sent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let live = || QueuedSend { reserve: Credits(0), ..crate::sends::send() };
    let (send, other) = (live(), test_send());
    keep(store, organization, &send).await;
    keep(store, organization, &other).await;
    let own = (organization, other.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
    step(store, own, sending, Move::Delivered, NONE, NOW).await;
    let own = (organization, send.submission.id);
    let sending = step(store, own, QUEUED, Move::Claimed, NONE, NOW).await;
    let status = async |send: &QueuedSend| {
        let invoice = store.invoice(organization, send.submission.invoice).await.expect("there");
        (invoice.status, invoice.version)
    };
    assert_eq!(status(&send).await, (InvoiceStatus::Issued, 1));
    let sent = step(store, own, sending, Move::Accepted, NONE, NOW).await;
    assert_eq!(status(&send).await, (InvoiceStatus::Sent, 2));
    step(store, own, sent, Move::Delivered, NONE, NOW).await;
    assert_eq!(status(&send).await, (InvoiceStatus::Sent, 2), "once");
    assert_eq!(status(&other).await, (InvoiceStatus::Issued, 1), "a test send changes nothing");
}

pub async fn held_submissions_are_released(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let tonight = NOW + Duration::hours(12);
    let held = || {
        let mut send = QueuedSend { ..test_send() };
        send.job.held = true;
        send.job.run_at = tonight;
        send
    };
    let sends = [held(), held(), held(), test_send(), held()];
    for send in &sends {
        keep(store, one, send).await;
    }
    let foreign = held();
    keep(store, other, &foreign).await;
    let id = |n: usize| sends[n].submission.id;
    // the time of the last has come: it is no longer held
    step(store, (one, id(4)), QUEUED, Move::Claimed, NONE, tonight).await;
    let release = async |organization, only: Option<&[_]>| {
        let mut ids = store
            .release_held(organization, Network::Test, only, None, after(5))
            .await
            .expect("released");
        ids.sort_unstable();
        ids
    };
    let named = [id(1), id(3), foreign.submission.id, id(4), id(1)];
    assert_eq!(release(one, Some(&named)).await, [id(1)]);
    assert_eq!(release(one, Some(&named)).await, [], "once");
    assert_eq!(release(one, Some(&[])).await, [], "none is not all");
    let live =
        store.release_held(one, Network::Live, None, None, after(4)).await.expect("released");
    assert_eq!(live, [], "those of the other network stay");
    let live = store.release_held(one, Network::Live, Some(&[id(0)]), None, after(4)).await;
    assert_eq!(live.expect("released"), []);
    let record = store.submission_record(one, id(1)).await.expect("there");
    assert_eq!((record.held, record.run_at, record.updated_at), (false, Some(after(5)), after(5)));
    let mut rest = [id(0), id(2)];
    rest.sort_unstable();
    assert_eq!(release(one, None).await, rest);
    let filter = AuditFilter { event: Some(AuditAction::Released), ..AuditFilter::default() };
    assert_eq!(all_lines(store, one, &filter, 9).await.len(), 3);
    let record = store.submission_record(other, foreign.submission.id).await.expect("there");
    assert_eq!((record.held, record.run_at), (true, Some(tonight)));
    assert_eq!(release(other, None).await, [foreign.submission.id]);
}

/// One transaction holds everybody else's sends up: it is bounded, and asked for again.
pub async fn releases_are_bounded_and_go_on(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for _ in 0..=MAX_RELEASED {
        let mut send = test_send();
        send.job.held = true;
        keep(store, organization, &send).await;
    }
    let mut counts = Vec::new();
    for _ in 0..3 {
        let released = store.release_held(organization, Network::Test, None, None, after(1)).await;
        let released = released.expect("released");
        counts.push(released.len());
    }
    assert_eq!(counts, [MAX_RELEASED, 1, 0]);
}

pub async fn of_many_releases_one_releases(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for _ in 0..20 {
        let mut send = test_send();
        send.job.held = true;
        keep(store, organization, &send).await;
    }
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            let network = Network::Test;
            tokio::spawn(async move {
                store.release_held(organization, network, None, None, after(1)).await
            })
        })
        .collect();
    let mut released = Vec::new();
    for task in tasks {
        released.extend(task.await.expect("no panic").expect("released"));
    }
    assert_eq!(released.len(), 20);
    released.sort_unstable();
    released.dedup();
    assert_eq!(released.len(), 20, "each once");
}
