use super::{Sqlite, shared::migrations::pending};
use crate::error::backend;
use diesel::result::Error;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use persistence::StoreError;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations/sqlite");

impl Sqlite {
    /// In one transaction that takes the file's write lock first: other processes wait for it.
    pub(crate) async fn migrate(&self) -> Result<usize, StoreError> {
        let mut conn = self.writer().await?;
        conn.spawn_blocking(|conn| {
            conn.immediate_transaction(|conn| {
                let done = conn.run_pending_migrations(MIGRATIONS);
                done.map(|done| done.len()).map_err(Error::QueryBuilderError)
            })
        })
        .await
        .map_err(backend)
    }

    pub(crate) async fn pending_migrations(&self) -> Result<usize, StoreError> {
        pending(&mut *self.reader().await?).await
    }
}
