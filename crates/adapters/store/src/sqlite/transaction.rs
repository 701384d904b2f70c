use super::Conn;
use crate::error::{FromStore, translate};
use diesel_async::SimpleAsyncConnection;
use futures_util::FutureExt;
use invoicing::StoreError;
use tokio::sync::OwnedMutexGuard;

/// An open transaction on the connection that writes. [`Transaction::finish`] ends it; rolls back when
/// dropped before.
pub(crate) struct Transaction {
    conn: OwnedMutexGuard<Conn>,
    open: bool,
    /// Whose turn it is to write, when that is not `conn`. Given up last.
    _turn: Option<OwnedMutexGuard<Conn>>,
}

impl Transaction {
    /// `IMMEDIATE`: a transaction that turns into a writing one later fails when another was first.
    pub(super) async fn begin(mut conn: OwnedMutexGuard<Conn>) -> Result<Self, StoreError> {
        conn.batch_execute("BEGIN IMMEDIATE").await.map_err(translate)?;
        Ok(Self { conn, open: true, _turn: None })
    }

    /// Keeps the connection that writes from doing so until the transaction ends.
    pub(super) fn during(mut self, turn: OwnedMutexGuard<Conn>) -> Self {
        self._turn = Some(turn);
        self
    }

    pub(crate) fn conn(&mut self) -> &mut Conn {
        &mut self.conn
    }

    /// Commits what succeeded and rolls back what failed.
    pub(crate) async fn finish<T, E: FromStore>(self, result: Result<T, E>) -> Result<T, E> {
        let value = result?;
        self.commit().await.map_err(E::from_store)?;
        Ok(value)
    }

    /// A commit that fails is rolled back.
    async fn commit(mut self) -> Result<(), StoreError> {
        self.conn.batch_execute("COMMIT").await.map_err(translate)?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.open {
            // done when this returns: calls run in place (see `Inline`)
            _ = self.conn.batch_execute("ROLLBACK").now_or_never();
        }
    }
}
