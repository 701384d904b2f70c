use super::{committer::Committer, conn::Conn, writing::Turn};
use crate::error::translate;
use diesel_async::SimpleAsyncConnection;
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;

/// An open transaction of a caller. [`Transaction::finish`] ends it; it is rolled back when it is dropped before.
pub(crate) struct Transaction {
    turn: Option<Turn>,
    place: Place,
    committer: Committer,
}

/// Where the work of a caller is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It began the batch.
    First,
    /// In a savepoint of a batch that another caller began.
    Joined,
    /// In a transaction of its own that does not wait for the disk.
    AsyncCommit,
}

impl Transaction {
    /// Begins the work in the open batch, or in a new one.
    pub(super) async fn begin(mut turn: Turn, committer: Committer) -> Result<Self, StoreError> {
        let place = if turn.has_batch() {
            turn.join_batch()?;
            Place::Joined
        } else {
            turn.begin_batch().await?;
            Place::First
        };
        Ok(Self { turn: Some(turn), place, committer })
    }

    /// Begins work that a power cut may undo. When a batch is open it joins that: the other connection could not write
    /// at the same time.
    pub(super) async fn async_commit(
        mut turn: Turn,
        committer: Committer,
    ) -> Result<Self, StoreError> {
        if turn.has_batch() {
            return Self::begin(turn, committer).await;
        }
        turn.async_commit().batch_execute("BEGIN IMMEDIATE").await.map_err(translate)?;
        Ok(Self { turn: Some(turn), place: Place::AsyncCommit, committer })
    }

    pub(crate) fn conn(&mut self) -> &mut Conn {
        let turn = self.turn.as_mut().expect("there until the end");
        if self.place == Place::AsyncCommit { turn.async_commit() } else { turn.durable() }
    }

    /// Commits on success and rolls back after a failure. Returns when the commit is on the disk, unless the
    /// transaction commits asynchronously.
    pub(crate) async fn finish<T, E: From<StoreError>>(self, result: Result<T, E>) -> Result<T, E> {
        let value = result?;
        self.commit().await?;
        Ok(value)
    }

    /// A commit that fails is rolled back.
    fn commit(mut self) -> BoxFuture<'static, Result<(), StoreError>> {
        async move {
            if self.place == Place::AsyncCommit {
                self.conn().batch_execute("COMMIT").await.map_err(translate)?;
                drop(self.turn.take());
                return Ok(());
            }
            let Some(mut turn) = self.turn.take() else { return Ok(()) };
            let member = turn.stay(self.place == Place::Joined)?;
            if member.is_first {
                self.committer.commit(turn);
            } else {
                drop(turn);
            }
            member.committed().await
        }
        .boxed()
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(mut turn) = self.turn.take() else { return };
        match self.place {
            Place::First => turn.leave(false),
            Place::Joined => turn.leave(true),
            Place::AsyncCommit => turn.roll_back_async_commit(),
        }
    }
}
