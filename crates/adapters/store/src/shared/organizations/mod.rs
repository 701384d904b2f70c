//! Organizations as partners make and find them.

mod claims;
pub(super) mod rows;
pub(super) mod vehicles;

use super::{idempotency::completed, peppol::accounts, sql::*};
use crate::network_names as names;
use access::{OrganizationId, PartnerId, Reach};
use idempotency::Scope;
use invoicing::Organization;
use organizations::{
    Created, OptionsChange, OrganizationError, OrganizationFilter, OrganizationRecord,
    OrganizationStore, PartnerRecord, Rival,
};
use persistence::{Cursor, Page};
use rows::{OrganizationRow, insert_organization};
use time::OffsetDateTime;
use uuid::Uuid;

impl OrganizationStore for Backend {
    async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord> {
        let mut conn = self.reader().await?;
        let query = sql!("SELECT name, created_at FROM partners WHERE id = {}", partner);
        let (name, since): (String, OffsetDateTime) = query.one(read_conn!(conn)).await?;
        Ok(PartnerRecord { name, since })
    }

    async fn create_organization(
        &self,
        partner: PartnerId,
        created: Created<'_>,
        now: OffsetDateTime,
    ) -> Result<(), OrganizationError> {
        let mut transaction = self.begin().await?;
        let done = create(transaction.conn(), partner, created, now).await;
        transaction.finish(done).await
    }

    async fn organization_record(
        &self,
        reach: Reach,
        organization: OrganizationId,
    ) -> Result<OrganizationRecord> {
        let mut conn = self.reader().await?;
        let query = reached(reach).then(sql!(" AND o.id = {}", organization));
        record(query.one(read_conn!(conn)).await?)
    }

    async fn organization_records(
        &self,
        reach: Reach,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        if contains_nul([&filter.name, &filter.ico, &filter.dic]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let name = filter.search_name();
        let query = list_query(limit, reach, filter, name.as_deref(), after);
        page(query.all(read_conn!(conn)).await?, limit, record)
    }

    async fn change_options(
        &self,
        organization: OrganizationId,
        change: &OptionsChange,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let changed = change_options(transaction.conn(), organization, change).await;
        transaction.finish(changed).await
    }

    async fn rivals(&self, organization: OrganizationId, partner: PartnerId) -> Result<Vec<Rival>> {
        let mut conn = self.reader().await?;
        rivals(read_conn!(conn), organization, partner).await
    }
}

/// Within the caller's transaction. The partner's row is locked, so that of two requests with the
/// same numbers the second finds what the first has made.
async fn create(
    conn: &mut Conn,
    partner: PartnerId,
    created: Created<'_>,
    now: OffsetDateTime,
) -> Result<(), OrganizationError> {
    let lock = sql!("SELECT id FROM partners WHERE id = {} {for_update}", partner);
    let _: Uuid = lock.one(conn).await?;
    let organization = &created.creation.record.organization;
    must_be_new(conn, partner, organization).await?;
    insert_organization(conn, organization).await?;
    let manages = row!("partner_organizations",
        organization_id: organization.id,
        partner_id: partner,
    );
    manages.insert().execute(conn).await?;
    register(conn, created, now).await?;
    if let Some((claim, answer)) = created.answer {
        let scope = Scope::Partner(partner);
        if completed(scope, claim, answer, now).execute(conn).await? == 0 {
            return Err(StoreError::LeaseLost.into());
        }
    }
    Ok(())
}

async fn must_be_new(
    conn: &mut Conn,
    partner: PartnerId,
    organization: &Organization,
) -> Result<(), OrganizationError> {
    let same = sql!(
        "SELECT o.id, o.ico FROM partner_organizations m
         JOIN organizations o ON o.id = m.organization_id
         WHERE m.partner_id = {} AND (o.ico = {} OR o.dic = {})
         ORDER BY o.created_at, o.id LIMIT 1",
        partner,
        organization.ico.as_deref(),
        organization.dic.as_deref()
    );
    let same: Option<(Uuid, Option<String>)> = same.first(conn).await?;
    match same {
        None => Ok(()),
        Some((id, ico)) if ico.is_some() && ico == organization.ico => {
            Err(OrganizationError::SameIco(OrganizationId(id)))
        }
        Some((id, _)) => Err(OrganizationError::SameDic(OrganizationId(id))),
    }
}

/// The registration at creation, and the option.
async fn register(
    conn: &mut Conn,
    Created { creation, .. }: Created<'_>,
    now: OffsetDateTime,
) -> Result<(), OrganizationError> {
    let id = creation.record.organization.id;
    if let Some(change) = &creation.registration {
        accounts::locked_account(conn, id).await?;
        let trail = (change.trail, change.detail.as_deref());
        let changed =
            accounts::change_account(conn, id, &change.after, trail, &creation.events, now).await;
        return changed.map_err(|error| match error {
            StoreError::Taken(_) => OrganizationError::ParticipantTaken,
            error => error.into(),
        });
    }
    if creation.record.account.like_production {
        accounts::locked_account(conn, id).await?;
        accounts::update(conn, id, &creation.record.account).await?;
    }
    Ok(())
}

columns! {
    struct IdRow {
        id: Uuid,
    }
}

type RecordRow = Both<IdRow, Both<OrganizationRow, accounts::AccountRow>>;

fn record(
    Both(IdRow { id }, Both(organization, account)): RecordRow,
) -> Result<OrganizationRecord> {
    let organization = organization.into_domain(OrganizationId(id))?;
    Ok(OrganizationRecord { organization, account: account.into_domain()? })
}

/// `SELECT … WHERE` the key reaches the organization, with conditions to follow.
fn reached(reach: Reach) -> Statement<'static> {
    match reach {
        Reach::Organization(id) => sql!(
            "SELECT o.id, {organization}, {account} FROM organizations o
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE o.id = {id}",
            organization = OrganizationRow::COLUMNS,
            account = accounts::AccountRow::COLUMNS,
            id = id,
        ),
        Reach::Partner(partner) => sql!(
            "SELECT o.id, {organization}, {account} FROM partner_organizations m
             JOIN organizations o ON o.id = m.organization_id
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id
             WHERE m.partner_id = {partner}",
            organization = OrganizationRow::COLUMNS,
            account = accounts::AccountRow::COLUMNS,
            partner = partner,
        ),
    }
}

