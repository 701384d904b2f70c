use crate::memory::{Result, store::MemoryStore, table::free};
use persistence::StoreError;
use time::OffsetDateTime;
use webhooks::{
    Endpoint, EndpointId, Owner,
    endpoints::{Health, MAX_ENDPOINTS, NewEndpoint, Secrets, Status},
    ports::{AddEndpointError, EndpointStore},
};

impl EndpointStore for MemoryStore {
    async fn endpoints(&self, owner: Owner) -> Result<Vec<Endpoint>> {
        let data = self.data();
        let all = data.webhooks.endpoints.values().map(|(endpoint, _)| endpoint);
        let mut own: Vec<_> = all.filter(|endpoint| endpoint.owner == owner).cloned().collect();
        own.sort_by_key(|endpoint| (endpoint.created_at, endpoint.id));
        Ok(own)
    }

    async fn endpoint(&self, owner: Owner, id: EndpointId) -> Result<Endpoint> {
        self.data().webhooks.endpoint(owner, id).cloned()
    }

    async fn add_endpoint(
        &self,
        owner: Owner,
        id: EndpointId,
        new: &NewEndpoint,
        secrets: &Secrets,
        now: OffsetDateTime,
    ) -> Result<Endpoint, AddEndpointError> {
        let mut data = self.data();
        let is_known = match owner {
            Owner::Organization(id) => data.organizations.contains_key(&id),
            Owner::Partner(id) => data.partners.iter().any(|partner| partner.id == id),
        };
        let only_is_known = new.only.is_none_or(|id| data.organizations.contains_key(&id));
        if !is_known || !only_is_known {
            return Err(StoreError::NotFound.into());
        }
        let existing = data.webhooks.endpoints.values().filter(|(e, _)| e.owner == owner).count();
        if existing >= MAX_ENDPOINTS {
            return Err(AddEndpointError::Full);
        }
        free("endpoint", !data.webhooks.endpoints.contains_key(&id))?;
        let NewEndpoint { only, url, events, made_by, .. } = new.clone();
        let (health, created_at) = (Health::NEW, now);
        let endpoint = Endpoint { id, owner, only, url, events, health, made_by, created_at };
        data.webhooks.endpoints.insert(id, (endpoint.clone(), secrets.clone()));
        Ok(endpoint)
    }

    async fn change_endpoint(
        &self,
        owner: Owner,
        before: &Endpoint,
        after: &Endpoint,
    ) -> Result<()> {
        let webhooks = &mut self.data().webhooks;
        if webhooks.endpoint(owner, before.id)? != before {
            return Err(StoreError::Conflict);
        }
        if let Some((endpoint, _)) = webhooks.endpoints.get_mut(&before.id) {
            let (url, events, health) = (after.url.clone(), after.events, after.health);
            let made_by = after.made_by;
            *endpoint = Endpoint { url, events, health, made_by, ..before.clone() };
        }
        if let (true, Status::Deactivated { at, .. }) =
            (before.health.is_active(), after.health.status)
        {
            webhooks.switch_off(before.id, at);
        }
        Ok(())
    }

    async fn remove_endpoint(&self, owner: Owner, id: EndpointId) -> Result<()> {
        let webhooks = &mut self.call("remove_endpoint")?.webhooks;
        webhooks.endpoint(owner, id)?;
        webhooks.endpoints.remove(&id);
        webhooks.deliveries.retain(|_, kept| kept.record.delivery.endpoint != id);
        Ok(())
    }

    async fn secrets(&self, owner: Owner, id: EndpointId) -> Result<Secrets> {
        let webhooks = &self.data().webhooks;
        webhooks.endpoint(owner, id)?;
        webhooks.endpoints.get(&id).map(|(_, kept)| kept.clone()).ok_or(StoreError::NotFound)
    }

    async fn change_secrets(
        &self,
        owner: Owner,
        id: EndpointId,
        before: &Secrets,
        after: &Secrets,
    ) -> Result<()> {
        let webhooks = &mut self.data().webhooks;
        webhooks.endpoint(owner, id)?;
        let (_, kept) = webhooks.endpoints.get_mut(&id).ok_or(StoreError::NotFound)?;
        if kept != before {
            return Err(StoreError::Conflict);
        }
        *kept = after.clone();
        Ok(())
    }
}
