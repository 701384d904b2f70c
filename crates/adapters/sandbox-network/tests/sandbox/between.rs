//! A document goes from one organization to another.

use crate::setup::{INVOICE, inbox, message, organization, participant, sandbox, sqlite};
use access::OrganizationId;
use invoice_responses::ResponseInbox;
use invoicing::records::ProvisionStore;
use peppol_connector::{
    audit::{AuditAction, AuditFilter},
    identifiers::{DocumentId, Network},
    inbox::ReceivedRecord,
    ports::{AccessPoint, AccountStore, AuditStore, DeliveryError, InboxStore, Receipt},
    registration::PeppolAccount,
    submissions::OutgoingMessage,
};
use rust_decimal::dec;
use serde_json::Value;
use tax_reports::TaxReportStore;
use testkit::{MemoryStore, build::NOW};
use time::macros::date;

const FROM: &str = "9915:2023456789";
const TO: &str = "9915:2020202020";

async fn pair<S: ProvisionStore + AccountStore>(store: &S) -> (OrganizationId, OrganizationId) {
    let enrolled = PeppolAccount::Enrolled(Network::Test);
    let from = organization(store, enrolled, &participant(FROM)).await;
    (from, organization(store, enrolled, &participant(TO)).await)
}

/// Sends it, and checks what is kept and published.
async fn a_document_travels<S>(store: &S)
where
    S: ProvisionStore
        + AccountStore
        + InboxStore
        + AuditStore
        + TaxReportStore
        + ResponseInbox
        + Clone,
{
    let (from, to) = pair(store).await;
    let sent = message(FROM, TO);
    let receipt = sandbox(store.clone()).deliver(&sent, INVOICE).await.expect("delivered");
    assert!(receipt.delivered && !receipt.duplicate);

    let records = inbox(store, to).await;
    let [record] = &records[..] else { panic!("{} records", records.len()) };
    let transaction_id = receipt.transaction_id.clone().expect("a transaction");
    let expected = ReceivedRecord {
        id: record.id,
        network: Network::Test,
        message_id: sent.message_id,
        transaction_id,
        sender: sent.sender.clone(),
        sender_name: Some("Píla & Orava".into()),
        receiver: sent.receiver.clone(),
        document_type: sent.document_type.clone(),
        process: sent.process.clone(),
        number: Some("2026/0117".into()),
        type_code: Some("380".into()),
        issue_date: Some(date!(2026 - 11 - 20)),
        due_date: Some(date!(2026 - 12 - 04)),
        total: Some(dec!(223.00)),
        payable: Some(dec!(123.00)),
        currency: Some("EUR".into()),
        size: INVOICE.len() as u64,
        received_at: NOW,
        acknowledged_at: None,
    };
    assert_eq!(*record, expected);
    assert_eq!(store.received_bytes(to, record.id).await.expect("the document"), INVOICE);
    let evidence = store.received_evidence(to, record.id).await.expect("the receipt");
    assert_eq!(evidence, receipt.evidence, "the same on both sides");

    let received = AuditFilter { event: Some(AuditAction::Received), ..AuditFilter::default() };
    let audit = store.audit(to, &received, None, 10).await.expect("a page").rows;
    assert_eq!(
        audit.iter().map(|line| line.document_id).collect::<Vec<_>>(),
        [Some(DocumentId::from(record.id))]
    );
    assert_eq!(inbox(store, from).await, []);
}

#[tokio::test]
async fn a_document_travels_in_memory() {
    a_document_travels(&MemoryStore::default()).await;
}

#[tokio::test]
async fn a_document_travels_on_sqlite() {
    let (store, _folder) = sqlite().await;
    a_document_travels(&store).await;
}

