use crate::memory::store::{Data, KeptKey, MemoryStore};
use access::{NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId};
use invoicing::records::{BankAccountRecord, Provision, ProvisionStore, VehicleRecord};
use persistence::StoreError;
use std::collections::BTreeSet;
use time::OffsetDateTime;

impl ProvisionStore for MemoryStore {
    async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.data().organizations.is_empty())
    }

    async fn provision(&self, given: &Provision, now: OffsetDateTime) -> Result<(), StoreError> {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.provision(given, now)?;
        let new = given.partners.iter().map(|partner| (partner.id, now));
        copy.network.partner_since.extend(new);
        copy.sign_in.since.extend(given.users.iter().map(|user| (user.id, now)));
        *data = copy;
        Ok(())
    }
}

impl Data {
    /// On data that is thrown away when it fails.
    fn provision(&mut self, given: &Provision, now: OffsetDateTime) -> Result<(), StoreError> {
        for organization in &given.organizations {
            if self.organizations.insert(organization.id, organization.clone()).is_some() {
                return Err(StoreError::Taken("organization".into()));
            }
        }
        for (organization, account) in &given.bank_accounts {
            self.must_exist(*organization)?;
            let mut known = self.bank_accounts.iter();
            let same = |r: &BankAccountRecord| r.account.id == account.id;
            free("bank account", !known.any(|(o, known)| o == organization && same(known)))?;
            let account = account.clone();
            let record = BankAccountRecord { account, created_at: now, retired_at: None };
            self.bank_accounts.push((*organization, record));
        }
        for (organization, vehicle) in &given.vehicles {
            let vehicle = vehicle.clone();
            let record = VehicleRecord { vehicle, created_at: now, retired_at: None };
            self.add_vehicle(*organization, &record)?;
        }
        given.users.iter().try_for_each(|user| self.add_user(user))?;
        given.partners.iter().try_for_each(|partner| self.add_partner(partner))?;
        given.keys.iter().try_for_each(|key| self.add_key(key, now))
    }

    pub(in crate::memory) fn must_exist(
        &self,
        organization: OrganizationId,
    ) -> Result<(), StoreError> {
        self.organizations.get(&organization).map(drop).ok_or(StoreError::NotFound)
    }

    pub(in crate::memory) fn add_vehicle(
        &mut self,
        owner: OrganizationId,
        new: &VehicleRecord,
    ) -> Result<(), StoreError> {
        self.must_exist(owner)?;
        let mut own = self.vehicles.iter().filter(|(o, _)| *o == owner);
        let same = |known: &VehicleRecord| {
            let plate = known.retired_at.is_none() && known.vehicle.plate == new.vehicle.plate;
            known.vehicle.id == new.vehicle.id || plate
        };
        free("vehicle", !own.any(|(_, known)| same(known)))?;
        self.vehicles.push((owner, new.clone()));
        Ok(())
    }

    pub(in crate::memory) fn add_user(&mut self, user: &NewUser) -> Result<(), StoreError> {
        let same = |known: &NewUser| known.email == user.email || known.id == user.id;
        free("user", !self.users.iter().any(same))?;
        user.memberships.iter().try_for_each(|(id, _)| self.must_exist(*id))?;
        let organizations: BTreeSet<_> = user.memberships.iter().map(|(id, _)| id).collect();
        free("membership", organizations.len() == user.memberships.len())?;
        self.users.push(user.clone());
        Ok(())
    }

    fn add_partner(&mut self, partner: &NewPartner) -> Result<(), StoreError> {
        free("partner", !self.partners.iter().any(|known| known.id == partner.id))?;
        partner.organizations.iter().try_for_each(|id| self.must_exist(*id))?;
        let organizations: BTreeSet<_> = partner.organizations.iter().collect();
        free("organization", organizations.len() == partner.organizations.len())?;
        self.partners.push(partner.clone());
        Ok(())
    }

    pub(in crate::memory) fn add_key(
        &mut self,
        key: &NewKey,
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let same = |known: &KeptKey| known.key.hash == key.hash || known.key.id == key.id;
        free("key", !self.keys.iter().any(same))?;
        let is_known = match key.owner {
            NewKeyOwner::User { user, organization } => {
                self.must_exist(organization)?;
                self.users.iter().any(|known| known.id == user)
            }
            NewKeyOwner::Partner(partner) => self.partners.iter().any(|p| p.id == partner),
        };
        if !is_known {
            return Err(StoreError::NotFound);
        }
        let (key, created_at) = (key.clone(), now);
        self.keys.push(KeptKey { key, created_at, last_used_at: None, revoked_at: None });
        Ok(())
    }
}

pub(in crate::memory) fn free(what: &str, is_free: bool) -> Result<(), StoreError> {
    if is_free { Ok(()) } else { Err(StoreError::Taken(what.into())) }
}
