//! The contract of [`AccessPoint`]: a document arrives once under its message id, however often it is sent, and each
//! error has the class that decides on retries.
//!
//! An access point creates no events and changes no submission: it returns an outcome, and the calling use case
//! decides what to store.

use crate::{
    build::{NOW, id},
    peppol::participant,
};
use peppol_connector::{
    identifiers::{MessageId, Network, ParticipantId, Profile, Root, route_of},
    ports::{AccessPoint, DeliveryError, DirectoryError, Receipt},
    submissions::{OutgoingMessage, RetryClass},
};
use std::{collections::HashSet, future::Future};
use tokio::task::JoinSet;

/// The behaviour of a receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// It accepts documents.
    Takes,
    /// Takes documents; the receipt of the first attempt is lost.
    LosesFirstReceipt,
    /// Refuses documents for good.
    Refuses,
    /// Its access point cannot be reached.
    Unreachable,
    /// Is certainly not registered.
    NotRegistered,
    /// Is registered, for other documents.
    NotReceiving,
    /// The directory does not answer for it.
    DirectoryDown,
}

/// An access point with receivers.
pub trait AccessPointUnderTest: Sync {
    /// The implementation of the port.
    type AccessPoint: AccessPoint + Clone + 'static;

    fn access_point(&self) -> Self::AccessPoint;

    /// A participant of the test network with this behaviour; `None` if there can be none.
    fn receiver(&self, behaviour: Receiver) -> impl Future<Output = Option<ParticipantId>> + Send;

    /// The documents that arrived under a message id; `None` if they cannot be observed.
    fn arrived(
        &self,
        message: &OutgoingMessage,
    ) -> impl Future<Output = Option<Vec<Vec<u8>>>> + Send;

    /// Whether the other side reports that it had a message before. If it answers a repetition with its first
    /// receipt, the repetition looks like the first attempt.
    fn tells_repetitions(&self) -> bool {
        true
    }
}

/// The document: it has letters beyond ASCII and white space that must be preserved. There is nothing around the
/// root, because an envelope would not carry it.
const DOCUMENT: &[u8] =
    "<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\">\r\n\t\
    <Name>Píla &amp; Orava</Name> </Invoice>"
        .as_bytes();

/// The first attempt to send something to a receiver.
fn message(receiver: ParticipantId) -> OutgoingMessage {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route");
    OutgoingMessage {
        network: Network::Test,
        message_id: MessageId(id()),
        sender: participant("9915:2023456789"),
        receiver,
        document_type,
        process,
        made_at: NOW,
        attempt: 1,
        ambiguous: false,
    }
}

/// The attempt after it.
fn next_attempt(before: &OutgoingMessage) -> OutgoingMessage {
    OutgoingMessage { attempt: before.attempt + 1, ..before.clone() }
}

async fn to<S: AccessPointUnderTest>(subject: &S, behaviour: Receiver) -> Option<OutgoingMessage> {
    subject.receiver(behaviour).await.map(message)
}

async fn assert_arrived<S: AccessPointUnderTest>(
    subject: &S,
    sent: &OutgoingMessage,
    copies: usize,
) {
    if let Some(arrived) = subject.arrived(sent).await {
        assert_eq!(arrived, vec![DOCUMENT.to_vec(); copies]);
    }
}

/// The error of an attempt that must fail. Checks that nothing arrived.
async fn failure<S: AccessPointUnderTest>(
    subject: &S,
    behaviour: Receiver,
) -> Option<(OutgoingMessage, DeliveryError)> {
    let sent = to(subject, behaviour).await?;
    let error = subject.access_point().deliver(&sent, DOCUMENT).await.expect_err("no receipt");
    assert_arrived(subject, &sent, 0).await;
    Some((sent, error))
}

pub async fn a_document_arrives_byte_for_byte_with_a_receipt<S: AccessPointUnderTest>(subject: &S) {
    let sent = to(subject, Receiver::Takes).await.expect("a receiver");
    let receipt = subject.access_point().deliver(&sent, DOCUMENT).await.expect("a receipt");
    assert!(!receipt.duplicate, "the first attempt");
    assert!(!receipt.evidence.is_empty(), "a receipt is evidence");
    assert_arrived(subject, &sent, 1).await;
}

pub async fn a_repeated_message_is_a_duplicate_and_arrives_once<S: AccessPointUnderTest>(
    subject: &S,
) {
    let mut sent = to(subject, Receiver::Takes).await.expect("a receiver");
    let first = subject.access_point().deliver(&sent, DOCUMENT).await.expect("a receipt");
    for _ in 0..3 {
        sent = next_attempt(&sent);
        let again = subject.access_point().deliver(&sent, DOCUMENT).await.expect("a receipt");
        let duplicate = subject.tells_repetitions();
        assert_eq!(again, Receipt { duplicate, ..first.clone() });
    }
    assert_arrived(subject, &sent, 1).await;
}

