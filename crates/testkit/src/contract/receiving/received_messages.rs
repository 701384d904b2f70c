//! Documents in messages of other access points: each is kept once under the ids that its sender gave it.

use crate::contract::{
    StoreUnderTest,
    network::setup::{all_received, assert_nothing_kept, audited},
    setup::{kind, organization},
};
use crate::{
    build::id,
    peppol::{received_document, received_event, received_record},
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::Network,
    inbox::{
        Arrival, ArrivingDocument, DocumentHead, ReceivedDocument, ReceivedExchange,
        ReceivedFilter, ReceivedMessage, ReceivedRecord, StatusRequest,
    },
    ports::InboxStore,
};
use peppol_statistics::Month;
use persistence::StoreError;
use provider_reports::{ExchangeLog, LoggedExchange};

/// A document in a message of a provider, with its ids.
pub(in crate::contract) fn document(
    provider: &str,
    message_id: &str,
    instance: &str,
) -> ReceivedDocument {
    let status = StatusRequest { to: Some("0242:000001-MLS".to_owned()), always: true };
    let message = ReceivedMessage {
        provider: provider.to_owned(),
        message_id: message_id.to_owned(),
        instance: instance.to_owned(),
        status,
    };
    let record = ReceivedRecord { message_id: message.key(), ..received_record() };
    ReceivedDocument { message: Some(message), ..received_document(record) }
}

pub(in crate::contract) async fn receive(
    store: &impl InboxStore,
    organization: OrganizationId,
    document: &ReceivedDocument,
) -> Result<Arrival, StoreError> {
    let event = received_event(organization, &document.record);
    store.receive(organization, document, &event).await
}

/// What a repetition of a document is answered.
fn repeated(first: &ReceivedDocument, same_document: bool) -> Arrival {
    Arrival::Repeated {
        transaction_id: first.record.transaction_id.clone(),
        evidence: first.evidence.to_vec(),
        same_document,
    }
}

pub async fn a_message_is_known_by_each_of_its_ids(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let (message_id, instance) = (format!("{}@x", id()), format!("Č. {} <1>", id()));
    let first = document("PSK000001", &message_id, &instance);
    assert_eq!(receive(store, own, &first).await.expect("kept"), Arrival::Kept);
    for (again_id, again_instance) in
        [(&*message_id, &*instance), ("other@x", &*instance), (&*message_id, "other instance")]
    {
        let again = document("PSK000001", again_id, again_instance);
        let arrival = receive(store, own, &again).await.expect("known");
        assert_eq!(arrival, repeated(&first, true), "{again_id} {again_instance}");
        let bytes = b"<Other/>".as_slice().into();
        let arrival = receive(store, own, &ReceivedDocument { bytes, ..again }).await;
        assert_eq!(arrival.expect("known"), repeated(&first, false));
    }
    let listed = all_received(store, own, &ReceivedFilter::default(), 10).await;
    assert_eq!(listed, [first.record]);
    assert_eq!(audited(store, own).await.len(), 1);
    assert_eq!(subject.events(own).await.len(), 1);
}

/// A sender that changes its provider has both send: who brings it makes no difference.
pub async fn a_document_is_one_whoever_brings_it(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, somebody) = (organization(store).await, organization(store).await);
    let instance = format!("{}-{}", id(), "č".repeat(300));
    let by = |provider: &str| document(provider, &format!("{}@x", id()), &instance);
    let first = by("PSK000001");
    assert_eq!(receive(store, own, &first).await.expect("kept"), Arrival::Kept);
    let again = receive(store, own, &by("PSK000002")).await;
    assert_eq!(again.expect("known"), repeated(&first, true));
    let mut unlike: Vec<_> = (0..4).map(|at| by(&format!("PSK00001{at}"))).collect();
    unlike[0].bytes = b"<Other/>".as_slice().into();
    unlike[1].record.sender = "9915:another-sender".parse().expect("an id");
    unlike[2].record.receiver = "9915:another-receiver".parse().expect("an id");
    if let Some(message) = &mut unlike[3].message {
        message.instance.push('x');
    }
    for document in &unlike {
        assert_eq!(receive(store, own, document).await.expect("kept"), Arrival::Kept);
    }
    assert_eq!(receive(store, somebody, &by("PSK000003")).await.expect("kept"), Arrival::Kept);
    assert_eq!(all_received(store, own, &ReceivedFilter::default(), 10).await.len(), 5);
    assert_eq!(subject.events(own).await.len(), 5);
}

/// Nobody can keep another's message out by using its ids first.
pub async fn ids_are_those_of_their_access_point_and_network(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let (message_id, instance) = (format!("{}@x", id()), id().to_string());
    let one = document("PSK000001", &message_id, &instance);
    let mut other = document("PSK000002", &message_id, &instance);
    other.bytes = b"<Other/>".as_slice().into();
    let mut live = document("PSK000001", &message_id, &instance);
    live.record.network = Network::Live;
    for document in [&one, &other, &live] {
        assert_eq!(receive(store, own, document).await.expect("kept"), Arrival::Kept);
    }
    assert_eq!(all_received(store, own, &ReceivedFilter::default(), 10).await.len(), 3);
}

