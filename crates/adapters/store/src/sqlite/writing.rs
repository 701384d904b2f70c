//! The writing connections, and group commit: concurrent writers share one transaction, each in a savepoint of its
//! own, and one wait for the disk.

use super::{
    conn::Conn,
    opening::{Role, open},
};
use crate::{StoreOptions, error::translate};
use diesel::{ConnectionResult, QueryResult, result::Error as DieselError};
use diesel_async::SimpleAsyncConnection;
use futures_util::FutureExt;
use persistence::StoreError;
use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};
use tokio::sync::{OwnedMutexGuard, watch};

/// The turn to write. The next in the queue follows when it is dropped.
pub(super) type Turn = OwnedMutexGuard<Writing>;

/// How the transaction of a batch ended; `None` while it is open.
type Ended = Option<Result<(), Arc<DieselError>>>;

/// The writing connections.
pub(super) struct Writing {
    durable: Conn,
    async_commit: Conn,
    batch: Option<Batch>,
}

/// An open transaction on the durable connection, with the work of the callers that wait for its commit.
struct Batch {
    members: usize,
    ended: watch::Sender<Ended>,
}

/// The work of a caller, until its batch is on the disk.
pub(super) struct Member {
    ended: watch::Receiver<Ended>,
    /// Whether it is the first of its batch: then it must request the commit.
    pub(super) is_first: bool,
}

impl Member {
    /// Waits until the batch is on the disk.
    pub(super) async fn committed(mut self) -> Result<(), StoreError> {
        let ended = self.ended.wait_for(Option::is_some).await;
        match ended.as_deref() {
            Ok(Some(Ok(()))) => Ok(()),
            Ok(Some(Err(error))) => Err(StoreError::Backend(Box::new(Arc::clone(error)))),
            Ok(None) | Err(_) => Err(StoreError::Backend("the batch was not committed".into())),
        }
    }
}

/// The durable connection, for statements that are committed one by one.
pub(super) struct Writer(Turn);

impl Writer {
    /// Commits the open batch first.
    pub(super) fn new(mut turn: Turn) -> Self {
        turn.commit_batch();
        Self(turn)
    }
}

impl Deref for Writer {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.0.durable
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.0.durable
    }
}

impl Writing {
    pub(super) async fn open(path: &str, options: &StoreOptions) -> ConnectionResult<Self> {
        let durable = open(path, Role::Writer, options).await?;
        let async_commit = open(path, Role::AsyncCommit, options).await?;
        Ok(Self { durable, async_commit, batch: None })
    }

    pub(super) fn durable(&mut self) -> &mut Conn {
        &mut self.durable
    }

    pub(super) fn async_commit(&mut self) -> &mut Conn {
        &mut self.async_commit
    }

    /// Whether other callers have work in the open batch.
    pub(super) fn has_batch(&self) -> bool {
        self.batch.is_some()
    }

    /// Begins a batch. `IMMEDIATE`, because a transaction that starts to write later fails when another process was
    /// first.
    pub(super) async fn begin_batch(&mut self) -> Result<(), StoreError> {
        self.durable.batch_execute("BEGIN IMMEDIATE").await.map_err(translate)?;
        self.batch = Some(Batch { members: 0, ended: watch::Sender::new(None) });
        Ok(())
    }

    /// Begins the work of a further caller in the open batch.
    pub(super) fn join_batch(&mut self) -> Result<(), StoreError> {
        let begun = self.in_place("SAVEPOINT member");
        if begun.is_err() {
            self.abandon_batch();
        }
        begun.map_err(translate)
    }

    /// Keeps the work of a caller in the batch. An error of the database may have ended the transaction, and with it
    /// the work of all: then all get the error.
    pub(super) fn stay(&mut self, joined: bool) -> Result<Member, StoreError> {
        if joined && let Err(error) = self.in_place("RELEASE member") {
            self.abandon_batch();
            return Err(translate(error));
        }
        let batch = self.batch.as_mut().ok_or_else(|| StoreError::Backend("no batch".into()))?;
        batch.members += 1;
        Ok(Member { ended: batch.ended.subscribe(), is_first: batch.members == 1 })
    }

    /// Undoes the work of a caller. That of the others is committed at once: the caller may have been refused because
    /// of it, and may look for it.
    pub(super) fn leave(&mut self, joined: bool) {
        if joined && self.in_place("ROLLBACK TO member; RELEASE member").is_ok() {
            self.commit_batch();
        } else {
            self.abandon_batch();
        }
    }

    /// Commits the open batch. Runs in place, so that it also works while a caller is dropped.
    pub(super) fn commit_batch(&mut self) {
        let Some(batch) = self.batch.take() else { return };
        let committed = self.in_place("COMMIT");
        if committed.is_err() {
            // as after any failed commit: nothing is stored, and the connection is free again
            _ = self.in_place("ROLLBACK");
        }
        batch.ended.send_replace(Some(committed.map_err(Arc::new)));
    }

    /// Rolls back the whole batch, and reports that to its members.
    fn abandon_batch(&mut self) {
        let Some(batch) = self.batch.take() else { return };
        _ = self.in_place("ROLLBACK");
        batch.ended.send_replace(Some(Err(Arc::new(DieselError::RollbackTransaction))));
    }

    /// Rolls back the open transaction of the connection with asynchronous commits.
    pub(super) fn roll_back_async_commit(&mut self) {
        _ = self.async_commit.batch_execute("ROLLBACK").now_or_never();
    }

    /// Runs a statement to its end: calls run in place (see [`super::conn::Inline`]).
    fn in_place(&mut self, sql: &str) -> QueryResult<()> {
        let done = self.durable.batch_execute(sql).now_or_never();
        done.unwrap_or(Err(DieselError::BrokenTransactionManager))
    }
}
