//! The lists of submissions: filters, pages, and what waits before another.

use crate::contract::{
    Ports, StoreUnderTest,
    sending::setup::{after, all_submissions, keep, step},
    setup::{issue, organization},
};
use crate::{
    build::{NOW, draft, id},
    sends::{in_sandbox, native_send, queued, send_of, test_send},
};
use access::OrganizationId;
use jobs::{JobQueue, Turn};
use peppol_connector::{
    credit::Credits,
    identifiers::{InvoiceId, MessageId, Network},
    ports::{AttemptOutcome, SubmissionLists, SubmissionStore},
    sending::{QueuedSend, SEND_JOB},
    submissions::{Move, Progress, RetryClass, State, SubmissionFilter},
};
use persistence::{Cursor, Page};
use time::Duration;

const NONE: AttemptOutcome<'_> = AttemptOutcome::None;
const QUEUED: Progress = Progress::new(State::Queued);

fn free(number: &str) -> QueuedSend {
    QueuedSend { reserve: Credits(0), ..send_of(number) }
}

/// 0 sent, 1 sending, 2 held, 3 queued, 4 failed, 5 queued, 6 queued in the sandbox.
async fn kept_sends(store: &impl Ports, organization: OrganizationId) -> [QueuedSend; 7] {
    let invoice = issue(store, &draft(organization)).await;
    let native = native_send(&invoice);
    let in_sandbox = in_sandbox(native_send(&invoice));
    let mut sends = [free("A"), free("B"), free("C"), native, free("E"), free("A"), in_sandbox];
    sends[2].job.held = true;
    sends[5].invoice = None;
    sends[5].type_code = Some("384".into()); // to one receiver a document goes once
    sends[5].submission.invoice = sends[0].submission.invoice;
    for (n, send) in sends.iter().enumerate() {
        store.commit(organization, &queued(send), None, after(n as i64)).await.expect("kept");
    }
    let permanent = Move::AttemptFailed(RetryClass::Permanent);
    for (n, ways) in [
        (0, &[Move::Claimed, Move::Accepted][..]),
        (1, &[Move::Claimed]),
        (4, &[Move::Claimed, permanent]),
    ] {
        let mut from = QUEUED;
        for by in ways {
            let own = (organization, sends[n].submission.id);
            from = step(store, own, from, *by, NONE, after(100)).await;
        }
    }
    sends
}

/// Filters by where a submission stands, and which of [`kept_sends`] they find.
fn by_state() -> Vec<(SubmissionFilter, Vec<usize>)> {
    let none = SubmissionFilter::default;
    let states = |states: &[State]| SubmissionFilter { states: states.to_vec(), ..none() };
    let in_network = |network| SubmissionFilter { network: Some(network), ..none() };
    vec![
        (none(), vec![6, 5, 4, 3, 2, 1, 0]),
        (in_network(Network::Live), vec![5, 4, 3, 2, 1, 0]),
        (in_network(Network::Test), vec![6]),
        (states(&[State::Queued]), vec![6, 5, 3, 2]),
        (states(&[State::Queued, State::Sending]), vec![6, 5, 3, 2, 1]),
        (states(&[State::Failed]), vec![4]),
        (states(&[State::Sent, State::Failed, State::Sent]), vec![4, 0]),
        (states(&[State::Delivered]), vec![]),
        (states(&State::ALL), vec![6, 5, 4, 3, 2, 1, 0]),
        (SubmissionFilter { held: Some(true), ..none() }, vec![2]),
        (SubmissionFilter { held: Some(false), ..states(&[State::Queued]) }, vec![6, 5, 3]),
        (SubmissionFilter { number: Some("A".into()), ..states(&[State::Sent]) }, vec![0]),
    ]
}

/// Filters by the document.
fn by_document(sends: &[QueuedSend; 7]) -> Vec<(SubmissionFilter, Vec<usize>)> {
    let none = SubmissionFilter::default;
    let of = |invoice| SubmissionFilter { invoice: Some(invoice), ..none() };
    let number = |number: &str| SubmissionFilter { number: Some(number.into()), ..none() };
    let native = &sends[3].submission;
    vec![
        (of(sends[0].submission.invoice), vec![5, 0]),
        (of(native.invoice), vec![6, 3]),
        (of(InvoiceId(crate::build::id())), vec![]),
        (number("A"), vec![5, 0]),
        (number(&native.number), vec![6, 3]),
        (number("a"), vec![]),
        (number("A\0"), vec![]),
    ]
}