#[tokio::test]
async fn the_receiver_is_informed_by_an_event() {
    let store = MemoryStore::default();
    let (from, to) = pair(&store).await;
    let sent = message(FROM, TO);
    sandbox(store.clone()).deliver(&sent, INVOICE).await.expect("delivered");
    assert!(store.events(from).is_empty());
    let [event] = &store.events(to)[..] else { panic!("not one event") };
    let event: Value = serde_json::from_str(event).expect("JSON");
    assert_eq!(
        event,
        serde_json::json!({
            "event": "peppol.document.received",
            "timestamp": "2026-11-21T10:00:00.123456Z",
            "data": {
                "orgId": to.0,
                "senderName": "Píla & Orava",
                "senderParticipantId": FROM,
                "documentNumber": "2026/0117",
                "documentType": sent.document_type.to_string(),
                "total": "223.00",
                "amountDue": "123.00",
                "currency": "EUR", "mode": "test",
            },
        })
    );
}

#[tokio::test]
async fn a_repetition_gets_the_same_receipt() {
    let (store, _folder) = sqlite().await;
    let (_, to) = pair(&store).await;
    let sent = message(FROM, TO);
    let network = sandbox(store.clone());
    let first = network.deliver(&sent, INVOICE).await.expect("delivered");
    for document in [INVOICE, b"something else"] {
        let again = network.deliver(&sent, document).await.expect("delivered");
        assert_eq!(again, Receipt { duplicate: true, ..first.clone() });
    }
    let records = inbox(&store, to).await;
    assert_eq!(records.len(), 1);
    let kept = store.received_bytes(to, records[0].id).await.expect("the document");
    assert_eq!(kept, INVOICE);
    // another message with the same document is another one
    let other = network.deliver(&message(FROM, TO), INVOICE).await.expect("delivered");
    assert!(!other.duplicate && other.transaction_id != first.transaction_id);
    assert_eq!(inbox(&store, to).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_attempts_at_once_one_is_the_first() {
    let (store, _folder) = sqlite().await;
    let (_, to) = pair(&store).await;
    let sent = message(FROM, TO);
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (network, sent) = (sandbox(store.clone()), sent.clone());
            tokio::spawn(async move { network.deliver(&sent, INVOICE).await.expect("delivered") })
        })
        .collect();
    let mut receipts = Vec::new();
    for task in tasks {
        receipts.push(task.await.expect("no panic"));
    }
    assert_eq!(receipts.iter().filter(|receipt| !receipt.duplicate).count(), 1);
    assert!(receipts.iter().all(|receipt| receipt.evidence == receipts[0].evidence));
    assert_eq!(inbox(&store, to).await.len(), 1);
}

/// What cannot be read is delivered all the same, with what is known of it.
#[tokio::test]
async fn a_document_that_cannot_be_read_arrives() {
    let (store, _folder) = sqlite().await;
    let (_, to) = pair(&store).await;
    let network = sandbox(store.clone());
    let orders =
        b"<Order xmlns='urn:oasis:names:specification:ubl:schema:xsd:Order-2'/>".as_slice();
    for document in [b"".as_slice(), b"\xff\xfe\x00<", b"<Invoice", orders, &[0; 100_000]] {
        let sent = message(FROM, TO);
        network.deliver(&sent, document).await.expect("delivered");
        let records = inbox(&store, to).await;
        let record = records.iter().find(|r| r.message_id == sent.message_id).expect("a record");
        assert_eq!((&record.number, &record.sender_name, record.payable), (&None, &None, None));
        assert_eq!((&record.sender, record.size), (&sent.sender, document.len() as u64));
        let kept = store.received_bytes(to, record.id).await.expect("the document");
        assert_eq!(kept, document);
    }
}

#[tokio::test]
async fn a_message_id_of_another_receiver_is_refused() {
    let (store, _folder) = sqlite().await;
    let (from, _) = pair(&store).await;
    let sent = message(FROM, TO);
    let network = sandbox(store.clone());
    network.deliver(&sent, INVOICE).await.expect("delivered");
    let astray = OutgoingMessage { receiver: participant(FROM), ..sent };
    let refused = network.deliver(&astray, INVOICE).await;
    assert!(matches!(refused, Err(DeliveryError::Refused(_))), "{refused:?}");
    assert_eq!(inbox(&store, from).await, []);
}
