//! Invoice Responses: each is kept once, with its job or with its event.

use super::received_messages::document;
use crate::contract::{
    Ports, StoreUnderTest,
    network::setup::{all_received, audited},
    sending::setup::{after, claimed, keep, step},
    setup::{kind, organization},
};
use crate::{
    build::{NOW, id},
    peppol::{participant, received_document, received_event, received_record},
    sends::{in_sandbox, queued, send_of, test_send},
};
use access::OrganizationId;
use idempotency::{Answer, Decision, IdempotencyStore};
use invoice_responses::{
    AnsweredDocument, Between, InvoiceResponse, InvoiceStatus, NetworkStatus, RESPOND_JOB,
    ReceivedResponse, ResponseId, ResponseInbox, ResponseParty, ResponseState, ResponseStore,
    ResponsesOf, SentResponse, response_type,
};
use jobs::{JobFilter, JobId};
use peppol_connector::{
    identifiers::{InvoiceId, Network, ReceivedId},
    inbox::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord},
    ports::{AttemptOutcome, InboxStore, SubmissionStore},
    sending::QueuedSend,
    submissions::{Move, RetryClass},
};

fn response(number: &str) -> InvoiceResponse {
    let party = |participant: &str| ResponseParty {
        participant: participant.to_owned(),
        name: "Firma, s. r. o.".to_owned(),
    };
    InvoiceResponse {
        id: id().to_string(),
        issued: NOW.truncate_to_millisecond(), // as documents write it
        note: Some("Ďakujeme".to_owned()),
        sender: party("9915:2020202020"),
        receiver: party("9915:2023456789"),
        status: InvoiceStatus::Accepted,
        effective_on: None,
        clarifications: Vec::new(),
        about: AnsweredDocument {
            number: number.to_owned(),
            issued_on: None,
            type_code: "380".to_owned(),
        },
    }
}

/// A document that an organization received.
async fn received(store: &impl Ports, owner: OrganizationId) -> ReceivedId {
    let record = received_record();
    let (id, event) = (record.id, received_event(owner, &record));
    store.receive(owner, &received_document(record), &event).await.expect("received");
    id
}

fn sent(received: ReceivedId, position: u16) -> SentResponse {
    let response = response("2026/0117");
    SentResponse {
        id: ResponseId(id()),
        received,
        position,
        network: Network::Test,
        from: participant("9915:2020202020"),
        to: participant("9915:2023456789"),
        document: response.write(),
        response,
        state: ResponseState::Queued,
        attempts: 0,
        error: None,
        receipt: None,
        created_at: NOW,
        updated_at: NOW,
        answered_at: None,
        version: 0,
    }
}

async fn jobs_of(store: &impl Ports, owner: OrganizationId) -> Vec<(JobId, Option<uuid::Uuid>)> {
    let filter = JobFilter { kind: Some(RESPOND_JOB.0), state: None };
    let jobs = store.jobs(filter, None, 1_000).await.expect("jobs").rows;
    let own = jobs.into_iter().filter(|job| job.organization == Some(owner));
    own.map(|job| (job.id, job.subject.map(|about| about.0))).collect()
}

pub async fn a_response_is_kept_with_its_job_and_answer_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let document = received(store, owner).await;
    let (first, job) = (sent(document, 0), JobId(id()));
    let lease = claimed(store, owner, "one").await;
    let answer = Answer { status: 201, body: "{}".into() };
    let answered = Some((&lease, &answer));
    store.add_response(owner, Some((&first, job)), answered, NOW).await.expect("kept");
    assert_eq!(jobs_of(store, owner).await, [(job, Some(first.id.0))]);
    let again = crate::build::lease("one");
    let replay = store.claim(owner.into(), &again, crate::build::fingerprint(1), NOW).await;
    assert_eq!(replay.expect("asked"), Decision::Replay(answer.clone()));
    // another in the same place
    let other = sent(document, 0);
    let other = store.add_response(owner, Some((&other, JobId(id()))), None, NOW).await;
    assert_eq!(kind(&other), "conflict");
    let second = sent(document, 1);
    store.add_response(owner, Some((&second, JobId(id()))), None, NOW).await.expect("kept");
    assert_eq!(store.responses_to(owner, document).await.expect("read"), [first, second]);
    assert_eq!(jobs_of(store, owner).await.len(), 2);
    // the answer alone
    let lease = claimed(store, owner, "two").await;
    store.add_response(owner, None, Some((&lease, &answer)), NOW).await.expect("kept");
    let again = crate::build::lease("two");
    let replay = store.claim(owner.into(), &again, crate::build::fingerprint(1), NOW).await;
    assert_eq!(replay.expect("asked"), Decision::Replay(answer));
    assert_eq!(jobs_of(store, owner).await.len(), 2);
}

