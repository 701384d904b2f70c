//! The audit log: what happened, the oldest first.

use crate::contract::{
    StoreUnderTest,
    network::setup::{all_lines, audited, later, receive},
    setup::{kind, organization},
};
use crate::{
    build::{self, NOW, id},
    peppol::{enrolled, participant, received_record},
    sends::{queued, test_send},
};
use access::{ApiKeyId, ConnectionId, Credential, OrganizationId, Role};
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::{
    audit::{AccountAudit, AuditAction, AuditEntry, AuditFilter},
    identifiers::{DocumentId, Network},
    inbox::ReceivedRecord,
    ports::{AccountStore, AuditStore, InboxStore, SubmissionStore},
    sending::{QueuedSend, SendWrites},
};

/// Six documents, two at an instant, at 0, 10 and 20; each acknowledged at 20.
async fn filled(subject: &impl StoreUnderTest) -> (OrganizationId, Vec<DocumentId>) {
    let store = subject.store();
    let own = organization(store).await;
    let mut ids = Vec::new();
    for n in 0..6 {
        let record = ReceivedRecord { received_at: later(n / 2 * 10), ..received_record() };
        receive(store, own, &record).await;
        ids.push(record.id);
    }
    for id in &ids {
        store.acknowledge(own, *id, None, later(20)).await.expect("acknowledged");
    }
    (own, ids.into_iter().map(DocumentId::from).collect())
}

fn documents(lines: &[AuditEntry]) -> Vec<DocumentId> {
    lines.iter().filter_map(|line| line.document_id).collect()
}

pub async fn lines_come_in_the_order_in_which_they_happened(subject: &impl StoreUnderTest) {
    let (own, ids) = filled(subject).await;
    let expected = [ids.clone(), ids].concat();
    for limit in [1, 2, 5, 12, 100] {
        let lines = all_lines(subject.store(), own, &AuditFilter::default(), limit).await;
        // of one instant, in the order in which they were written
        assert_eq!(documents(&lines), expected, "pages of {limit}");
        let kinds: Vec<_> = lines.iter().map(|line| line.event).collect();
        let wanted = [[AuditAction::Received; 6], [AuditAction::Acknowledged; 6]].concat();
        assert_eq!(kinds, wanted);
    }
}

/// From the first instant on, before the last.
pub async fn a_window_holds_its_beginning_and_not_its_end(subject: &impl StoreUnderTest) {
    let (own, _) = filled(subject).await;
    for (from, to, count) in [
        (None, None, 12),
        (Some(0), None, 12),
        (Some(1), None, 10),
        (Some(10), Some(20), 2),
        (Some(10), Some(21), 10),
        (None, Some(10), 2),
        (None, Some(0), 0),
        (Some(20), None, 8),
        (Some(21), None, 0),
        (Some(20), Some(20), 0),
        (Some(20), Some(10), 0),
    ] {
        let (from, to) = (from.map(later), to.map(later));
        let filter = AuditFilter { from, to, ..AuditFilter::default() };
        for limit in [1, 3, 100] {
            let lines = all_lines(subject.store(), own, &filter, limit).await;
            assert_eq!(lines.len(), count, "{from:?} to {to:?}, pages of {limit}");
        }
    }
}

pub async fn lines_are_found_by_kind_and_document(subject: &impl StoreUnderTest) {
    let (own, ids) = filled(subject).await;
    let find = async |event, document| {
        let filter = AuditFilter { event, document, ..AuditFilter::default() };
        all_lines(subject.store(), own, &filter, 2).await
    };
    let received = Some(AuditAction::Received);
    assert_eq!(documents(&find(received, None).await), ids);
    for id in &ids {
        let kinds: Vec<_> = find(None, Some(*id)).await.iter().map(|line| line.event).collect();
        assert_eq!(kinds, [AuditAction::Received, AuditAction::Acknowledged]);
        assert_eq!(documents(&find(received, Some(*id)).await), [*id]);
    }
    assert_eq!(find(Some(AuditAction::Sent), None).await, []);
    assert_eq!(find(None, Some(DocumentId(id()))).await, []);
}

