use super::{Data, MemoryStore};
use access::{NewKey, NewKeyOwner, NewUser, OrganizationId};
use invoicing::{Provision, ProvisionStore, StoreError, Vehicle};
use time::OffsetDateTime;

impl ProvisionStore for MemoryStore {
    async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.data().organizations.is_empty())
    }

    async fn provision(&self, given: &Provision, _: OffsetDateTime) -> Result<(), StoreError> {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.provision(given)?;
        *data = copy;
        Ok(())
    }
}

impl Data {
    /// On data that is thrown away when it fails.
    fn provision(&mut self, given: &Provision) -> Result<(), StoreError> {
        for organization in &given.organizations {
            if self.organizations.insert(organization.id, organization.clone()).is_some() {
                return Err(StoreError::Taken("organization".into()));
            }
        }
        for (organization, account) in &given.bank_accounts {
            self.must_exist(*organization)?;
            self.bank_accounts.push((*organization, account.clone()));
        }
        for (organization, vehicle) in &given.vehicles {
            self.add_vehicle(*organization, vehicle)?;
        }
        for user in &given.users {
            self.add_user(user)?;
        }
        for partner in &given.partners {
            partner.organizations.iter().try_for_each(|id| self.must_exist(*id))?;
            self.partners.push(partner.clone());
        }
        given.keys.iter().try_for_each(|key| self.add_key(key))
    }

    fn must_exist(&self, organization: OrganizationId) -> Result<(), StoreError> {
        self.organizations.get(&organization).map(drop).ok_or(StoreError::NotFound)
    }

    fn add_vehicle(&mut self, owner: OrganizationId, vehicle: &Vehicle) -> Result<(), StoreError> {
        self.must_exist(owner)?;
        if self.vehicles.iter().any(|(o, known)| *o == owner && known.plate == vehicle.plate) {
            return Err(StoreError::Taken("vehicle".into()));
        }
        self.vehicles.push((owner, vehicle.clone()));
        Ok(())
    }

    fn add_user(&mut self, user: &NewUser) -> Result<(), StoreError> {
        user.memberships.iter().try_for_each(|(id, _)| self.must_exist(*id))?;
        if self.users.iter().any(|known| known.email == user.email) {
            return Err(StoreError::Taken("email".into()));
        }
        self.users.push(user.clone());
        Ok(())
    }

    fn add_key(&mut self, key: &NewKey) -> Result<(), StoreError> {
        if let NewKeyOwner::User { organization, .. } = key.owner {
            self.must_exist(organization)?;
        }
        if self.keys.iter().any(|known| known.hash == key.hash) {
            return Err(StoreError::Taken("key".into()));
        }
        self.keys.push(key.clone());
        Ok(())
    }
}
