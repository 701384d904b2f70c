use super::super::{Conn, Lane};
use crate::{
    error::{known, translate},
    names,
    schema::{api_keys, memberships, partner_organizations, partners, users},
    sql_types::{AsId, AsInstant},
};
use access::{
    ApiKey, ApiKeyId, FoundKey, KeyOwner, NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId,
    PartnerId, Tier,
};
use diesel::{dsl::exists, insert_into, prelude::*, select};
use diesel_async::RunQueryDsl;
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type KeyRow = ((Uuid, String, String), (Option<Uuid>, Option<Uuid>), Option<String>, Option<Uuid>);

/// The key with its owner's role and whether its partner manages `named`, in one query.
pub(super) async fn key(
    conn: &mut Lane<'_>,
    hash: &[u8; 32],
    named: Option<OrganizationId>,
) -> Result<Option<FoundKey>, StoreError> {
    use memberships::dsl as m;
    use partner_organizations::dsl as p;
    let owner = m::memberships.on(m::organization_id
        .nullable()
        .eq(api_keys::organization_id)
        .and(m::user_id.nullable().eq(api_keys::user_id)));
    let managed = p::partner_organizations.on(p::partner_id
        .nullable()
        .eq(api_keys::partner_id)
        .and(p::organization_id.nullable().eq(named.map(AsId::from))));
    let row: Option<KeyRow> = api_keys::table
        .left_join(owner)
        .left_join(managed)
        .filter(api_keys::hash.eq(&hash[..]))
        .filter(api_keys::revoked_at.is_null())
        .select((
            (api_keys::id, api_keys::tier, api_keys::scopes),
            (api_keys::organization_id, api_keys::partner_id),
            m::role.nullable(),
            p::organization_id.nullable(),
        ))
        .first(conn)
        .await
        .optional()
        .map_err(translate)?;
    row.map(found).transpose()
}

fn found(row: KeyRow) -> Result<FoundKey, StoreError> {
    let ((id, tier, scopes), (organization, partner), role, managed) = row;
    let role = role.as_deref().map(names::role).transpose()?;
    let owner = match (organization, partner) {
        (_, Some(partner)) => Some(KeyOwner::Partner(PartnerId(partner))),
        (Some(organization), None) => {
            Some(KeyOwner::User { organization: OrganizationId(organization), role })
        }
        (None, None) => None,
    };
    let key = ApiKey {
        id: ApiKeyId(id),
        tier: names::tier(&tier)?,
        scopes: names::scopes(&scopes)?,
        owner: known("owner of key", &id.to_string(), owner)?,
    };
    Ok(FoundKey { key, managed: managed.is_some() })
}

pub(super) async fn has_live_key(conn: &mut Lane<'_>) -> Result<bool, StoreError> {
    let live = api_keys::table.filter(api_keys::tier.eq(Tier::Live.name()));
    select(exists(live)).get_result(conn).await.map_err(translate)
}

pub(super) async fn insert_user(
    conn: &mut Conn,
    user: &NewUser,
    now: OffsetDateTime,
) -> QueryResult<()> {
    insert_into(users::table)
        .values((
            users::id.eq(AsId(user.id.0)),
            users::email.eq(&user.email),
            users::password_hash.eq(&user.password_hash),
            users::created_at.eq(AsInstant(now)),
        ))
        .execute(conn)
        .await?;
    for (organization, role) in &user.memberships {
        insert_into(memberships::table)
            .values((
                memberships::organization_id.eq(AsId::from(*organization)),
                memberships::user_id.eq(AsId(user.id.0)),
                memberships::role.eq(role.name()),
            ))
            .execute(conn)
            .await?;
    }
    Ok(())
}

pub(super) async fn insert_partner(
    conn: &mut Conn,
    partner: &NewPartner,
    now: OffsetDateTime,
) -> QueryResult<()> {
    insert_into(partners::table)
        .values((
            partners::id.eq(AsId(partner.id.0)),
            partners::name.eq(&partner.name),
            partners::created_at.eq(AsInstant(now)),
        ))
        .execute(conn)
        .await?;
    for organization in &partner.organizations {
        insert_into(partner_organizations::table)
            .values((
                partner_organizations::organization_id.eq(AsId::from(*organization)),
                partner_organizations::partner_id.eq(AsId(partner.id.0)),
            ))
            .execute(conn)
            .await?;
    }
    Ok(())
}

pub(super) async fn insert_key(
    conn: &mut Conn,
    key: &NewKey,
    now: OffsetDateTime,
) -> QueryResult<usize> {
    use api_keys::dsl;
    let (user, organization, partner) = match key.owner {
        NewKeyOwner::User { user, organization } => {
            (Some(AsId(user.0)), Some(AsId::from(organization)), None)
        }
        NewKeyOwner::Partner(partner) => (None, None, Some(AsId(partner.0))),
    };
    insert_into(dsl::api_keys)
        .values((
            dsl::id.eq(AsId(key.id.0)),
            dsl::hash.eq(&key.hash[..]),
            dsl::hint.eq(&key.hint),
            dsl::tier.eq(key.tier.name()),
            dsl::scopes.eq(key.scopes.to_string()),
            dsl::user_id.eq(user),
            dsl::organization_id.eq(organization),
            dsl::partner_id.eq(partner),
            dsl::created_at.eq(AsInstant(now)),
        ))
        .execute(conn)
        .await
}