pub async fn of_changes_of_a_response_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let response = sent(received(store, owner).await, 0);
    let new = Some((&response, JobId(id())));
    store.add_response(owner, new, None, NOW).await.expect("kept");
    let gone = response.clone().sent(vec![0, 1, 255], false, after(3));
    store.advance_response(owner, &gone).await.expect("kept");
    assert_eq!(store.sent_response(owner, response.id).await.expect("there"), gone);
    assert_eq!(kind(&store.advance_response(owner, &gone).await), "conflict");
    let refused = gone.clone().not_supported("ďaleko".to_owned(), after(4));
    let refused = SentResponse { answered_at: Some(after(4)), ..refused };
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let (store, refused) = (subject.store().clone(), refused.clone());
            tokio::spawn(async move { store.advance_response(owner, &refused).await })
        })
        .collect();
    let mut kept = 0;
    for task in tasks {
        kept += usize::from(task.await.expect("no panic").is_ok());
    }
    assert_eq!(kept, 1);
    assert_eq!(store.sent_response(owner, response.id).await.expect("there"), refused);
    let found = store.response_sent_as(Network::Test, response.id).await.expect("asked");
    assert_eq!(found, Some(owner));
    assert_eq!(store.response_sent_as(Network::Live, response.id).await.expect("asked"), None);
}

/// A send, and a response to it as it comes.
async fn answered(
    store: &impl Ports,
    owner: OrganizationId,
) -> (QueuedSend, ReceivedDocument, ReceivedResponse) {
    let send = test_send();
    keep(store, owner, &send).await;
    let response = response(&send.submission.number);
    let message = document("PSK000001", &format!("{}@x", id()), &id().to_string());
    let document_type = response_type().expect("a type");
    let record = ReceivedRecord { document_type, ..message.record.clone() };
    let bytes = response.write().into_bytes().into();
    let received = ReceivedResponse {
        id: record.id,
        network: record.network,
        submission: send.submission.id,
        invoice: send.submission.invoice,
        response,
        received_at: record.received_at,
    };
    (send, ReceivedDocument { record, bytes, ..message }, received)
}

pub async fn a_response_that_comes_is_attached_with_its_event_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (send, document, received) = answered(store, owner).await;
    let before = subject.events(owner).await.len();
    let event = received.event(owner).expect("an event");
    let attached = Some((&received, &event));
    let arrival = store.receive_response(owner, &document, attached).await;
    assert_eq!(arrival.expect("kept"), Arrival::Kept);
    let again = store.receive_response(owner, &document, attached).await.expect("known");
    assert!(matches!(again, Arrival::Repeated { same_document: true, .. }), "{again:?}");
    assert_eq!(subject.events(owner).await.len(), before + 1);
    assert!(store.is_attached(owner, received.id).await.expect("asked"));
    let other = ResponsesOf::Invoice(received.invoice, Network::Live);
    assert_eq!(store.received_responses(owner, other).await.expect("read"), []);
    for of in [
        ResponsesOf::Document(send.submission.id),
        ResponsesOf::Invoice(received.invoice, Network::Test),
    ] {
        let found = store.received_responses(owner, of).await.expect("read");
        assert_eq!(found, std::slice::from_ref(&received), "{of:?}");
    }
    let listed = all_received(store, owner, &ReceivedFilter::default(), 10).await;
    assert_eq!(listed, [], "it is shown with what it is about");
    let record = store.received_record(owner, received.id).await.expect("there");
    assert_eq!(record, document.record);
}

pub async fn what_is_attached_to_nothing_is_kept_and_publishes_nothing(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let owner = organization(store).await;
    let (_, document, received) = answered(store, owner).await;
    let before = (subject.events(owner).await.len(), audited(store, owner).await.len());
    let arrival = store.receive_response(owner, &document, None).await;
    assert_eq!(arrival.expect("kept"), Arrival::Kept);
    assert!(!store.is_attached(owner, received.id).await.expect("asked"));
    let after = (subject.events(owner).await.len(), audited(store, owner).await.len());
    assert_eq!(after, (before.0, before.1 + 1));
    let bytes = store.received_bytes(owner, received.id).await.expect("there");
    assert_eq!(bytes, *document.bytes);
    let of = ResponsesOf::Document(received.submission);
    assert_eq!(store.received_responses(owner, of).await.expect("read"), []);
}

pub async fn what_was_sent_is_found_by_its_number(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let send = test_send();
    keep(store, owner, &send).await;
    keep(store, owner, &in_sandbox(send_of("other"))).await;
    let sent = &send.submission;
    let between = Between::new(Network::Test, &sent.sender, &sent.receiver);
    let numbered = async |owner, between| {
        store.documents_numbered(owner, between, &sent.number).await.expect("read")
    };
    let found = numbered(owner, between).await;
    let [one] = &found[..] else { panic!("one: {found:?}") };
    assert_eq!((one.submission, one.invoice), (sent.id, sent.invoice));
    assert_eq!((&one.sender, &one.receiver), (&sent.sender, &sent.receiver));
    assert_eq!(one.type_code, send.type_code);
    assert!(!one.was_sent, "it waits");
    let (id, waits) = ((owner, sent.id), sent.progress);
    step(store, id, waits, Move::Claimed, AttemptOutcome::None, NOW).await;
    assert!(numbered(owner, between).await[0].was_sent, "it may have arrived");
    let shouted = participant(&sent.receiver.to_string().to_uppercase());
    let found = numbered(owner, Between { receiver: &shouted, ..between }).await;
    assert_eq!(found.len(), 1, "identifiers are compared without case");
    let another = participant("9915:2021111111");
    let stranger = organization(store).await;
    for (owner, between) in [
        (owner, Between { network: Network::Live, ..between }),
        (owner, Between { sender: &another, ..between }),
        (owner, Between { receiver: &another, ..between }),
        (owner, between.reversed()),
        (stranger, between),
    ] {
        assert_eq!(numbered(owner, between).await, [], "{between:?}");
    }
    let other = store.documents_numbered(owner, between, "no such number").await;
    assert_eq!(other.expect("read"), []);
}

