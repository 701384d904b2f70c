//! Statements whose commit does not wait for the disk.

use super::{conn::Conn, database::Postgres};
use diesel_async::pooled_connection::deadpool::Object;
use persistence::StoreError;
use std::future::{Ready, ready};

/// Appended to the row of a single statement, in the hole `{async_commit}`: its own commit does not wait for the disk. The
/// next commit on any connection also writes it to the disk, in the same order.
pub(super) const ASYNC_COMMIT: &str = ", set_config('synchronous_commit', 'off', true)";

/// The connection of such a statement.
pub(crate) struct AsyncCommit(Object<Conn>);

impl AsyncCommit {
    pub(crate) fn conn(&mut self) -> &mut Conn {
        &mut self.0
    }

    /// Does nothing: the statement was committed when it was answered.
    pub(crate) fn finish<T, E>(self, result: Result<T, E>) -> Ready<Result<T, E>> {
        ready(result)
    }
}

impl Postgres {
    /// A connection for a single statement that ends with `{async_commit}`.
    pub(crate) async fn async_commit(&self) -> Result<AsyncCommit, StoreError> {
        self.writer().await.map(AsyncCommit)
    }
}
