//! Documents that came over the network.

use crate::contract::{
    StoreUnderTest,
    network::setup::{all_lines, all_received, assert_nothing_kept, audited, later, receive},
    setup::{kind, organization},
};
use crate::{
    build::{NOW, id},
    peppol::{participant, received_document, received_event, received_record},
};
use access::OrganizationId;
use peppol_connector::{
    audit::{AuditAction, AuditEntry, AuditFilter},
    identifiers::{DocumentId, MessageId, Network, ReceivedId},
    inbox::{Arrival, ReceivedDocument, ReceivedFilter, ReceivedRecord, ReceivedVolume},
    ports::InboxStore,
};
use rust_decimal::{Decimal, dec};
use std::sync::Arc;
use time::{Duration, macros::date};

/// What a document may say and not say.
fn records() -> Vec<ReceivedRecord> {
    let silent = ReceivedRecord {
        sender_name: None,
        number: None,
        type_code: None,
        issue_date: None,
        due_date: None,
        total: None,
        payable: None,
        currency: None,
        ..received_record()
    };
    let extreme = ReceivedRecord {
        network: Network::Live,
        sender: participant("9930:DE123456789"),
        issue_date: Some(date!(0000 - 01 - 01)),
        due_date: Some(date!(9999 - 12 - 31)),
        total: Some(Decimal::MIN),
        payable: Some(Decimal::MAX),
        number: Some("'; drop table received_documents; --".into()),
        size: 104_857_600,
        ..received_record()
    };
    let odd = ReceivedRecord {
        issue_date: Some(date!(-0001 - 01 - 01)),
        total: Some(dec!(0.00)),
        payable: Some(dec!(-0.0000000000000000000000000001)),
        sender_name: Some("💶 \u{202e}názov".into()),
        currency: Some("no currency".into()),
        acknowledged_at: None,
        ..received_record()
    };
    vec![received_record(), silent, extreme, odd]
}

pub async fn a_document_is_read_as_it_came(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let mut events = Vec::new();
    let mut lines = Vec::new();
    for (n, record) in (0..).zip(records()) {
        let record = ReceivedRecord { received_at: later(n), ..record };
        assert_eq!(receive(store, own, &record).await, Arrival::Kept);
        let read = store.received_record(own, record.id).await.expect("a record");
        assert_eq!(read, record);
        events.push(received_event(own, &record).body.into_string());
        lines.push((record.received_at, DocumentId::from(record.id), record.number.clone()));
        let listed = all_received(store, own, &ReceivedFilter::default(), 10).await;
        assert_eq!(listed[0], record);
    }
    assert_eq!(subject.events(own).await, events);
    let audit = all_lines(store, own, &AuditFilter::default(), 10).await;
    let audited = |line: AuditEntry| {
        assert_eq!((line.event, line.invoice_id), (AuditAction::Received, None));
        (line.at, line.document_id.expect("a document"), line.number)
    };
    assert_eq!(audit.into_iter().map(audited).collect::<Vec<_>>(), lines);
}

pub async fn bytes_and_evidence_come_back_byte_for_byte(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let every: Arc<[u8]> = (0..=255).cycle().take(300_000).collect();
    let none: Arc<[u8]> = [].into();
    for (bytes, evidence) in
        [(every.clone(), none.clone()), (none, every), ([0xff].into(), [0xef, 0xbb, 0xbf].into())]
    {
        let record = received_record();
        let id = record.id;
        let event = received_event(own, &record);
        let document = ReceivedDocument { bytes, evidence, ..received_document(record) };
        store.receive(own, &document, &event).await.expect("received");
        let read = store.received_bytes(own, id).await.expect("the document");
        assert!(*read == *document.bytes, "{} bytes for {}", read.len(), document.bytes.len());
        let read = store.received_evidence(own, id).await.expect("the receipt");
        assert!(*read == *document.evidence);
    }
}

pub async fn a_repeated_message_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let first = received_record();
    assert_eq!(receive(store, own, &first).await, Arrival::Kept);
    let again = ReceivedRecord {
        message_id: first.message_id,
        number: Some("another".into()),
        received_at: later(60_000_000),
        ..received_record()
    };
    let emitted_first = Arrival::Repeated {
        transaction_id: first.transaction_id.clone(),
        evidence: received_document(first.clone()).evidence.to_vec(),
        same_document: true,
    };
    assert_eq!(receive(store, own, &again).await, emitted_first);
    // with another event id too
    let event = events::NewEvent { id: None, ..received_event(own, &again) };
    let arrival = store.receive(own, &received_document(again.clone()), &event).await;
    assert_eq!(arrival.expect("received"), emitted_first);
    assert_eq!(kind(&store.received_record(own, again.id).await), "not found");
    let listed = all_received(store, own, &ReceivedFilter::default(), 10).await;
    assert_eq!(listed, [first]);
    assert_eq!(audited(store, own).await, [(NOW, AuditAction::Received)]);
    assert_eq!(subject.events(own).await.len(), 1);
}

pub async fn a_message_id_belongs_to_one_network_and_one_organization(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let first = received_record();
    assert_eq!(receive(store, own, &first).await, Arrival::Kept);
    let same =
        |network| ReceivedRecord { network, message_id: first.message_id, ..received_record() };
    let stranger = same(Network::Test);
    let event = received_event(other, &stranger);
    let taken = store.receive(other, &received_document(stranger), &event).await;
    assert_eq!(kind(&taken), "taken");
    assert_nothing_kept(subject, other).await;
    assert_eq!(receive(store, other, &same(Network::Live)).await, Arrival::Kept);
}