pub async fn every_filter_of_submissions_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let sends = kept_sends(store, organization).await;
    for (filter, expected) in by_state().into_iter().chain(by_document(&sends)) {
        let expected: Vec<_> = expected.iter().map(|n| sends[*n].submission.id).collect();
        for limit in [1, 2, 50] {
            let found = all_submissions(store, organization, &filter, limit).await;
            let found: Vec<_> = found.iter().map(|row| row.submission.id).collect();
            assert_eq!(found, expected, "{filter:?}, {limit} a page");
        }
    }
    // a row of the list is what is read of it alone
    for row in all_submissions(store, organization, &SubmissionFilter::default(), 50).await {
        let alone = store.submission_record(organization, row.submission.id).await;
        assert_eq!(alone.expect("there"), row);
    }
    the_latest_is_found(store, organization, &sends).await;
}

async fn the_latest_is_found(
    store: &impl Ports,
    organization: OrganizationId,
    sends: &[QueuedSend; 7],
) {
    for (n, network, latest) in [
        (0, Network::Live, Some(5)),
        (0, Network::Test, None),
        (3, Network::Live, Some(3)),
        (3, Network::Test, Some(6)),
    ] {
        let invoice = sends[n].submission.invoice;
        let found = store.latest_submission(organization, invoice, network).await.expect("read");
        let found = found.map(|row| row.submission.id);
        assert_eq!(found, latest.map(|n: usize| sends[n].submission.id), "{n} {network:?}");
    }
}

pub async fn a_submission_is_found_by_its_message(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let (first, second) = (free("A"), free("A"));
    keep(store, one, &first).await;
    keep(store, other, &second).await;
    for (owner, send) in [(one, &first), (other, &second)] {
        let message = send.submission.message_id;
        let found = |network| store.sent_as(network, message);
        let own = Some((owner, send.submission.id));
        assert_eq!(found(Network::Live).await.expect("found"), own);
        assert_eq!(found(Network::Test).await.expect("found"), None, "of another network");
    }
    assert_eq!(store.sent_as(Network::Live, MessageId(id())).await.expect("found"), None);
}

pub async fn submissions_page_without_repeats(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    keep(store, other, &test_send()).await;
    let mut ids = Vec::new();
    for n in 0..12 {
        let send = test_send();
        // three at each instant
        store.commit(own, &queued(&send), None, after(n / 3)).await.expect("kept");
        ids.push((after(n / 3), send.submission.id));
    }
    ids.sort();
    ids.reverse();
    let filter = SubmissionFilter::default();
    for limit in [1, 5, 12, 13] {
        let listed = all_submissions(store, own, &filter, limit).await;
        let listed: Vec<_> = listed.iter().map(|row| (row.created_at, row.submission.id)).collect();
        assert_eq!(listed, ids, "{limit} a page");
    }
    // what is newer than the first page does not come into the second
    let Page { rows, has_more } = store.submissions(own, &filter, None, 4).await.expect("a page");
    assert!(has_more);
    store.commit(own, &queued(&test_send()), None, after(99)).await.expect("kept");
    let last = rows.last().expect("a row");
    let place = Some(Cursor::new(last.created_at, last.submission.id));
    let rest = store.submissions(own, &filter, place, 50).await.expect("a page");
    let rest: Vec<_> = rest.rows.iter().map(|row| (row.created_at, row.submission.id)).collect();
    assert_eq!(rest, ids[4..]);
}

pub async fn what_leaves_before_a_send_is_counted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let mut sends = Vec::new();
    for (organization, seconds) in [(one, 4), (one, 2), (other, 3), (one, 1)] {
        let mut send = test_send();
        send.job.run_at = after(seconds);
        keep(store, organization, &send).await;
        sends.push(send.submission.id);
    }
    store.enqueue(&crate::sends::job(jobs::JobKind("test.other")), NOW).await.expect("kept");
    let places = async |owner| store.queue_places(owner, &sends).await.expect("counted");
    let ahead = async |n: usize| {
        let record = store.submission_record(one, sends[n]).await.expect("there");
        places(one).await.ahead(&record)
    };
    assert_eq!((ahead(3).await, ahead(1).await, ahead(0).await), (Some(0), Some(1), Some(3)));
    let none = store.queue_places(one, &[]).await.expect("counted");
    assert_eq!(none.waiting.len(), 0);
    let foreign = places(other).await;
    assert_eq!(foreign.waiting.into_iter().collect::<Vec<_>>(), [(sends[2], 2)], "its own alone");
    // one that a worker has leaves before all that wait, and waits for none
    let claimed = store.claim_in_turn(Turn::of(&[SEND_JOB], 9), after(1), Duration::hours(1)).await;
    let claimed = claimed.expect("claimed");
    assert_eq!((claimed.len(), places(one).await.running), (1, 1));
    assert_eq!((ahead(3).await, ahead(1).await, ahead(0).await), (Some(0), Some(1), Some(3)));
    let dead = jobs::JobOutcome::Dead { error: "no".into() };
    store.conclude_job(&claimed[0], &dead, NOW).await.expect("asked").expect("held");
    assert_eq!((ahead(1).await, ahead(0).await), (Some(0), Some(2)), "the dead wait for nothing");
}
