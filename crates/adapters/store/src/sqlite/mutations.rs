use super::{
    Conn, Sqlite,
    shared::sql::{Mutation, Result},
};

/// Runs them within the caller's transaction.
pub(crate) async fn run_mutations(conn: &mut Conn, mutations: Vec<Mutation<'_>>) -> Result<()> {
    for mutation in mutations {
        let (statement, on_zero_rows) = mutation.after(None);
        let rows = statement.execute(conn).await?;
        if let Some(error) = on_zero_rows.filter(|_| rows == 0) {
            return Err(error);
        }
    }
    Ok(())
}

/// Runs them in a transaction of their own.
pub(crate) async fn commit_mutations(store: &Sqlite, mutations: Vec<Mutation<'_>>) -> Result<()> {
    let mut transaction = store.begin().await?;
    let done = run_mutations(transaction.conn(), mutations).await;
    transaction.finish(done).await
}
