//! Entries of participants in the registry of a network.

use crate::contract::{
    StoreUnderTest,
    setup::{kind, organization},
};
use crate::{
    build::NOW,
    peppol::{ENROLLED, activated_event, enrolled, participant},
};
use access::OrganizationId;
use events::ParticipantSource;
use organizations::AccountChange;
use peppol_connector::{
    identifiers::Network,
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use peppol_publishing::{Entry, EntryError, EntryState, EntryStore, MigrationKey};
use time::Duration;

const NETWORK: Network = Network::Test;
const KEY: &str = "AAaa11$$AAaa11$$";

fn entry(organization: OrganizationId, id: &str) -> Entry {
    let whose = (NETWORK, participant(id));
    Entry::new(whose, organization, ParticipantSource::ApiEnroll, None, NOW)
}

async fn account(subject: &impl StoreUnderTest, id: OrganizationId) -> AccountRecord {
    subject.store().account(id).await.expect("an account")
}

/// An organization that receives under an identifier.
pub(in crate::contract) async fn receiving(
    subject: &impl StoreUnderTest,
    id: &str,
) -> OrganizationId {
    let organization = organization(subject.store()).await;
    let before = account(subject, organization).await;
    let after = enrolled(&before, &participant(id));
    let change = subject.store().change_account(organization, &before, &after, ENROLLED, &[], NOW);
    change.await.expect("enrolled");
    organization
}

pub async fn an_entry_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let (store, own) = (subject.store(), organization(subject.store()).await);
    let id = participant("9930:DE1");
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), None);
    let first = Entry {
        migration_key: MigrationKey::new(KEY).ok(),
        source: ParticipantSource::PartnerClaim,
        ..entry(own, "9930:de1")
    };
    store.keep_entry(None, &first, None).await.expect("kept");
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), Some(first.clone()));
    assert_eq!(store.entry(Network::Live, &id).await.expect("asked"), None, "another network");
    let again = store.keep_entry(None, &first, None).await;
    assert_eq!(kind(&again), "conflict", "there is one already");
    let error = EntryError { code: "SML_UNAVAILABLE".into(), message: "no answer".into() };
    let later = NOW + Duration::minutes(1);
    let second = Entry {
        state: EntryState::Refused,
        migration_key: None,
        error: Some(error),
        attempts: 3,
        retry_at: later,
        changed_at: later,
        ..first.clone()
    };
    store.keep_entry(Some(&first), &second, None).await.expect("kept");
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), Some(second.clone()));
    let stale = store.keep_entry(Some(&first), &first, None).await;
    assert_eq!(kind(&stale), "conflict", "it has changed");
    assert!(!store.forget_entry(&first).await.expect("asked"), "it has changed");
    assert!(store.forget_entry(&second).await.expect("asked"));
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), None);
}

pub async fn entries_are_due_as_the_domain_says(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let other = organization(store).await;
    let mut expected = Vec::new();
    for (number, state) in EntryState::ALL.into_iter().enumerate() {
        for attempts in [0, 1] {
            for is_enrolled in [false, true] {
                let id = format!("9915:{number}{attempts}{}", u8::from(is_enrolled));
                let own = if is_enrolled { receiving(subject, &id).await } else { other };
                let one = Entry { state, attempts, ..entry(own, &id) };
                store.keep_entry(None, &one, None).await.expect("kept");
                if one.next_step(is_enrolled).is_some() {
                    expected.push((one, is_enrolled));
                }
            }
        }
    }
    expected.sort_by_key(|(one, _)| one.participant.canonical());
    let due = store.due_entries(NETWORK, NOW, 100).await.expect("asked");
    assert_eq!(due, expected);
    let few = store.due_entries(NETWORK, NOW, 2).await.expect("asked");
    assert_eq!(few, expected[..2]);
    let early = NOW - Duration::seconds(1);
    assert_eq!(store.due_entries(NETWORK, early, 100).await.expect("asked"), []);
    assert_eq!(store.due_entries(Network::Live, NOW, 100).await.expect("asked"), []);
}

