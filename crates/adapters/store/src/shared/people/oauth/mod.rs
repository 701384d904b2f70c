//! OAuth: clients, grants, connections, refresh tokens and the keys that sign.

pub(in super::super::super) mod calls;
mod columns;
pub(in super::super::super) mod connections;
mod grants;
pub(in super::super) mod keys;
mod refresh;

use super::super::{once, sql::*};
use access::{AttemptHash, ConnectionId, OrganizationId, Window};
use columns::{client_id, from_json, hash_of, to_json};
use jobs::NewJob;
use oauth::{
    ClientId, GrantId, Taken,
    authorizations::{Approval, Grant},
    clients::Client,
    connections::{Connection, FoundConnection, RevokedBecause},
    ports::{ConnectionFilter, NewConnection, OAuthStore},
    tokens::{RefreshToken, SecretHash, SigningKey},
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;

columns! {
    struct ClientRow {
        id: String,
        secret_hash: Option<Vec<u8>>,
        content: String,
        created_at: OffsetDateTime,
        fetched_at: Option<OffsetDateTime>,
    }
}

impl ClientRow {
    fn into_domain(self) -> Result<Client> {
        Ok(Client {
            id: client_id(&self.id)?,
            secret_hash: self.secret_hash.as_deref().map(hash_of).transpose()?,
            metadata: from_json(&self.content)?,
            created_at: self.created_at,
            fetched_at: self.fetched_at,
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl OAuthStore for Backend {
    async fn add_client(&self, client: &Client, from: AttemptHash) -> Result<()> {
        let content = to_json(&client.metadata)?;
        let mut conn = self.writer().await?;
        let row = row!("oauth_clients",
            id: client.id.as_str(),
            secret_hash: client.secret_hash.as_ref().map(|hash| &hash.0[..]),
            content: &content,
            origin: &from.0[..],
            created_at: client.created_at,
        );
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn recent_clients(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken> {
        reading!(self, conn => grants::count_taken(conn, grants::RECENT_CLIENTS, (from, since)))
    }

    async fn client(&self, id: &ClientId) -> Result<Client> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT id, secret_hash, content, created_at, fetched_at FROM oauth_clients WHERE id = {}",
            id.as_str()
        );
        query.one::<ClientRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn keep_client_document(&self, client: &Client, from: AttemptHash) -> Result<()> {
        let content = to_json(&client.metadata)?;
        let mut conn = self.writer().await?;
        let row = row!("oauth_clients",
            id: client.id.as_str(),
            content: &content,
            origin: &from.0[..],
            created_at: client.created_at,
            fetched_at: client.fetched_at,
        );
        let changed = sql!(
            " ON CONFLICT (id) DO UPDATE SET content = excluded.content,
               fetched_at = excluded.fetched_at"
        );
        row.insert().then(changed).execute(&mut conn).await.map(drop)
    }

    async fn pending_grants(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken> {
        reading!(self, conn => grants::count_taken(conn, grants::PENDING_GRANTS, (from, since)))
    }

    async fn purge_pending_grants(&self, before: OffsetDateTime) -> Result<usize> {
        let mut conn = self.writer().await?;
        sql!("DELETE FROM oauth_grants WHERE stage = 'pending' AND created_at < {}", before)
            .execute(&mut conn)
            .await
    }

    async fn add_grant(&self, grant: &Grant, from: AttemptHash) -> Result<()> {
        let request = to_json(&grant.request)?;
        let mut conn = self.writer().await?;
        let row = row!("oauth_grants",
            id: grant.id.0,
            client_id: grant.request.back.client.as_str(),
            stage: "pending",
            request: &request,
            origin: &from.0[..],
            created_at: grant.created_at,
        );
        row.insert().execute(&mut conn).await.map(drop)
    }

    async fn grant(&self, id: GrantId) -> Result<Grant> {
        let mut conn = self.reader().await?;
        let query = sql!("{} WHERE id = {}", grants::GRANT, id.0);
        query.one::<grants::GrantRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn grant_of_code(&self, code: &SecretHash) -> Result<Option<Grant>> {
        let mut conn = self.reader().await?;
        let query = sql!("{} WHERE code_hash = {}", grants::GRANT, &code.0[..]);
        let row = query.first::<grants::GrantRow>(read_conn!(conn)).await?;
        row.map(grants::GrantRow::into_domain).transpose()
    }

    async fn decide_grant(
        &self,
        id: GrantId,
        approval: Option<(&Approval, &SecretHash)>,
    ) -> Result<()> {
        let stage = if approval.is_some() { "approved" } else { "cancelled" };
        let json = approval.map(|(approval, _)| to_json(approval)).transpose()?;
        let mut conn = self.writer().await?;
        let decide = sql!(
            "UPDATE oauth_grants SET stage = {}, approval = {}, code_hash = {}
             WHERE id = {} AND stage = 'pending'",
            stage,
            json.as_deref(),
            approval.map(|(_, hash)| &hash.0[..]),
            id.0
        );
        once(decide.execute(&mut conn).await?)
    }

    async fn exchange_grant(&self, id: GrantId, new: NewConnection<'_>) -> Result<()> {
        within!(self, conn => grants::exchange(conn, id, new))
    }

    async fn refresh_token(
        &self,
        hash: &SecretHash,
    ) -> Result<Option<(RefreshToken, FoundConnection)>> {
        reading!(self, conn => refresh::found(conn, hash))
    }

    async fn rotate_refresh_token(&self, used: &SecretHash, next: &RefreshToken) -> Result<()> {
        within!(self, conn => refresh::rotate(conn, used, next))
    }

    async fn use_connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
        now: OffsetDateTime,
    ) -> Result<Option<(FoundConnection, Window)>> {
        let named = (organization, id, now.unix_timestamp());
        let Some((found, window)) = self.connection_and_count(named).await? else {
            return Ok(None);
        };
        let found = found.into_domain()?;
        if found.connection.is_active(now) {
            calls::count(self, (organization, id));
        }
        if window.count == 1 && found.connection.is_active(now) {
            let mut conn = self.writer().await?;
            connections::used(organization, id, now).execute(&mut conn).await?;
        }
        Ok(Some((found, window)))
    }

    async fn connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
    ) -> Result<FoundConnection> {
        let mut conn = self.reader().await?;
        let query = connections::found(organization, id);
        let mut found =
            query.one::<connections::FoundRow>(read_conn!(conn)).await?.into_domain()?;
        found.connection.calls += self.calls.outside((organization, id));
        Ok(found)
    }

    async fn connections(
        &self,
        filter: ConnectionFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Connection>> {
        let mut conn = self.reader().await?;
        let query = page_query(connections::list(filter), after, limit);
        let rows = query.all(read_conn!(conn)).await?;
        let mut page = page(rows, limit, connections::ConnectionRow::into_domain)?;
        for connection in &mut page.rows {
            connection.calls += self.calls.outside((connection.organization, connection.id));
        }
        Ok(page)
    }

    async fn revoke_connection(
        &self,
        organization: OrganizationId,
        id: ConnectionId,
        why: RevokedBecause,
        mail: Option<&NewJob>,
        now: OffsetDateTime,
    ) -> Result<bool> {
        within!(self, conn => connections::revoke(conn, (organization, id), why, mail, now))
    }

    async fn signing_keys(&self, now: OffsetDateTime) -> Result<Vec<SigningKey>> {
        let rows = {
            let mut conn = self.reader().await?;
            keys::published(now).all::<keys::KeyRow>(read_conn!(conn)).await?
        };
        let key = self.secrets_key.as_ref();
        rows.into_iter().map(|row| row.into_domain(key)).collect()
    }

    async fn retire_unreadable_keys(&self, now: OffsetDateTime) -> Result<usize> {
        let rows = {
            let mut conn = self.reader().await?;
            keys::published(now).all::<keys::KeyRow>(read_conn!(conn)).await?
        };
        let Some(key) = self.secrets_key.as_ref() else { return Ok(0) };
        let mut retired = 0;
        for id in rows.into_iter().filter_map(|row| row.unreadable(key)) {
            let mut conn = self.writer().await?;
            retired += keys::retire_for_good(&id, now).execute(&mut conn).await?;
        }
        Ok(retired)
    }

    async fn rotate_signing_key(&self, before: Option<&str>, key: &SigningKey) -> Result<()> {
        let sealed = keys::seal(self.secrets_key.as_ref(), key)?;
        within!(self, conn => keys::rotate(conn, before, key, &sealed))
    }

    async fn purge_oauth(
        &self,
        grants_before: OffsetDateTime,
        clients_before: OffsetDateTime,
    ) -> Result<usize> {
        grants::purge(self, grants_before, clients_before).await
    }
}
