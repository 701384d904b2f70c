use super::{
    Postgres,
    shared::schema::{old::take_over, pending::pending},
};
use crate::error::backend;
use diesel::{RunQueryDsl, migration, sql_query};
use diesel_async::{AsyncPgConnection, async_connection_wrapper::AsyncConnectionWrapper};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use persistence::StoreError;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations/postgres");

/// The key of the session lock under which one process migrates while the others wait. Any number that the database
/// does not use elsewhere.
const LOCK: i64 = 0x62_69_6c_6c_68_6f_6f_6b; // "billhook"

type Conn = AsyncConnectionWrapper<AsyncPgConnection>;

impl Postgres {
    pub(crate) async fn migrate(&self) -> Result<usize, StoreError> {
        let conn = self.connections.alone().await.map_err(backend)?;
        // on a blocking thread: diesel's migrations are not asynchronous
        let work = tokio::task::spawn_blocking(move || run(Conn::from(conn)));
        work.await.map_err(backend)?.map_err(StoreError::Backend)
    }

    pub(crate) async fn pending_migrations(&self) -> Result<usize, StoreError> {
        pending(&mut &*self.reader().await?).await
    }
}

fn run(mut conn: Conn) -> migration::Result<usize> {
    // the lock is released when the connection closes
    sql_query(format!("SELECT pg_advisory_lock({LOCK})")).execute(&mut conn)?;
    let taken_over = take_over(&mut conn)?;
    Ok(taken_over + conn.run_pending_migrations(MIGRATIONS)?.len())
}
