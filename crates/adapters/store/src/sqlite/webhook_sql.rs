//! The statements of webhooks for SQLite: claims step by step.

use super::{
    Conn,
    shared::{
        sql::{Result, Statement},
        webhooks::{
            claim::{ClaimedRow, FIRST_DELIVERING, FIRST_PENDING, UNDER_WAY, WAITING, Wanted},
            rows::{BODY, DELIVERY, DeliveryKey, HEALTH, LockedRow},
        },
    },
};
use std::collections::BTreeSet;
use time::OffsetDateTime;
use uuid::Uuid;

/// Attempts that are saved by one statement: a prepared statement for each row is the fastest.
pub(crate) const CONCLUDED_AT_ONCE: usize = 1;

/// Deliveries with the health of their endpoints, in the writing transaction.
pub(crate) async fn lock_deliveries(
    conn: &mut Conn,
    keys: &BTreeSet<DeliveryKey>,
) -> Result<Vec<LockedRow>> {
    let mut rows = Vec::with_capacity(keys.len());
    for (organization, id) in keys {
        rows.extend(delivery_with_health(*organization, *id).first(conn).await?);
    }
    Ok(rows)
}

fn delivery_with_health(organization: Uuid, id: Uuid) -> Statement<'static> {
    sql!(
        "SELECT {}, {} FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
         WHERE d.organization_id = {} AND d.id = {}",
        DELIVERY,
        HEALTH,
        organization,
        id
    )
}

pub(crate) async fn execute_all(conn: &mut Conn, statements: Vec<Statement<'_>>) -> Result<()> {
    for statement in statements {
        statement.execute(conn).await?;
    }
    Ok(())
}

/// In a transaction of the only writer, so claims do not overlap. Claims of each endpoint with open deliveries as many
/// as it has room for: the first of each endpoint, then the second of each, and so on.
pub(crate) async fn claim(conn: &mut Conn, wanted: &Wanted) -> Result<Vec<ClaimedRow>> {
    let endpoints: Vec<(Uuid, i64)> = endpoints_with_room(wanted).all(conn).await?;
    let mut picked = Vec::new();
    for (endpoint, under_way) in endpoints {
        let due = due(endpoint, wanted.per_endpoint - under_way, wanted.now);
        let rows: Vec<(Uuid, Uuid, OffsetDateTime)> = due.all(conn).await?;
        let in_turn = |(turn, (organization, id, at))| (turn, at, organization, id);
        picked.extend(rows.into_iter().enumerate().map(in_turn));
    }
    picked.sort_by_key(|(turn, at, ..)| (*turn, *at));
    picked.truncate(usize::try_from(wanted.limit).unwrap_or(usize::MAX));
    let mut claimed = Vec::with_capacity(picked.len());
    for (.., organization, id) in picked {
        begin_attempt(organization, id, wanted.until).execute(conn).await?;
        claimed.push(claimed_row(organization, id).one(conn).await?);
    }
    Ok(claimed)
}

/// Endpoints with the number of deliveries in progress: those whose first delivery waits longest.
fn endpoints_with_room(wanted: &Wanted) -> Statement<'static> {
    sql!(
        "{waiting}
         SELECT endpoint_id, under_way FROM (
           SELECT w.endpoint_id AS endpoint_id, {under_way} AS under_way,
             coalesce({first_pending}, 9223372036854775807) AS waits,
             coalesce({first_delivering}, 9223372036854775807) AS runs
           FROM waiting w WHERE w.endpoint_id IS NOT NULL)
         WHERE under_way < {per_endpoint} AND min(waits, runs) <= {now}
         ORDER BY min(waits, runs) LIMIT {limit}",
        waiting = WAITING,
        under_way = UNDER_WAY,
        first_pending = FIRST_PENDING,
        first_delivering = FIRST_DELIVERING,
        per_endpoint = wanted.per_endpoint,
        now = wanted.now,
        limit = wanted.limit,
    )
}

fn due(endpoint: Uuid, room: i64, now: OffsetDateTime) -> Statement<'static> {
    sql!(
        "SELECT * FROM (
           SELECT x.organization_id, x.id, x.state_at AS state_at FROM webhook_deliveries x
           WHERE x.endpoint_id = {endpoint} AND x.state = 'delivering' AND x.state_at <= {now}
           ORDER BY x.state_at LIMIT {room})
         UNION ALL
         SELECT * FROM (
           SELECT x.organization_id, x.id, x.state_at AS state_at FROM webhook_deliveries x
           WHERE x.endpoint_id = {endpoint} AND x.state = 'pending' AND x.state_at <= {now}
           ORDER BY x.state_at LIMIT {room})
         ORDER BY state_at LIMIT {room}",
        endpoint = endpoint,
        now = now,
        room = room,
    )
}

/// [`webhooks::Delivery::claim`] in SQL.
fn begin_attempt(organization: Uuid, id: Uuid, until: OffsetDateTime) -> Statement<'static> {
    sql!(
        "UPDATE webhook_deliveries SET state = 'delivering', attempts = attempts + 1, state_at = {}
         WHERE organization_id = {} AND id = {}",
        until,
        organization,
        id
    )
}

fn claimed_row(organization: Uuid, id: Uuid) -> Statement<'static> {
    sql!(
        "SELECT {}, {} FROM webhook_deliveries d WHERE d.organization_id = {} AND d.id = {}",
        DELIVERY,
        BODY,
        organization,
        id
    )
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(crate) fn claim_plans(wanted: &Wanted) -> Vec<(&'static str, Statement<'static>)> {
    let due = due(Uuid::nil(), wanted.per_endpoint, wanted.now);
    vec![("endpoints with room", endpoints_with_room(wanted)), ("due", due)]
}
