//! SQLite: one file in WAL mode, one connection that writes, a few that read.

#[macro_use]
mod concurrently;
#[macro_use]
#[path = "../shared/mod.rs"]
mod shared;
mod connection;
mod date_index_hint;
#[cfg(test)]
mod explain;
mod issue;
mod migrate;
mod mutations;
mod request_counts;
mod transaction;
mod webhook_sql;

use crate::{SecretsKey, StoreOptions, error::backend};
use access::{OrganizationId, Window};
use connection::{Inline, Role};
use diesel::sqlite::SqliteConnection;
use diesel_async::{
    pooled_connection::deadpool::{Object, Pool},
    sync_connection_wrapper::SyncConnectionWrapper,
};
use persistence::StoreError;
use request_counts::RequestCounts;
use std::{path::Path, sync::Arc};
use tokio::sync::{Mutex, OwnedMutexGuard};
use transaction::Transaction;

pub(crate) type Conn = SyncConnectionWrapper<SqliteConnection, Inline>;
pub(crate) type Db = diesel::sqlite::Sqlite;
/// What [`concurrently!`] reads on.
pub(crate) type ReadConn<'a> = Conn;
/// What fills holes of statements here. No row is locked: a transaction that writes has the whole
/// file.
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", ""),
    ("for_change", ""),
    ("for_share", ""),
    ("skip_locked", ""),
    ("position", "instr"),
];
/// Whether any migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '__diesel_schema_migrations')";

/// An SQLite file.
///
/// Calls run on the caller's thread: SQLite answers sooner than another thread would wake up. One
/// process serves a file, because requests are counted in its memory; other processes may read and
/// write it meanwhile (a backup, the `seed` command).
#[derive(Clone)]
pub struct Sqlite {
    writer: Arc<Mutex<Conn>>,
    /// Writes too, in the writer's turn, what a power cut may undo.
    relaxed: Arc<Mutex<Conn>>,
    readers: Pool<Conn>,
    requests: Arc<RequestCounts>,
    secrets_key: Option<SecretsKey>,
}

/// The backend that `shared` implements the ports for.
pub(crate) use Sqlite as Backend;
pub(crate) use date_index_hint::date_index_hint;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use mutations::{commit_mutations, run_mutations};

impl Sqlite {
    pub(crate) async fn open(path: &Path, options: &StoreOptions) -> Result<Self, StoreError> {
        let path = path.to_str().ok_or_else(|| backend("the path of the database is not UTF-8"))?;
        let open = async |role| {
            let failed = |error| backend(connection::CannotOpen { path: path.to_owned(), error });
            connection::open(path, role, options)
                .await
                .map(Mutex::new)
                .map(Arc::new)
                .map_err(failed)
        };
        Ok(Self {
            writer: open(Role::Writer).await?,
            relaxed: open(Role::Relaxed).await?,
            readers: connection::readers(path, options)?,
            requests: Arc::default(),
            secrets_key: options.secrets_key.clone(),
        })
    }

    async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.readers.get().await.map_err(backend)
    }

    /// For a single statement that writes.
    async fn writer(&self) -> Result<OwnedMutexGuard<Conn>, StoreError> {
        Ok(self.writer.clone().lock_owned().await)
    }

    async fn begin(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(self.writer().await?).await
    }

    async fn counted(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window, StoreError> {
        Ok(self.requests.count(organization, operation, now))
    }
}