pub async fn of_many_equal_messages_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let own = organization(subject.store()).await;
    let message_id = MessageId(id());
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let store = subject.store().clone();
            let record = ReceivedRecord { message_id, ..received_record() };
            tokio::spawn(async move { (receive(&store, own, &record).await, record) })
        })
        .collect();
    let (mut kept, mut repeated) = (Vec::new(), Vec::new());
    for task in tasks {
        match task.await.expect("no panic") {
            (Arrival::Kept, record) => kept.push(record),
            (Arrival::Repeated { transaction_id, .. }, _) => repeated.push(transaction_id),
        }
    }
    assert_eq!((kept.len(), repeated.len()), (1, 15));
    assert!(repeated.iter().all(|id| *id == kept[0].transaction_id));
    let listed = all_received(subject.store(), own, &ReceivedFilter::default(), 100).await;
    assert_eq!(listed, kept);
    assert_eq!(audited(subject.store(), own).await.len(), 1);
    assert_eq!(subject.events(own).await.len(), 1);
}

pub async fn an_acknowledgement_is_of_the_first_time(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let record = received_record();
    receive(store, own, &record).await;
    let (first, second) = (later(1), later(2));
    for now in [first, second, NOW - Duration::days(1)] {
        let at = store.acknowledge(own, record.id, None, now).await.expect("acknowledged");
        assert_eq!(at, first);
        let read = store.received_record(own, record.id).await.expect("a record");
        assert_eq!(read.acknowledged_at, Some(first));
    }
    let lines = all_lines(store, own, &AuditFilter::default(), 10).await;
    let kinds: Vec<_> = lines.iter().map(|line| (line.at, line.event)).collect();
    assert_eq!(kinds, [(NOW, AuditAction::Received), (first, AuditAction::Acknowledged)]);
    assert_eq!(lines[1].document_id, Some(DocumentId::from(record.id)));
    assert_eq!(lines[1].number, record.number);
}

pub async fn of_many_acknowledgements_at_once_one_is_reported(subject: &impl StoreUnderTest) {
    let own = organization(subject.store()).await;
    let record = received_record();
    receive(subject.store(), own, &record).await;
    let tasks: Vec<_> = (1..=16)
        .map(|n| {
            let store = subject.store().clone();
            let id = record.id;
            tokio::spawn(async move { store.acknowledge(own, id, None, later(n)).await })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.push(task.await.expect("no panic").expect("acknowledged"));
    }
    assert!(times.iter().all(|at| *at == times[0]), "{times:?}");
    let acknowledged = AuditFilter { event: Some(AuditAction::Acknowledged), ..Default::default() };
    let lines = all_lines(subject.store(), own, &acknowledged, 100).await;
    assert_eq!(lines.iter().map(|line| line.at).collect::<Vec<_>>(), [times[0]]);
}

pub async fn received_documents_are_an_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let record = received_record();
    receive(store, own, &record).await;
    for (organization, id) in
        [(other, record.id), (own, ReceivedId(id())), (OrganizationId(id()), record.id)]
    {
        assert_eq!(kind(&store.received_record(organization, id).await), "not found");
        assert_eq!(kind(&store.received_bytes(organization, id).await), "not found");
        assert_eq!(kind(&store.received_evidence(organization, id).await), "not found");
        assert_eq!(kind(&store.acknowledge(organization, id, None, NOW).await), "not found");
    }
    assert_nothing_kept(subject, other).await;
    let read = store.received_record(own, record.id).await.expect("a record");
    assert_eq!(read.acknowledged_at, None);
    let nobody = OrganizationId(id());
    let record = received_record();
    let event = received_event(nobody, &record);
    let kept = store.receive(nobody, &received_document(record), &event).await;
    assert_eq!(kind(&kept), "not found");
}

/// Two organizations may have a document of the same id: nothing depends on it.
pub async fn ids_of_two_organizations_do_not_meet(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let first = received_record();
    let same = ReceivedRecord { id: first.id, number: None, ..received_record() };
    assert_eq!(receive(store, one, &first).await, Arrival::Kept);
    assert_eq!(receive(store, other, &same).await, Arrival::Kept);
    store.acknowledge(one, first.id, None, NOW).await.expect("acknowledged");
    assert_eq!(store.received_record(other, same.id).await.expect("a record"), same);
    let again = ReceivedRecord { id: first.id, ..received_record() };
    let event = received_event(one, &again);
    let taken = store.receive(one, &received_document(again), &event).await;
    assert_eq!(kind(&taken), "taken");
    assert_eq!(subject.events(one).await.len(), 1);
}

pub async fn what_came_since_then_is_counted_by_company_and_sender(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let (one, two) = (participant("9915:one"), participant("9915:two"));
    for (owner, sender, seconds, size) in
        [(own, &one, 0, 5), (own, &one, 1, 10), (own, &two, 2, 100), (other, &one, 2, 1_000)]
    {
        let received_at = NOW + Duration::seconds(seconds);
        let record =
            ReceivedRecord { sender: sender.clone(), received_at, size, ..received_record() };
        assert_eq!(receive(store, owner, &record).await, Arrival::Kept);
    }
    for (sender, since, of_company, of_sender) in [
        (&one, -1, 115, 15),
        (&one, 0, 110, 10),
        (&two, 0, 110, 100),
        (&two, 1, 100, 100),
        (&one, 2, 0, 0),
    ] {
        let since = NOW + Duration::seconds(since);
        let volume = store.received_volume(own, sender, since).await.expect("counted");
        assert_eq!(volume, ReceivedVolume { of_company, of_sender }, "{sender} {since}");
    }
}