pub async fn responses_are_taken_by_who_asked(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    for takes in [false, true, true, false] {
        store.set_takes_responses(own, takes).await.expect("set");
        assert_eq!(store.takes_responses(own).await.expect("read"), takes);
        assert!(!store.takes_responses(other).await.expect("read"));
    }
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.takes_responses(nobody).await), "not found");
    assert_eq!(kind(&store.set_takes_responses(nobody, true).await), "not found");
}

pub async fn responses_are_of_their_organization(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, stranger) = (organization(store).await, organization(store).await);
    let response = sent(received(store, own).await, 0);
    let new = Some((&response, JobId(id())));
    assert_eq!(kind(&store.add_response(stranger, new, None, NOW).await), "not found");
    store.add_response(own, new, None, NOW).await.expect("kept");
    assert_eq!(kind(&store.sent_response(stranger, response.id).await), "not found");
    assert_eq!(store.responses_to(stranger, response.received).await.expect("read"), []);
    let sent = response.clone().sent(vec![1], false, NOW);
    assert_eq!(kind(&store.advance_response(stranger, &sent).await), "conflict");
    let (_, document, received) = answered(store, own).await;
    let event = received.event(own).expect("an event");
    store.receive_response(own, &document, Some((&received, &event))).await.expect("kept");
    assert!(!store.is_attached(stranger, received.id).await.expect("asked"));
    let of = ResponsesOf::Document(received.submission);
    assert_eq!(store.received_responses(stranger, of).await.expect("read"), []);
}

/// Of each invoice the newest send over a network, and the newest answer to that send.
pub async fn standings_are_those_of_the_newest_sends(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    let (one, mut two) = (in_sandbox(send_of("S-1")), in_sandbox(send_of("S-2")));
    for send in [&one, &two] {
        keep(store, owner, send).await;
    }
    let (first, second) = (one.submission.invoice, two.submission.invoice);
    let of = async |owner, network, invoices: &[InvoiceId]| {
        let mut rows = store.network_standings(owner, network, invoices).await.expect("read");
        rows.sort_by_key(|row| row.invoice != first);
        rows
    };
    let standing = |send: &QueuedSend, answer| NetworkStatus {
        invoice: send.submission.invoice,
        state: send.submission.progress.state,
        held: send.job.held,
        answer,
    };
    let both = [first, second];
    let waiting = [standing(&one, None), standing(&two, None)];
    assert_eq!(of(owner, Network::Test, &both).await, waiting);
    assert_eq!(of(owner, Network::Test, &both[..1]).await, waiting[..1]);
    assert_eq!(of(owner, Network::Live, &both).await, [], "the other network");
    assert_eq!(of(other, Network::Test, &both).await, [], "another's");
    assert_eq!(of(owner, Network::Test, &[]).await, []);
    for (minutes, status) in [(1, InvoiceStatus::InProcess), (2, InvoiceStatus::Rejected)] {
        let record = received_record();
        let attached = ReceivedResponse {
            id: record.id,
            network: Network::Test,
            submission: two.submission.id,
            invoice: second,
            response: InvoiceResponse { status, ..response("S-2") },
            received_at: after(minutes),
        };
        let event = attached.event(owner).expect("an event");
        let document = received_document(ReceivedRecord { received_at: after(minutes), ..record });
        let kept = store.receive_response(owner, &document, Some((&attached, &event))).await;
        kept.expect("kept");
    }
    let answered = [standing(&one, None), standing(&two, Some(InvoiceStatus::Rejected))];
    assert_eq!(of(owner, Network::Test, &both).await, answered);
    // it fails, and is sent again
    let own = (owner, two.submission.id);
    let failed = Move::AttemptFailed(RetryClass::Permanent);
    let at_work =
        step(store, own, two.submission.progress, Move::Claimed, AttemptOutcome::None, NOW).await;
    two.submission.progress = step(store, own, at_work, failed, AttemptOutcome::None, NOW).await;
    let known = standing(&two, Some(InvoiceStatus::Rejected));
    assert_eq!(of(owner, Network::Test, &both).await, [standing(&one, None), known]);
    let mut again = in_sandbox(send_of("S-2"));
    again.submission.invoice = second;
    again.invoice = None;
    store.commit(owner, &queued(&again), None, after(90)).await.expect("kept");
    let newest = [standing(&one, None), standing(&again, None)];
    assert_eq!(of(owner, Network::Test, &both).await, newest);
}