pub async fn of_many_equal_messages_at_once_one_is_the_first<S: AccessPointUnderTest>(subject: &S) {
    let sent = to(subject, Receiver::Takes).await.expect("a receiver");
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (access_point, sent) = (subject.access_point(), sent.clone());
        tasks.spawn(async move { access_point.deliver(&sent, DOCUMENT).await.expect("a receipt") });
    }
    let receipts = tasks.join_all().await;
    let first = receipts.iter().filter(|receipt| !receipt.duplicate).count();
    assert!(first == 1 || !subject.tells_repetitions(), "{first} of them are the first");
    assert!(receipts.iter().all(|receipt| receipt.transaction_id == receipts[0].transaction_id));
    assert_arrived(subject, &sent, 1).await;
}

pub async fn the_same_document_under_another_id_is_another<S: AccessPointUnderTest>(subject: &S) {
    let receiver = subject.receiver(Receiver::Takes).await.expect("a receiver");
    let mut transactions = HashSet::new();
    for _ in 0..3 {
        let sent = message(receiver.clone());
        let receipt = subject.access_point().deliver(&sent, DOCUMENT).await.expect("a receipt");
        assert!(!receipt.duplicate);
        assert!(transactions.insert(receipt.transaction_id), "a transaction of its own");
        assert_arrived(subject, &sent, 1).await;
    }
}

pub async fn a_lost_receipt_is_ambiguous_until_the_attempt_is_repeated<S: AccessPointUnderTest>(
    subject: &S,
) {
    let Some(sent) = to(subject, Receiver::LosesFirstReceipt).await else { return };
    let lost = subject.access_point().deliver(&sent, DOCUMENT).await.expect_err("no receipt");
    assert_eq!(lost.class(), RetryClass::Unknown, "{lost:?}");
    let sent = next_attempt(&sent);
    let receipt = subject.access_point().deliver(&sent, DOCUMENT).await.expect("a receipt");
    assert_eq!(receipt.duplicate, subject.tells_repetitions(), "it had arrived");
    assert_arrived(subject, &sent, 1).await;
}

pub async fn a_refusal_is_permanent_and_says_why<S: AccessPointUnderTest>(subject: &S) {
    let Some((_, error)) = failure(subject, Receiver::Refuses).await else { return };
    assert_eq!(error.class(), RetryClass::Permanent);
    assert!(matches!(&error, DeliveryError::Refused(reason) if !reason.is_empty()), "{error:?}");
}

pub async fn an_access_point_that_is_down_is_tried_again<S: AccessPointUnderTest>(subject: &S) {
    let Some((_, error)) = failure(subject, Receiver::Unreachable).await else { return };
    assert_eq!(error.class(), RetryClass::Transient, "{error:?}");
}

pub async fn a_receiver_that_is_not_registered_is_permanent<S: AccessPointUnderTest>(subject: &S) {
    let Some((sent, error)) = failure(subject, Receiver::NotRegistered).await else { return };
    assert_eq!(error.class(), RetryClass::Permanent);
    let named = match error {
        DeliveryError::Directory(DirectoryError::NotRegistered(named)) => named,
        other => panic!("{other:?}"),
    };
    assert_eq!(named, sent.receiver);
}

pub async fn a_receiver_of_other_documents_is_permanent<S: AccessPointUnderTest>(subject: &S) {
    let Some((sent, error)) = failure(subject, Receiver::NotReceiving).await else { return };
    assert_eq!(error.class(), RetryClass::Permanent);
    let named = match error {
        DeliveryError::Directory(DirectoryError::NotReceiving(named)) => named,
        other => panic!("{other:?}"),
    };
    assert_eq!(named, sent.receiver);
}

/// Never "not registered": that would end the send.
pub async fn a_directory_that_is_down_is_tried_again<S: AccessPointUnderTest>(subject: &S) {
    let Some((_, error)) = failure(subject, Receiver::DirectoryDown).await else { return };
    assert!(matches!(error, DeliveryError::Directory(_)), "{error:?}");
    assert_eq!(error.class(), RetryClass::Transient);
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! access_point_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, access_point:
            a_document_arrives_byte_for_byte_with_a_receipt
            a_repeated_message_is_a_duplicate_and_arrives_once
            of_many_equal_messages_at_once_one_is_the_first
            the_same_document_under_another_id_is_another
            a_lost_receipt_is_ambiguous_until_the_attempt_is_repeated
            a_refusal_is_permanent_and_says_why
            an_access_point_that_is_down_is_tried_again
            a_receiver_that_is_not_registered_is_permanent
            a_receiver_of_other_documents_is_permanent
            a_directory_that_is_down_is_tried_again
        }
    };
}
