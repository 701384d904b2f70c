//! What counts of an organization for a send, in one query.

use super::super::{peppol::accounts::AccountRow, sql::*};
use crate::error::backend;
use access::{OrganizationId, Tier};
use peppol_connector::{Credits, NumberUse, OrganizationFacts, RecordedInvoiceId};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct UseRow {
        available: Option<i64>,
        native: bool,
        recorded: Option<Uuid>,
    }
}

pub(super) async fn organization_facts(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    tier: Tier,
    number: Option<&str>,
    now: OffsetDateTime,
) -> Result<OrganizationFacts> {
    // no number holds a NUL, and PostgreSQL refuses it
    let number = number.filter(|number| !number.contains('\0'));
    let Both(account, row): Both<AccountRow, UseRow> =
        query(organization, number).one(conn).await?;
    let available = u64::try_from(row.available.unwrap_or_default()).map_err(backend)?;
    let number = match (row.native, row.recorded) {
        (true, _) => NumberUse::Native,
        (false, Some(id)) => NumberUse::Recorded(RecordedInvoiceId(id)),
        (false, None) => NumberUse::Free,
    };
    Ok(account.into_domain()?.facts(tier, Credits(available), number, now))
}

fn query(organization: OrganizationId, number: Option<&str>) -> Statement<'_> {
    sql!(
        "SELECT {account}, c.available,
           EXISTS (SELECT 1 FROM invoices AS i
             WHERE i.organization_id = o.id AND i.number = {number}) AS native,
           (SELECT r.id FROM recorded_invoices AS r
             WHERE r.organization_id = o.id AND r.number = {number}) AS recorded
         FROM organizations AS o
         LEFT JOIN peppol_accounts AS a ON a.organization_id = o.id
         LEFT JOIN credit_accounts AS c ON c.organization_id = o.id
         WHERE o.id = {organization}",
        account = AccountRow::COLUMNS,
        number = number,
        organization = organization,
    )
}
