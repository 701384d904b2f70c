//! Organizations and claims.

use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::{KeyScope, OrganizationId, PartnerId};
use idempotency::Scope;
use invoicing::{Organization, search_name};
use jobs::NewJob;
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimState, ClaimStore, ConflictingOrganization, Created,
    MailLimits, NewClaim, Opening, OptionsChange, OrganizationError, OrganizationFilter,
    OrganizationRecord, OrganizationStore, PartnerRecord, SettingsChange, TokenHash,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

impl OrganizationStore for MemoryStore {
    async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord> {
        self.data().partner(partner)
    }

    async fn create_organization(
        &self,
        partner: PartnerId,
        created: Created<'_>,
        now: OffsetDateTime,
    ) -> Result<(), OrganizationError> {
        self.change(|data| data.create(partner, created, now))
    }

    async fn organization_record(
        &self,
        reach: KeyScope,
        organization: OrganizationId,
    ) -> Result<OrganizationRecord> {
        let data = self.data();
        data.reaches(reach, organization).then_some(()).ok_or(StoreError::NotFound)?;
        data.organization_record(organization)
    }

    async fn organization_records(
        &self,
        reach: KeyScope,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        let reaches = |data: &Data, id| data.reaches(reach, id);
        self.data().organization_page(reaches, filter, after, limit)
    }

    async fn change_options(
        &self,
        organization: OrganizationId,
        change: &OptionsChange,
    ) -> Result<()> {
        let mut data = self.data();
        if let Some(settings) = &change.settings {
            let SettingsChange { before, after, now } = &**settings;
            if before.organization != *data.organization(organization)? {
                return Err(StoreError::Conflict);
            }
            data.change_bank_accounts(organization, &before.accounts, &after.accounts)?;
            data.change_logo(organization, settings);
            let was_payer = before.organization.is_vat_payer();
            if was_payer != after.organization.is_vat_payer() {
                let until = service_day::date(*now);
                data.vat_changes.entry((organization, until)).or_insert(was_payer);
            }
            data.organizations.insert(organization, after.organization.clone());
        }
        let known = data.organizations.get_mut(&organization).ok_or(StoreError::NotFound)?;
        if let Some(email) = &change.email {
            let lower = |email: &Option<String>| email.as_deref().map(str::to_lowercase);
            let (former, email) = (lower(&known.email), {
                known.email.clone_from(email);
                lower(email)
            });
            data.claims.written_by(organization, change.email_by_partner);
            for ((of, _), (claim, confirmed)) in &mut data.claims.claims {
                let asked = claim.email.as_ref().or(former.as_ref()) != email.as_ref();
                if *of == organization && confirmed.is_none() && asked {
                    claim.expires_at = claim.requested_at;
                }
            }
        }
        if let Some(strict_sandbox) = change.strict_sandbox {
            data.network.set_strict_sandbox(organization, strict_sandbox);
        }
        Ok(())
    }

    async fn conflicting_organizations(
        &self,
        organization: OrganizationId,
    ) -> Result<Vec<ConflictingOrganization>> {
        let data = self.data();
        let own = data.organizations.get(&organization);
        let (ico, dic) = own.map(|own| (own.ico.clone(), own.dic.clone())).unwrap_or_default();
        let same_ico = |other: &Organization| ico.is_some() && other.ico == ico;
        let same = data.organizations.values().filter(|other| {
            let same_dic = dic.is_some() && other.dic == dic;
            other.id != organization && (same_ico(other) || same_dic)
        });
        same.map(|other| {
            let mut managing = data.partners.iter();
            Ok(ConflictingOrganization {
                independent: !managing.any(|partner| partner.organizations.contains(&other.id)),
                same_ico: same_ico(other),
                account: data.organization_record(other.id)?.account.account,
            })
        })
        .collect()
    }
}

fn passes(row: &OrganizationRecord, filter: &OrganizationFilter) -> bool {
    let (own, name) = (&row.organization, search_name(&row.organization.name));
    filter.search_name().is_none_or(|part| name.contains(&part))
        && (filter.ico.is_none() || filter.ico == own.ico)
        && (filter.dic.is_none() || filter.dic == own.dic)
        && filter.status.is_none_or(|status| status == row.account.account.status())
}

impl Data {
    fn partner(&self, id: PartnerId) -> Result<PartnerRecord> {
        let partner = self.partners.iter().find(|partner| partner.id == id);
        let since = self.network.partner_since.get(&id).copied();
        let (partner, since) = partner.zip(since).ok_or(StoreError::NotFound)?;
        Ok(PartnerRecord { name: partner.name.clone(), since })
    }

    fn reaches(&self, reach: KeyScope, organization: OrganizationId) -> bool {
        match reach {
            KeyScope::Organization(own) => own == organization,
            KeyScope::Partner(id) => {
                let partner = self.partners.iter().find(|partner| partner.id == id);
                partner.is_some_and(|partner| partner.organizations.contains(&organization))
            }
        }
    }

