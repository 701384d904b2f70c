use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    registration::PeppolAccount,
};
use peppol_publishing::{CardChange, CardContent, CardStore, DueCard, EntryState, IndexedCard};
use std::hash::{DefaultHasher, Hash, Hasher};
use time::OffsetDateTime;
use uuid::Uuid;

impl Data {
    /// The card of a participant that receives here.
    fn card(&self, network: Network, participant: &ParticipantId) -> Option<CardContent> {
        let receiver = self.network.receiver(network, participant)?;
        let organization = self.organizations.get(&receiver)?;
        let country = organization.address.country.trim().to_owned();
        let name = organization.name.clone();
        (!country.is_empty()).then_some(CardContent { name, country })
    }

    fn due_card(
        &self,
        network: Network,
        participant: ParticipantId,
        now: OffsetDateTime,
    ) -> Option<DueCard> {
        let key = (network, participant.canonical());
        let own = |own: &&peppol_publishing::Entry| {
            own.network == network && own.participant == participant
        };
        let state = self.network.entries.iter().find(own).map(|entry| entry.state);
        let is_entered = matches!(state, Some(EntryState::Listed | EntryState::Leaving));
        let content = self.card(network, &participant);
        let change = change_to(content.as_ref(), state);
        if self.network.settled_cards.get(&key) == Some(&change) {
            return None;
        }
        let indexed = self.network.cards.get(&key).cloned();
        let indexed = indexed.unwrap_or_else(|| IndexedCard::new(network, participant, now));
        (indexed.retry_at <= now).then_some(DueCard { indexed, content, is_entered, change })
    }

    fn settle_card_of(
        &mut self,
        network: Network,
        participant: &ParticipantId,
        change: CardChange,
    ) {
        self.network.settled_cards.insert((network, participant.canonical()), change);
    }
}

/// A change is known by what it has led to.
fn change_to(content: Option<&CardContent>, state: Option<EntryState>) -> CardChange {
    let mut hasher = DefaultHasher::new();
    let content = content.map(|card| (&card.name, &card.country));
    (content, state.map(EntryState::name)).hash(&mut hasher);
    CardChange(Uuid::from_u128(hasher.finish().into()))
}

impl CardStore for MemoryStore {
    async fn due_cards(
        &self,
        network: Network,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<DueCard>> {
        let data = self.data();
        let accounts = data.network.accounts.values();
        let enrolled = accounts.filter(|own| own.account == PeppolAccount::Enrolled(network));
        let mut all: Vec<_> = enrolled.filter_map(|own| own.participant.clone()).collect();
        let indexed = data.network.cards.values().filter(|card| card.network == network);
        all.extend(indexed.map(|card| card.participant.clone()));
        all.sort_by_key(ParticipantId::canonical);
        all.dedup();
        let due = all.into_iter().filter_map(|id| data.due_card(network, id, now));
        Ok(due.take(limit.into()).collect())
    }

    async fn keep_card(&self, card: &IndexedCard, change: Option<CardChange>) -> Result<()> {
        let mut data = self.data();
        let key = (card.network, card.participant.canonical());
        data.network.cards.insert(key, card.clone());
        if let Some(change) = change {
            data.settle_card_of(card.network, &card.participant, change);
        }
        Ok(())
    }

    async fn forget_card(
        &self,
        network: Network,
        participant: &ParticipantId,
        change: CardChange,
    ) -> Result<()> {
        let mut data = self.data();
        data.network.cards.remove(&(network, participant.canonical()));
        data.settle_card_of(network, participant, change);
        Ok(())
    }

    async fn settle_card(
        &self,
        network: Network,
        participant: &ParticipantId,
        change: CardChange,
    ) -> Result<()> {
        self.data().settle_card_of(network, participant, change);
        Ok(())
    }
}
