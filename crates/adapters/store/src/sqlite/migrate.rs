use super::{
    Sqlite,
    shared::schema::{old::take_over, pending::pending},
};
use crate::error::backend;
use diesel::{SqliteConnection, migration, result::Error};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use persistence::StoreError;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations/sqlite");

impl Sqlite {
    /// In one transaction that takes the file's write lock first, so that other processes wait.
    pub(crate) async fn migrate(&self) -> Result<usize, StoreError> {
        let mut conn = self.writer().await?;
        conn.spawn_blocking(|conn| {
            conn.immediate_transaction(|conn| run(conn).map_err(Error::QueryBuilderError))
        })
        .await
        .map_err(backend)
    }

    pub(crate) async fn pending_migrations(&self) -> Result<usize, StoreError> {
        pending(&mut *self.reader().await?).await
    }
}

fn run(conn: &mut SqliteConnection) -> migration::Result<usize> {
    let taken_over = take_over(conn)?;
    Ok(taken_over + conn.run_pending_migrations(MIGRATIONS)?.len())
}