    pub(in crate::memory) fn organization_page(
        &self,
        reaches: impl Fn(&Self, OrganizationId) -> bool,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        let ids = self.organizations.keys().filter(|id| reaches(self, **id));
        let mut rows = ids.map(|id| self.organization_record(*id)).collect::<Result<Vec<_>>>()?;
        rows.retain(|row| passes(row, filter));
        Ok(page(rows, after, limit))
    }

    fn organization_record(&self, id: OrganizationId) -> Result<OrganizationRecord> {
        let organization = self.organization(id)?.clone();
        let account = self.account(id).map_err(|_| StoreError::NotFound)?;
        let email_by_partner = self.claims.emails_by_partner.contains(&id);
        let home = organization.home_currency();
        let accounts = self.bank_accounts_in_use(id);
        let mut defaults = accounts.iter().map(|record| &record.account).filter(|a| a.is_default);
        let default = defaults.find(|account| account.currency == home);
        let default_bank_account = default.map(|account| account.id);
        Ok(OrganizationRecord { organization, account, email_by_partner, default_bank_account })
    }

    /// Works on a copy of the data, which is dropped if it fails.
    fn create(
        &mut self,
        partner: PartnerId,
        Created { creation, answer }: Created<'_>,
        now: OffsetDateTime,
    ) -> Result<(), OrganizationError> {
        self.partner(partner)?;
        let organization = &creation.record.organization;
        for other in self.organizations.values() {
            if !self.reaches(KeyScope::Partner(partner), other.id) {
                continue;
            }
            if other.ico.is_some() && other.ico == organization.ico {
                return Err(OrganizationError::SameIco(other.id));
            }
            if other.dic.is_some() && other.dic == organization.dic {
                return Err(OrganizationError::SameDic(other.id));
            }
        }
        let id = organization.id;
        self.organizations.insert(id, organization.clone());
        self.known_partner(partner)?.organizations.push(id);
        self.network.set_strict_sandbox(id, creation.record.account.strict_sandbox);
        self.claims.written_by(id, creation.record.email_by_partner);
        if let Some(change) = &creation.registration {
            let audit = change.entry();
            self.put_account(id, &change.after, audit, &creation.events, now)
                .map_err(|_| OrganizationError::ParticipantTaken)?;
        }
        let scope = Scope::Partner(partner);
        Ok(answer.map_or(Ok(()), |(claim, answer)| self.complete((scope, now), claim, answer))?)
    }

    fn claim_record(&self, organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord> {
        let found = self.claims.claims.get(&(organization, id));
        let (claim, confirmed_at) = found.cloned().ok_or(StoreError::NotFound)?;
        let own = self.organization(organization)?;
        Ok(ClaimRecord {
            partner_name: self.partner(claim.partner)?.name,
            claim,
            organization,
            organization_name: own.name.clone(),
            email: own.email.clone(),
            dic: own.dic.clone(),
            confirmed_at,
        })
    }
}

impl ClaimStore for MemoryStore {
    async fn open_claim(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        job: Option<&NewJob>,
        limits: MailLimits,
    ) -> Result<Opening> {
        let mut data = self.data();
        data.must_exist(organization)?;
        let opening = claim.opening(data.claims.recent(organization, claim, limits));
        if opening == Opening::Opened {
            data.claims.claims.insert((organization, claim.id), (claim.clone(), None));
            if let Some(job) = job {
                data.enqueue(job, claim.requested_at)?;
            }
        }
        Ok(opening)
    }

    async fn claim_record(&self, organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord> {
        self.data().claim_record(organization, id)
    }

    async fn add_claim_token(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        token: &TokenHash,
    ) -> Result<()> {
        let mut data = self.data();
        data.claim_record(organization, id)?;
        data.claims.tokens.insert(*token, (organization, id));
        Ok(())
    }

    async fn claim_by_token(&self, token: &TokenHash) -> Result<ClaimRecord> {
        let data = self.call("claim_by_token")?;
        let (organization, id) = *data.claims.tokens.get(token).ok_or(StoreError::NotFound)?;
        data.claim_record(organization, id)
    }

    async fn confirm_claim(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        change: Option<AccountChange<'_>>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let account = data.account(organization)?;
        if change.is_some_and(|change| account != *change.before) {
            return Err(StoreError::Conflict);
        }
        let claim = data.claim_record(organization, id);
        let claim = claim.map_err(|_| StoreError::NotFound)?;
        if claim.state(now) != ClaimState::Open {
            return Err(StoreError::NotFound);
        }
        if let Some(AccountChange { after, audit, events, .. }) = change {
            data.put_account(organization, after, audit, events, now)?;
        }
        for ((of, _), (known, confirmed_at)) in &mut data.claims.claims {
            if *of == organization && known.network == claim.claim.network {
                confirmed_at.get_or_insert(now);
            }
        }
        Ok(())
    }
}
