//! Staged documents: kept until they are dispatched or expire.

use crate::contract::{
    StoreUnderTest,
    network::setup::{all_lines, audited},
    sending::setup::{of_many, rich},
    setup::{kind, organization},
};
use crate::{
    build::NOW,
    sends::{queued, send, staged, test_send},
};
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    identifiers::{DocumentId, Network},
    ports::SubmissionStore,
    sending::{DocumentBytes, QueuedSend, STAGED_FOR, SendWrites, StagedDocument},
};
use time::Duration;

fn stage(document: &StagedDocument) -> SendWrites {
    SendWrites::Stage(Box::new(document.clone()), None)
}

pub async fn a_staged_document_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let repaired = DocumentBytes { sent: vec![1, 0].into(), original: vec![2].into() };
    for document in [
        staged(),
        StagedDocument { network: Network::Test, receiver: None, document: repaired, ..staged() },
    ] {
        store.commit(organization, &stage(&document), None, NOW).await.expect("staged");
        let kept = store.staged(organization, document.id).await.expect("read");
        assert_eq!(kept.as_ref(), Some(&document));
        let filter =
            AuditFilter { document: Some(DocumentId::from(document.id)), ..AuditFilter::default() };
        let lines = all_lines(store, organization, &filter, 9).await;
        let [line] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!((line.at, line.event), (NOW, AuditAction::Staged));
    }
}

pub async fn a_staged_document_is_its_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let document = staged();
    store.commit(own, &stage(&document), None, NOW).await.expect("staged");
    assert_eq!(store.staged(other, document.id).await.expect("read"), None);
    let theft = QueuedSend { unstage: Some(document.id), ..test_send() };
    let result = store.commit(other, &queued(&theft), None, NOW).await;
    assert_eq!(kind(&result), "not found");
    assert_eq!(store.staged(own, document.id).await.expect("read"), Some(document));
    assert_eq!(audited(store, other).await, []);
}

pub async fn of_many_dispatches_one_is_sent(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = rich(store, 99).await;
    for _ in 0..4 {
        let document = staged();
        store.commit(organization, &stage(&document), None, NOW).await.expect("staged");
        let tasks = (0..8).map(|_| {
            let send = QueuedSend { unstage: Some(document.id), ..send() };
            let store = store.clone();
            async move { store.commit(organization, &queued(&send), None, NOW).await }
        });
        assert_eq!(of_many(tasks.collect::<Vec<_>>(), "not found").await, 1);
        assert_eq!(store.staged(organization, document.id).await.expect("read"), None);
    }
    assert_eq!(crate::contract::sending::setup::balance(store, organization).await, (95, 4));
}

pub async fn expired_documents_go_and_are_reported(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let short = StagedDocument { expires_at: NOW + Duration::hours(1), ..staged() };
    let long = staged();
    for (organization, document) in [(one, &short), (one, &long), (other, &staged())] {
        store.commit(organization, &stage(document), None, NOW).await.expect("staged");
    }
    let end = NOW + Duration::hours(1);
    let just_before = end - Duration::microseconds(1);
    assert_eq!(store.delete_expired(just_before).await.expect("asked"), 0);
    assert_eq!(store.delete_expired(end).await.expect("asked"), 1);
    assert_eq!(store.delete_expired(end).await.expect("asked"), 0);
    assert_eq!(store.staged(one, short.id).await.expect("read"), None);
    assert_eq!(store.staged(one, long.id).await.expect("read"), Some(long.clone()));
    let expired = AuditFilter { event: Some(AuditAction::Expired), ..AuditFilter::default() };
    let lines = all_lines(store, one, &expired, 9).await;
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((line.at, line.document_id), (end, Some(DocumentId::from(short.id))));
    // of all organizations
    assert_eq!(store.delete_expired(NOW + STAGED_FOR).await.expect("asked"), 2);
    assert_eq!(all_lines(store, other, &expired, 9).await.len(), 1);
}

pub async fn an_expired_document_is_deleted_once_by_many(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    for _ in 0..30 {
        store.commit(organization, &stage(&staged()), None, NOW).await.expect("staged");
    }
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.delete_expired(NOW + STAGED_FOR).await })
        })
        .collect();
    let mut deleted = 0;
    for task in tasks {
        deleted += task.await.expect("no panic").expect("deleted");
    }
    deleted += store.delete_expired(NOW + STAGED_FOR).await.expect("deleted");
    assert_eq!(deleted, 30);
    let expired = AuditFilter { event: Some(AuditAction::Expired), ..AuditFilter::default() };
    assert_eq!(all_lines(store, organization, &expired, 100).await.len(), 30);
}
