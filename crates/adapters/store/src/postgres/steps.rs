use super::{Conn, Lane, Postgres, Transaction, shared::statement::Statement, shared::steps::Step};
use crate::{
    connector_error::{broken, connector, refused},
    sql_types::BigInt,
};
use diesel_async::RunQueryDsl;
use peppol_connector::ConnectorStoreError;

/// One statement: each step needs the row of the one before, so
/// the first that changes nothing is the last that was tried.
async fn run(conn: &mut Lane<'_>, steps: Vec<Step<'_>>) -> Result<(), ConnectorStoreError> {
    if steps.is_empty() {
        return Ok(());
    }
    let mut errors = Vec::with_capacity(steps.len());
    let mut all = Statement::<BigInt>::new("WITH ");
    for (i, step) in steps.into_iter().enumerate() {
        let (statement, otherwise) = step.after(i.checked_sub(1).map(|i| format!("step_{i}")));
        errors.push(otherwise);
        all = all.sql(if i > 0 { ", step_" } else { "step_" }).sql(i.to_string());
        all = all.sql(" AS (").then(statement).sql(" RETURNING 1)");
    }
    let counts = (0..errors.len()).map(|i| format!("(SELECT count(*) FROM step_{i})"));
    let counts = counts.collect::<Vec<_>>().join(" + ");
    let done: i64 = all.sql(format!(" SELECT {counts}")).get_result(conn).await.map_err(refused)?;
    match usize::try_from(done).ok().and_then(|done| errors.into_iter().nth(done)) {
        None => Ok(()),
        Some(otherwise) => Err(otherwise.unwrap_or_else(|| broken("a row was not kept"))),
    }
}

/// Within the caller's transaction.
pub(crate) async fn run_steps(
    conn: &mut Conn,
    steps: Vec<Step<'_>>,
) -> Result<(), ConnectorStoreError> {
    run(&mut &*conn, steps).await
}

/// In a transaction of their own: two round trips.
pub(crate) async fn keep_steps(
    store: &Postgres,
    steps: Vec<Step<'_>>,
) -> Result<(), ConnectorStoreError> {
    let transaction = Transaction::not_begun(store.writer().await.map_err(connector)?);
    tokio::try_join!(biased;
        async { transaction.send_begin().await.map_err(connector) },
        async { run(&mut transaction.lane(), steps).await })?;
    transaction.commit().await.map_err(connector)
}
