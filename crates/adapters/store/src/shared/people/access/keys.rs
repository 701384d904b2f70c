//! Creating, listing and ending keys.

use super::{super::super::sql::*, insert_key};
use crate::{error::require_known, names};
use access::{
    AddKeyError, ApiKeyId, KeyFilter, KeyRecord, KeyScope, KeyState, KeyStore, NewKey, NewKeyOwner,
    OrganizationId, PartnerId, UserId,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl KeyStore for Backend {
    async fn add_key(
        &self,
        key: &NewKey,
        most: Option<u32>,
        now: OffsetDateTime,
    ) -> Result<(), AddKeyError> {
        within!(self, conn => add(conn, key, most, now))
    }

    async fn keys(
        &self,
        scope: Option<KeyScope>,
        filter: KeyFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<KeyRecord>> {
        self.keep_counts().await?;
        let mut conn = self.reader().await?;
        let query = page_query(list(scope, filter), after, limit);
        page(query.all(read_conn!(conn)).await?, limit, RecordRow::into_domain)
    }

    async fn key_record(&self, scope: Option<KeyScope>, id: ApiKeyId) -> Result<KeyRecord> {
        self.keep_counts().await?;
        let mut conn = self.reader().await?;
        one(scope, id).one::<RecordRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn revoke_key(
        &self,
        scope: Option<KeyScope>,
        id: ApiKeyId,
        now: OffsetDateTime,
    ) -> Result<()> {
        within!(self, conn => revoke(conn, scope, id, now))
    }

    async fn replace_key(
        &self,
        before: &KeyRecord,
        ends_at: OffsetDateTime,
        successor: &NewKey,
        most: Option<u32>,
        now: OffsetDateTime,
    ) -> Result<(), AddKeyError> {
        within!(self, conn => async {
            end(conn, before, ends_at).await?;
            add(conn, successor, most, now).await
        })
    }
}

columns! {
    struct RecordRow {
        id: Uuid,
        name: Option<String>,
        hint: String,
        tier: String,
        scopes: String,
        user_id: Option<Uuid>,
        organization_id: Option<Uuid>,
        partner_id: Option<Uuid>,
        created_at: OffsetDateTime,
        created_by: Option<Uuid>,
        last_used_at: Option<OffsetDateTime>,
        expires_at: Option<OffsetDateTime>,
        revoked_at: Option<OffsetDateTime>,
    }
}

impl RecordRow {
    /// The columns of `api_keys`.
    const COLUMNS: Fragment = Fragment(
        "id, name, hint, tier, scopes, user_id, organization_id, partner_id, created_at, created_by,
         last_used_at, expires_at, revoked_at",
    );

    fn into_domain(self) -> Result<KeyRecord> {
        let owner = owner(self.user_id, self.organization_id, self.partner_id);
        Ok(KeyRecord {
            id: ApiKeyId(self.id),
            name: self.name,
            hint: self.hint,
            tier: names::tier(&self.tier)?,
            scopes: names::scopes(&self.scopes)?,
            owner: require_known("owner of key", &self.id.to_string(), owner)?,
            created_at: self.created_at,
            created_by: self.created_by.map(ApiKeyId),
            last_used_at: self.last_used_at,
            expires_at: self.expires_at,
            revoked_at: self.revoked_at,
        })
    }
}

/// The owner of a key, from its three columns.
pub(super) fn owner(
    user: Option<Uuid>,
    organization: Option<Uuid>,
    partner: Option<Uuid>,
) -> Option<NewKeyOwner> {
    match (user, organization, partner) {
        (_, _, Some(partner)) => Some(NewKeyOwner::Partner(PartnerId(partner))),
        (Some(user), Some(organization), None) => Some(NewKeyOwner::User {
            user: UserId(user),
            organization: OrganizationId(organization),
        }),
        _ => None,
    }
}

fn in_scope(scope: Option<KeyScope>) -> Statement<'static> {
    match scope {
        Some(KeyScope::Organization(id)) => sql!("organization_id = {}", id),
        Some(KeyScope::Partner(id)) => sql!("partner_id = {}", id),
        None => sql!("true"),
    }
}

/// The condition of keys that are valid now.
fn usable(now: OffsetDateTime) -> Statement<'static> {
    sql!("revoked_at IS NULL AND (expires_at IS NULL OR expires_at > {})", now)
}

fn list(scope: Option<KeyScope>, filter: KeyFilter) -> Statement<'static> {
    let state = filter.state.map(|(state, now)| match state {
        KeyState::Active => sql!(" AND {}", usable(now)),
        KeyState::Expired => sql!(" AND revoked_at IS NULL AND expires_at <= {}", now),
        KeyState::Revoked => sql!(" AND revoked_at IS NOT NULL"),
    });
    sql!("SELECT {} FROM api_keys WHERE {}", RecordRow::COLUMNS, in_scope(scope))
        .and(filter.tier.map(|tier| sql!(" AND tier = {}", tier.name())))
        .and(state)
}

