//! What webhooks ask of PostgreSQL alone: locks of rows, and claims in one statement.

use super::{
    Conn, Postgres, Transaction,
    shared::{
        statement::{Statement, Value},
        webhooks::{
            claim::{UNDER_WAY, WAITING, Wanted},
            rows::{
                BODY, DELIVERY, DeliveryColumns, DeliveryKey, DeliveryRow, HEALTH, HealthColumns,
                HealthRow,
            },
        },
    },
};
use crate::{
    error::translate,
    sql_types::{AsId, Bool, Nullable, Text},
};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use futures_util::future::try_join_all;
use persistence::StoreError;
use std::collections::BTreeSet;

/// The rows wait for nobody who only refers to them.
pub(crate) const FOR_CHANGE: &str = " FOR NO KEY UPDATE";
pub(crate) const FOR_SHARE: &str = " FOR SHARE";

impl Postgres {
    /// A transaction that does not wait for the disk when it commits. A crash of the server may lose
    /// the last ones: of a claim or a conclusion that was lost, the delivery is sent once more.
    pub(crate) async fn begin_relaxed(&self) -> Result<Transaction, persistence::StoreError> {
        let transaction = Transaction::not_begun(self.writer().await?);
        let begin = "BEGIN; SET LOCAL synchronous_commit = off";
        transaction.lane().batch_execute(begin).await.map_err(crate::error::translate)?;
        Ok(transaction)
    }

    /// The same for conclusions, whose rows are found one by one by their keys. A plan that is kept may
    /// have been made when the tables were small.
    pub(crate) async fn begin_conclusions(&self) -> Result<Transaction, persistence::StoreError> {
        let transaction = Transaction::not_begun(self.writer().await?);
        let begin = "BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL enable_seqscan = off; \
                     SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";
        transaction.lane().batch_execute(begin).await.map_err(crate::error::translate)?;
        Ok(transaction)
    }
}

/// Attempts that are kept by one statement.
pub(crate) const CONCLUDED_AT_ONCE: usize = 64;

/// Deliveries with the health of their endpoints. The endpoints are locked first, in the order of their
/// ids, as the sequencer locks them; then the deliveries.
pub(crate) async fn lock_deliveries(
    conn: &mut Conn,
    keys: &BTreeSet<DeliveryKey>,
) -> Result<Vec<(DeliveryRow, HealthRow)>, StoreError> {
    let conn: &Conn = conn;
    let keys: Vec<Vec<Value<'_>>> =
        keys.iter().map(|(org, id)| vec![AsId(*org).into(), AsId(*id).into()]).collect();
    let (_, rows) = tokio::try_join!(biased;
        async { lock_endpoints(&keys).execute(&mut &*conn).await },
        async { lock_rows(&keys).load(&mut &*conn).await },
    )
    .map_err(translate)?;
    Ok(rows)
}

fn lock_endpoints<'a>(keys: &[Vec<Value<'a>>]) -> Statement<'a> {
    Statement::new(
        "SELECT w.id FROM webhook_endpoints w WHERE w.id IN (SELECT d.endpoint_id \
         FROM webhook_deliveries d WHERE (d.organization_id, d.id) IN (VALUES ",
    )
    .rows(keys)
    .sql(")) ORDER BY w.id")
    .sql(FOR_CHANGE)
}

fn lock_rows<'a>(keys: &[Vec<Value<'a>>]) -> Statement<'a, (DeliveryColumns, HealthColumns)> {
    Statement::new("SELECT ")
        .sql(DELIVERY)
        .sql(", ")
        .sql(HEALTH)
        .sql(
            " FROM webhook_deliveries d JOIN webhook_endpoints w ON w.id = d.endpoint_id \
             WHERE (d.organization_id, d.id) IN (VALUES ",
        )
        .rows(keys)
        .sql(")")
        .sql(FOR_CHANGE)
        .sql(" OF d")
}

