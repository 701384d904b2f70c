//! Organizations, as partners create and find them.

pub(in super::super) mod bank_accounts;
mod claims;
mod logos;
mod operator;
pub(crate) mod rows;
mod settings;
pub(in super::super) mod vehicles;

use super::{
    super::{idempotency::answer, sql::*},
    accounts,
};
use crate::network_names as names;
use access::{KeyScope, OrganizationId, PartnerId};
use idempotency::Scope;
use invoicing::{BankAccountId, Organization};
use money::Currency;
use organizations::{
    ConflictingOrganization, Created, OptionsChange, OrganizationError, OrganizationFilter,
    OrganizationRecord, OrganizationStore, PartnerRecord,
};
use persistence::{Cursor, Page, RowId};
use rows::{OrganizationRow, insert_organization};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
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
        within!(self, conn => create(conn, partner, created, now))
    }

    async fn organization_record(
        &self,
        reach: KeyScope,
        organization: OrganizationId,
    ) -> Result<OrganizationRecord> {
        let mut conn = self.reader().await?;
        let query = reached(reach).then(sql!(" AND o.id = {}", organization));
        record(query.one(read_conn!(conn)).await?)
    }

    async fn organization_records(
        &self,
        reach: KeyScope,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        if contains_nul([&filter.name, &filter.ico, &filter.dic]) {
            return Ok(Page::empty());
        }
        let mut conn = self.reader().await?;
        let name = filter.search_name();
        let query = list_query(limit, Some(reach), filter, name.as_deref(), after);
        page(query.all(read_conn!(conn)).await?, limit, record)
    }

    async fn change_options(
        &self,
        organization: OrganizationId,
        change: &OptionsChange,
    ) -> Result<()> {
        within!(self, conn => change_options(conn, organization, change))
    }

    async fn conflicting_organizations(
        &self,
        organization: OrganizationId,
    ) -> Result<Vec<ConflictingOrganization>> {
        reading!(self, conn => conflicting_organizations(conn, organization))
    }
}

/// Locks an existing partner until the transaction ends.
pub async fn lock_partner(conn: &mut Conn, partner: PartnerId) -> Result<()> {
    let lock = sql!("SELECT id FROM partners WHERE id = {} {for_update}", partner);
    lock.one::<Uuid>(conn).await.map(drop)
}

/// Within the caller's transaction. The partner's row is locked, so that of two requests with the same numbers the
/// second finds the organization of the first.
async fn create(
    conn: &mut Conn,
    partner: PartnerId,
    created: Created<'_>,
    now: OffsetDateTime,
) -> Result<(), OrganizationError> {
    lock_partner(conn, partner).await?;
    let organization = &created.creation.record.organization;
    must_be_new(conn, partner, organization).await?;
    insert_organization(conn, organization).await?;
    written_by(conn, organization.id, created.creation.record.email_by_partner).await?;
    let manages = row!("partner_organizations",
        organization_id: organization.id,
        partner_id: partner,
    );
    manages.insert().execute(conn).await?;
    register(conn, created, now).await?;
    answer(conn, Scope::Partner(partner), created.answer, now).await?;
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

/// Stores the registration at creation, and the option.
async fn register(
    conn: &mut Conn,
    Created { creation, .. }: Created<'_>,
    now: OffsetDateTime,
) -> Result<(), OrganizationError> {
    let id = creation.record.organization.id;
    if let Some(change) = &creation.registration {
        accounts::locked_account(conn, id).await?;
        let audit = change.entry();
        let changed =
            accounts::change_account(conn, id, &change.after, audit, &creation.events, now).await;
        return changed.map_err(|error| match error {
            StoreError::Taken(_) => OrganizationError::ParticipantTaken,
            error => error.into(),
        });
    }
    if creation.record.account.strict_sandbox {
        accounts::locked_account(conn, id).await?;
        accounts::update(conn, id, &creation.record.account).await?;
    }
    Ok(())
}

columns! {
    struct IdRow {
        id: Uuid,
        email_by_partner: bool,
        default_eur: Option<Uuid>,
        default_czk: Option<Uuid>,
    }
}

/// The columns of `organizations o`: its id, who wrote its e-mail address, and its default accounts in the currencies
/// that may be its own.
const ID: Fragment = Fragment(
    "o.id, o.email_by_partner,
     (SELECT b.id FROM bank_accounts b WHERE b.organization_id = o.id AND b.retired_at IS NULL
        AND b.is_default AND b.currency = 'EUR' ORDER BY b.id LIMIT 1) AS default_eur,
     (SELECT b.id FROM bank_accounts b WHERE b.organization_id = o.id AND b.retired_at IS NULL
        AND b.is_default AND b.currency = 'CZK' ORDER BY b.id LIMIT 1) AS default_czk",
);

type RecordRow = Both<IdRow, Both<OrganizationRow, accounts::AccountRow>>;

fn record(Both(own, Both(organization, account)): RecordRow) -> Result<OrganizationRecord> {
    let organization = organization.into_domain(OrganizationId(own.id))?;
    let default_bank_account = match organization.home_currency() {
        Currency::Czk => own.default_czk,
        _ => own.default_eur,
    };
    Ok(OrganizationRecord {
        organization,
        account: account.into_domain()?,
        email_by_partner: own.email_by_partner,
        default_bank_account: default_bank_account.map(BankAccountId),
    })
}

/// `SELECT … WHERE` the key reaches the organization; conditions may be appended.
fn reached(reach: KeyScope) -> Statement<'static> {
    match reach {
        KeyScope::Organization(id) => sql!(
            "SELECT {id_and_defaults}, {organization}, {account} FROM organizations o
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE o.id = {id}",
            id_and_defaults = ID,
            organization = OrganizationRow::COLUMNS,
            account = accounts::AccountRow::COLUMNS,
            id = id,
        ),
        KeyScope::Partner(partner) => sql!(
            "SELECT {id_and_defaults}, {organization}, {account} FROM partner_organizations m
             JOIN organizations o ON o.id = m.organization_id
             LEFT JOIN peppol_accounts a ON a.organization_id = o.id
             WHERE m.partner_id = {partner}",
            id_and_defaults = ID,
            organization = OrganizationRow::COLUMNS,
            account = accounts::AccountRow::COLUMNS,
            partner = partner,
        ),
    }
}

