//! The type of connections.

use diesel::sqlite::SqliteConnection;
use diesel_async::sync_connection_wrapper::{SpawnBlocking, SyncConnectionWrapper};
use futures_util::{FutureExt, future::BoxFuture};
use std::{error::Error, future::ready};

pub(crate) type Conn = SyncConnectionWrapper<SqliteConnection, Inline>;
pub(crate) type Db = diesel::sqlite::Sqlite;
/// The connection that [`concurrently!`] reads on.
pub(crate) type ReadConn<'a> = Conn;

/// Runs SQLite's calls on the caller's thread, because a hop to another thread costs more than a call.
pub(crate) struct Inline;

impl SpawnBlocking for Inline {
    fn spawn_blocking<'a, R: Send + 'static>(
        &mut self,
        task: impl FnOnce() -> R + Send + 'static,
    ) -> BoxFuture<'a, Result<R, Box<dyn Error + Send + Sync>>> {
        ready(Ok(task())).boxed()
    }

    fn get_runtime() -> Self {
        Self
    }
}
