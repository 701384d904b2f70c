use crate::memory::{Result, network::NetworkData, store::MemoryStore};
use access::OrganizationId;
use organizations::AccountChange;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    registration::PeppolAccount,
};
use peppol_publishing::{Entry, EntryState, EntryStore};
use persistence::StoreError;
use time::OffsetDateTime;

impl NetworkData {
    pub(super) fn receiver(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Option<OrganizationId> {
        let mut accounts = self.accounts.iter();
        let found = accounts.find(|(_, account)| {
            account.account == PeppolAccount::Enrolled(network)
                && account.participant.as_ref() == Some(participant)
        });
        found.map(|(id, _)| *id)
    }

    fn place(&self, entry: &Entry) -> Option<usize> {
        let is_it =
            |own: &Entry| own.network == entry.network && own.participant == entry.participant;
        self.entries.iter().position(is_it)
    }

    /// It belongs to who receives now.
    fn owned(&self, entry: &Entry) -> (Entry, bool) {
        let receiver = self.receiver(entry.network, &entry.participant);
        let organization = receiver.unwrap_or(entry.organization);
        (Entry { organization, ..entry.clone() }, receiver.is_some())
    }
}

/// The values by which the versions of an entry differ.
fn version(entry: &Entry) -> (&'static str, u32, OffsetDateTime) {
    (entry.state.name(), entry.attempts, entry.changed_at)
}

impl EntryStore for MemoryStore {
    async fn entry(&self, network: Network, participant: &ParticipantId) -> Result<Option<Entry>> {
        let data = self.data();
        let mut entries = data.network.entries.iter();
        let is_it = |own: &&Entry| own.network == network && own.participant == *participant;
        Ok(entries.find(is_it).map(|entry| data.network.owned(entry).0))
    }

    async fn due_entries(
        &self,
        network: Network,
        now: OffsetDateTime,
        limit: u16,
    ) -> Result<Vec<(Entry, bool)>> {
        let data = self.call("due_entries")?;
        let own = data.network.entries.iter().filter(|one| one.network == network);
        let due = own.filter(|one| one.retry_at <= now).map(|one| data.network.owned(one));
        let mut due: Vec<_> =
            due.filter(|(one, enrolled)| one.next_step(*enrolled).is_some()).collect();
        due.sort_by_key(|(one, _)| (one.retry_at, one.participant.canonical()));
        due.truncate(limit.into());
        Ok(due)
    }

    async fn keep_entry(
        &self,
        before: Option<&Entry>,
        after: &Entry,
        change: Option<AccountChange<'_>>,
    ) -> Result<()> {
        let mut data = self.data();
        let place = data.network.place(before.unwrap_or(after));
        let is_current = match (before, place.map(|at| &data.network.entries[at])) {
            (None, None) => true,
            (Some(before), Some(found)) => version(before) == version(found),
            _ => false,
        };
        if !is_current {
            return Err(StoreError::Conflict);
        }
        data.organizations.get(&after.organization).ok_or(StoreError::NotFound)?;
        if let Some(AccountChange { before, after: account, audit, events }) = change {
            if data.account(after.organization)? != *before {
                return Err(StoreError::Conflict);
            }
            data.put_account(after.organization, account, audit, events, after.changed_at)?;
        }
        match place {
            Some(at) => data.network.entries[at] = after.clone(),
            None => data.network.entries.push(after.clone()),
        }
        Ok(())
    }

    async fn forget_entry(&self, entry: &Entry) -> Result<bool> {
        let mut data = self.data();
        let place = data.network.place(entry);
        let is_current = |at: &usize| version(&data.network.entries[*at]) == version(entry);
        let Some(at) = place.filter(is_current) else { return Ok(false) };
        if data.network.receiver(entry.network, &entry.participant).is_some() {
            let kept = &mut data.network.entries[at];
            (kept.state, kept.retry_at) = (EntryState::Waiting, kept.changed_at);
            return Ok(false);
        }
        data.network.entries.remove(at);
        Ok(true)
    }

    async fn enrolled_participants(
        &self,
        network: Network,
        after: Option<&ParticipantId>,
        limit: u16,
    ) -> Result<Vec<(ParticipantId, OrganizationId)>> {
        let data = self.data();
        let after = after.map(ParticipantId::canonical).unwrap_or_default();
        let enrolled = data.network.accounts.iter();
        let enrolled = enrolled.filter(|(_, a)| a.account == PeppolAccount::Enrolled(network));
        let mut all: Vec<_> =
            enrolled.filter_map(|(id, a)| Some((a.participant.clone()?, *id))).collect();
        all.retain(|(participant, _)| participant.canonical() > after);
        all.sort_by_key(|(participant, _)| participant.canonical());
        all.truncate(limit.into());
        Ok(all)
    }
}
