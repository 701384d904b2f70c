//! What webhooks ask of SQLite alone: no locks of rows, and claims step by step.

use super::{
    Conn,
    shared::{
        statement::Statement,
        webhooks::{
            claim::{FIRST_DELIVERING, FIRST_PENDING, UNDER_WAY, WAITING, Wanted},
            rows::{
                BODY, DELIVERY, DeliveryColumns, DeliveryKey, DeliveryRow, HEALTH, HealthColumns,
                HealthRow,
            },
        },
    },
};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant, BigInt, Id, Instant, Nullable, Text},
};
use diesel::OptionalExtension;
use diesel_async::RunQueryDsl;
use persistence::StoreError;
use std::collections::BTreeSet;
use time::OffsetDateTime;
use uuid::Uuid;

/// There is one writer.
pub(crate) const FOR_CHANGE: &str = "";
pub(crate) const FOR_SHARE: &str = "";

/// Attempts that are kept by one statement: a prepared statement a row is the fastest.
pub(crate) const CONCLUDED_AT_ONCE: usize = 1;

/// Deliveries with the health of their endpoints, in the transaction that writes.
pub(crate) async fn lock_deliveries(
    conn: &mut Conn,
    keys: &BTreeSet<DeliveryKey>,
) -> Result<Vec<(DeliveryRow, HealthRow)>, StoreError> {
    let mut rows = Vec::with_capacity(keys.len());
    for (organization, id) in keys {
        let row = delivery_with_health(AsId(*organization), AsId(*id)).get_result(conn).await;
        rows.extend(row.optional().map_err(translate)?);
    }
    Ok(rows)
}

fn delivery_with_health(
    organization: AsId,
    id: AsId,
) -> Statement<'static, (DeliveryColumns, HealthColumns)> {
    Statement::new("SELECT ")
        .sql(DELIVERY)
        .sql(", ")
        .sql(HEALTH)
        .sql(
            " FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id \
             WHERE d.organization_id = ",
        )
        .value(organization)
        .sql(" AND d.id = ")
        .value(id)
}

pub(crate) async fn execute_all(
    conn: &mut Conn,
    statements: Vec<Statement<'_>>,
) -> Result<(), StoreError> {
    for statement in statements {
        statement.execute(conn).await.map_err(translate)?;
    }
    Ok(())
}

/// In a transaction of the one writer: nobody claims meanwhile. Of each endpoint with open
/// deliveries as many as it has room for: the first of each, then the second of each, and so on.
pub(crate) async fn claim(
    conn: &mut Conn,
    wanted: &Wanted,
) -> Result<Vec<(DeliveryRow, Option<String>)>, StoreError> {
    let endpoints: Vec<(Uuid, i64)> =
        endpoints_with_room(wanted).load(conn).await.map_err(translate)?;
    let mut picked = Vec::new();
    for (endpoint, under_way) in endpoints {
        let statement = due(AsId(endpoint), wanted.per_endpoint - under_way, wanted.now);
        let rows: Vec<(Uuid, Uuid, OffsetDateTime)> =
            statement.load(conn).await.map_err(translate)?;
        let in_turn = |(turn, (organization, id, at))| (turn, at, AsId(organization), AsId(id));
        picked.extend(rows.into_iter().enumerate().map(in_turn));
    }
    picked.sort_by_key(|(turn, at, ..)| (*turn, *at));
    picked.truncate(usize::try_from(wanted.limit).unwrap_or(usize::MAX));
    let mut claimed = Vec::with_capacity(picked.len());
    for (.., organization, id) in picked {
        begin_attempt(conn, organization, id, wanted.until).await?;
        claimed.push(claimed_row(organization, id).get_result(conn).await.map_err(translate)?);
    }
    Ok(claimed)
}

/// With how many are under way: those whose first delivery waits longest.
fn endpoints_with_room(wanted: &Wanted) -> Statement<'static, (Id, BigInt)> {
    let open = " SELECT endpoint_id, under_way FROM (SELECT w.endpoint_id AS endpoint_id, ";
    Statement::new(WAITING)
        .sql(open)
        .sql(UNDER_WAY)
        .value(wanted.now)
        .sql(") AS under_way, coalesce(")
        .sql(FIRST_PENDING)
        .sql(", 9223372036854775807) AS waits, coalesce(")
        .sql(FIRST_DELIVERING)
        .sql(
            ", 9223372036854775807) AS runs FROM waiting w WHERE w.endpoint_id IS NOT NULL) \
             WHERE under_way < ",
        )
        .value(wanted.per_endpoint)
        .sql(" AND min(waits, runs) <= ")
        .value(wanted.now)
        .sql(" ORDER BY min(waits, runs) LIMIT ")
        .value(wanted.limit)
}

fn due(endpoint: AsId, room: i64, now: AsInstant) -> Statement<'static, (Id, Id, Instant)> {
    let of = "SELECT * FROM (SELECT x.organization_id, x.id, x.state_at AS state_at \
              FROM webhook_deliveries x WHERE x.endpoint_id = ";
    Statement::new(of)
        .value(endpoint)
        .sql(" AND x.state = 'delivering' AND x.state_at <= ")
        .value(now)
        .sql(" ORDER BY x.state_at LIMIT ")
        .value(room)
        .sql(") UNION ALL ")
        .sql(of)
        .value(endpoint)
        .sql(" AND x.state = 'pending' AND x.state_at <= ")
        .value(now)
        .sql(" ORDER BY x.state_at LIMIT ")
        .value(room)
        .sql(") ORDER BY state_at LIMIT ")
        .value(room)
}

/// [`webhooks::Delivery::claim`] in SQL.
async fn begin_attempt(
    conn: &mut Conn,
    organization: AsId,
    id: AsId,
    until: AsInstant,
) -> Result<(), StoreError> {
    Statement::<()>::new(
        "UPDATE webhook_deliveries SET state = 'delivering', attempts = attempts + 1, state_at = ",
    )
    .value(until)
    .sql(" WHERE organization_id = ")
    .value(organization)
    .sql(" AND id = ")
    .value(id)
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
}

fn claimed_row(
    organization: AsId,
    id: AsId,
) -> Statement<'static, (DeliveryColumns, Nullable<Text>)> {
    Statement::new("SELECT ")
        .sql(DELIVERY)
        .sql(", ")
        .sql(BODY)
        .sql(" FROM webhook_deliveries d WHERE d.organization_id = ")
        .value(organization)
        .sql(" AND d.id = ")
        .value(id)
}

/// For the test of plans.
#[cfg(test)]
pub(crate) fn claim_plans(
    wanted: &Wanted,
) -> Vec<(&'static str, Box<dyn diesel::query_builder::QueryFragment<super::Db> + Send>)> {
    let due = due(AsId(Uuid::nil()), wanted.per_endpoint, wanted.now);
    vec![("endpoints with room", Box::new(endpoints_with_room(wanted))), ("due", Box::new(due))]
}
