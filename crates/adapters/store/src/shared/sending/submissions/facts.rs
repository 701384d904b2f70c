//! The facts that decide on a send: those of the organization, in one query, and the invoice with the number.

use super::{
    super::super::{network::accounts::AccountRow, sql::*},
    number_use::number_use,
};
use crate::error::backend;
use access::{OrganizationId, Tier};
use peppol_connector::{credit::Credits, sending::OrganizationFacts};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct UseRow {
        available: Option<i64>,
        number_of: Option<Uuid>,
    }
}

pub(super) async fn organization_facts(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    tier: Tier,
    number: Option<&str>,
    now: OffsetDateTime,
) -> Result<OrganizationFacts> {
    // a number never contains a NUL, and PostgreSQL refuses it
    let number = number.filter(|number| !number.contains('\0'));
    let Both(account, row): Both<AccountRow, UseRow> =
        query(organization, number).one(conn).await?;
    let available = u64::try_from(row.available.unwrap_or_default()).map_err(backend)?;
    let number = number_use(conn, organization, row.number_of).await?;
    Ok(account.into_domain()?.facts(organization, tier, Credits(available), number, now))
}

fn query(organization: OrganizationId, number: Option<&str>) -> Statement<'_> {
    sql!(
        "SELECT {account}, c.available,
           (SELECT i.id FROM invoices AS i
            WHERE i.organization_id = o.id AND i.number = {number}) AS number_of
         FROM organizations AS o
         LEFT JOIN peppol_accounts AS a ON a.organization_id = o.id
         LEFT JOIN credit_accounts AS c ON c.organization_id = o.id
         WHERE o.id = {organization}",
        account = AccountRow::COLUMNS,
        number = number,
        organization = organization,
    )
}
