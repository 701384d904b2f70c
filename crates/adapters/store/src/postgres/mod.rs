//! PostgreSQL: a pool of connections, as few round trips as possible.

#[macro_use]
mod concurrently;
#[macro_use]
#[path = "../shared/mod.rs"]
mod shared;
#[cfg(test)]
mod explain;
mod issue;
mod issuers;
mod migrate;
mod mutations;
mod next_numbers;
mod owned;
mod pool;
mod relaxed;
mod request_counts;
mod save;
mod save_together;
mod threads;
mod transaction;
mod webhook_sql;

use crate::{SecretsKey, StoreOptions, error::translate};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection, pooled_connection::deadpool::Object};
use invoicing::InvoiceFilter;
use issuers::{Issuers, issuers};
use next_numbers::NextNumbers;
use persistence::StoreError;
use pool::Connections;
use request_counts::Requests;
use save_together::Saves;
use shared::oauth::calls::Calls;
use shared::{
    sql::{Fragment, Statement},
    webhooks::conclusions::{Conclusions, conclusions},
};
use std::sync::Arc;
use time::OffsetDateTime;
use transaction::Transaction;

pub(crate) type Conn = AsyncPgConnection;
pub(crate) type Db = diesel::pg::Pg;
/// What [`concurrently!`] reads on: several may be in use at once.
pub(crate) type ReadConn<'a> = &'a Conn;
/// What fills holes of statements here. A row that is locked `{for_change}` keeps nobody waiting who
/// only refers to it.
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", "FOR UPDATE"),
    ("for_change", "FOR NO KEY UPDATE"),
    ("for_share", "FOR SHARE"),
    ("skip_locked", "SKIP LOCKED"),
    ("position", "strpos"),
    ("relaxed", relaxed::RELAXED),
    ("owed_index", ""),
    ("first_of_month", "CAST(date_trunc('month', day) AS date)"),
];
/// What stands before a date that is filtered by: nothing. The planner knows from its statistics how
/// many invoices a range of days holds.
pub(crate) const fn date_index_hint(_: &InvoiceFilter) -> Fragment {
    Fragment("")
}
/// Whether any migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL";

/// A PostgreSQL database; any number of processes may share it.
#[derive(Clone)]
pub struct Postgres {
    connections: Connections,
    next_numbers: Arc<NextNumbers>,
    conclusions: Conclusions,
    requests: Requests,
    calls: Arc<Calls>,
    issuers: Issuers,
    saves: Saves,
    secrets_key: Option<SecretsKey>,
}

/// The backend that `shared` implements the ports for.
pub(crate) use Postgres as Backend;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use mutations::{commit_mutations, run_mutations};

impl Postgres {
    pub(crate) async fn open(url: &str, options: &StoreOptions) -> Result<Self, StoreError> {
        let connections = Connections::new(url, options)?;
        let secrets_key = options.secrets_key.clone();
        let spawner = connections.spawner();
        let store = Self {
            connections,
            next_numbers: Arc::default(),
            conclusions: conclusions(&spawner),
            requests: Requests::new(&spawner),
            calls: Arc::default(),
            issuers: issuers(&spawner),
            saves: Saves::new(&spawner),
            secrets_key,
        };
        store.ping().await?;
        Ok(store)
    }

    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        (&mut &*self.reader().await?).batch_execute("SELECT 1").await.map_err(translate)
    }

    pub(crate) async fn time(&self) -> Result<OffsetDateTime, StoreError> {
        sql!("SELECT clock_timestamp()").one(&mut &*self.reader().await?).await
    }

    /// A setting of the server as this store's connections have it.
    ///
    /// # Errors
    /// [`StoreError::Backend`] when there is no such setting.
    pub async fn setting(&self, name: &str) -> Result<String, StoreError> {
        sql!("SELECT current_setting({})", name).one(&mut &*self.reader().await?).await
    }

    async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.connections.get().await.map_err(|error| StoreError::Unavailable(error.into()))
    }

    /// For a single statement that writes.
    async fn writer(&self) -> Result<Object<Conn>, StoreError> {
        self.reader().await
    }

    /// A transaction whose first statement goes along with the BEGIN.
    async fn not_begun(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction::not_begun(self.writer().await?, self.connections.threads()))
    }

    async fn begin(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(self.writer().await?, self.connections.threads()).await
    }
}
