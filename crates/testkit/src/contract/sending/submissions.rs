//! A send is kept whole, and read as it was kept.

use crate::contract::{
    StoreUnderTest,
    network::setup::all_lines,
    sending::setup::{job, keep, of_many, rich, step},
    setup::{issue, kind, organization, organization as organization_of_its_own, try_issue},
};
use crate::{
    build::{NOW, draft, id, with_number},
    sends::{in_sandbox, native_send, queued, send, send_of, test_send},
};
use access::{OrganizationId, Tier};
use invoicing::{AnyInvoice, InvoiceStore};
use jobs::{JobState, SubjectId};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    credit::Credits,
    identifiers::{DocumentId, Network, SubmissionId},
    ports::{AttemptOutcome, CreditStore, SubmissionLists, SubmissionStore},
    registration::{Environment, PeppolAccount},
    sending::{DocumentBytes, DocumentKey, EarlierSend, NumberUse, QueuedSend, SEND_JOB},
    submissions::{Move, Progress, RetryClass, State, SubmissionRecord},
};
use time::{Duration, macros::date};

pub async fn a_send_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 5).await;
    let send = send();
    keep(store, organization, &send).await;
    let id = send.submission.id;
    let (submission, sent) = store.submission(organization, id).await.expect("there");
    assert_eq!((&submission, &sent[..]), (&send.submission, &*send.document.sent));
    let record = SubmissionRecord {
        submission,
        run_at: Some(NOW),
        held: false,
        created_at: NOW,
        updated_at: NOW,
        sent_at: None,
        delivered_at: None,
        transaction_id: None,
        error: None,
    };
    assert_eq!(store.submission_record(organization, id).await.expect("there"), record);
    assert_eq!(store.submission_bytes(organization, id).await.expect("there"), send.document);
    let receipts = store.submission_receipts(organization, id).await.expect("there");
    assert_eq!(receipts, Vec::<Vec<u8>>::new());
    let recorded = send.invoice.clone().expect("new");
    let kept = store.invoice(organization, recorded.invoice.id).await.expect("there");
    assert_eq!(kept, AnyInvoice { organization, ..recorded.invoice.into() });
    let contact = store.contact(organization, recorded.contact.id).await.expect("there");
    assert_eq!((contact.contact, contact.created_at), (recorded.contact, NOW));
    let latest =
        store.latest_submission(organization, send.submission.invoice, Network::Live).await;
    assert_eq!(latest.expect("read"), Some(record));

    let job = job(store, send.job.id).await;
    assert_eq!((job.kind.as_str(), job.state), (SEND_JOB.0, JobState::Waiting { run_at: NOW }));
    assert_eq!(
        (job.organization, job.subject, job.key),
        (Some(organization), Some(SubjectId(id.0)), None)
    );
    let audit = all_lines(store, organization, &AuditFilter::default(), 9).await;
    let [line] = &audit[..] else { panic!("{audit:?}") };
    assert_eq!(
        (line.at, line.event, line.document_id),
        (NOW, AuditAction::Queued, Some(DocumentId::from(id)))
    );
    assert_eq!(line.invoice_id, Some(send.submission.invoice));
    assert_eq!(line.number.as_deref(), Some(send.submission.number.as_str()));
}

pub async fn documents_come_back_byte_for_byte(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let bytes =
        |seed: u8| (0..40_000).map(|n: u32| (n as u8).wrapping_mul(seed)).collect::<Vec<u8>>();
    let equal = DocumentBytes { sent: bytes(7).into(), original: bytes(7).into() };
    for document in [
        DocumentBytes::unchanged(bytes(3)),
        equal,
        DocumentBytes { sent: bytes(5).into(), original: bytes(9).into() },
        DocumentBytes { sent: bytes(5).into(), original: Vec::new().into() },
    ] {
        let send = QueuedSend { document, ..test_send() };
        keep(store, organization, &send).await;
        let id = send.submission.id;
        let kept = store.submission_bytes(organization, id).await.expect("there");
        assert!(kept == send.document, "{kept:?}");
        let (_, sent) = store.submission(organization, id).await.expect("there");
        assert!(*sent == *send.document.sent);
        let size = store.document_size(organization, id).await.expect("there");
        assert_eq!(size, sent.len() as u64);
    }
}

