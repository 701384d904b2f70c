use super::{conn::Conn, threads::Threads};
use crate::error::translate;
use diesel_async::{SimpleAsyncConnection, pooled_connection::deadpool::Object};
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// How long a rollback may take. It waits for the statement before it, which may wait for a lock; after this time the
/// connection is closed, and the server ends both (`client_connection_check_interval`).
const PATIENCE: Duration = Duration::from_millis(500);

/// An open transaction. [`Transaction::finish`] ends it. When it is dropped before (a cancelled request, a panic), a
/// spawned task rolls it back at once, and not the next use of the connection, so that no lock remains.
pub(crate) struct Transaction {
    conn: Option<Object<Conn>>,
    threads: Arc<Threads>,
}

impl Transaction {
    pub(super) async fn begin(
        conn: Object<Conn>,
        threads: &Arc<Threads>,
    ) -> Result<Self, StoreError> {
        let transaction = Self::not_begun(conn, threads);
        transaction.send_begin().await?;
        Ok(transaction)
    }

    /// A transaction whose BEGIN is sent together with its first statement: see [`Transaction::send_begin`].
    pub(super) fn not_begun(conn: Object<Conn>, threads: &Arc<Threads>) -> Self {
        Self { conn: Some(conn), threads: Arc::clone(threads) }
    }

    /// Must be polled before the transaction's first statement.
    pub(super) async fn send_begin(&self) -> Result<(), StoreError> {
        self.read_conn().batch_execute("BEGIN").await.map_err(translate)
    }

    /// Releases the connection of a statement that was its own transaction.
    pub(super) fn nothing_is_open(mut self) {
        self.conn = None;
    }

    pub(crate) fn conn(&mut self) -> &mut Conn {
        self.conn.as_mut().expect("there until the end")
    }

    /// The connection, for statements that are sent together.
    pub(super) fn read_conn(&self) -> &Conn {
        self.conn.as_ref().expect("there until the end")
    }

    /// Commits on success. After a failure it rolls back before it returns, so that a caller that retries at once does
    /// not meet its own locks.
    pub(crate) async fn finish<T, E>(self, result: Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError>,
    {
        let error = match result {
            Ok(value) => return Ok(self.commit().await.map(|()| value)?),
            Err(error) => error,
        };
        self.undo().await;
        Err(error)
    }

    fn undo(mut self) -> BoxFuture<'static, ()> {
        async move {
            // the connection stays in `self` meanwhile, because the caller may be cancelled here too
            let rolled_back = roll_back(self.conn()).await;
            close_unless(rolled_back, self.conn.take());
        }
        .boxed()
    }

    /// A commit that fails is rolled back, unless the server is gone.
    fn commit(mut self) -> BoxFuture<'static, Result<(), StoreError>> {
        async move {
            self.conn().batch_execute("COMMIT").await.map_err(translate)?;
            self.nothing_is_open();
            Ok(())
        }
        .boxed()
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        // not on the caller's runtime, which may be shutting down
        self.threads.spawn(async move {
            let rolled_back = roll_back(&mut conn).await;
            close_unless(rolled_back, Some(conn));
        });
    }
}

/// Whether the server confirmed the rollback.
async fn roll_back(conn: &mut Conn) -> bool {
    matches!(timeout(PATIENCE, conn.batch_execute("ROLLBACK")).await, Ok(Ok(())))
}

/// Returns a connection to the pool; one with an open transaction is closed.
fn close_unless(rolled_back: bool, conn: Option<Object<Conn>>) {
    if !rolled_back {
        drop(conn.map(Object::take));
    }
}
