use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::{
    AccessStore, ApiKey, Counted, FoundKey, NewKeyOwner, OrganizationId, Role, Tier, UserId, Window,
};
use time::OffsetDateTime;

impl AccessStore for MemoryStore {
    async fn use_key(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
        now: OffsetDateTime,
    ) -> Result<Option<FoundKey>> {
        let mut data = self.data();
        let usable = data.keys.iter_mut().find(|kept| {
            kept.key.hash == *hash
                && kept.revoked_at.is_none()
                && kept.key.expires_at.is_none_or(|end| end > now)
        });
        let Some(kept) = usable else { return Ok(None) };
        let key = kept.key.clone();
        let window = data.count(Counted::Key(key.id), now.unix_timestamp());
        if window.count == 1 {
            let used = data.keys.iter_mut().filter(|kept| kept.key.id == key.id);
            used.for_each(|kept| kept.last_used_at = Some(now));
        }
        let (role, plan, managed) = match key.owner {
            NewKeyOwner::User { user, organization } => {
                let plan = data.organizations.get(&organization).map(|known| known.plan);
                (data.role(user, organization), plan, false)
            }
            NewKeyOwner::Partner(partner) => {
                let partner = data.partners.iter().find(|p| p.id == partner);
                let managed = partner.zip(named).is_some_and(|(p, o)| p.organizations.contains(&o));
                (None, None, managed)
            }
        };
        let owner = key.owner.with_role(role);
        let (tier, scopes, expires_at) = (key.tier, key.scopes, key.expires_at);
        let key = ApiKey { id: key.id, tier, scopes, owner, plan, expires_at };
        Ok(Some(FoundKey { key, managed, window }))
    }

    async fn count_request(&self, counted: Counted, now: i64) -> Result<Window> {
        Ok(self.data().count(counted, now))
    }

    async fn purge_windows(&self, before: i64) -> Result<usize> {
        let mut data = self.data();
        let all = data.requests.len();
        data.requests.retain(|_, window| window.start >= before);
        Ok(all - data.requests.len())
    }

    async fn has_live_key(&self) -> Result<bool> {
        Ok(self.data().keys.iter().any(|kept| kept.key.tier == Tier::Live))
    }
}

impl Data {
    pub(in crate::memory) fn count(&mut self, counted: Counted, now: i64) -> Window {
        let window = self.requests.entry(counted).or_default();
        *window = window.with_request(now);
        *window
    }

    pub(in crate::memory) fn role(
        &self,
        user: UserId,
        organization: OrganizationId,
    ) -> Option<Role> {
        let user = self.users.iter().find(|known| known.id == user)?;
        let membership = user.memberships.iter().find(|(of, _)| *of == organization);
        membership.map(|(_, role)| *role)
    }
}