/// The same for all organizations of the installation.
fn everywhere() -> Statement<'static> {
    sql!(
        "SELECT {id_and_defaults}, {organization}, {account} FROM organizations o
         LEFT JOIN peppol_accounts a ON a.organization_id = o.id WHERE true",
        id_and_defaults = ID,
        organization = OrganizationRow::COLUMNS,
        account = accounts::AccountRow::COLUMNS,
    )
}

/// The rows of a page and one more, which shows whether more follow. A partner's organizations are sorted, because
/// they are few.
fn list_query<'a>(
    limit: u16,
    reach: Option<KeyScope>,
    filter: &'a OrganizationFilter,
    name: Option<&'a str>,
    after: Option<Cursor>,
) -> Statement<'a> {
    let after = after.map(|Cursor { created_at, id: RowId(id) }| {
        sql!(
            " AND o.created_at <= {at} AND (o.created_at < {at} OR o.id < {id})",
            at = created_at,
            id = id
        )
    });
    let status = filter.status.map(|status| status.name());
    reach
        .map_or_else(everywhere, reached)
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
    if let Some(settings) = &change.settings {
        settings::change(conn, organization, settings).await?;
    }
    if let Some(strict_sandbox) = change.strict_sandbox {
        let after = peppol_connector::registration::AccountRecord { strict_sandbox, ..before };
        accounts::update(conn, organization, &after).await?;
    }
    let Some(email) = &change.email else { return Ok(()) };
    let former = sql!("SELECT email FROM organizations WHERE id = {}", organization);
    let former: Option<String> = former.one(read_conn!(conn)).await?;
    sql!("UPDATE organizations SET email = {} WHERE id = {}", email.as_deref(), organization)
        .execute(conn)
        .await?;
    written_by(conn, organization, change.email_by_partner).await?;
    // permanently, even when the old address is restored; without a mail it was of the address that there was
    let [asked, former] =
        [email, &former].map(|it| it.as_deref().unwrap_or_default().to_lowercase());
    let ended = sql!(
        "UPDATE claims SET expires_at = requested_at
         WHERE confirmed_at IS NULL AND organization_id = {} AND coalesce(email, {}) <> {}",
        organization,
        former.as_str(),
        asked.as_str()
    );
    ended.execute(conn).await.map(drop)
}

/// Stores whether a partner wrote the e-mail address.
async fn written_by(conn: &mut Conn, organization: OrganizationId, partner: bool) -> Result<()> {
    sql!("UPDATE organizations SET email_by_partner = {} WHERE id = {}", partner, organization)
        .execute(conn)
        .await
        .map(drop)
}

columns! {
    struct ConflictingRow {
        independent: bool,
        same_ico: bool,
        status: Option<String>,
        network: Option<String>,
    }
}

async fn conflicting_organizations(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
) -> Result<Vec<ConflictingOrganization>> {
    let query = sql!(
        "SELECT NOT EXISTS (SELECT 1 FROM partner_organizations m
             WHERE m.organization_id = o.id) AS independent,
           coalesce(o.ico = own.ico, false) AS same_ico, a.status, a.network
         FROM organizations own JOIN organizations o ON o.ico = own.ico OR o.dic = own.dic
         LEFT JOIN peppol_accounts a ON a.organization_id = o.id
         WHERE o.id <> own.id AND own.id = {}",
        organization
    );
    let conflicting = |ConflictingRow { independent, same_ico, status, network }| {
        let status = status.as_deref().unwrap_or(names::NEVER_REGISTERED);
        Ok(ConflictingOrganization {
            independent,
            same_ico,
            account: names::account(status, network.as_deref())?,
        })
    };
    query.all(conn).await?.into_iter().map(conflicting).collect()
}
