use super::{super::super::sql::*, failures::lock};
use crate::{
    error::{backend, require_known},
    names,
};
use access::{ApiKeyId, OrganizationId};
use sapi_sk::{FoundToken, GrantId, NewTokens, TokenId, TokenRecord};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct TokenRow {
        id: Uuid,
        kind: String,
        grant_id: Uuid,
        key_id: Uuid,
        scopes: String,
        issued_at: OffsetDateTime,
        expires_at: OffsetDateTime,
        ended_at: Option<OffsetDateTime>,
        organization_id: Uuid,
        client_hash: Vec<u8>,
    }
}

impl TokenRow {
    fn into_domain(self) -> Result<FoundToken> {
        let scopes = require_known("scopes of a token", &self.scopes, self.scopes.parse().ok())?;
        Ok(FoundToken {
            token: TokenRecord {
                id: TokenId(self.id),
                kind: names::token_kind(&self.kind)?,
                grant: GrantId(self.grant_id),
                key: ApiKeyId(self.key_id),
                scopes,
                issued_at: self.issued_at,
                expires_at: self.expires_at,
                ended_at: self.ended_at,
            },
            organization: OrganizationId(self.organization_id),
            client_hash: self.client_hash.try_into().map_err(|_| backend("a hash of 32 bytes"))?,
        })
    }
}

pub(super) async fn find(conn: &mut ReadConn<'_>, hash: &[u8; 32]) -> Result<Option<FoundToken>> {
    let query = sql!(
        "SELECT t.id, t.kind, t.grant_id, t.key_id, t.scopes, t.issued_at, t.expires_at, t.ended_at,
           k.organization_id, k.hash AS client_hash
         FROM sapi_tokens t JOIN api_keys k ON k.id = t.key_id WHERE t.hash = {}",
        hash.as_slice()
    );
    query.first::<TokenRow>(conn).await?.map(TokenRow::into_domain).transpose()
}

/// Within the caller's transaction.
pub(super) async fn insert(conn: &mut Conn, tokens: &NewTokens) -> Result<()> {
    for (TokenRecord { id, kind, grant, key, scopes, issued_at, expires_at, .. }, hash) in
        tokens.records()
    {
        let scopes = scopes.to_string();
        let row = row!("sapi_tokens",
            id: id.0,
            hash: hash.as_slice(),
            kind: kind.name(),
            grant_id: grant.0,
            key_id: key.0,
            scopes: scopes.as_str(),
            issued_at: issued_at,
            expires_at: expires_at,
        );
        row.insert().execute(conn).await?;
    }
    Ok(())
}

/// Within the caller's transaction.
pub(super) async fn renew(conn: &mut Conn, refresh: TokenId, tokens: &NewTokens) -> Result<()> {
    lock(conn, tokens.key).await?;
    let spend = sql!(
        "UPDATE sapi_tokens SET ended_at = {} WHERE id = {} AND ended_at IS NULL",
        tokens.issued_at,
        refresh.0
    );
    if spend.execute(conn).await? == 0 {
        return Err(StoreError::Conflict);
    }
    insert(conn, tokens).await
}

/// Within the caller's transaction.
pub(super) async fn revoke(conn: &mut Conn, grant: GrantId, now: OffsetDateTime) -> Result<()> {
    let client = sql!("SELECT key_id FROM sapi_tokens WHERE grant_id = {} LIMIT 1", grant.0);
    let Some(client) = client.first::<Uuid>(conn).await? else { return Ok(()) };
    // a concurrent renewal has stored its tokens when this continues
    lock(conn, ApiKeyId(client)).await?;
    sql!(
        "UPDATE sapi_tokens SET ended_at = {} WHERE grant_id = {} AND ended_at IS NULL",
        now,
        grant.0
    )
    .execute(conn)
    .await
    .map(drop)
}