pub async fn facts_tell_what_counts_for_a_send(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let facts = async |tier, number: Option<&str>| {
        store.organization_facts(organization, tier, number, NOW).await.expect("facts")
    };
    let first = facts(Tier::Live, Some("any")).await;
    assert_eq!((first.environment, first.account), (Environment::Production, PeppolAccount::None));
    assert_eq!((first.available, first.prepayment_overdue), (Credits(0), false));
    assert_eq!(first.number, NumberUse::Free);
    // derived from the DIČ
    assert_eq!(first.participant, "0245:2020202020".parse().ok());
    let tested = facts(Tier::Test, None).await;
    assert_eq!(tested.participant, "9915:2020202020".parse().ok());

    store.top_up(organization, "bought", Credits(3), NOW).await.expect("topped up");
    store.set_prepayment_overdue(organization, true).await.expect("set");
    let send = send_of("2026-17");
    keep(store, organization, &send).await;
    let invoice = issue(store, &with_number(draft(organization), "FV 9")).await;
    let now = facts(Tier::Live, Some("2026-17")).await;
    assert_eq!((now.available, now.prepayment_overdue), (Credits(2), true));
    let earlier = |number| match number {
        NumberUse::Recorded(earlier) => (earlier.invoice.id, earlier.invoice.version, earlier.live),
        other => panic!("{other:?}"),
    };
    assert_eq!(earlier(now.number), (send.submission.invoice, 1, true));
    let tested = test_send();
    keep(store, organization, &tested).await;
    let now = facts(Tier::Live, Some(&tested.submission.number)).await;
    assert_eq!(earlier(now.number), (tested.submission.invoice, 1, false));
    let native = facts(Tier::Live, Some(&invoice.document.number)).await;
    assert_eq!(native.number, NumberUse::Native);
    for number in [None, Some("2026-1"), Some("nul\0")] {
        assert_eq!(facts(Tier::Live, number).await.number, NumberUse::Free, "{number:?}");
    }
    store.set_prepayment_overdue(organization, false).await.expect("set");
    assert!(!facts(Tier::Live, None).await.prepayment_overdue);
}

pub async fn a_number_that_became_anothers_is_refused(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 9).await;
    let first = send_of("2026-17");
    keep(store, organization, &first).await;
    let again = store.commit(organization, &queued(&send_of("2026-17")), None, NOW).await;
    assert_eq!(kind(&again), "taken", "recorded meanwhile");
    // the flow decides again: to the same record
    let mut second = QueuedSend { invoice: None, ..send_of("2026-17") };
    second.submission.invoice = first.submission.invoice;
    second.submission.receiver = "0088:another".parse().expect("a receiver");
    keep(store, organization, &second).await;
    let latest =
        store.latest_submission(organization, first.submission.invoice, Network::Live).await;
    assert_eq!(latest.expect("read").expect("there").submission, second.submission);

    issue(store, &with_number(draft(organization), "FV 9")).await;
    let native = store.commit(organization, &queued(&send_of("FV 9")), None, NOW).await;
    assert_eq!(kind(&native), "taken", "issued meanwhile");
    let recorded = try_issue(store, &with_number(draft(organization), "2026-17")).await;
    assert_eq!(kind(&recorded), "taken", "recorded before");
    // another organization has numbers of its own
    let other = organization_of_its_own(store).await;
    issue(store, &with_number(draft(other), "2026-17")).await;
}

pub async fn a_document_is_under_way_to_a_receiver_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    let first = send_of("2026-17");
    let key = DocumentKey::of_send(&first).expect("a key");
    let earlier = async |network| store.earlier_send(organization, network, &key).await;
    assert_eq!(earlier(Network::Live).await.expect("read"), None);
    keep(store, organization, &first).await;
    let again = || {
        let mut again = QueuedSend { invoice: None, ..send_of("2026-17") };
        again.submission.invoice = first.submission.invoice;
        again
    };
    let found = EarlierSend {
        submission: first.submission.id,
        invoice: first.submission.invoice,
        state: State::Queued,
    };
    assert_eq!(earlier(Network::Live).await.expect("read"), Some(found));
    let tasks = (0..4).map(|_| {
        let (store, send) = (store.clone(), again());
        async move { store.commit(organization, &queued(&send), None, NOW).await }
    });
    assert_eq!(of_many(tasks.collect::<Vec<_>>(), "taken").await, 0, "nothing is charged twice");
    assert_eq!(crate::contract::sending::setup::balance(store, organization).await, (98, 1));
    // another type, year, network or organization has documents of its own
    let mut next_year = again();
    next_year.submission.issue_date = Some(date!(2027 - 01 - 02));
    for other in [QueuedSend { type_code: Some("384".into()), ..again() }, next_year] {
        keep(store, organization, &other).await;
    }
    assert_eq!(earlier(Network::Test).await.expect("read"), None);
    keep(store, organization, &in_sandbox(again())).await;
    let nobody = OrganizationId(id());
    assert_eq!(store.earlier_send(nobody, Network::Live, &key).await.expect("read"), None);
    // what never arrived may go again
    let own = (organization, first.submission.id);
    let none = AttemptOutcome::None;
    let taken = step(store, own, first.submission.progress, Move::Claimed, none, NOW).await;
    let end = Move::AttemptFailed(RetryClass::Permanent);
    step(store, own, taken, end, AttemptOutcome::Error("not registered"), NOW).await;
    assert_eq!(earlier(Network::Live).await.expect("read"), None);
    keep(store, organization, &again()).await;
}

