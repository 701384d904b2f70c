//! Organizations as partners make and find them.

use super::{
    super::{Backend, Conn, FOR_UPDATE, Lane, POSITION_IN_NAME},
    accounts,
    idempotency::{answered, under_claim},
    keyset::{page, text_that_cannot_be},
    organization::{OrganizationColumns, OrganizationRow, insert_organization},
    statement::Statement,
};
use crate::{
    error::translate,
    network_names as names,
    sql_types::{AsId, AsInstant, Bool, Id, Instant, Nullable, Text},
};
use ::idempotency::Scope;
use access::{OrganizationId, PartnerId, Reach};
use diesel::OptionalExtension;
use diesel_async::RunQueryDsl;
use invoicing::Organization;
use organizations::{
    Created, OptionsChange, OrganizationError, OrganizationFilter, OrganizationRecord,
    OrganizationStore, PartnerRecord, Rival,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;
type Columns = (Id, OrganizationColumns, accounts::Columns);
type Row = (Uuid, OrganizationRow, accounts::Row);

impl OrganizationStore for Backend {
    async fn partner(&self, partner: PartnerId) -> Result<PartnerRecord> {
        let mut conn = self.reader().await?;
        let row = select_partner(partner).get_result(lane!(conn)).await.map_err(translate)?;
        Ok(partner_record(row))
    }

    async fn create_organization(
        &self,
        partner: PartnerId,
        created: Created<'_>,
        now: OffsetDateTime,
    ) -> std::result::Result<(), OrganizationError> {
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
        let query = reached(reach).sql(" AND o.id = ").value(AsId::from(organization));
        query.get_result(lane!(conn)).await.map_err(translate).and_then(record)
    }

    async fn organization_records(
        &self,
        reach: Reach,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        if text_that_cannot_be([&filter.name, &filter.ico, &filter.dic]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let name = filter.search_name();
        let query = one_more_than(limit, reach, filter, name.as_deref(), after);
        page(query.load(lane!(conn)).await.map_err(translate)?, limit, record)
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
        rivals(lane!(conn), organization, partner).await
    }
}

fn select_partner(partner: PartnerId) -> Statement<'static, (Text, Instant)> {
    Statement::new("SELECT name, created_at FROM partners WHERE id = ").value(AsId(partner.0))
}

fn partner_record((name, since): (String, OffsetDateTime)) -> PartnerRecord {
    PartnerRecord { name, since }
}

/// Within the caller's transaction. The partner's row is locked, so that of two requests with the
/// same numbers the second finds what the first has made.
async fn create(
    conn: &mut Conn,
    partner: PartnerId,
    created: Created<'_>,
    now: OffsetDateTime,
) -> std::result::Result<(), OrganizationError> {
    let locked = select_partner(partner).sql(FOR_UPDATE);
    let _: (String, OffsetDateTime) = locked.get_result(conn).await.map_err(translate)?;
    let organization = &created.creation.record.organization;
    must_be_new(conn, partner, organization).await?;
    insert_organization(conn, organization).await.map_err(translate)?;
    manage(conn, partner, organization.id).await?;
    register(conn, created, now).await?;
    if let Some((claim, answer)) = created.answer {
        let scope = Scope::Partner(partner);
        let keep = answered(answer, now).then(under_claim(scope, claim));
        if keep.execute(conn).await.map_err(translate)? == 0 {
            return Err(StoreError::LeaseLost.into());
        }
    }
    Ok(())
}

async fn must_be_new(
    conn: &mut Conn,
    partner: PartnerId,
    organization: &Organization,
) -> std::result::Result<(), OrganizationError> {
    let same: Option<(Uuid, Option<String>)> =
        Statement::<(Id, Nullable<Text>)>::new("SELECT o.id, o.ico FROM partner_organizations m ")
            .sql("JOIN organizations o ON o.id = m.organization_id WHERE m.partner_id = ")
            .value(AsId(partner.0))
            .sql(" AND (o.ico = ")
            .value(organization.ico.as_deref())
            .sql(" OR o.dic = ")
            .value(organization.dic.as_deref())
            .sql(") ORDER BY o.created_at, o.id LIMIT 1")
            .get_result(conn)
            .await
            .optional()
            .map_err(translate)?;
    match same {
        None => Ok(()),
        Some((id, ico)) if ico.is_some() && ico == organization.ico => {
            Err(OrganizationError::SameIco(OrganizationId(id)))
        }
        Some((id, _)) => Err(OrganizationError::SameDic(OrganizationId(id))),
    }
}

async fn manage(conn: &mut Conn, partner: PartnerId, organization: OrganizationId) -> Result<()> {
    Statement::<()>::new("INSERT INTO partner_organizations (organization_id, partner_id) VALUES (")
        .values([AsId::from(organization).into(), AsId(partner.0).into()])
        .sql(")")
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}

/// The registration at creation, and the option.
async fn register(
    conn: &mut Conn,
    Created { creation, .. }: Created<'_>,
    now: OffsetDateTime,
) -> std::result::Result<(), OrganizationError> {
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

/// `SELECT … WHERE` the key reaches the organization, with conditions to follow.
fn reached(reach: Reach) -> Statement<'static, Columns> {
    let select = Statement::new("SELECT o.id, ")
        .sql(OrganizationRow::COLUMNS)
        .sql(", ")
        .sql(accounts::COLUMNS);
    match reach {
        Reach::Organization(id) => select
            .sql(" FROM organizations o ")
            .sql(accounts::JOIN)
            .sql(" WHERE o.id = ")
            .value(AsId::from(id)),
        Reach::Partner(partner) => select
            .sql(" FROM partner_organizations m JOIN organizations o ON o.id = m.organization_id ")
            .sql(accounts::JOIN)
            .sql(" WHERE m.partner_id = ")
            .value(AsId(partner.0)),
    }
}

/// Rows of a page, and one that tells whether there are more. A partner's organizations are sorted:
/// they are not many.
fn one_more_than<'a>(
    limit: u16,
    reach: Reach,
    filter: &'a OrganizationFilter,
    name: Option<&'a str>,
    after: Option<Cursor>,
) -> Statement<'a, Columns> {
    let mut query: Statement<'a, Columns> = reached(reach);
    if let Some(part) = name {
        query = query.sql(" AND ").sql(POSITION_IN_NAME).value(part).sql(") > 0");
    }
    if let Some(ico) = &filter.ico {
        query = query.sql(" AND o.ico = ").value(ico.as_str());
    }
    if let Some(dic) = &filter.dic {
        query = query.sql(" AND o.dic = ").value(dic.as_str());
    }
    if let Some(status) = filter.status {
        query = query.sql(" AND coalesce(a.status, 'none') = ").value(status.name());
    }
    if let Some(Cursor { created_at, id }) = after {
        query = query
            .sql(" AND o.created_at <= ")
            .value(AsInstant(created_at))
            .sql(" AND (o.created_at < ")
            .value(AsInstant(created_at))
            .sql(" OR o.id < ")
            .value(AsId(id))
            .sql(")");
    }
    query.sql(" ORDER BY o.created_at DESC, o.id DESC LIMIT ").value(i64::from(limit) + 1)
}

