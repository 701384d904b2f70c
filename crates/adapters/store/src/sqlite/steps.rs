use super::{Conn, Sqlite, shared::steps::Step};
use crate::connector_error::{connector, refused};
use diesel_async::RunQueryDsl;
use peppol_connector::ConnectorStoreError;

/// Within the caller's transaction.
pub(crate) async fn run_steps(
    conn: &mut Conn,
    steps: Vec<Step<'_>>,
) -> Result<(), ConnectorStoreError> {
    for step in steps {
        let (statement, otherwise) = step.after(None);
        if statement.execute(conn).await.map_err(refused)? == 0 {
            otherwise.into_result()?;
        }
    }
    Ok(())
}

/// In a transaction of their own.
pub(crate) async fn keep_steps(
    store: &Sqlite,
    steps: Vec<Step<'_>>,
) -> Result<(), ConnectorStoreError> {
    let mut transaction = store.begin().await.map_err(connector)?;
    let done = run_steps(transaction.conn(), steps).await;
    transaction.finish(done).await
}
