//! The contract of [`ParticipantDirectory`]: "not registered" is only reported when it is certain, because it ends a
//! send. Every other error is retried.

use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId, Profile, Root, route_of},
    ports::{DirectoryError, ParticipantDirectory},
    submissions::RetryClass,
};
use std::future::Future;
use tokio::task::JoinSet;

/// The state of a participant in the directory of the test network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Participant {
    /// Registered, and receives invoices.
    Registered,
    /// Registered, for other documents.
    ForOtherDocuments,
    /// Certainly not registered.
    NotRegistered,
    /// The directory does not answer for it.
    Unanswered,
    /// The directory's answer for it cannot be trusted.
    Untrusted,
    /// It is registered in the live network only.
    RegisteredLive,
}

/// A directory with participants.
pub trait DirectoryUnderTest: Sync {
    /// The implementation of the port.
    type Directory: ParticipantDirectory + Clone + 'static;

    fn directory(&self) -> Self::Directory;

    /// A participant in this state; `None` if there can be none.
    fn participant(
        &self,
        standing: Participant,
    ) -> impl Future<Output = Option<ParticipantId>> + Send;
}

fn route() -> (DocumentTypeId, ProcessId) {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    route_of(Root::UblInvoice, Some(customization_id), Some(profile_id)).expect("a route")
}

/// Asks both questions about a participant: whether it is registered, and where it receives.
async fn asked<S: DirectoryUnderTest>(
    subject: &S,
    id: &ParticipantId,
) -> (Result<bool, DirectoryError>, Result<String, DirectoryError>) {
    let (directory, (document_type, process)) = (subject.directory(), route());
    let registered = directory.registration(Network::Test, id).await;
    let point = directory.receiving_point(Network::Test, id, &document_type, &process).await;
    (registered.map(|found| found.is_some()), point.map(|point| point.url))
}

pub async fn a_participant_that_receives_is_found_with_its_address<S: DirectoryUnderTest>(
    subject: &S,
) {
    let id = subject.participant(Participant::Registered).await.expect("a participant");
    let (registered, address) = asked(subject, &id).await;
    assert!(registered.expect("an answer"));
    assert!(!address.expect("an address").is_empty());
}

pub async fn who_is_not_registered_is_certainly_not<S: DirectoryUnderTest>(subject: &S) {
    let id = subject.participant(Participant::NotRegistered).await.expect("a participant");
    let (registered, address) = asked(subject, &id).await;
    assert!(!registered.expect("an answer and no error"));
    let error = address.expect_err("no address");
    assert!(matches!(&error, DirectoryError::NotRegistered(named) if *named == id), "{error:?}");
    assert_eq!(error.class(), RetryClass::Permanent);
}

pub async fn who_receives_other_documents_is_registered_and_has_no_address<
    S: DirectoryUnderTest,
>(
    subject: &S,
) {
    let Some(id) = subject.participant(Participant::ForOtherDocuments).await else { return };
    let (registered, address) = asked(subject, &id).await;
    assert!(registered.expect("an answer"));
    let error = address.expect_err("no address");
    assert!(matches!(&error, DirectoryError::NotReceiving(named) if *named == id), "{error:?}");
    assert_eq!(error.class(), RetryClass::Permanent);
}

pub async fn silence_is_an_error_and_never_not_registered<S: DirectoryUnderTest>(subject: &S) {
    let Some(id) = subject.participant(Participant::Unanswered).await else { return };
    let (registered, address) = asked(subject, &id).await;
    for error in [registered.expect_err("no answer"), address.expect_err("no address")] {
        assert!(matches!(error, DirectoryError::Unreachable(_)), "{error:?}");
        assert_eq!(error.class(), RetryClass::Transient);
    }
}

pub async fn an_answer_that_cannot_be_trusted_is_none<S: DirectoryUnderTest>(subject: &S) {
    let Some(id) = subject.participant(Participant::Untrusted).await else { return };
    let (registered, address) = asked(subject, &id).await;
    for error in [registered.expect_err("no answer"), address.expect_err("no address")] {
        assert!(matches!(error, DirectoryError::Untrusted(_)), "{error:?}");
        assert_eq!(error.class(), RetryClass::Transient);
    }
}

pub async fn a_registration_is_of_one_network<S: DirectoryUnderTest>(subject: &S) {
    let Some(id) = subject.participant(Participant::RegisteredLive).await else { return };
    let (registered, address) = asked(subject, &id).await;
    assert!(!registered.expect("an answer"), "it is not in the test network");
    assert!(matches!(address, Err(DirectoryError::NotRegistered(_))), "{address:?}");
}

pub async fn of_many_lookups_at_once_all_say_the_same<S: DirectoryUnderTest>(subject: &S) {
    let id = subject.participant(Participant::Registered).await.expect("a participant");
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (directory, id) = (subject.directory(), id.clone());
        tasks.spawn(async move { directory.registration(Network::Test, &id).await });
    }
    for answer in tasks.join_all().await {
        assert!(answer.expect("an answer").is_some());
    }
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! participant_directory_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, participant_directory:
            a_participant_that_receives_is_found_with_its_address
            who_is_not_registered_is_certainly_not
            who_receives_other_documents_is_registered_and_has_no_address
            silence_is_an_error_and_never_not_registered
            an_answer_that_cannot_be_trusted_is_none
            a_registration_is_of_one_network
            of_many_lookups_at_once_all_say_the_same
        }
    };
}
