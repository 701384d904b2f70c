//! Business cards in the Peppol Directory.

use super::entries::receiving;
use crate::contract::StoreUnderTest;
use crate::{build::NOW, peppol::participant};
use access::{KeyScope, OrganizationId};
use events::ParticipantSource;
use invoicing::{Organization, Settings};
use organizations::{OptionsChange, OrganizationStore, SettingsChange};
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::Network,
    ports::AccountStore,
    registration::{AccountRecord, PeppolAccount},
};
use peppol_publishing::{CardStore, DueCard, Entry, EntryState, EntryStore, IndexedCard};
use time::Duration;

const NETWORK: Network = Network::Test;

async fn due(subject: &impl StoreUnderTest) -> Vec<DueCard> {
    subject.store().due_cards(NETWORK, NOW, 10).await.expect("asked")
}

/// The only one that is due.
async fn one(subject: &impl StoreUnderTest) -> DueCard {
    let mut due = due(subject).await;
    assert_eq!(due.len(), 1, "{due:?}");
    due.remove(0)
}

/// An organization with another name.
async fn rename(subject: &impl StoreUnderTest, own: OrganizationId, name: &str) {
    let store = subject.store();
    let record = store.organization_record(KeyScope::Organization(own), own).await;
    let before = record.expect("read").organization;
    let after = Organization { name: name.to_owned(), ..before.clone() };
    let of = |organization| Settings { organization, accounts: Vec::new(), new_logo: None };
    let settings = SettingsChange { before: of(before), after: of(after), now: NOW };
    let change = OptionsChange { settings: Some(Box::new(settings)), ..OptionsChange::default() };
    store.change_options(own, &change).await.expect("renamed");
}

/// Enters a participant, or begins to.
async fn enter(subject: &impl StoreUnderTest, owner: OrganizationId, id: &str, state: EntryState) {
    let whose = (NETWORK, participant(id));
    let entry = Entry::new(whose, owner, ParticipantSource::ApiEnroll, None, NOW);
    let entry = Entry { state, ..entry };
    subject.store().keep_entry(None, &entry, None).await.expect("kept");
}

pub async fn a_card_is_due_until_the_directory_has_it(subject: &impl StoreUnderTest) {
    let (store, id) = (subject.store(), participant("9915:1"));
    let owner = receiving(subject, "9915:1").await;
    let new = one(subject).await;
    assert_eq!(new.indexed, IndexedCard::new(NETWORK, id.clone(), NOW));
    let card = new.content.clone().expect("a card");
    assert!(!card.name.is_empty() && card.country == "SK", "{card:?}");
    let failed = new.indexed.failed("no answer".to_owned(), NOW);
    store.keep_card(&failed, None).await.expect("kept");
    assert_eq!(due(subject).await, [], "later");
    let later = store.due_cards(NETWORK, failed.retry_at, 10).await.expect("asked");
    assert_eq!(later.iter().map(|due| &due.indexed).collect::<Vec<_>>(), [&failed]);
    let indexed = failed.updated(Some(card), NOW).expect("remembered");
    store.keep_card(&indexed, Some(new.change)).await.expect("kept");
    assert_eq!(due(subject).await, [], "it has it");

    rename(subject, owner, "Another name").await;
    let renamed = one(subject).await;
    assert_eq!(renamed.indexed, indexed);
    let card = renamed.content.clone().expect("a card");
    assert_eq!(card.name, "Another name");
    // what changes while the directory is asked is not lost
    rename(subject, owner, "A third name").await;
    let indexed = indexed.updated(Some(card), NOW).expect("remembered");
    store.keep_card(&indexed, Some(renamed.change)).await.expect("kept");
    let again = one(subject).await;
    assert_eq!(again.content.clone().expect("a card").name, "A third name");
    store.settle_card(NETWORK, &id, renamed.change).await.expect("nothing");
    store.settle_card(NETWORK, &id, again.change).await.expect("settled");
    assert_eq!(due(subject).await, []);

    let before = store.account(owner).await.expect("an account");
    let after = AccountRecord { account: PeppolAccount::Deactivated(NETWORK), ..before.clone() };
    let audit = AccountAudit::new(NETWORK, AuditAction::Deactivated);
    let change = store.change_account(owner, &before, &after, audit, &[], NOW);
    change.await.expect("given up");
    let gone = one(subject).await;
    assert_eq!((gone.indexed, gone.content), (indexed, None));
    store.forget_card(NETWORK, &id, gone.change).await.expect("forgotten");
    assert_eq!(due(subject).await, []);
}

pub async fn an_entry_makes_a_card_due(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let states = [EntryState::Waiting, EntryState::Listed, EntryState::Leaving];
    for (number, state) in states.into_iter().enumerate() {
        let id = format!("9915:{number}");
        let owner = receiving(subject, &id).await;
        let new = due(subject).await.pop().expect("due");
        store.settle_card(NETWORK, &participant(&id), new.change).await.expect("settled");
        enter(subject, owner, &id, state).await;
    }
    receiving(subject, "9915:9").await;
    let found = due(subject).await;
    let found: Vec<_> =
        found.iter().map(|due| (due.indexed.participant.to_string(), due.is_entered)).collect();
    let expected = [("9915:0", false), ("9915:1", true), ("9915:2", true), ("9915:9", false)];
    assert_eq!(found, expected.map(|(id, is_entered)| (id.to_owned(), is_entered)));
    assert_eq!(store.due_cards(NETWORK, NOW, 3).await.expect("asked").len(), 3);
    assert_eq!(store.due_cards(Network::Live, NOW, 9).await.expect("asked"), []);
    let early = NOW - Duration::seconds(1);
    let new = store.due_cards(NETWORK, early, 9).await.expect("asked");
    assert_eq!(new.len(), 4, "what was never asked for has no time to wait for");
}
