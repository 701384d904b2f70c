use super::{Conn, Sqlite};
use crate::error::backend;
use diesel::{SqliteConnection, result::Error};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use invoicing::StoreError;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations/sqlite");

impl Sqlite {
    /// In one transaction that takes the file's write lock first: other processes wait for it.
    pub(crate) async fn migrate(&self) -> Result<usize, StoreError> {
        with_lock(&mut *self.writer().await?, |conn| {
            conn.run_pending_migrations(MIGRATIONS).map(|done| done.len())
        })
        .await
    }

    pub(crate) async fn pending_migrations(&self) -> Result<usize, StoreError> {
        with_lock(&mut *self.writer().await?, |conn| {
            conn.pending_migrations(MIGRATIONS).map(|pending| pending.len())
        })
        .await
    }
}

async fn with_lock<T: Send + 'static>(
    conn: &mut Conn,
    work: fn(&mut SqliteConnection) -> diesel::migration::Result<T>,
) -> Result<T, StoreError> {
    conn.spawn_blocking(move |conn| {
        conn.immediate_transaction(|conn| work(conn).map_err(Error::QueryBuilderError))
    })
    .await
    .map_err(backend)
}