fn record((id, organization, account): Row) -> Result<OrganizationRecord> {
    let organization = organization.into_domain(OrganizationId(id))?;
    Ok(OrganizationRecord { organization, account: accounts::record(account)? })
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
    match &change.email {
        Some(email) => set_email(conn, organization, email.as_deref()).await,
        None => Ok(()),
    }
}

async fn set_email(
    conn: &mut Conn,
    organization: OrganizationId,
    email: Option<&str>,
) -> Result<()> {
    Statement::<()>::new("UPDATE organizations SET email = ")
        .value(email)
        .sql(" WHERE id = ")
        .value(AsId::from(organization))
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}

async fn rivals(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    partner: PartnerId,
) -> Result<Vec<Rival>> {
    type RivalColumns = (Bool, Nullable<Text>, Nullable<Text>);
    let rows: Vec<(bool, Option<String>, Option<String>)> = Statement::<RivalColumns>::new(
        "SELECT EXISTS (SELECT 1 FROM partner_organizations m \
         WHERE m.organization_id = o.id AND m.partner_id = ",
    )
    .value(AsId(partner.0))
    .sql("), a.status, a.network FROM organizations own JOIN organizations o ON o.ico = own.ico ")
    .sql(accounts::JOIN)
    .sql(" WHERE o.id <> own.id AND own.id = ")
    .value(AsId::from(organization))
    .load(conn)
    .await
    .map_err(translate)?;
    let rival = |(managed, status, network): (bool, Option<String>, Option<String>)| {
        let status = status.as_deref().unwrap_or(names::NEVER_REGISTERED);
        Ok(Rival { managed, account: names::account(status, network.as_deref())? })
    };
    rows.into_iter().map(rival).collect()
}