pub async fn every_kind_is_read_as_it_was_written(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let id = participant("9915:2020202020");
    let mut before = store.account(organization).await.expect("an account");
    for (n, kind) in (0..).zip(AuditAction::ALL) {
        let after = peppol_connector::registration::AccountRecord {
            since: Some(later(n)),
            ..enrolled(&before, &id)
        };
        let network = if n % 2 == 0 { Network::Test } else { Network::Live };
        let (detail, actor) = (Some(kind.name()), None);
        let audit = AccountAudit { network, action: kind, detail, actor };
        store
            .change_account(organization, &before, &after, audit, &[], later(n))
            .await
            .expect("changed");
        before = after;
    }
    let lines = all_lines(store, organization, &AuditFilter::default(), 100).await;
    let read: Vec<_> = lines.iter().map(|line| line.event).collect();
    assert_eq!(read, AuditAction::ALL);
    assert!(lines.iter().all(|line| line.detail.as_deref() == Some(line.event.name())));
    assert!(lines.iter().all(|line| line.number.is_none() && line.document_id.is_none()));
    for network in [Network::Test, Network::Live] {
        let filter = AuditFilter { network: Some(network), ..AuditFilter::default() };
        let own = lines.iter().filter(|line| line.network == network);
        let found = all_lines(store, organization, &filter, 3).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), own.collect::<Vec<_>>());
    }
}

pub async fn a_line_says_who_asked(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let user = build::user(own, Role::Admin);
    let (person, email) = (Credential::Person(user.id), user.email.clone());
    let provision = Provision { users: vec![user], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let key = Credential::Key(ApiKeyId(id()));
    let connection = Credential::Connection(ConnectionId(id()));
    let before = store.account(own).await.expect("an account");
    let after = enrolled(&before, &participant("9915:2020202020"));
    let audit = AccountAudit {
        actor: Some(person),
        ..AccountAudit::new(Network::Test, AuditAction::Enrolled)
    };
    store.change_account(own, &before, &after, audit, &[], later(0)).await.expect("enrolled");
    let staged = SendWrites::Stage(Box::new(crate::sends::staged()), Some(key));
    store.commit(own, &staged, None, later(1)).await.expect("staged");
    let mut send = QueuedSend { actor: Some(connection), ..test_send() };
    send.job.held = true;
    store.commit(own, &queued(&send), None, later(2)).await.expect("queued");
    let released = store.release_held(own, Network::Test, None, Some(person), later(3)).await;
    assert_eq!(released.expect("released"), [send.submission.id]);
    let record = ReceivedRecord { received_at: later(4), ..received_record() };
    receive(store, own, &record).await;
    store.acknowledge(own, record.id, Some(key), later(5)).await.expect("acknowledged");
    let again = store.acknowledge(own, record.id, Some(person), later(6)).await;
    assert_eq!(again.expect("acknowledged before"), later(5));
    let lines = all_lines(store, own, &AuditFilter::default(), 2).await;
    let said: Vec<_> =
        lines.iter().map(|line| (line.event, line.actor, line.email.as_deref())).collect();
    let email = Some(&*email);
    assert_eq!(
        said,
        [
            (AuditAction::Enrolled, Some(person), email),
            (AuditAction::Staged, Some(key), None),
            (AuditAction::Queued, Some(connection), None),
            (AuditAction::Released, Some(person), email),
            (AuditAction::Received, None, None),
            (AuditAction::Acknowledged, Some(key), None),
        ]
    );
}

pub async fn a_trail_is_an_organizations_own(subject: &impl StoreUnderTest) {
    let (own, ids) = filled(subject).await;
    let store = subject.store();
    let other = organization(store).await;
    for organization in [other, OrganizationId(id())] {
        assert_eq!(audited(store, organization).await, []);
        let filter = AuditFilter { document: Some(ids[0]), ..AuditFilter::default() };
        let page = store.audit(organization, &filter, None, 10).await;
        assert_eq!(kind(&page), "ok");
        assert_eq!(page.expect("a page").rows, []);
    }
    assert_eq!(audited(store, own).await.len(), 12);
}
