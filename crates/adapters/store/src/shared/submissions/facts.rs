//! What counts of an organization for a send, in one query.

use super::super::{super::Lane, statement::Statement};
use crate::{
    error::{backend, translate},
    network_names::{NEVER_REGISTERED, account, participant},
    sql_types::{AsId, BigInt, Bool, Id, Instant, Nullable, Text},
};
use access::{OrganizationId, Tier};
use diesel::Queryable;
use diesel_async::RunQueryDsl;
use peppol_connector::{AccountRecord, Credits, NumberUse, OrganizationFacts, RecordedInvoiceId};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

type Columns = (
    Nullable<Text>,
    Instant,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Bool>,
    Nullable<Bool>,
    Nullable<BigInt>,
    Bool,
    Nullable<Id>,
);

#[derive(Queryable)]
struct Row {
    dic: Option<String>,
    registered_at: OffsetDateTime,
    status: Option<String>,
    network: Option<String>,
    participant: Option<String>,
    like_production: Option<bool>,
    prepayment_overdue: Option<bool>,
    available: Option<i64>,
    native: bool,
    recorded: Option<Uuid>,
}

pub(super) async fn organization_facts(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    tier: Tier,
    number: Option<&str>,
    now: OffsetDateTime,
) -> Result<OrganizationFacts> {
    // no number holds a NUL, and PostgreSQL refuses it
    let number = number.filter(|number| !number.contains('\0'));
    let row: Row = query(organization, number).get_result(conn).await.map_err(translate)?;
    let available = u64::try_from(row.available.unwrap_or_default()).map_err(backend)?;
    let number = match (row.native, row.recorded) {
        (true, _) => NumberUse::Native,
        (false, Some(id)) => NumberUse::Recorded(RecordedInvoiceId(id)),
        (false, None) => NumberUse::Free,
    };
    Ok(row.account()?.facts(tier, Credits(available), number, now))
}

impl Row {
    fn account(self) -> Result<AccountRecord> {
        // without a row it was never registered
        let status = self.status.as_deref().unwrap_or(NEVER_REGISTERED);
        let registered = self.participant.as_deref().map(participant).transpose();
        Ok(AccountRecord {
            account: account(status, self.network.as_deref())?,
            participant: registered?,
            // not asked for: they decide nothing
            held_by: None,
            since: None,
            dic: self.dic,
            registered_at: self.registered_at,
            like_production: self.like_production.unwrap_or_default(),
            prepayment_overdue: self.prepayment_overdue.unwrap_or_default(),
        })
    }
}

/// The account that an organization belongs to is its first partner's, else its own.
fn query(organization: OrganizationId, number: Option<&str>) -> Statement<'_, Columns> {
    Statement::new(
        "SELECT o.dic, coalesce((SELECT min(p.created_at) FROM partner_organizations AS m \
         JOIN partners AS p ON p.id = m.partner_id WHERE m.organization_id = o.id), o.created_at), \
         a.status, a.network, a.participant, a.like_production, a.prepayment_overdue, c.available, \
         EXISTS (SELECT 1 FROM invoices AS i WHERE i.organization_id = o.id AND i.number = ",
    )
    .value(number)
    .sql(
        "), (SELECT r.id FROM recorded_invoices AS r WHERE r.organization_id = o.id \
         AND r.number = ",
    )
    .value(number)
    .sql(
        ") FROM organizations AS o \
         LEFT JOIN peppol_accounts AS a ON a.organization_id = o.id \
         LEFT JOIN credit_accounts AS c ON c.organization_id = o.id WHERE o.id = ",
    )
    .value(AsId::from(organization))
}