pub async fn a_message_of_another_organization_is_taken(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let (message_id, instance) = (format!("{}@x", id()), id().to_string());
    let first = document("PSK000001", &message_id, &instance);
    receive(store, own, &first).await.expect("kept");
    for (id, instance) in [(&*message_id, "another"), ("another@x", &*instance)] {
        let again = document("PSK000001", id, instance);
        assert_eq!(kind(&receive(store, other, &again).await), "taken");
    }
    assert_nothing_kept(subject, other).await;
}

/// As it is posted again.
fn arriving(document: &ReceivedDocument) -> ArrivingDocument {
    let record = document.record.clone();
    ArrivingDocument {
        network: record.network,
        message_id: record.message_id,
        transaction_id: "another".to_owned(),
        sender: record.sender,
        receiver: record.receiver,
        document_type: record.document_type,
        process: record.process,
        document: document.bytes.clone(),
        head: DocumentHead::default(),
        receipt: b"another".as_slice().into(),
        message: document.message.clone(),
        country: None,
    }
}

pub async fn a_repetition_is_known_whoever_receives_now(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let (message_id, instance) = (format!("{}@x", id()), id().to_string());
    let first = document("PSK000001", &message_id, &instance);
    let new = async |arriving: &ArrivingDocument| {
        store.arrived_before(arriving).await.expect("asked").is_none()
    };
    assert!(new(&arriving(&first)).await);
    receive(store, own, &first).await.expect("kept");
    for (again_id, again_instance) in
        [(&*message_id, &*instance), ("other@x", &*instance), (&*message_id, "other instance")]
    {
        let again = arriving(&document("PSK000001", again_id, again_instance));
        let arrival = store.arrived_before(&again).await.expect("asked");
        assert_eq!(arrival, Some(repeated(&first, true)), "{again_id} {again_instance}");
        let other = ArrivingDocument { document: b"<Other/>".as_slice().into(), ..again };
        let arrival = store.arrived_before(&other).await.expect("asked");
        assert_eq!(arrival, Some(repeated(&first, false)));
    }
    let again = arriving(&first);
    let receiver = "9915:somebody-else".parse().expect("an id");
    assert!(new(&ArrivingDocument { receiver, ..again.clone() }).await);
    assert!(new(&ArrivingDocument { network: Network::Live, ..again.clone() }).await);
    assert!(new(&arriving(&document("PSK000002", &message_id, &instance))).await);
}

pub async fn a_message_is_logged_with_its_document(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let exchange = ReceivedExchange {
        c1_country: Some("AT".to_owned()),
        c4_country: "SK".to_owned(),
        end_user: "SK:12345678".to_owned(),
    };
    let (message_id, instance) = (format!("{}@x", id()), id().to_string());
    let first = document("PSK000001", &message_id, &instance);
    let first = ReceivedDocument { exchange: Some(exchange.clone()), ..first };
    receive(store, own, &first).await.expect("kept");
    // neither a repetition nor what is refused is logged
    let again = document("PSK000001", "other@x", &instance);
    let again = ReceivedDocument { exchange: Some(exchange.clone()), ..again };
    receive(store, own, &again).await.expect("known");
    let nobody = document("PSK000001", &format!("{}@x", id()), &id().to_string());
    let nobody = ReceivedDocument { exchange: Some(exchange), ..nobody };
    let refused = receive(store, OrganizationId(id()), &nobody).await;
    assert_eq!(kind(&refused), "not found");
    let month = Month::of(first.record.received_at);
    let log = store.exchanges(first.record.network, month, None, 1_000).await.expect("a page");
    let of = |document: &ReceivedDocument| {
        let key = document.record.message_id;
        log.rows.iter().filter(|one| one.message == key).cloned().collect::<Vec<_>>()
    };
    assert_eq!(of(&first), LoggedExchange::received(&first).into_iter().collect::<Vec<_>>());
    assert_eq!(of(&first).len(), 1);
    assert!(of(&nobody).is_empty());
}

pub async fn of_many_attempts_of_a_message_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let own = organization(subject.store()).await;
    let (message_id, instance) = (format!("{}@x", id()), id().to_string());
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let store = subject.store().clone();
            let again = document("PSK000001", &message_id, &instance);
            tokio::spawn(async move { receive(&store, own, &again).await.expect("an answer") })
        })
        .collect();
    let mut kept = 0;
    for task in tasks {
        kept += usize::from(task.await.expect("no panic") == Arrival::Kept);
    }
    assert_eq!(kept, 1);
    assert_eq!(all_received(subject.store(), own, &ReceivedFilter::default(), 50).await.len(), 1);
    assert_eq!(subject.events(own).await.len(), 1);
}
