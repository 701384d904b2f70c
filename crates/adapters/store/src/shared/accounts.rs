//! Registrations in the network.

use super::{
    super::{Conn, Lane},
    events::insert_events,
    statement::Statement,
    trail::insert_line,
};
use crate::{
    error::{backend, translate},
    network_names as names,
    sql_types::{AsId, AsInstant, Bool, Id, Instant, Nullable, Text},
};
use access::OrganizationId;
use diesel::OptionalExtension;
use diesel_async::RunQueryDsl;
use events::NewEvent;
use peppol_connector::{AccountRecord, HeldElsewhere, Network, ParticipantId, TrailKind};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

pub(super) type Columns = (
    (Nullable<Text>, Instant, Nullable<Instant>),
    (Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Text>, Nullable<Instant>),
    (Nullable<Bool>, Nullable<Bool>),
);
pub(super) type Row = (
    (Option<String>, OffsetDateTime, Option<OffsetDateTime>),
    (Option<String>, Option<String>, Option<String>, Option<String>, Option<OffsetDateTime>),
    (Option<bool>, Option<bool>),
);

/// Of `organizations o`, joined as by [`JOIN`].
pub(super) const COLUMNS: &str = "o.dic, o.created_at, (SELECT min(p.created_at) FROM partner_organizations of_o \
     JOIN partners p ON p.id = of_o.partner_id WHERE of_o.organization_id = o.id), \
     a.status, a.network, a.participant, a.held_by, a.since, a.like_production, \
     a.prepayment_overdue";

/// The registration of `organizations o`, if there is one.
pub(super) const JOIN: &str = "LEFT JOIN peppol_accounts a ON a.organization_id = o.id";

/// The registration; without a row of its own there is none, and no option is set.
pub(super) async fn account(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
) -> Result<AccountRecord, StoreError> {
    select_account(organization).get_result(conn).await.map_err(translate).and_then(record)
}

fn select_account(organization: OrganizationId) -> Statement<'static, Columns> {
    Statement::new("SELECT ")
        .sql(COLUMNS)
        .sql(" FROM organizations o ")
        .sql(JOIN)
        .sql(" WHERE o.id = ")
        .value(AsId::from(organization))
}

pub(super) fn record(row: Row) -> Result<AccountRecord, StoreError> {
    let ((dic, created_at, partner_since), registration, (like_production, overdue)) = row;
    let (status, network, participant, held_by, since) = registration;
    let status = status.as_deref().unwrap_or(names::NEVER_REGISTERED);
    let held_by = held_by.map(|json| serde_json::from_str(&json)).transpose().map_err(backend)?;
    Ok(AccountRecord {
        account: names::account(status, network.as_deref())?,
        participant: participant.as_deref().map(names::participant).transpose()?,
        held_by,
        since,
        dic,
        registered_at: partner_since.unwrap_or(created_at),
        like_production: like_production.unwrap_or_default(),
        prepayment_overdue: overdue.unwrap_or_default(),
    })
}

/// Within the caller's transaction.
pub(super) async fn change_account(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &AccountRecord,
    (kind, detail): (TrailKind, Option<&str>),
    events: &[NewEvent],
    now: OffsetDateTime,
) -> Result<(), StoreError> {
    update(conn, organization, after).await?;
    insert_line(conn, organization, now, kind, None, None, None, detail).await?;
    insert_events(conn, events).await
}

/// Reads the registration and lets nobody else change it until the transaction ends. The row that
/// is locked is made where there is none.
pub(super) async fn locked_account(
    conn: &mut Conn,
    organization: OrganizationId,
) -> Result<AccountRecord, StoreError> {
    insert_row(organization, (names::IMMEDIATE, None))
        .sql("DO UPDATE SET status = a.status")
        .execute(conn)
        .await
        .map_err(translate)?;
    select_account(organization).get_result(conn).await.map_err(translate).and_then(record)
}

/// Inserts the row of an organization that never registered; what comes of one that is there (`a`)
/// stands behind it.
pub(super) fn insert_row<'a>(
    organization: OrganizationId,
    (send_mode, send_time): (&'a str, Option<&'a str>),
) -> Statement<'a> {
    Statement::new(
        "INSERT INTO peppol_accounts AS a (organization_id, status, like_production, \
         prepayment_overdue, send_mode, send_time) VALUES (",
    )
    .values([
        AsId::from(organization).into(),
        names::NEVER_REGISTERED.into(),
        false.into(),
        false.into(),
        send_mode.into(),
        send_time.into(),
    ])
    .sql(") ON CONFLICT (organization_id) ")
}

/// Leaves alone what other ports keep in the row: the prepayment and the send mode.
pub(super) async fn update(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &AccountRecord,
) -> Result<(), StoreError> {
    let (status, network) = names::account_columns(after.account);
    let participant = after.participant.as_ref().map(ParticipantId::canonical);
    let held_by = after.held_by.as_ref().map(json).transpose()?;
    Statement::<()>::new("UPDATE peppol_accounts SET status = ")
        .value(status)
        .sql(", network = ")
        .value(network)
        .sql(", participant = ")
        .value(participant.as_deref())
        .sql(", held_by = ")
        .value(held_by.as_deref())
        .sql(", since = ")
        .value(after.since.map(AsInstant))
        .sql(", like_production = ")
        .value(after.like_production)
        .sql(" WHERE organization_id = ")
        .value(AsId::from(organization))
        .execute(conn)
        .await
        .map(drop)
        .map_err(translate)
}

fn json(held_by: &HeldElsewhere) -> Result<String, StoreError> {
    serde_json::to_string(held_by).map_err(backend)
}

/// The organization that is enrolled under a participant. The status stands in the text, so that the
/// unique index is used, which has only those rows.
pub(super) async fn enrolled(
    conn: &mut Lane<'_>,
    network: Network,
    participant: &ParticipantId,
) -> Result<Option<OrganizationId>, StoreError> {
    let participant = participant.canonical();
    let row: Option<(Uuid,)> = select_enrolled(network, &participant)
        .get_result(conn)
        .await
        .optional()
        .map_err(translate)?;
    Ok(row.map(|(id,)| OrganizationId(id)))
}

pub(super) fn select_enrolled(network: Network, participant: &str) -> Statement<'_, (Id,)> {
    Statement::new(
        "SELECT organization_id FROM peppol_accounts WHERE status = 'enrolled' AND network = ",
    )
    .value(network.name())
    .sql(" AND participant = ")
    .value(participant)
}
