use super::{
    super::super::{once, sql::*},
    columns::hash_of,
    connections::{FOUND, FoundRow, used},
};
use access::{ConnectionId, OrganizationId};
use diesel_async::AsyncConnectionCore;
use oauth::{
    connections::FoundConnection,
    tokens::{RefreshToken, SecretHash},
};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct TokenRow {
        organization_id: Uuid,
        connection_id: Uuid,
        created_at: OffsetDateTime,
        expires_at: OffsetDateTime,
        used_at: Option<OffsetDateTime>,
        hash: Vec<u8>,
    }
}

/// Loads the token, then its connection: two round trips, because the second needs the key from the first.
pub(super) async fn found(
    conn: &mut impl AsyncConnectionCore<Backend = Db>,
    hash: &SecretHash,
) -> Result<Option<(RefreshToken, FoundConnection)>> {
    let query = sql!(
        "SELECT hash, organization_id, connection_id, created_at, expires_at, used_at
         FROM oauth_refresh_tokens WHERE hash = {}",
        &hash.0[..]
    );
    let Some(row) = query.first::<TokenRow>(conn).await? else { return Ok(None) };
    let connection = sql!(
        "SELECT {} WHERE c.organization_id = {} AND c.id = {}",
        FOUND,
        row.organization_id,
        row.connection_id
    );
    let connection = connection.one::<FoundRow>(conn).await?.into_domain()?;
    let token = RefreshToken {
        hash: hash_of(&row.hash)?,
        connection: ConnectionId(row.connection_id),
        created_at: row.created_at,
        expires_at: row.expires_at,
        used_at: row.used_at,
    };
    Ok(Some((token, connection)))
}

pub(super) fn row(organization: OrganizationId, token: &RefreshToken) -> NewRow<'_> {
    row!("oauth_refresh_tokens",
        hash: &token.hash.0[..],
        organization_id: organization,
        connection_id: token.connection.0,
        created_at: token.created_at,
        expires_at: token.expires_at,
    )
}

/// Of concurrent refreshes with one token, one changes its row.
pub(super) async fn rotate(
    conn: &mut Conn,
    before: &SecretHash,
    next: &RefreshToken,
) -> Result<()> {
    let query = sql!(
        "SELECT c.organization_id FROM oauth_connections c
         JOIN oauth_refresh_tokens t
           ON t.organization_id = c.organization_id AND t.connection_id = c.id
         WHERE t.hash = {} AND c.id = {} AND c.revoked_at IS NULL",
        &before.0[..],
        next.connection.0
    );
    let organization: Option<Uuid> = query.first(conn).await?;
    let organization = OrganizationId(organization.ok_or(StoreError::Conflict)?);
    let mark = sql!(
        "UPDATE oauth_refresh_tokens SET used_at = {} WHERE hash = {} AND used_at IS NULL",
        next.created_at,
        &before.0[..]
    );
    once(mark.execute(conn).await?)?;
    row(organization, next).insert().execute(conn).await?;
    used(organization, next.connection, next.created_at).execute(conn).await.map(drop)
}
