//! API keys and their owners.

pub(in super::super::super) mod found;
mod keys;
mod provision;

use super::super::sql::*;
use access::{
    AccessStore, Counted, FoundKey, NewKey, NewKeyOwner, NewPartner, NewUser, OrganizationId, Tier,
    Window,
};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl AccessStore for Backend {
    async fn use_key(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
        now: OffsetDateTime,
    ) -> Result<Option<FoundKey>> {
        let found = self.found_and_counted(hash, named, now).await?;
        found.map(|(key, window)| key.into_domain(window)).transpose()
    }

    async fn count_request(&self, counted: Counted, now: i64) -> Result<Window> {
        self.counted(counted, now).await
    }

    async fn purge_windows(&self, before: i64) -> Result<usize> {
        self.keep_counts().await?;
        let batch = |most: i64| {
            sql!(
                "DELETE FROM request_windows WHERE (subject_id, operation) IN (
                   SELECT subject_id, operation FROM request_windows WHERE window_start < {} LIMIT {})",
                before,
                most
            )
        };
        purge::in_batches(self, batch).await
    }

    async fn has_live_key(&self) -> Result<bool> {
        let mut conn = self.reader().await?;
        let live = Tier::Live.name();
        sql!("SELECT EXISTS (SELECT 1 FROM api_keys WHERE tier = {})", live)
            .one(read_conn!(conn))
            .await
    }
}

pub(in super::super) async fn insert_user(
    conn: &mut Conn,
    user: &NewUser,
    now: OffsetDateTime,
) -> Result<()> {
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
        name: key.name.as_deref(),
        created_by: key.created_by.map(|id| id.0),
        expires_at: key.expires_at,
    );
    row.insert().execute(conn).await.map(drop)
}