/// Rows of a page, and one that shows whether there are more. A partner's organizations are sorted:
/// they are not many.
fn list_query<'a>(
    limit: u16,
    reach: Reach,
    filter: &'a OrganizationFilter,
    name: Option<&'a str>,
    after: Option<Cursor>,
) -> Statement<'a> {
    let after = after.map(|Cursor { created_at, id }| {
        sql!(
            " AND o.created_at <= {at} AND (o.created_at < {at} OR o.id < {id})",
            at = created_at,
            id = id
        )
    });
    let status = filter.status.map(|status| status.name());
    reached(reach)
        .and(name.map(|part| sql!(" AND {position}(search_name, {}) > 0", part)))
        .and(filter.ico.as_deref().map(|ico| sql!(" AND o.ico = {}", ico)))
        .and(filter.dic.as_deref().map(|dic| sql!(" AND o.dic = {}", dic)))
        .and(status.map(|status| sql!(" AND coalesce(a.status, 'none') = {}", status)))
        .and(after)
        .then(sql!(" ORDER BY o.created_at DESC, o.id DESC LIMIT {}", i64::from(limit) + 1))
}

async fn change_options(
    conn: &mut Conn,
    organization: OrganizationId,
    change: &OptionsChange,
) -> Result<()> {
    let before = accounts::locked_account(conn, organization).await?;
    if let Some(like_production) = change.like_production {
        let after = peppol_connector::AccountRecord { like_production, ..before };
        accounts::update(conn, organization, &after).await?;
    }
    let Some(email) = &change.email else { return Ok(()) };
    sql!("UPDATE organizations SET email = {} WHERE id = {}", email.as_deref(), organization)
        .execute(conn)
        .await
        .map(drop)
}

columns! {
    struct RivalRow {
        managed: bool,
        status: Option<String>,
        network: Option<String>,
    }
}

async fn rivals(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<Vec<Rival>> {
    let query = sql!(
        "SELECT EXISTS (SELECT 1 FROM partner_organizations m
             WHERE m.organization_id = o.id AND m.partner_id = {}) AS managed,
           a.status, a.network
         FROM organizations own JOIN organizations o ON o.ico = own.ico
         LEFT JOIN peppol_accounts a ON a.organization_id = o.id
         WHERE o.id <> own.id AND own.id = {}",
        partner,
        organization
    );
    let rival = |RivalRow { managed, status, network }| {
        let status = status.as_deref().unwrap_or(names::NEVER_REGISTERED);
        Ok(Rival { managed, account: names::account(status, network.as_deref())? })
    };
    query.all(conn).await?.into_iter().map(rival).collect()
}
