use super::{super::Data, super::MemoryStore, Result};
use peppol_connector::{Network, ParticipantId, PeppolAccount};
use peppol_publishing::{CardContent, CardStore, EntryState, ToldCard};
use time::OffsetDateTime;

impl Data {
    /// The card of a participant that receives here.
    fn card(
        &self,
        network: Network,
        participant: &ParticipantId,
        after_entry: bool,
    ) -> Option<CardContent> {
        let receiver = self.network.receiver(network, participant)?;
        let is_entered = |own: &peppol_publishing::Entry| {
            own.network == network
                && own.participant == *participant
                && matches!(own.state, EntryState::Listed | EntryState::Leaving)
        };
        if after_entry && !self.network.entries.iter().any(is_entered) {
            return None;
        }
        let organization = self.organizations.get(&receiver)?;
        let country = organization.address.country.trim().to_owned();
        let name = organization.name.clone();
        (!country.is_empty()).then_some(CardContent { name, country })
    }
}

impl CardStore for MemoryStore {
    async fn due_cards(
        &self,
        network: Network,
        after_entry: bool,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<(ToldCard, Option<CardContent>)>> {
        let data = self.data();
        let accounts = data.network.accounts.values();
        let enrolled = accounts.filter(|own| own.account == PeppolAccount::Enrolled(network));
        let mut all: Vec<_> = enrolled.filter_map(|own| own.participant.clone()).collect();
        let told = data.network.cards.values().filter(|card| card.network == network);
        all.extend(told.map(|card| card.participant.clone()));
        all.sort_by_key(ParticipantId::canonical);
        all.dedup();
        let due = all.into_iter().filter_map(|participant| {
            let known = data.network.cards.get(&(network, participant.canonical())).cloned();
            let card = data.card(network, &participant, after_entry);
            if card.is_none() && data.card(network, &participant, false).is_some() {
                return None;
            }
            let told = known.unwrap_or_else(|| ToldCard::new(network, participant, now));
            let is_due = told.retry_at <= now && told.next_step(card.as_ref()).is_some();
            is_due.then_some((told, card))
        });
        Ok(due.take(limit.into()).collect())
    }

    async fn keep_card(&self, card: &ToldCard) -> Result<()> {
        let key = (card.network, card.participant.canonical());
        self.data().network.cards.insert(key, card.clone());
        Ok(())
    }

    async fn forget_card(&self, network: Network, participant: &ParticipantId) -> Result<()> {
        self.data().network.cards.remove(&(network, participant.canonical()));
        Ok(())
    }
}
