//! PostgreSQL: a pool of connections, as few round trips as possible.

#[macro_use]
mod together;
#[cfg(test)]
mod explain;
mod issue;
mod keep;
mod migrate;
mod next_numbers;
mod pool;
mod relaxed;
mod request_counts;
#[path = "../shared/mod.rs"]
mod shared;
mod steps;
mod transaction;
mod webhook_sql;

use crate::{SecretsKey, StoreOptions, error::backend, error::translate};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection, pooled_connection::deadpool::Object};
use invoicing::InvoiceFilter;
use next_numbers::NextNumbers;
use persistence::StoreError;
use pool::Connections;
use shared::webhooks::conclusions::Conclusions;
use std::sync::Arc;
use transaction::Transaction;

pub(crate) type Conn = AsyncPgConnection;
pub(crate) type Db = diesel::pg::Pg;
/// What [`together!`] reads on: several may be in use at once.
pub(crate) type Lane<'a> = &'a Conn;
/// Where the text that is looked for stands in the search name of a contact; the text follows.
pub(crate) const POSITION_IN_NAME: &str = "strpos(search_name, ";
/// What stands before a date that is filtered by: nothing. The planner knows from its statistics how
/// many invoices a range of days holds.
pub(crate) fn sign_of_dates(_: &InvoiceFilter) -> &'static str {
    ""
}
/// Locks the rows that are read, until the transaction ends.
pub(crate) const FOR_UPDATE: &str = " FOR UPDATE";
/// Leaves out rows that another transaction has locked.
pub(crate) const SKIP_LOCKED: &str = " SKIP LOCKED";
/// Whether any migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL";

/// A PostgreSQL database; any number of processes may share it.
#[derive(Clone)]
pub struct Postgres {
    connections: Connections,
    next_numbers: Arc<NextNumbers>,
    conclusions: Conclusions,
    secrets_key: Option<SecretsKey>,
}

/// The backend that `shared` implements the ports for.
pub(crate) use Postgres as Backend;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use relaxed::RELAXED;
pub(crate) use steps::{keep_steps, run_steps};

impl Postgres {
    pub(crate) async fn open(url: &str, options: &StoreOptions) -> Result<Self, StoreError> {
        let connections = Connections::new(url, options)?;
        let secrets_key = options.secrets_key.clone();
        let store = Self {
            connections,
            next_numbers: Arc::default(),
            conclusions: Conclusions::default(),
            secrets_key,
        };
        store.ping().await?;
        Ok(store)
    }

    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        (&mut &*self.reader().await?).batch_execute("SELECT 1").await.map_err(translate)
    }

    async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.connections.get().await.map_err(backend)
    }

    /// For a single statement that writes.
    async fn writer(&self) -> Result<Object<Conn>, StoreError> {
        self.reader().await
    }

    async fn begin(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(self.writer().await?).await
    }
}
