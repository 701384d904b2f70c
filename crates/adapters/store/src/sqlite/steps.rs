use super::{Conn, Sqlite, shared::steps::Step};
use crate::error::translate;
use diesel_async::RunQueryDsl;
use persistence::StoreError;

/// Within the caller's transaction.
pub(crate) async fn run_steps(conn: &mut Conn, steps: Vec<Step<'_>>) -> Result<(), StoreError> {
    for step in steps {
        let (statement, otherwise) = step.after(None);
        if statement.execute(conn).await.map_err(translate)? == 0 {
            otherwise.into_result()?;
        }
    }
    Ok(())
}

/// In a transaction of their own.
pub(crate) async fn keep_steps(store: &Sqlite, steps: Vec<Step<'_>>) -> Result<(), StoreError> {
    let mut transaction = store.begin().await?;
    let done = run_steps(transaction.conn(), steps).await;
    transaction.finish(done).await
}
