//! The statements of webhooks for PostgreSQL: claims in one statement, conclusions sent together.

use super::{
    Conn, Postgres,
    shared::{
        sql::{Result, Statement},
        webhooks::{
            claim::{ClaimedRow, UNDER_WAY, WAITING, Wanted},
            rows::{BODY, DELIVERY, DeliveryKey, HEALTH, LockedRow},
        },
    },
    transaction::Transaction,
};
use crate::error::translate;
use diesel_async::SimpleAsyncConnection;
use futures_util::future::try_join_all;
use std::collections::BTreeSet;

impl Postgres {
    /// A transaction whose commit does not wait for the disk. A crash of the server may lose the latest ones: the
    /// delivery of a lost claim or conclusion is sent once more.
    pub(crate) async fn begin_async_commit(&self) -> Result<Transaction> {
        let transaction = self.not_begun().await?;
        let begin = "BEGIN; SET LOCAL synchronous_commit = off";
        transaction.read_conn().batch_execute(begin).await.map_err(translate)?;
        Ok(transaction)
    }

    /// The same for conclusions, whose rows are looked up one by one by their keys. A cached plan could stem from when
    /// the tables were small.
    pub(crate) async fn begin_conclusions(&self) -> Result<Transaction> {
        let transaction = self.not_begun().await?;
        let begin = "BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL enable_seqscan = off; \
                     SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";
        transaction.read_conn().batch_execute(begin).await.map_err(translate)?;
        Ok(transaction)
    }
}

/// The number of attempts in one statement.
pub(crate) const CONCLUDED_AT_ONCE: usize = 64;

/// Deliveries with the health of their endpoints. The endpoints are locked first, in the order of their ids, as the
/// sequencer locks them; then the deliveries.
pub(crate) async fn lock_deliveries(
    conn: &mut Conn,
    keys: &BTreeSet<DeliveryKey>,
) -> Result<Vec<LockedRow>> {
    let conn: &Conn = conn;
    let (_, rows) = tokio::try_join!(biased;
        async { lock_endpoints(keys).execute(&mut &*conn).await },
        async { lock_rows(keys).all(&mut &*conn).await },
    )?;
    Ok(rows)
}

fn tuples_of(keys: &BTreeSet<DeliveryKey>) -> Statement<'static> {
    Statement::tuples(
        keys.iter().map(|(organization, id)| vec![(*organization).into(), (*id).into()]),
    )
}

fn lock_endpoints(keys: &BTreeSet<DeliveryKey>) -> Statement<'static> {
    sql!(
        "SELECT w.id FROM webhook_endpoints w WHERE w.id IN (
           SELECT d.endpoint_id FROM webhook_deliveries d
           WHERE (d.organization_id, d.id) IN (VALUES {}))
         ORDER BY w.id {for_change}",
        tuples_of(keys)
    )
}

fn lock_rows(keys: &BTreeSet<DeliveryKey>) -> Statement<'static> {
    sql!(
        "SELECT {}, {} FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id
         WHERE (d.organization_id, d.id) IN (VALUES {}) {for_change} OF d",
        DELIVERY,
        HEALTH,
        tuples_of(keys)
    )
}

/// Runs independent statements: all are sent before the first is answered.
pub(crate) async fn execute_all(conn: &mut Conn, statements: Vec<Statement<'_>>) -> Result<()> {
    let conn: &Conn = conn;
    let sent =
        statements.into_iter().map(|statement| async move { statement.execute(&mut &*conn).await });
    try_join_all(sent).await.map(drop)
}

/// The key of the transaction lock of claims. Any number that is not used elsewhere.
const CLAIMING: i64 = 0x62_69_6c_6c_68_6f_6f_6c;

/// Claims of all processes are serialized, so that each sees what is in progress. They do not wait for transactions
/// that conclude a delivery or deactivate its endpoint.
pub(crate) async fn claim(conn: &mut Conn, wanted: &Wanted) -> Result<Vec<ClaimedRow>> {
    // compared, because the function returns void
    let _: bool = sql!("SELECT pg_advisory_xact_lock({}) IS NULL", CLAIMING).one(conn).await?;
    claim_in_turn(wanted).all(conn).await
}

/// [`webhooks::Delivery::claim`] in SQL. Claims of each endpoint with open deliveries as many as it has room for: the
/// first of each endpoint, then the second of each, and so on.
fn claim_in_turn(wanted: &Wanted) -> Statement<'static> {
    sql!(
        "{waiting},
         due AS (
           SELECT d.organization_id, d.id, d.state_at,
             row_number() OVER (PARTITION BY w.endpoint_id ORDER BY d.state_at, d.id) AS turn
           FROM waiting w
           CROSS JOIN LATERAL (SELECT greatest(0, {per_endpoint} - {under_way}) AS room) AS f
           CROSS JOIN LATERAL (
             SELECT * FROM (
               (SELECT x.organization_id, x.id, x.state_at FROM webhook_deliveries x
                WHERE x.endpoint_id = w.endpoint_id AND x.state_at <= {now}
                  AND x.state = 'delivering' ORDER BY x.state_at LIMIT f.room)
               UNION ALL
               (SELECT x.organization_id, x.id, x.state_at FROM webhook_deliveries x
                WHERE x.endpoint_id = w.endpoint_id AND x.state_at <= {now}
                  AND x.state = 'pending' ORDER BY x.state_at LIMIT f.room)
             ) AS open ORDER BY state_at LIMIT f.room) AS d
           WHERE w.endpoint_id IS NOT NULL),
         picked AS MATERIALIZED (
           SELECT organization_id, id FROM due ORDER BY turn, state_at LIMIT {limit}),
         locked AS MATERIALIZED (
           SELECT d.organization_id, d.id FROM picked p
           JOIN webhook_deliveries d ON d.organization_id = p.organization_id AND d.id = p.id
           WHERE (d.state = 'pending' OR d.state = 'delivering') AND d.state_at <= {now}
           FOR NO KEY UPDATE OF d SKIP LOCKED)
         UPDATE webhook_deliveries d
         SET state = 'delivering', state_at = {until}, attempts = d.attempts + 1
         FROM locked l WHERE d.organization_id = l.organization_id AND d.id = l.id
         RETURNING {delivery}, {body}",
        waiting = WAITING,
        under_way = UNDER_WAY,
        delivery = DELIVERY,
        body = BODY,
        now = wanted.now,
        until = wanted.until,
        per_endpoint = wanted.per_endpoint,
        limit = wanted.limit,
    )
}

/// The statements whose plans are tested.
#[cfg(test)]
pub(crate) fn claim_plans(wanted: &Wanted) -> Vec<(&'static str, Statement<'static>)> {
    vec![("claim", claim_in_turn(wanted))]
}
