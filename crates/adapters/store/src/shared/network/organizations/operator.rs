//! The operator's commands.

use super::{super::super::sql::*, list_query, lock_partner, record};
use crate::error::require_known;
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use organizations::{OperatorStore, OrganizationFilter, OrganizationRecord, PartnerSummary};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl OperatorStore for Backend {
    async fn partners(&self, after: Option<Cursor>, limit: u16) -> Result<Page<PartnerSummary>> {
        let query = sql!(
            "SELECT id, name, created_at, (SELECT count(*) FROM partner_organizations m
               WHERE m.partner_id = partners.id) AS organizations
             FROM partners WHERE true"
        );
        self.page(page_query(query, after, limit), limit, PartnerRow::into_domain).await
    }

    async fn all_organizations(
        &self,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        if contains_nul([&filter.name, &filter.ico, &filter.dic]) {
            return Ok(Page::empty());
        }
        let name = filter.search_name();
        let query = list_query(limit, None, filter, name.as_deref(), after);
        self.page(query, limit, record).await
    }

    async fn set_plan(&self, organization: OrganizationId, plan: Plan) -> Result<()> {
        let mut conn = self.writer().await?;
        let set =
            sql!("UPDATE organizations SET plan = {} WHERE id = {}", plan.name(), organization);
        must_change(set.execute(&mut conn).await?)
    }

    async fn add_to_partner(&self, organization: OrganizationId, partner: PartnerId) -> Result<()> {
        within!(self, conn => add_to_partner(conn, organization, partner))
    }

    async fn remove_from_partner(
        &self,
        organization: OrganizationId,
        partner: PartnerId,
    ) -> Result<()> {
        within!(self, conn => remove_from_partner(conn, organization, partner))
    }

    async fn user_by_email(&self, email: &str) -> Result<Option<UserId>> {
        if email.contains('\0') {
            return Ok(None);
        }
        let mut conn = self.reader().await?;
        let query = sql!("SELECT id FROM users WHERE email = {}", email);
        Ok(query.first::<Uuid>(read_conn!(conn)).await?.map(UserId))
    }

    async fn set_member(
        &self,
        organization: OrganizationId,
        user: UserId,
        role: Role,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("memberships",
            organization_id: organization,
            user_id: user.0,
            role: role.name(),
        );
        let changed =
            sql!(" ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role");
        row.insert().then(changed).execute(&mut conn).await.map(drop)
    }

    async fn set_partner_member(&self, partner: PartnerId, user: UserId, role: Role) -> Result<()> {
        let mut conn = self.writer().await?;
        let row = row!("partner_members",
            partner_id: partner,
            user_id: user.0,
            role: role.name(),
        );
        let changed = sql!(" ON CONFLICT (partner_id, user_id) DO UPDATE SET role = excluded.role");
        row.insert().then(changed).execute(&mut conn).await.map(drop)
    }
}

columns! {
    struct PartnerRow {
        id: Uuid,
        name: String,
        created_at: OffsetDateTime,
        organizations: i64,
    }
}

impl PartnerRow {
    fn into_domain(self) -> Result<PartnerSummary> {
        let count = u64::try_from(self.organizations).ok();
        Ok(PartnerSummary {
            id: PartnerId(self.id),
            name: self.name,
            since: self.created_at,
            organizations: require_known("count", &self.organizations.to_string(), count)?,
        })
    }
}

const fn must_change(rows: usize) -> Result<()> {
    if rows == 0 { Err(StoreError::NotFound) } else { Ok(()) }
}

async fn add_to_partner(
    conn: &mut Conn,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<()> {
    lock_partner(conn, partner).await?;
    let row = row!("partner_organizations", organization_id: organization, partner_id: partner);
    row.insert().then(sql!(" ON CONFLICT DO NOTHING")).execute(conn).await.map(drop)
}

async fn remove_from_partner(
    conn: &mut Conn,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<()> {
    lock_partner(conn, partner).await?;
    sql!("SELECT id FROM organizations WHERE id = {}", organization).one::<Uuid>(conn).await?;
    sql!(
        "DELETE FROM partner_organizations WHERE organization_id = {} AND partner_id = {}",
        organization,
        partner
    )
    .execute(conn)
    .await
    .map(drop)
}
