//! Keys and whom they are for.

mod provision;

use super::sql::*;
use crate::{error::known, names};
use access::{
    AccessStore, ApiKey, ApiKeyId, FoundKey, KeyOwner, NewKey, NewKeyOwner, NewPartner, NewUser,
    OrganizationId, PartnerId, Tier, Window,
};
use time::OffsetDateTime;
use uuid::Uuid;

impl AccessStore for Backend {
    async fn key(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
    ) -> Result<Option<FoundKey>> {
        let mut conn = self.reader().await?;
        let row: Option<KeyRow> = key(hash, named).first(read_conn!(conn)).await?;
        row.map(KeyRow::into_domain).transpose()
    }

    async fn count_request(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window> {
        self.counted(organization, operation, now).await
    }

    async fn has_live_key(&self) -> Result<bool> {
        let mut conn = self.reader().await?;
        let live = Tier::Live.name();
        sql!("SELECT EXISTS (SELECT 1 FROM api_keys WHERE tier = {})", live)
            .one(read_conn!(conn))
            .await
    }
}

columns! {
    struct KeyRow {
        id: Uuid,
        tier: String,
        scopes: String,
        organization_id: Option<Uuid>,
        partner_id: Option<Uuid>,
        role: Option<String>,
        managed: bool,
    }
}

impl KeyRow {
    fn into_domain(self) -> Result<FoundKey> {
        let role = self.role.as_deref().map(names::role).transpose()?;
        let owner = match (self.organization_id, self.partner_id) {
            (_, Some(partner)) => Some(KeyOwner::Partner(PartnerId(partner))),
            (Some(organization), None) => {
                Some(KeyOwner::User { organization: OrganizationId(organization), role })
            }
            (None, None) => None,
        };
        let key = ApiKey {
            id: ApiKeyId(self.id),
            tier: names::tier(&self.tier)?,
            scopes: names::scopes(&self.scopes)?,
            owner: known("owner of key", &self.id.to_string(), owner)?,
        };
        Ok(FoundKey { key, managed: self.managed })
    }
}

/// The key with its owner's role and whether its partner manages `named`.
fn key(hash: &[u8; 32], named: Option<OrganizationId>) -> Statement<'_> {
    sql!(
        "SELECT k.id, k.tier, k.scopes, k.organization_id, k.partner_id, m.role,
           p.organization_id IS NOT NULL AS managed
         FROM api_keys k
         LEFT JOIN memberships m
           ON m.organization_id = k.organization_id AND m.user_id = k.user_id
         LEFT JOIN partner_organizations p
           ON p.partner_id = k.partner_id AND p.organization_id = {}
         WHERE k.hash = {} AND k.revoked_at IS NULL",
        named,
        &hash[..]
    )
}

async fn insert_user(conn: &mut Conn, user: &NewUser, now: OffsetDateTime) -> Result<()> {
    let row = row!("users",
        id: user.id.0,
        email: &user.email,
        password_hash: &user.password_hash,
        created_at: now,
    );
    row.insert().execute(conn).await?;
    for (organization, role) in &user.memberships {
        let row = row!("memberships",
            organization_id: *organization,
            user_id: user.id.0,
            role: role.name(),
        );
        row.insert().execute(conn).await?;
    }
    Ok(())
}

async fn insert_partner(conn: &mut Conn, partner: &NewPartner, now: OffsetDateTime) -> Result<()> {
    let row = row!("partners", id: partner.id, name: &partner.name, created_at: now);
    row.insert().execute(conn).await?;
    for organization in &partner.organizations {
        let row = row!("partner_organizations",
            organization_id: *organization,
            partner_id: partner.id,
        );
        row.insert().execute(conn).await?;
    }
    Ok(())
}

async fn insert_key(conn: &mut Conn, key: &NewKey, now: OffsetDateTime) -> Result<()> {
    let (user, organization, partner) = match key.owner {
        NewKeyOwner::User { user, organization } => (Some(user.0), Some(organization), None),
        NewKeyOwner::Partner(partner) => (None, None, Some(partner)),
    };
    let scopes = key.scopes.to_string();
    let row = row!("api_keys",
        id: key.id.0,
        hash: &key.hash[..],
        hint: &key.hint,
        tier: key.tier.name(),
        scopes: &scopes,
        user_id: user,
        organization_id: organization,
        partner_id: partner,
        created_at: now,
    );
    row.insert().execute(conn).await.map(drop)
}