/// Statements that do not wait for each other: all are sent before the first is answered.
pub(crate) async fn execute_all(
    conn: &mut Conn,
    statements: Vec<Statement<'_>>,
) -> Result<(), StoreError> {
    let conn: &Conn = conn;
    let sent =
        statements.into_iter().map(|statement| async move { statement.execute(&mut &*conn).await });
    try_join_all(sent).await.map(drop).map_err(translate)
}

/// Of the transaction in which deliveries are claimed. Any number that nothing else uses.
const CLAIMING: i64 = 0x62_69_6c_6c_68_6f_6f_6c;

/// Claims of all processes come one after the other, so that each sees what is under way. Whoever
/// concludes a delivery or switches its endpoint off meanwhile is not waited for.
pub(crate) async fn claim(
    conn: &mut Conn,
    wanted: &Wanted,
) -> Result<Vec<(DeliveryRow, Option<String>)>, StoreError> {
    Statement::<Bool>::new("SELECT pg_advisory_xact_lock(")
        .value(CLAIMING)
        .sql(") IS NULL")
        .get_result::<bool>(conn)
        .await
        .map_err(translate)?;
    claim_in_turn(wanted).load(conn).await.map_err(translate)
}

/// [`webhooks::Delivery::claim`] in SQL. Of each endpoint with open deliveries as many as it has room
/// for: the first of each, then the second of each, and so on.
fn claim_in_turn(wanted: &Wanted) -> Statement<'static, (DeliveryColumns, Nullable<Text>)> {
    let Wanted { now, until, per_endpoint, limit } = *wanted;
    let due = "SELECT x.organization_id, x.id, x.state_at FROM webhook_deliveries x \
               WHERE x.endpoint_id = w.endpoint_id AND x.state_at <= ";
    let statement = Statement::new(WAITING)
        .sql(
            ", due AS (SELECT d.organization_id, d.id, d.state_at, \
             row_number() OVER (PARTITION BY w.endpoint_id ORDER BY d.state_at, d.id) AS turn \
             FROM waiting w CROSS JOIN LATERAL (SELECT greatest(0, ",
        )
        .value(per_endpoint)
        .sql(" - ")
        .sql(UNDER_WAY)
        .value(now)
        .sql(")) AS room) AS f CROSS JOIN LATERAL (SELECT * FROM ((")
        .sql(due)
        .value(now)
        .sql(" AND x.state = 'delivering' ORDER BY x.state_at LIMIT f.room) UNION ALL (")
        .sql(due)
        .value(now)
        .sql(" AND x.state = 'pending' ORDER BY x.state_at LIMIT f.room)) AS open \
             ORDER BY state_at LIMIT f.room) AS d WHERE w.endpoint_id IS NOT NULL), \
             picked AS MATERIALIZED (SELECT organization_id, id FROM due ORDER BY turn, state_at LIMIT ")
        .value(limit)
        .sql(
            "), locked AS MATERIALIZED (SELECT d.organization_id, d.id FROM picked p \
             JOIN webhook_deliveries d ON d.organization_id = p.organization_id AND d.id = p.id \
             WHERE (d.state = 'pending' OR d.state = 'delivering') AND d.state_at <= ",
        )
        .value(now)
        .sql(
            " FOR NO KEY UPDATE OF d SKIP LOCKED) UPDATE webhook_deliveries d SET state = 'delivering', \
             state_at = ",
        )
        .value(until);
    statement
        .sql(
            ", attempts = d.attempts + 1 FROM locked l \
             WHERE d.organization_id = l.organization_id AND d.id = l.id RETURNING ",
        )
        .sql(DELIVERY)
        .sql(", ")
        .sql(BODY)
}

/// For the test of plans.
#[cfg(test)]
pub(crate) fn claim_plans(
    wanted: &Wanted,
) -> Vec<(&'static str, Box<dyn diesel::query_builder::QueryFragment<super::Db> + Send>)> {
    vec![("claim", Box::new(claim_in_turn(wanted)))]
}
