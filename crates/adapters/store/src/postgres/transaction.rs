use super::Conn;
use crate::error::translate;
use diesel_async::{SimpleAsyncConnection, pooled_connection::deadpool::Object};
use persistence::StoreError;
use std::time::Duration;
use tokio::{runtime::Handle, time::timeout};

/// How long a rollback may take. It waits for the statement before it, which may wait for a lock;
/// then the connection is closed, and the server gives both up (`client_connection_check_interval`).
const PATIENCE: Duration = Duration::from_millis(500);

/// An open transaction. Rolls back when dropped before [`Transaction::commit`]: at once, and not
/// when the connection is used next, so that a cancelled request leaves no lock behind.
pub(crate) struct Transaction {
    conn: Option<Object<Conn>>,
}

impl Transaction {
    pub(super) async fn begin(conn: Object<Conn>) -> Result<Self, StoreError> {
        let transaction = Self { conn: Some(conn) };
        transaction.send_begin().await?;
        Ok(transaction)
    }

    /// A transaction whose first statement goes along with the BEGIN: see
    /// [`Transaction::send_begin`].
    pub(super) fn not_begun(conn: Object<Conn>) -> Self {
        Self { conn: Some(conn) }
    }

    /// Must be polled before the transaction's first statement is.
    pub(super) async fn send_begin(&self) -> Result<(), StoreError> {
        self.lane().batch_execute("BEGIN").await.map_err(translate)
    }

    pub(crate) fn conn(&mut self) -> &mut Conn {
        self.conn.as_mut().expect("there until the end")
    }

    /// For statements that are sent together.
    pub(super) fn lane(&self) -> &Conn {
        self.conn.as_ref().expect("there until the end")
    }

    /// Keeps what was done. When it fails it is rolled back, unless the server is gone.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.conn().batch_execute("COMMIT").await.map_err(translate)?;
        self.conn = None;
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        let Ok(runtime) = Handle::try_current() else {
            // nobody to wait for the answer: closing the connection rolls back too
            drop(Object::take(conn));
            return;
        };
        runtime.spawn(async move {
            let rollback = timeout(PATIENCE, conn.batch_execute("ROLLBACK")).await;
            if !matches!(rollback, Ok(Ok(()))) {
                drop(Object::take(conn));
            }
        });
    }
}
