use super::{
    Conn, Lane, Postgres, Transaction,
    shared::{
        statement::Statement,
        steps::{Otherwise, Step},
    },
};
use crate::{
    error::{backend, translate},
    sql_types::BigInt,
};
use diesel_async::RunQueryDsl;
use persistence::StoreError;

/// One statement: each step needs the row of the one before that must change one, so the first that
/// changes nothing is the last that was tried.
async fn run(conn: &mut Lane<'_>, steps: Vec<Step<'_>>) -> Result<(), StoreError> {
    if steps.is_empty() {
        return Ok(());
    }
    let mut needed: Vec<(String, Otherwise)> = Vec::with_capacity(steps.len());
    let mut all = Statement::<BigInt>::new("WITH ");
    for (i, step) in steps.into_iter().enumerate() {
        let name = format!("step_{i}");
        let (statement, otherwise) = step.after(needed.last().map(|(before, _)| before.clone()));
        all = all.sql(if i > 0 { ", " } else { "" }).sql(name.clone());
        all = all.sql(" AS (").then(statement).sql(" RETURNING 1)");
        if !matches!(otherwise, Otherwise::Fine) {
            needed.push((name, otherwise));
        }
    }
    let counts = needed.iter().map(|(name, _)| format!(" + (SELECT count(*) FROM {name})"));
    let counts = format!(" SELECT 0::bigint{}", counts.collect::<String>());
    let done: i64 = all.sql(counts).get_result(conn).await.map_err(translate)?;
    let done = usize::try_from(done).map_err(backend)?;
    let undone = needed.into_iter().nth(done);
    undone.map_or(Ok(()), |(_, otherwise)| otherwise.into_result())
}

/// Within the caller's transaction.
pub(crate) async fn run_steps(conn: &mut Conn, steps: Vec<Step<'_>>) -> Result<(), StoreError> {
    run(&mut &*conn, steps).await
}

/// In a transaction of their own: two round trips.
pub(crate) async fn keep_steps(store: &Postgres, steps: Vec<Step<'_>>) -> Result<(), StoreError> {
    let transaction = Transaction::not_begun(store.writer().await?);
    let done = tokio::try_join!(biased;
        async { transaction.send_begin().await },
        async { run(&mut transaction.lane(), steps).await });
    transaction.finish(done.map(drop)).await
}
