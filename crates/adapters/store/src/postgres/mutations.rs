use super::{
    Conn, Postgres, ReadConn,
    shared::sql::{Mutation, Result, Statement},
};
use crate::error::backend;

/// Runs them as one statement. Each mutation needs the row of the one before it if that must change one, so the first
/// that changes nothing is the last that was tried.
async fn run(conn: &mut ReadConn<'_>, mutations: Vec<Mutation<'_>>) -> Result<()> {
    if mutations.is_empty() {
        return Ok(());
    }
    let mut needed = Vec::with_capacity(mutations.len());
    let mut all = sql!("WITH ");
    for (i, mutation) in mutations.into_iter().enumerate() {
        let name = format!("step_{i}");
        let before = needed.last().map(|(before, _): &(String, _)| before.as_str());
        let (statement, on_zero_rows) = mutation.after(before);
        let comma = if i > 0 { ", " } else { "" };
        all = all.then(Statement::text(format!("{comma}{name} AS ("))).then(statement);
        all = all.then(sql!(" RETURNING 1)"));
        if let Some(error) = on_zero_rows {
            needed.push((name, error));
        }
    }
    let counts = needed.iter().map(|(name, _)| format!(" + (SELECT count(*) FROM {name})"));
    let counts = format!(" SELECT 0::bigint{}", counts.collect::<String>());
    let done: i64 = all.then(Statement::text(counts)).one(conn).await?;
    let done = usize::try_from(done).map_err(backend)?;
    let undone = needed.into_iter().nth(done);
    undone.map_or(Ok(()), |(_, error)| Err(error))
}

/// Runs them within the caller's transaction.
pub(crate) async fn run_mutations(conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
    run(&mut &*conn, mutations).await
}

/// Runs them in a transaction of their own, with two round trips.
pub(crate) async fn commit_mutations(store: &Postgres, mutations: Vec<Mutation<'_>>) -> Result<()> {
    let transaction = store.not_begun().await?;
    let done = tokio::try_join!(biased;
        transaction.send_begin(),
        async { run(&mut transaction.read_conn(), mutations).await });
    transaction.finish(done.map(drop)).await
}
