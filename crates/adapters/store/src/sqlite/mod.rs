//! SQLite: one file in WAL mode, one connection that writes durably, one that writes without waiting
//! for the disk, a few that read.

#[macro_use]
mod together;
mod committer;
mod connection;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod group_tests;
mod issue;
mod migrate;
mod request_counts;
#[path = "../shared/mod.rs"]
mod shared;
mod sign_of_dates;
mod steps;
mod transaction;
mod webhook_sql;
mod writing;

use crate::{SecretsKey, StoreOptions, error::backend};
use access::{OrganizationId, Window};
use committer::Committer;
use connection::Inline;
use diesel::sqlite::SqliteConnection;
use diesel_async::{
    pooled_connection::deadpool::{Object, Pool},
    sync_connection_wrapper::SyncConnectionWrapper,
};
use persistence::StoreError;
use request_counts::RequestCounts;
use shared::webhooks::conclusions::Conclusions;
use std::{path::Path, sync::Arc};
use tokio::sync::Mutex;
use transaction::Transaction;
use writing::{Writer, Writing};

pub(crate) type Conn = SyncConnectionWrapper<SqliteConnection, Inline>;
pub(crate) type Db = diesel::sqlite::Sqlite;
/// What [`together!`] reads on.
pub(crate) type Lane<'a> = Conn;
/// Where the text that is looked for stands in the search name of a contact; the text follows.
pub(crate) const POSITION_IN_NAME: &str = "instr(search_name, ";
/// Locks the rows that are read: a transaction that writes has the whole file.
pub(crate) const FOR_UPDATE: &str = "";
/// Leaves out rows that another transaction has locked: there is none.
pub(crate) const SKIP_LOCKED: &str = "";
/// Ends the row of a statement that does not wait for the disk: here that is the transaction's.
pub(crate) const RELAXED: &str = ", ''";
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
    writing: Arc<Mutex<Writing>>,
    committer: Committer,
    readers: Pool<Conn>,
    requests: Arc<RequestCounts>,
    conclusions: Conclusions,
    secrets_key: Option<SecretsKey>,
}

/// The backend that `shared` implements the ports for.
pub(crate) use Sqlite as Backend;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use sign_of_dates::sign_of_dates;
pub(crate) use steps::{keep_steps, run_steps};

impl Sqlite {
    pub(crate) async fn open(path: &Path, options: &StoreOptions) -> Result<Self, StoreError> {
        let path = path.to_str().ok_or_else(|| backend("the path of the database is not UTF-8"))?;
        let failed = |error| backend(connection::CannotOpen { path: path.to_owned(), error });
        let writing = Arc::new(Mutex::new(Writing::open(path, options).await.map_err(failed)?));
        Ok(Self {
            committer: Committer::start(&writing).map_err(backend)?,
            writing,
            readers: connection::readers(path, options)?,
            requests: Arc::default(),
            conclusions: Conclusions::default(),
            secrets_key: options.secrets_key.clone(),
        })
    }

    async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.readers.get().await.map_err(backend)
    }

    /// For single statements that write, each committed by itself.
    async fn writer(&self) -> Result<Writer, StoreError> {
        Ok(Writer::new(self.writing.clone().lock_owned().await))
    }

    async fn begin(&self) -> Result<Transaction, StoreError> {
        let turn = self.writing.clone().lock_owned().await;
        Transaction::begin(turn, self.committer.clone()).await
    }

    /// A transaction that does not wait for the disk when it commits: a power cut may lose the last
    /// ones.
    pub(crate) async fn begin_relaxed(&self) -> Result<Transaction, StoreError> {
        let turn = self.writing.clone().lock_owned().await;
        Transaction::relaxed(turn, self.committer.clone()).await
    }

    /// For conclusions of deliveries: the same.
    pub(crate) async fn begin_conclusions(&self) -> Result<Transaction, StoreError> {
        self.begin_relaxed().await
    }

    /// For a single statement that ends with [`RELAXED`].
    async fn relaxed(&self) -> Result<Transaction, StoreError> {
        self.begin_relaxed().await
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
