//! SQLite: one file in WAL mode, one connection that writes durably, one that writes without waiting
//! for the disk, a few that read.

#[macro_use]
mod concurrently;
#[macro_use]
#[path = "../shared/mod.rs"]
mod shared;
mod committer;
mod connection;
mod date_index_hint;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod group_tests;
mod issue;
mod migrate;
mod mutations;
mod request_counts;
mod transaction;
mod webhook_sql;
mod writing;

use crate::{SecretsKey, StoreOptions, error::backend, together::on_the_callers_runtime};
use access::OrganizationId;
use committer::Committer;
use connection::Inline;
use diesel::sqlite::SqliteConnection;
use diesel_async::{
    pooled_connection::deadpool::{Object, Pool},
    sync_connection_wrapper::SyncConnectionWrapper,
};
use invoicing::InvoiceType;
use persistence::StoreError;
use request_counts::RequestCounts;
use shared::oauth::calls::Calls;
use shared::{
    organizations::rows::{Issuer, issuer},
    webhooks::conclusions::{Conclusions, conclusions},
};
use std::{path::Path, sync::Arc};
use tokio::sync::Mutex;
use transaction::Transaction;
use writing::{Writer, Writing};

pub(crate) type Conn = SyncConnectionWrapper<SqliteConnection, Inline>;
pub(crate) type Db = diesel::sqlite::Sqlite;
/// What [`concurrently!`] reads on.
pub(crate) type ReadConn<'a> = Conn;
/// What fills holes of statements here. No row is locked: a transaction that writes has the whole
/// file. What need not wait for the disk is in a transaction that does not: see [`Sqlite::relaxed`].
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", ""),
    ("for_change", ""),
    ("for_share", ""),
    ("skip_locked", ""),
    ("position", "instr"),
    ("relaxed", ""),
    // without statistics any index of the organization looks as good
    ("owed_index", "INDEXED BY invoices_owed"),
    ("first_of_month", "date(day, 'start of month')"),
];
/// Whether any migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '__diesel_schema_migrations')";

/// An SQLite file.
///
/// Calls run on the caller's thread: SQLite answers sooner than another thread would wake up. One
/// process serves a file, because requests are counted in its memory; other processes may read and
/// write it meanwhile (a backup, the `keys` command).
#[derive(Clone)]
pub struct Sqlite {
    writing: Arc<Mutex<Writing>>,
    committer: Committer,
    readers: Pool<Conn>,
    requests: Arc<RequestCounts>,
    calls: Arc<Calls>,
    conclusions: Conclusions,
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
        connection::make_private(path);
        let failed = |error| backend(connection::CannotOpen { path: path.to_owned(), error });
        let writing = Arc::new(Mutex::new(Writing::open(path, options).await.map_err(failed)?));
        Ok(Self {
            committer: Committer::start(&writing).map_err(backend)?,
            requests: Arc::new(RequestCounts::new(&writing)),
            calls: Arc::default(),
            writing,
            readers: connection::readers(path, options)?,
            conclusions: conclusions(&on_the_callers_runtime()),
            secrets_key: options.secrets_key.clone(),
        })
    }

    async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.readers.get().await.map_err(backend)
    }

    /// Who issues, when nothing else is read.
    pub(crate) async fn issuer(
        &self,
        id: OrganizationId,
        of: InvoiceType,
    ) -> Result<Issuer, StoreError> {
        issuer(&mut *self.reader().await?, id, of).await
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

    /// For a single statement that need not wait for the disk.
    async fn relaxed(&self) -> Result<Transaction, StoreError> {
        self.begin_relaxed().await
    }
}