pub async fn of_many_with_one_number_one_is_recorded(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    for round in 0..4 {
        let tasks = (0..8).map(|_| {
            let (store, send) = (store.clone(), send_of(&format!("2026-{round}")));
            async move { store.commit(organization, &queued(&send), None, NOW).await }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "taken").await, 1);
    }
    assert_eq!(crate::contract::sending::setup::balance(store, organization).await, (95, 4));
}

pub async fn a_native_invoice_is_under_way_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let invoice = issue(store, &draft(organization)).await;
    let mut failed = Vec::new();
    for _ in 0..3 {
        let sends: Vec<_> = (0..8).map(|_| native_send(&invoice)).collect();
        let tasks = sends.iter().cloned().map(|send| {
            let store = store.clone();
            async move { store.commit(organization, &queued(&send), None, NOW).await }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "taken").await, 1);
        let latest = store.latest_submission(organization, invoice.id, Network::Live).await;
        let latest = latest.expect("read").expect("there").submission;
        assert!(latest.native && !failed.contains(&latest.id));
        // one that failed may be followed by another
        let own = (organization, latest.id);
        let none = AttemptOutcome::None;
        let taken = step(store, own, latest.progress, Move::Claimed, none, NOW).await;
        let end = Move::AttemptFailed(RetryClass::Permanent);
        let error = AttemptOutcome::Error("not registered");
        let end = step(store, own, taken, end, error, NOW).await;
        assert_eq!(end.state, State::Failed);
        failed.push(latest.id);
    }
}

/// A sandbox send says nothing of the live one, nor the other way round.
pub async fn a_native_invoice_is_under_way_once_in_each_network(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for tried_first in [true, false] {
        let invoice = issue(store, &draft(organization)).await;
        let (tried, sent) = (in_sandbox(native_send(&invoice)), native_send(&invoice));
        let (first, second) = if tried_first { (tried, sent) } else { (sent, tried) };
        for send in [&first, &second] {
            keep(store, organization, send).await;
            let again = QueuedSend { invoice: None, ..native_send(&invoice) };
            let again = match send.submission.network {
                Network::Test => in_sandbox(again),
                Network::Live => again,
            };
            let again = store.commit(organization, &queued(&again), None, NOW).await;
            assert_eq!(kind(&again), "taken", "{:?}", send.submission.network);
        }
    }
}

pub async fn a_native_send_may_wait(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let invoice = issue(store, &draft(organization)).await;
    let mut send = native_send(&invoice);
    send.job.held = true;
    send.job.run_at = NOW + Duration::hours(3);
    keep(store, organization, &send).await;
    let record = store.submission_record(organization, send.submission.id).await.expect("there");
    assert_eq!((record.held, record.run_at), (true, Some(send.job.run_at)));
    assert!(record.submission.native);
}

pub async fn another_organizations_sends_are_not_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (rich(store, 5).await, rich(store, 5).await);
    let send = send_of("2026-17");
    keep(store, own, &send).await;
    let (id, invoice) = (send.submission.id, send.submission.invoice);
    assert_eq!(kind(&store.submission(other, id).await), "not found");
    assert_eq!(kind(&store.document_size(other, id).await), "not found");
    assert_eq!(kind(&store.submission_record(other, id).await), "not found");
    assert_eq!(kind(&store.submission_bytes(other, id).await), "not found");
    assert_eq!(kind(&store.submission_receipts(other, id).await), "not found");
    assert_eq!(kind(&store.invoice(other, invoice).await), "not found");
    assert_eq!(store.latest_submission(other, invoice, Network::Live).await.expect("read"), None);
    let from = Progress::new(State::Queued);
    let moved =
        crate::sends::moved(from, peppol_connector::submissions::Actor::Worker, Move::Claimed, NOW);
    let none = AttemptOutcome::None;
    let result = store.advance(other, id, from, &moved, none, &[], NOW).await;
    assert_eq!(kind(&result), "not found");
    // numbers of two organizations do not meet
    let facts = store.organization_facts(other, Tier::Live, Some("2026-17"), NOW).await;
    assert_eq!(facts.expect("facts").number, NumberUse::Free);
    issue(store, &with_number(draft(other), "2026-18")).await;
    keep(store, own, &send_of("2026-18")).await;
    keep(store, other, &send_of("2026-17")).await;
    let (kept, _) = store.submission(own, id).await.expect("there");
    assert_eq!(kept, send.submission, "as it was");
}

pub async fn an_unknown_organization_sends_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let nobody = access::OrganizationId(id());
    let facts = store.organization_facts(nobody, Tier::Live, None, NOW).await;
    assert_eq!(kind(&facts), "not found");
    assert_eq!(kind(&store.commit(nobody, &queued(&test_send()), None, NOW).await), "not found");
    let unknown = SubmissionId(id());
    assert_eq!(kind(&store.submission(nobody, unknown).await), "not found");
    assert_eq!(kind(&store.balance(nobody).await), "not found");
    assert_eq!(kind(&store.top_up(nobody, "k", Credits(1), NOW).await), "not found");
    assert_eq!(kind(&store.set_prepayment_overdue(nobody, true).await), "not found");
}
