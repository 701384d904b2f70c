//! What the Peppol Directory was told of business cards.

use super::{Subject, entries::receiving};
use crate::{build::NOW, peppol::participant};
use access::OrganizationId;
use events::ParticipantSource;
use peppol_connector::{
    AccountAudit, AccountRecord, AccountStore, AuditAction, Network, PeppolAccount,
};
use peppol_publishing::{CardContent, CardStore, Entry, EntryState, EntryStore, ToldCard};
use time::Duration;

const NETWORK: Network = Network::Test;

type Due = Vec<(ToldCard, Option<CardContent>)>;

async fn due(subject: &impl Subject, after_entry: bool) -> Due {
    subject.store().due_cards(NETWORK, after_entry, NOW, 10).await.expect("asked")
}

/// Enters a participant, or begins to.
async fn enter(subject: &impl Subject, owner: OrganizationId, id: &str, state: EntryState) {
    let whose = (NETWORK, participant(id));
    let entry = Entry::new(whose, owner, ParticipantSource::ApiEnroll, None, NOW);
    let entry = Entry { state, ..entry };
    subject.store().keep_entry(None, &entry, None).await.expect("kept");
}

pub async fn a_card_is_due_until_the_directory_was_told(subject: &impl Subject) {
    let (store, id) = (subject.store(), participant("9915:1"));
    let owner = receiving(subject, "9915:1").await;
    let [(new, Some(card))] = &due(subject, false).await[..] else { panic!("one is due") };
    assert_eq!(*new, ToldCard::new(NETWORK, id.clone(), NOW));
    assert!(!card.name.is_empty() && card.country == "SK", "{card:?}");
    let failed = new.clone().failed("no answer".to_owned(), NOW);
    store.keep_card(&failed).await.expect("kept");
    assert_eq!(due(subject, false).await, [], "later");
    let later = store.due_cards(NETWORK, false, failed.retry_at, 10).await.expect("asked");
    assert_eq!(later, [(failed.clone(), Some(card.clone()))]);
    let told = failed.heard(Some(card.clone()), NOW).expect("remembered");
    store.keep_card(&told).await.expect("kept");
    assert_eq!(due(subject, false).await, [], "it knows");
    let other = CardContent { name: "Another name".to_owned(), ..card.clone() };
    let stale = ToldCard { told: Some(other), ..told.clone() };
    store.keep_card(&stale).await.expect("kept");
    assert_eq!(due(subject, false).await, [(stale, Some(card.clone()))], "the name has changed");
    store.keep_card(&told).await.expect("kept");
    let before = store.account(owner).await.expect("an account");
    let after = AccountRecord { account: PeppolAccount::Deactivated(NETWORK), ..before.clone() };
    let audit = AccountAudit::new(NETWORK, AuditAction::Deactivated);
    let change = store.change_account(owner, &before, &after, audit, &[], NOW);
    change.await.expect("given up");
    assert_eq!(due(subject, false).await, [(told, None)]);
    store.forget_card(NETWORK, &id).await.expect("forgotten");
    assert_eq!(due(subject, false).await, []);
}

pub async fn cards_wait_for_their_entries(subject: &impl Subject) {
    let states = [EntryState::Waiting, EntryState::Listed, EntryState::Leaving];
    for (number, state) in states.into_iter().enumerate() {
        let id = format!("9915:{number}");
        let owner = receiving(subject, &id).await;
        enter(subject, owner, &id, state).await;
    }
    receiving(subject, "9915:9").await;
    let ids = |due: Due| due.into_iter().map(|(card, _)| card.participant.to_string());
    let entered: Vec<_> = ids(due(subject, true).await).collect();
    assert_eq!(entered, ["9915:1", "9915:2"]);
    assert_eq!(ids(due(subject, false).await).count(), 4);
    let store = subject.store();
    assert_eq!(store.due_cards(NETWORK, false, NOW, 3).await.expect("asked").len(), 3);
    let live = store.due_cards(Network::Live, false, NOW, 9).await.expect("asked");
    assert_eq!(live, []);
    let early = NOW - Duration::seconds(1);
    let new = store.due_cards(NETWORK, false, early, 9).await.expect("asked");
    assert_eq!(new.len(), 4, "what was never told has no time to wait for");
}
