//! Organizations and claims.

use super::{Data, MemoryStore};
use access::{OrganizationId, PartnerId, Reach};
use idempotency::Scope;
use invoicing::search_name;
use jobs::NewJob;
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimState, ClaimStore, Created, NewClaim, OptionsChange,
    OrganizationError, OrganizationFilter, OrganizationRecord, OrganizationStore, PartnerRecord,
    Rival, TokenHash,
};
use persistence::{Cursor, Page, StoreError};
use std::collections::{BTreeMap, HashMap};
use time::{Duration, OffsetDateTime};

type Result<T> = std::result::Result<T, StoreError>;

/// What is kept of claims.
#[derive(Clone, Default)]
pub(super) struct ClaimData {
    claims: BTreeMap<(OrganizationId, ClaimId), (NewClaim, Option<OffsetDateTime>)>,
    tokens: HashMap<TokenHash, (OrganizationId, ClaimId)>,
}

impl OrganizationStore for MemoryStore {
    async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord> {
        self.data().partner(partner)
    }

    async fn create_organization(
        &self,
        partner: PartnerId,
        created: Created<'_>,
        now: OffsetDateTime,
    ) -> std::result::Result<(), OrganizationError> {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.create(partner, created, now)?;
        *data = copy;
        Ok(())
    }

    async fn organization_record(
        &self,
        reach: Reach,
        organization: OrganizationId,
    ) -> Result<OrganizationRecord> {
        let data = self.data();
        data.reaches(reach, organization).then_some(()).ok_or(StoreError::NotFound)?;
        data.organization_record(organization)
    }

    async fn organization_records(
        &self,
        reach: Reach,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        let data = self.data();
        let ids = data.organizations.keys().filter(|id| data.reaches(reach, **id));
        let mut rows = ids.map(|id| data.organization_record(*id)).collect::<Result<Vec<_>>>()?;
        let place = |row: &OrganizationRecord| (row.organization.created_at, row.organization.id.0);
        rows.sort_by_key(|row| std::cmp::Reverse(place(row)));
        rows.retain(|row| {
            passes(row, filter)
                && after.is_none_or(|after| place(row) < (after.created_at, after.id))
        });
        Ok(Page::of_one_more(rows, limit))
    }

    async fn change_options(
        &self,
        organization: OrganizationId,
        change: &OptionsChange,
    ) -> Result<()> {
        let mut data = self.data();
        let known = data.organizations.get_mut(&organization).ok_or(StoreError::NotFound)?;
        if let Some(email) = &change.email {
            known.email.clone_from(email);
        }
        if let Some(like_production) = change.like_production {
            data.network.set_like_production(organization, like_production);
        }
        Ok(())
    }

    async fn rivals(&self, organization: OrganizationId, partner: PartnerId) -> Result<Vec<Rival>> {
        let data = self.data();
        let ico = data.organizations.get(&organization).and_then(|own| own.ico.clone());
        let same = data
            .organizations
            .values()
            .filter(|other| other.id != organization && ico.is_some() && other.ico == ico);
        same.map(|other| {
            let managed = data.reaches(Reach::Partner(partner), other.id);
            Ok(Rival { managed, account: data.organization_record(other.id)?.account.account })
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

    fn reaches(&self, reach: Reach, organization: OrganizationId) -> bool {
        match reach {
            Reach::Organization(own) => own == organization,
            Reach::Partner(id) => {
                let partner = self.partners.iter().find(|partner| partner.id == id);
                partner.is_some_and(|partner| partner.organizations.contains(&organization))
            }
        }
    }

    fn organization_record(&self, id: OrganizationId) -> Result<OrganizationRecord> {
        let organization = self.organizations.get(&id).ok_or(StoreError::NotFound)?.clone();
        let account = self.account(id).map_err(|_| StoreError::NotFound)?;
        Ok(OrganizationRecord { organization, account })
    }

    /// On data that is thrown away when it fails.
    fn create(
        &mut self,
        partner: PartnerId,
        Created { creation, answer }: Created<'_>,
        now: OffsetDateTime,
    ) -> std::result::Result<(), OrganizationError> {
        self.partner(partner)?;
        let organization = &creation.record.organization;
        for other in self.organizations.values() {
            if !self.reaches(Reach::Partner(partner), other.id) {
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
        let managing = self.partners.iter_mut().filter(|known| known.id == partner);
        managing.for_each(|known| known.organizations.push(id));
        self.network.set_like_production(id, creation.record.account.like_production);
        if let Some(change) = &creation.registration {
            let trail = (change.trail, change.detail.as_deref());
            self.put_account(id, &change.after, trail, &creation.events, now)
                .map_err(|_| OrganizationError::ParticipantTaken)?;
        }
        let scope = Scope::Partner(partner);
        Ok(answer.map_or(Ok(()), |(claim, answer)| self.complete((scope, now), claim, answer))?)
    }

    fn claim_record(&self, organization: OrganizationId, id: ClaimId) -> Result<ClaimRecord> {
        let found = self.claims.claims.get(&(organization, id));
        let (claim, confirmed_at) = *found.ok_or(StoreError::NotFound)?;
        let own = self.organizations.get(&organization).ok_or(StoreError::NotFound)?;
        Ok(ClaimRecord {
            claim,
            organization,
            organization_name: own.name.clone(),
            email: own.email.clone(),
            partner_name: self.partner(claim.partner)?.name,
            confirmed_at,
        })
    }
}

impl ClaimStore for MemoryStore {
    async fn open_claim(
        &self,
        organization: OrganizationId,
        claim: &NewClaim,
        job: &NewJob,
        repeat_after: Duration,
    ) -> Result<bool> {
        let mut data = self.data();
        data.must_exist(organization)?;
        let recent = |(known, confirmed): &(NewClaim, Option<OffsetDateTime>)| {
            confirmed.is_none()
                && (known.partner, known.network) == (claim.partner, claim.network)
                && claim.requested_at < known.requested_at + repeat_after
        };
        let mut own = data.claims.claims.iter().filter(|((of, _), _)| *of == organization);
        if own.any(|(_, known)| recent(known)) {
            return Ok(false);
        }
        data.claims.claims.insert((organization, claim.id), (*claim, None));
        data.enqueue(job, claim.requested_at)?;
        Ok(true)
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
        let data = self.data();
        let (organization, id) = *data.claims.tokens.get(token).ok_or(StoreError::NotFound)?;
        data.claim_record(organization, id)
    }

    async fn confirm_claim(
        &self,
        organization: OrganizationId,
        id: ClaimId,
        change: Option<AccountChange<'_>>,
        now: OffsetDateTime,
    ) -> std::result::Result<(), StoreError> {
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
        if let Some(AccountChange { after, trail, events, .. }) = change {
            data.put_account(organization, after, trail, events, now)?;
        }
        for ((of, _), (known, confirmed_at)) in &mut data.claims.claims {
            if *of == organization && known.network == claim.claim.network {
                confirmed_at.get_or_insert(now);
            }
        }
        Ok(())
    }
}