fn one(scope: Option<KeyScope>, id: ApiKeyId) -> Statement<'static> {
    let id = id.0;
    sql!("SELECT {} FROM api_keys WHERE {} AND id = {}", RecordRow::COLUMNS, in_scope(scope), id)
}

/// Serializes the changes of an owner's keys.
async fn lock(conn: &mut Conn, owner: NewKeyOwner) -> Result<()> {
    let lock = match owner {
        NewKeyOwner::User { organization, .. } => {
            sql!("SELECT id FROM organizations WHERE id = {} {for_change}", organization)
        }
        NewKeyOwner::Partner(partner) => {
            sql!("SELECT id FROM partners WHERE id = {} {for_change}", partner)
        }
    };
    lock.one::<Uuid>(conn).await.map(drop)
}

async fn add(
    conn: &mut Conn,
    key: &NewKey,
    most: Option<u32>,
    now: OffsetDateTime,
) -> Result<(), AddKeyError> {
    lock(conn, key.owner).await?;
    if let Some(grantor) = key.created_by {
        let found = sql!("SELECT id FROM api_keys WHERE id = {} AND {}", grantor.0, usable(now));
        let found: Option<Uuid> = found.first(conn).await?;
        found.ok_or(AddKeyError::GrantorEnded)?;
    }
    if let Some(most) = most {
        let scope = match key.owner {
            NewKeyOwner::User { organization, .. } => KeyScope::Organization(organization),
            NewKeyOwner::Partner(partner) => KeyScope::Partner(partner),
        };
        let count = sql!(
            "SELECT count(*) FROM api_keys WHERE {} AND {}",
            in_scope(Some(scope)),
            usable(now)
        );
        if count.one::<i64>(conn).await? >= i64::from(most) {
            return Err(AddKeyError::TooMany(most));
        }
    }
    Ok(insert_key(conn, key, now).await?)
}

async fn revoke(
    conn: &mut Conn,
    scope: Option<KeyScope>,
    id: ApiKeyId,
    now: OffsetDateTime,
) -> Result<()> {
    let key = one(scope, id).one::<RecordRow>(conn).await?.into_domain()?;
    lock(conn, key.owner).await?;
    sql!("UPDATE api_keys SET revoked_at = {} WHERE id = {} AND revoked_at IS NULL", now, id.0)
        .execute(conn)
        .await
        .map(drop)
}

/// Within the transaction that stores the successor.
async fn end(conn: &mut Conn, before: &KeyRecord, ends_at: OffsetDateTime) -> Result<()> {
    lock(conn, before.owner).await?;
    let now = one(None, before.id).one::<RecordRow>(conn).await?.into_domain()?;
    if (now.revoked_at, now.expires_at) != (before.revoked_at, before.expires_at) {
        return Err(StoreError::Conflict);
    }
    sql!("UPDATE api_keys SET expires_at = {} WHERE id = {}", ends_at, before.id.0)
        .execute(conn)
        .await
        .map(drop)
}
