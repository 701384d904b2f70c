use crate::memory::{
    Result,
    store::{Data, KeptKey, MemoryStore},
    table::free,
};
use access::{NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId};
use invoicing::records::{BankAccountRecord, Provision, ProvisionStore, VehicleRecord};
use persistence::StoreError;
use std::collections::BTreeSet;
use time::OffsetDateTime;

impl ProvisionStore for MemoryStore {
    async fn is_empty(&self) -> Result<bool> {
        Ok(self.data().organizations.is_empty())
    }

    async fn provision(&self, given: &Provision, now: OffsetDateTime) -> Result<()> {
        self.change(|data| {
            data.provision(given, now)?;
            let new = given.partners.iter().map(|partner| (partner.id, now));
            data.network.partner_since.extend(new);
            data.sign_in.since.extend(given.users.iter().map(|user| (user.id, now)));
            Ok(())
        })
    }
}

impl Data {
    /// Works on a copy of the data, which is dropped if it fails.
    fn provision(&mut self, given: &Provision, now: OffsetDateTime) -> Result<()> {
        for organization in &given.organizations {
            if self.organizations.insert(organization.id, organization.clone()).is_some() {
                return Err(StoreError::Taken("organization".into()));
            }
        }
        for (organization, account) in &given.bank_accounts {
            self.must_exist(*organization)?;
            let account = account.clone();
            let record = BankAccountRecord { account, created_at: now, retired_at: None };
            self.bank_accounts.add(*organization, record, "bank account")?;
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

    pub(in crate::memory) fn add_vehicle(
        &mut self,
        owner: OrganizationId,
        new: &VehicleRecord,
    ) -> Result<()> {
        self.must_exist(owner)?;
        self.plate_is_free(owner, new)?;
        self.vehicles.add(owner, new.clone(), "vehicle")
    }

    /// No other vehicle in use has its plate.
    pub(in crate::memory) fn plate_is_free(
        &self,
        owner: OrganizationId,
        new: &VehicleRecord,
    ) -> Result<()> {
        let mut in_use = self.vehicles.of(owner).filter(|known| known.retired_at.is_none());
        let has_plate = |known: &VehicleRecord| {
            known.vehicle.plate == new.vehicle.plate && known.vehicle.id != new.vehicle.id
        };
        free("vehicle", new.retired_at.is_some() || !in_use.any(has_plate))
    }

    pub(in crate::memory) fn add_user(&mut self, user: &NewUser) -> Result<()> {
        let same = |known: &NewUser| known.email == user.email || known.id == user.id;
        free("user", !self.users.iter().any(same))?;
        user.memberships.iter().try_for_each(|(id, _)| self.must_exist(*id))?;
        let organizations: BTreeSet<_> = user.memberships.iter().map(|(id, _)| id).collect();
        free("membership", organizations.len() == user.memberships.len())?;
        self.users.push(user.clone());
        Ok(())
    }

    fn add_partner(&mut self, partner: &NewPartner) -> Result<()> {
        free("partner", !self.partners.iter().any(|known| known.id == partner.id))?;
        partner.organizations.iter().try_for_each(|id| self.must_exist(*id))?;
        let organizations: BTreeSet<_> = partner.organizations.iter().collect();
        free("organization", organizations.len() == partner.organizations.len())?;
        self.partners.push(partner.clone());
        Ok(())
    }

    pub(in crate::memory) fn add_key(&mut self, key: &NewKey, now: OffsetDateTime) -> Result<()> {
        let same = |known: &KeptKey| known.key.hash == key.hash || known.key.id == key.id;
        free("key", !self.keys.iter().any(same))?;
        match key.owner {
            NewKeyOwner::User { user, organization } => {
                self.must_exist(organization)?;
                self.known_user(user).map(drop)?;
            }
            NewKeyOwner::Partner(partner) => self.known_partner(partner).map(drop)?,
        }
        let (key, created_at) = (key.clone(), now);
        self.keys.push(KeptKey { key, created_at, last_used_at: None, revoked_at: None });
        Ok(())
    }
}
