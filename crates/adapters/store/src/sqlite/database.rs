//! The SQLite file: connections that read, connections that write, and counts in memory.

use super::{
    committer::Committer,
    conn::Conn,
    opening::{self, CannotOpen},
    request_counts::RequestCounts,
    shared::{
        people::oauth::calls::Calls,
        webhooks::conclusions::{Conclusions, conclusions},
    },
    transaction::Transaction,
    writing::{Writer, Writing},
};
use crate::{SecretsKey, StoreOptions, batcher::on_the_callers_runtime, error::backend};
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;
use std::{path::Path, sync::Arc};
use tokio::sync::Mutex;
use uuid::Uuid;

/// A turn that need not be waited for.
pub(crate) struct NoTurn;

/// An SQLite file.
///
/// Calls run on the caller's thread: SQLite answers sooner than another thread would wake up. One process serves a
/// file, because requests are counted in its memory; other processes may read and write it at the same time (a backup,
/// the `keys` command).
#[derive(Clone)]
pub struct Sqlite {
    pub(super) writing: Arc<Mutex<Writing>>,
    committer: Committer,
    readers: Pool<Conn>,
    pub(super) requests: Arc<RequestCounts>,
    pub(super) calls: Arc<Calls>,
    pub(super) conclusions: Conclusions,
    pub(super) secrets_key: Option<SecretsKey>,
}

impl Sqlite {
    pub(crate) async fn open(path: &Path, options: &StoreOptions) -> Result<Self, StoreError> {
        let path = path.to_str().ok_or_else(|| backend("the path of the database is not UTF-8"))?;
        opening::make_private(path);
        let failed = |error| backend(CannotOpen { path: path.to_owned(), error });
        let writing = Arc::new(Mutex::new(Writing::open(path, options).await.map_err(failed)?));
        Ok(Self {
            committer: Committer::start(&writing).map_err(backend)?,
            requests: Arc::new(RequestCounts::new(&writing)),
            calls: Arc::default(),
            writing,
            readers: opening::readers(path, options)?,
            conclusions: conclusions(&on_the_callers_runtime()),
            secrets_key: options.secrets_key.clone(),
        })
    }

    pub(super) fn reader(&self) -> BoxFuture<'_, Result<Object<Conn>, StoreError>> {
        async { self.readers.get().await.map_err(backend) }.boxed()
    }

    /// Writers wait for their turn on the writing connection anyway.
    pub(super) async fn turn(&self, _: Uuid) -> Result<NoTurn, StoreError> {
        Ok(NoTurn)
    }

    /// A connection for single statements that write, each committed by itself.
    pub(super) async fn writer(&self) -> Result<Writer, StoreError> {
        Ok(Writer::new(self.writing.clone().lock_owned().await))
    }

    pub(super) fn begin(&self) -> BoxFuture<'_, Result<Transaction, StoreError>> {
        async {
            let turn = self.writing.clone().lock_owned().await;
            Transaction::begin(turn, self.committer.clone()).await
        }
        .boxed()
    }

    /// A transaction whose commit does not wait for the disk: a power cut may lose the latest ones.
    pub(crate) async fn begin_async_commit(&self) -> Result<Transaction, StoreError> {
        let turn = self.writing.clone().lock_owned().await;
        Transaction::async_commit(turn, self.committer.clone()).await
    }

    /// The same, for conclusions of deliveries.
    pub(crate) async fn begin_conclusions(&self) -> Result<Transaction, StoreError> {
        self.begin_async_commit().await
    }

    /// A transaction for a single statement that need not wait for the disk.
    pub(super) async fn async_commit(&self) -> Result<Transaction, StoreError> {
        self.begin_async_commit().await
    }
}
