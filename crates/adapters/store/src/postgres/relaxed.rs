//! Statements that do not wait for the disk.

use super::{conn::Conn, database::Postgres};
use diesel_async::pooled_connection::deadpool::Object;
use persistence::StoreError;
use std::future::{Ready, ready};

/// Ends the row of a statement that stands alone, in the hole `{relaxed}`: its commit, and only that,
/// does not wait for the disk. What is committed later on any connection brings it to the disk too, in
/// the same order.
pub(super) const RELAXED: &str = ", set_config('synchronous_commit', 'off', true)";

/// The connection of such a statement.
pub(crate) struct Relaxed(Object<Conn>);

impl Relaxed {
    pub(crate) fn conn(&mut self) -> &mut Conn {
        &mut self.0
    }

    /// Nothing is left to do: the statement was committed when it was answered.
    pub(crate) fn finish<T, E>(self, result: Result<T, E>) -> Ready<Result<T, E>> {
        ready(result)
    }
}

impl Postgres {
    /// For a single statement that ends with `{relaxed}`.
    pub(crate) async fn relaxed(&self) -> Result<Relaxed, StoreError> {
        self.writer().await.map(Relaxed)
    }
}
