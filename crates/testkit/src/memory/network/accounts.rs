use crate::memory::{
    Result,
    network::{Account, NetworkData},
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use events::NewEvent;
use peppol_connector::{
    audit::AccountAudit,
    identifiers::{Network, ParticipantId},
    ports::{AccountStore, SendSettingsStore},
    registration::{AccountRecord, PeppolAccount},
    sending::SendMode,
};
use persistence::StoreError;
use time::OffsetDateTime;

impl AccountStore for MemoryStore {
    async fn account(&self, organization: OrganizationId) -> Result<AccountRecord> {
        self.data().account(organization)
    }

    async fn change_account(
        &self,
        organization: OrganizationId,
        before: &AccountRecord,
        after: &AccountRecord,
        audit: AccountAudit<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        if data.account(organization)? != *before {
            return Err(StoreError::Conflict);
        }
        data.put_account(organization, after, audit, events, now)
    }

    async fn enrolled(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<OrganizationId>> {
        let data = self.call("enrolled")?;
        let mut accounts = data.network.accounts.iter();
        let is_enrolled = |account: &Account| {
            account.account == PeppolAccount::Enrolled(network)
                && account.participant.as_ref() == Some(participant)
        };
        Ok(accounts.find(|(_, account)| is_enrolled(account)).map(|(id, _)| *id))
    }
}

impl SendSettingsStore for MemoryStore {
    async fn send_mode(&self, organization: OrganizationId) -> Result<SendMode> {
        let data = self.data();
        data.must_exist(organization)?;
        let account = data.network.accounts.get(&organization);
        Ok(account.map(|account| account.send_mode).unwrap_or_default())
    }

    async fn set_send_mode(&self, organization: OrganizationId, mode: SendMode) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        data.network.accounts.entry(organization).or_default().send_mode = mode;
        Ok(())
    }
}

impl NetworkData {
    pub(in crate::memory) fn set_prepayment_overdue(&mut self, id: OrganizationId, overdue: bool) {
        self.accounts.entry(id).or_default().prepayment_overdue = overdue;
    }

    pub(in crate::memory) fn is_prepayment_overdue(&self, id: OrganizationId) -> bool {
        self.accounts.get(&id).is_some_and(|account| account.prepayment_overdue)
    }
}

impl Data {
    pub(in crate::memory) fn put_account(
        &mut self,
        organization: OrganizationId,
        after: &AccountRecord,
        AccountAudit { network, action, detail, actor }: AccountAudit<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        self.must_be_free(organization, after)?;
        let account = self.network.accounts.entry(organization).or_default();
        *account = Account {
            account: after.account,
            participant: after.participant.clone(),
            held_by: after.held_by.clone(),
            since: after.since,
            strict_sandbox: after.strict_sandbox,
            ..account.clone()
        };
        let line = self.add_line((organization, network), now, action, None, None, detail);
        line.actor = actor;
        self.add_events(events);
        Ok(())
    }

    pub(in crate::memory) fn account(&self, id: OrganizationId) -> Result<AccountRecord> {
        let organization = self.organization(id)?;
        let managers = self.partners.iter().filter(|partner| partner.organizations.contains(&id));
        let oldest = managers.filter_map(|p| self.network.partner_since.get(&p.id)).min();
        let own = self.network.accounts.get(&id).cloned().unwrap_or_default();
        Ok(AccountRecord {
            account: own.account,
            participant: own.participant,
            held_by: own.held_by,
            since: own.since,
            dic: organization.dic.clone(),
            registered_at: oldest.copied().unwrap_or(organization.created_at),
            strict_sandbox: own.strict_sandbox,
            prepayment_overdue: own.prepayment_overdue,
        })
    }

    /// One organization is enrolled under a participant in a network.
    fn must_be_free(&self, organization: OrganizationId, after: &AccountRecord) -> Result<()> {
        let mut others = self.network.accounts.iter().filter(|(id, _)| **id != organization);
        let same = |other: &Account| {
            matches!(after.account, PeppolAccount::Enrolled(_))
                && other.account == after.account
                && other.participant == after.participant
        };
        if after.participant.is_some() && others.any(|(_, other)| same(other)) {
            return Err(StoreError::Taken("participant".into()));
        }
        Ok(())
    }
}