pub async fn an_entry_belongs_to_who_receives_now(subject: &impl StoreUnderTest) {
    let (store, before) = (subject.store(), organization(subject.store()).await);
    let now = receiving(subject, "9915:1").await;
    store.keep_entry(None, &entry(before, "9915:1"), None).await.expect("kept");
    let due = store.due_entries(NETWORK, NOW, 10).await.expect("asked");
    assert_eq!(due, [(entry(now, "9915:1"), true)]);
    let found = store.entry(NETWORK, &participant("9915:1")).await.expect("asked");
    assert_eq!(found, Some(entry(now, "9915:1")));
}

pub async fn an_entry_is_not_forgotten_of_who_is_enrolled_again(subject: &impl StoreUnderTest) {
    let (store, id) = (subject.store(), participant("9915:1"));
    let own = receiving(subject, "9915:1").await;
    let first = Entry {
        migration_key: MigrationKey::new(KEY).ok(),
        attempts: 2,
        retry_at: NOW + Duration::minutes(1),
        ..entry(own, "9915:1")
    };
    store.keep_entry(None, &first, None).await.expect("kept");
    for state in [EntryState::Waiting, EntryState::Listed] {
        let before = store.entry(NETWORK, &id).await.expect("asked").expect("an entry");
        let asked = Entry { state, ..before.clone() };
        store.keep_entry(Some(&before), &asked, None).await.expect("kept");
        assert!(!store.forget_entry(&asked).await.expect("asked"), "{state:?}");
        let waits = Entry { state: EntryState::Waiting, retry_at: NOW, ..first.clone() };
        assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), Some(waits.clone()));
        let due = store.due_entries(NETWORK, NOW, 10).await.expect("asked");
        assert_eq!(due, [(waits, true)]);
    }
    let stale = Entry { attempts: 1, ..first.clone() };
    assert!(!store.forget_entry(&stale).await.expect("asked"), "it has changed");
    assert!(store.entry(NETWORK, &id).await.expect("asked").is_some());
}

pub async fn entry_and_registration_change_together_or_not_at_all(subject: &impl StoreUnderTest) {
    let (store, id) = (subject.store(), participant("9915:1"));
    let own = receiving(subject, "9915:1").await;
    let first = entry(own, "9915:1");
    store.keep_entry(None, &first, None).await.expect("kept");
    let before = account(subject, own).await;
    let after = AccountRecord { account: PeppolAccount::None, participant: None, ..before.clone() };
    let events = [activated_event(own, &id)];
    let change = AccountChange { before: &before, after: &after, audit: ENROLLED, events: &events };
    let refused = Entry { state: EntryState::Refused, attempts: 1, ..first.clone() };
    // the entry has changed
    let stale = Entry { attempts: 7, ..first.clone() };
    let kept = store.keep_entry(Some(&stale), &refused, Some(change)).await;
    assert_eq!(kind(&kept), "conflict");
    assert_eq!(account(subject, own).await, before);
    // the registration has
    let other = AccountRecord { strict_sandbox: !before.strict_sandbox, ..before.clone() };
    let change_of_other = AccountChange { before: &other, ..change };
    let kept = store.keep_entry(Some(&first), &refused, Some(change_of_other)).await;
    assert_eq!(kind(&kept), "conflict");
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), Some(first.clone()));
    assert_eq!(subject.events(own).await.len(), 0, "nothing is published");
    store.keep_entry(Some(&first), &refused, Some(change)).await.expect("kept");
    assert_eq!(account(subject, own).await, after);
    assert_eq!(store.entry(NETWORK, &id).await.expect("asked"), Some(refused));
    assert_eq!(subject.events(own).await.len(), 1);
}

pub async fn enrolled_participants_are_paged_in_their_order(subject: &impl StoreUnderTest) {
    let mut expected = Vec::new();
    for number in 1..=5 {
        let id = format!("9915:{number}");
        expected.push((participant(&id), receiving(subject, &id).await));
    }
    let (store, mut found) = (subject.store(), Vec::new());
    loop {
        let after = found.last().map(|(participant, _)| participant);
        let page = store.enrolled_participants(NETWORK, after, 2).await.expect("asked");
        assert!(page.len() <= 2);
        if page.is_empty() {
            break;
        }
        found.extend(page);
    }
    assert_eq!(found, expected);
    assert_eq!(store.enrolled_participants(Network::Live, None, 9).await.expect("asked"), []);
}
