//! The PostgreSQL database: its connections, and the statements that are batched over them.

use super::{
    conn::Conn,
    issuers::{Issuers, issuers},
    next_numbers::NextNumbers,
    pool::Connections,
    requests::Requests,
    saves::Saves,
    shared::{
        people::oauth::calls::Calls,
        sql::Statement,
        webhooks::conclusions::{Conclusions, conclusions},
    },
    transaction::Transaction,
    turns::{Turn, Turns},
};
use crate::{SecretsKey, StoreOptions, error::translate};
use diesel_async::{SimpleAsyncConnection, pooled_connection::deadpool::Object};
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// A PostgreSQL database, which any number of processes may share.
#[derive(Clone)]
pub struct Postgres {
    pub(super) connections: Connections,
    pub(super) next_numbers: Arc<NextNumbers>,
    pub(super) conclusions: Conclusions,
    pub(super) requests: Requests,
    pub(super) calls: Arc<Calls>,
    pub(super) issuers: Issuers,
    pub(super) saves: Saves,
    turns: Turns,
    pub(super) secrets_key: Option<SecretsKey>,
}

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
            turns: Turns::new(options.acquire_timeout),
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

    /// A setting of the server, as this store's connections see it.
    ///
    /// # Errors
    /// [`StoreError::Backend`] when there is no such setting.
    pub async fn setting(&self, name: &str) -> Result<String, StoreError> {
        sql!("SELECT current_setting({})", name).one(&mut &*self.reader().await?).await
    }

    pub(super) async fn reader(&self) -> Result<Object<Conn>, StoreError> {
        self.connections.get().await.map_err(|error| StoreError::Unavailable(error.into()))
    }

    /// A connection for a single statement that writes.
    pub(super) async fn writer(&self) -> Result<Object<Conn>, StoreError> {
        self.reader().await
    }

    /// Waits for the turn to change an invoice or an expense, without holding a connection.
    pub(super) async fn turn(&self, of: Uuid) -> Result<Turn, StoreError> {
        self.turns.of(of).await
    }

    /// A transaction whose BEGIN is sent together with its first statement.
    pub(super) async fn not_begun(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction::not_begun(self.writer().await?, self.connections.threads()))
    }

    pub(super) fn begin(&self) -> BoxFuture<'_, Result<Transaction, StoreError>> {
        async { Transaction::begin(self.writer().await?, self.connections.threads()).await }.boxed()
    }
}
