use super::MemoryStore;
use access::{AccessStore, ApiKey, FoundKey, NewKeyOwner, OrganizationId, Tier, Window};
use persistence::StoreError;

impl AccessStore for MemoryStore {
    async fn key(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
    ) -> Result<Option<FoundKey>, StoreError> {
        let data = self.data();
        let Some(key) = data.keys.iter().find(|key| key.hash == *hash) else { return Ok(None) };
        let (role, managed) = match key.owner {
            NewKeyOwner::User { user, organization } => {
                let owner = data.users.iter().find(|u| u.id == user);
                let mut memberships = owner.into_iter().flat_map(|u| &u.memberships);
                let membership = memberships.find(|(member_of, _)| *member_of == organization);
                (membership.map(|(_, role)| *role), false)
            }
            NewKeyOwner::Partner(partner) => {
                let partner = data.partners.iter().find(|p| p.id == partner);
                let managed = partner.zip(named).is_some_and(|(p, o)| p.organizations.contains(&o));
                (None, managed)
            }
        };
        let owner = key.owner.with_role(role);
        let key = ApiKey { id: key.id, tier: key.tier, scopes: key.scopes, owner };
        Ok(Some(FoundKey { key, managed }))
    }

    async fn count_request(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window, StoreError> {
        let mut data = self.data();
        let window = data.requests.entry((organization, operation)).or_default();
        *window = window.with_request(now);
        Ok(*window)
    }

    async fn has_live_key(&self) -> Result<bool, StoreError> {
        Ok(self.data().keys.iter().any(|key| key.tier == Tier::Live))
    }
}
