use crate::memory::{
    Result,
    kept::oauth::{Left, OAuthData},
    page::page,
    store::{Data, MemoryStore},
};
use access::{AttemptHash, ConnectionId, Counted, Credential, OrganizationId, Window};
use jobs::NewJob;
use oauth::{
    ClientId, GrantId, Taken,
    authorizations::{Approval, Grant, Stage},
    clients::Client,
    connections::{Connection, FoundConnection, RevokedBecause},
    ports::{ConnectionFilter, NewConnection, OAuthStore},
    tokens::{RefreshToken, SecretHash, SigningKey},
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use webhooks::Owner;

impl Data {
    fn found(&self, connection: &Connection) -> Option<FoundConnection> {
        let user = self.users.iter().find(|user| user.id == connection.user)?;
        let organization = self.organizations.get(&connection.organization)?;
        Some(FoundConnection {
            connection: connection.clone(),
            role: self.role(connection.user, connection.organization),
            plan: organization.plan,
            email: user.email.clone(),
            organization_name: organization.name.clone(),
        })
    }

    fn connection_mut(
        &mut self,
        organization: OrganizationId,
        id: ConnectionId,
    ) -> Option<&mut Connection> {
        let all = &mut self.oauth.connections;
        all.iter_mut().find(|known| (known.organization, known.id) == (organization, id))
    }

    fn find(&mut self, organization: OrganizationId, id: ConnectionId) -> Option<FoundConnection> {
        let connection = self.connection_mut(organization, id)?.clone();
        self.found(&connection)
    }
}

impl OAuthStore for MemoryStore {
    async fn add_client(&self, client: &Client, from: AttemptHash) -> Result<()> {
        let mut data = self.data();
        data.oauth.origins.push((from, Left::Client(client.id.clone()), client.created_at));
        data.oauth.clients.push(client.clone());
        Ok(())
    }

    async fn recent_clients(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken> {
        let data = self.data();
        Ok(data.oauth.taken(from, since, |left| matches!(left, Left::Client(_))))
    }

    async fn pending_grants(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken> {
        let data = self.data();
        let is_pending = |left: &Left| {
            let mut all = data.oauth.grants.iter();
            all.any(|it| Left::Grant(it.id) == *left && it.stage == Stage::Pending)
        };
        Ok(data.oauth.taken(from, since, is_pending))
    }

    async fn purge_pending_grants(&self, before: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let known = data.oauth.grants.len();
        let stays = |it: &Grant| it.stage != Stage::Pending || it.created_at >= before;
        data.oauth.grants.retain(stays);
        Ok(known - data.oauth.grants.len())
    }

    async fn client(&self, id: &ClientId) -> Result<Client> {
        let data = self.call("client")?;
        data.oauth.clients.iter().find(|known| known.id == *id).cloned().ok_or(StoreError::NotFound)
    }

    async fn keep_client_document(&self, client: &Client, from: AttemptHash) -> Result<()> {
        let mut data = self.data();
        if !data.oauth.clients.iter().any(|known| known.id == client.id) {
            data.oauth.origins.push((from, Left::Client(client.id.clone()), client.created_at));
        }
        match data.oauth.clients.iter_mut().find(|known| known.id == client.id) {
            Some(known) => {
                let created_at = known.created_at;
                *known = Client { created_at, ..client.clone() };
            }
            None => data.oauth.clients.push(client.clone()),
        }
        Ok(())
    }

    async fn add_grant(&self, grant: &Grant, from: AttemptHash) -> Result<()> {
        let mut data = self.data();
        let client = &grant.request.back.client;
        if !data.oauth.clients.iter().any(|known| known.id == *client) {
            return Err(StoreError::NotFound);
        }
        data.oauth.grants.push(grant.clone());
        data.oauth.origins.push((from, Left::Grant(grant.id), grant.created_at));
        Ok(())
    }

    async fn grant(&self, id: GrantId) -> Result<Grant> {
        let data = self.call("grant")?;
        data.oauth.grants.iter().find(|known| known.id == id).cloned().ok_or(StoreError::NotFound)
    }

    async fn grant_of_code(&self, code: &SecretHash) -> Result<Option<Grant>> {
        let data = self.data();
        Ok(data.oauth.grants.iter().find(|known| known.code_hash == Some(*code)).cloned())
    }

    async fn decide_grant(
        &self,
        id: GrantId,
        approval: Option<(&Approval, &SecretHash)>,
    ) -> Result<()> {
        let mut data = self.data();
        let grant = data.oauth.grants.iter_mut().find(|known| known.id == id);
        let pending = grant.filter(|grant| grant.stage == Stage::Pending);
        let grant = pending.ok_or(StoreError::Conflict)?;
        grant.stage = approval.map_or(Stage::Cancelled, |(it, _)| Stage::Approved(it.clone()));
        grant.code_hash = approval.map(|(_, hash)| *hash);
        Ok(())
    }

    async fn exchange_grant(&self, id: GrantId, new: NewConnection<'_>) -> Result<()> {
        let mut data = self.data();
        let grant = data.oauth.grants.iter_mut().find(|known| known.id == id);
        let grant = grant.ok_or(StoreError::Conflict)?;
        let Stage::Approved(approval) = &grant.stage else { return Err(StoreError::Conflict) };
        grant.stage = Stage::Exchanged(approval.clone(), new.connection.id);
        data.oauth.connections.push(new.connection.clone());
        data.oauth.refresh.extend(new.refresh.cloned());
        data.enqueue(new.mail, new.connection.created_at).map(drop)
    }

    async fn refresh_token(
        &self,
        hash: &SecretHash,
    ) -> Result<Option<(RefreshToken, FoundConnection)>> {
        let data = self.data();
        let token = data.oauth.refresh.iter().find(|known| known.hash == *hash).cloned();
        let Some(token) = token else { return Ok(None) };
        let all = &data.oauth.connections;
        let connection = all.iter().find(|known| known.id == token.connection);
        Ok(connection.and_then(|connection| data.found(connection)).map(|found| (token, found)))
    }

    async fn rotate_refresh_token(&self, used: &SecretHash, next: &RefreshToken) -> Result<()> {
        let mut data = self.data();
        let all = &mut data.oauth;
        let connection = all.connections.iter_mut().find(|known| known.id == next.connection);
        let stands = connection.filter(|known| known.revoked.is_none());
        let token = all.refresh.iter_mut().find(|known| {
            known.hash == *used && known.used_at.is_none() && known.connection == next.connection
        });
        let (connection, token) = stands.zip(token).ok_or(StoreError::Conflict)?;
        connection.last_used_at = connection.last_used_at.max(Some(next.created_at));
        token.used_at = Some(next.created_at);
        all.refresh.push(next.clone());
        Ok(())
    }

    async fn use_connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
        now: OffsetDateTime,
    ) -> Result<Option<(FoundConnection, Window)>> {
        let mut data = self.data();
        let Some(found) = data.find(organization, id) else { return Ok(None) };
        let window = data.count(Counted::Connection(id), now.unix_timestamp());
        if found.connection.is_active(now)
            && let Some(connection) = data.connection_mut(organization, id)
        {
            connection.calls += 1;
            if window.count == 1 {
                connection.last_used_at = connection.last_used_at.max(Some(now));
            }
        }
        Ok(Some((found, window)))
    }

    async fn connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
    ) -> Result<FoundConnection> {
        self.data().find(organization, id).ok_or(StoreError::NotFound)
    }

    async fn connections(
        &self,
        filter: ConnectionFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Connection>> {
        let data = self.data();
        let matches = |known: &&Connection| {
            known.organization == filter.organization
                && filter.user.is_none_or(|user| user == known.user)
                && !(filter.unrevoked && known.revoked.is_some())
        };
        Ok(page(data.oauth.connections.iter().filter(matches).cloned(), after, limit))
    }

    async fn revoke_connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
        why: RevokedBecause,
        mail: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<bool> {
        let mut data = self.data();
        let connection = data.connection_mut(organization, id).ok_or(StoreError::NotFound)?;
        if connection.revoked.is_some() {
            return Ok(false);
        }
        connection.revoked = Some((now, why));
        let owner = Owner::Organization(organization);
        data.webhooks.end_made_by(owner, &[Credential::Connection(id)], now);
        if let Some(mail) = mail {
            data.enqueue(mail, now)?;
        }
        Ok(true)
    }

    async fn signing_keys(&self, now: OffsetDateTime) -> Result<Vec<SigningKey>> {
        let data = self.call("signing_keys")?;
        let mut keys: Vec<_> =
            data.oauth.keys.iter().filter(|key| key.is_published(now)).cloned().collect();
        keys.sort_by(|a, b| (b.created_at, &a.public.id).cmp(&(a.created_at, &b.public.id)));
        Ok(keys)
    }

    /// Nothing to do: keys are not encrypted in memory.
    async fn retire_unreadable_keys(&self, _: OffsetDateTime) -> Result<usize> {
        Ok(0)
    }

    async fn rotate_signing_key(&self, before: Option<&str>, key: &SigningKey) -> Result<()> {
        let mut data = self.data();
        let current = data.oauth.keys.iter_mut().find(|known| known.retired_at.is_none());
        match (current, before) {
            (None, None) => {}
            (Some(current), Some(id)) if current.public.id == id => {
                current.retired_at = Some(key.created_at);
            }
            _ => return Err(StoreError::Conflict),
        }
        data.oauth.keys.push(key.clone());
        Ok(())
    }

    async fn purge_oauth(
        &self,
        grants_before: OffsetDateTime,
        clients_before: OffsetDateTime,
    ) -> Result<usize> {
        let mut data = self.data();
        let OAuthData { clients, grants, connections, refresh, .. } = &mut data.oauth;
        let before = clients.len() + grants.len() + refresh.len();
        grants.retain(|grant| grant.created_at >= grants_before);
        refresh.retain(|token| token.expires_at >= grants_before);
        let mut deleted = Vec::new();
        clients.retain(|client| {
            let used = connections.iter().any(|known| known.client == client.id);
            let kept = used || client.created_at >= clients_before;
            if !kept {
                deleted.push(client.id.clone());
            }
            kept
        });
        let after = clients.len() + grants.len() + refresh.len();
        grants.retain(|grant| !deleted.contains(&grant.request.back.client));
        Ok(before - after)
    }
}
