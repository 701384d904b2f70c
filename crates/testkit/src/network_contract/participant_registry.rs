//! The contract of [`ParticipantRegistry`]: calls may be repeated and then report what is so already, and a statement
//! about a participant is either certain or an error.

use crate::peppol::participant;
use peppol_connector::identifiers::ParticipantId;
use peppol_messages::{Identifier, discovery::migration_key};
use peppol_publishing::{ParticipantRegistry, RegistryError};
use std::future::Future;

/// The behaviour of a registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registry {
    /// It carries out requests.
    Works,
    /// It does not take the certificate of our SMP.
    RefusesUs,
    /// It does not answer.
    Silent,
}

/// A registry that our SMP and another one enter participants in.
pub trait RegistryUnderTest: Sync {
    /// The implementation of the port.
    type Registry: ParticipantRegistry;

    /// The registry as our SMP has it; `None` where it cannot be so.
    fn registry(&self, registry: Registry) -> impl Future<Output = Option<Self::Registry>> + Send;

    /// The other SMP enters a participant; with a key it is about to move.
    fn elsewhere(
        &self,
        participant: &ParticipantId,
        key: Option<&str>,
    ) -> impl Future<Output = ()> + Send;

    /// The other SMP takes one of ours over with this key.
    fn taken_over(&self, participant: &ParticipantId, key: &str)
    -> impl Future<Output = ()> + Send;
}

fn one() -> ParticipantId {
    participant("9915:Abc")
}

/// A migration key in the form that SML 1.3.0 requires.
fn key() -> String {
    migration_key([7; 40])
}

async fn works<S: RegistryUnderTest>(subject: &S) -> S::Registry {
    subject.registry(Registry::Works).await.expect("a registry")
}

async fn listed(registry: &impl ParticipantRegistry) -> Vec<Identifier> {
    let mut listed = registry.list().await.expect("a list");
    listed.sort_by_key(Identifier::to_string);
    listed
}

pub async fn who_is_entered_is_listed_until_he_is_removed<S: RegistryUnderTest>(subject: &S) {
    let registry = works(subject).await;
    assert_eq!(listed(&registry).await, []);
    let many: Vec<_> = (1..=8).map(|n| participant(&format!("9915:202020202{n}"))).collect();
    for id in &many {
        registry.create(id).await.expect("entered");
    }
    let expected = many.iter().map(|id| Identifier::participant(&id.canonical()));
    assert_eq!(listed(&registry).await, expected.collect::<Vec<_>>());
    for id in &many {
        registry.delete(id).await.expect("removed");
    }
    assert_eq!(listed(&registry).await, []);
}

pub async fn what_is_asked_for_twice_is_refused<S: RegistryUnderTest>(subject: &S) {
    let registry = works(subject).await;
    registry.create(&one()).await.expect("entered");
    for again in [one(), participant("9915:abc"), participant("9915:ABC")] {
        let refused = registry.create(&again).await;
        assert!(matches!(refused, Err(RegistryError::Refused(_))), "{again}: {refused:?}");
    }
    assert_eq!(listed(&registry).await.len(), 1);
    registry.delete(&one()).await.expect("removed");
    let unknown = registry.delete(&one()).await;
    assert!(matches!(unknown, Err(RegistryError::NotFound(_))), "{unknown:?}");
}

pub async fn whom_another_has_is_neither_entered_nor_removed<S: RegistryUnderTest>(subject: &S) {
    let registry = works(subject).await;
    subject.elsewhere(&one(), None).await;
    let refused = registry.create(&one()).await;
    assert!(matches!(refused, Err(RegistryError::Refused(_))), "{refused:?}");
    for unknown in [
        registry.delete(&one()).await,
        registry.prepare_to_migrate(&one(), &key()).await,
        registry.migrate(&one(), &key()).await,
    ] {
        assert!(matches!(unknown, Err(RegistryError::NotFound(_))), "{unknown:?}");
    }
    assert_eq!(listed(&registry).await, []);
}

pub async fn whom_another_lets_go_comes_with_the_key_alone<S: RegistryUnderTest>(subject: &S) {
    let registry = works(subject).await;
    subject.elsewhere(&one(), Some(&key())).await;
    let other = migration_key([8; 40]);
    let wrong = registry.migrate(&one(), &other).await;
    assert!(matches!(wrong, Err(RegistryError::NotFound(_))), "{wrong:?}");
    registry.migrate(&one(), &key()).await.expect("taken over");
    assert_eq!(listed(&registry).await, [Identifier::participant(&one().canonical())]);
    let again = registry.migrate(&one(), &key()).await;
    assert!(matches!(again, Err(RegistryError::NotFound(_))), "a key is of use once: {again:?}");
}

pub async fn one_of_ours_goes_to_who_has_the_key<S: RegistryUnderTest>(subject: &S) {
    let registry = works(subject).await;
    registry.create(&one()).await.expect("entered");
    registry.prepare_to_migrate(&one(), &key()).await.expect("prepared");
    assert_eq!(listed(&registry).await.len(), 1, "as long as nobody takes it over");
    subject.taken_over(&one(), &key()).await;
    assert_eq!(listed(&registry).await, []);
    let gone = registry.delete(&one()).await;
    assert!(matches!(gone, Err(RegistryError::NotFound(_))), "{gone:?}");
}

/// The worker stops until an operator has changed the certificate, so no other error may look like this one.
pub async fn a_certificate_that_is_not_taken_is_said<S: RegistryUnderTest>(subject: &S) {
    let Some(registry) = subject.registry(Registry::RefusesUs).await else { return };
    let refused = registry.create(&one()).await;
    assert!(matches!(refused, Err(RegistryError::Unauthorized(_))), "{refused:?}");
}

pub async fn silence_says_nothing_of_a_participant<S: RegistryUnderTest>(subject: &S) {
    let Some(registry) = subject.registry(Registry::Silent).await else { return };
    let silent = registry.create(&one()).await;
    assert!(matches!(silent, Err(RegistryError::Unavailable(_))), "{silent:?}");
    let silent = registry.list().await;
    assert!(matches!(silent, Err(RegistryError::Unavailable(_))), "{silent:?}");
}

/// Makes a test of each function of this contract.
#[macro_export]
macro_rules! participant_registry_contract {
    ($open:ident) => {
        $crate::network_contract! { $open, participant_registry:
            who_is_entered_is_listed_until_he_is_removed
            what_is_asked_for_twice_is_refused
            whom_another_has_is_neither_entered_nor_removed
            whom_another_lets_go_comes_with_the_key_alone
            one_of_ours_goes_to_who_has_the_key
            a_certificate_that_is_not_taken_is_said
            silence_says_nothing_of_a_participant
        }
    };
}
