//! Counts the calls of connections in memory, and writes them to the database a moment later, all at once, so that a
//! call itself writes nothing. A process that is killed loses the counts since the last write.

use super::super::super::sql::*;
use access::{ConnectionId, OrganizationId};
use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::runtime::Handle;

/// How long counts may be in memory only.
const KEPT_AFTER: Duration = Duration::from_secs(1);

type ConnectionKey = (OrganizationId, ConnectionId);

/// The counts of this process that are not in the database yet.
#[derive(Default)]
pub(in super::super::super::super) struct Calls(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    waiting: HashMap<ConnectionKey, u64>,
    /// The counts that are being written.
    under_way: HashMap<ConnectionKey, u64>,
    /// Whether a task is writing them.
    is_kept: bool,
}

impl Calls {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a call. Returns whether a task must be spawned that writes the counts.
    fn add(&self, key: ConnectionKey) -> bool {
        let mut counts = self.counts();
        *counts.waiting.entry(key).or_default() += 1;
        !mem::replace(&mut counts.is_kept, true)
    }

    /// The calls of a connection that are not in the database yet.
    pub(super) fn outside(&self, key: ConnectionKey) -> u64 {
        let counts = self.counts();
        let of = |some: &HashMap<ConnectionKey, u64>| some.get(&key).copied().unwrap_or_default();
        of(&counts.waiting) + of(&counts.under_way)
    }

    /// Takes the counts to write now, always in the same order, so that two processes that write the same connections
    /// do not deadlock.
    fn take(&self) -> Vec<(ConnectionKey, u64)> {
        let mut counts = self.counts();
        counts.under_way = mem::take(&mut counts.waiting);
        let mut taken: Vec<_> =
            counts.under_way.iter().map(|(key, calls)| (*key, *calls)).collect();
        taken.sort_unstable_by_key(|((organization, id), _)| (organization.0, id.0));
        taken
    }

    /// Ends a write, after which the counts are dropped, or wait again when it failed. Returns whether the task has
    /// more to write.
    fn end(&self, is_kept: bool) -> bool {
        let mut counts = self.counts();
        let taken = mem::take(&mut counts.under_way);
        if !is_kept {
            for (key, calls) in taken {
                *counts.waiting.entry(key).or_default() += calls;
            }
        }
        counts.is_kept = !counts.waiting.is_empty();
        counts.is_kept
    }
}

/// Counts a call of a connection.
pub(super) fn count(store: &Backend, key: ConnectionKey) {
    if store.calls.add(key)
        && let Ok(runtime) = Handle::try_current()
    {
        let store = store.clone();
        runtime.spawn(async move {
            loop {
                tokio::time::sleep(KEPT_AFTER).await;
                let is_kept = keep(&store, store.calls.take()).await.is_ok();
                if !store.calls.end(is_kept) {
                    break;
                }
            }
        });
    }
}

async fn keep(store: &Backend, counted: Vec<(ConnectionKey, u64)>) -> Result<()> {
    let mut transaction = store.begin_async_commit().await?;
    let kept = add_all(transaction.conn(), counted).await;
    transaction.finish(kept).await
}

async fn add_all(conn: &mut Conn, counted: Vec<(ConnectionKey, u64)>) -> Result<()> {
    for ((organization, id), calls) in counted {
        let add = sql!(
            "UPDATE oauth_connections SET calls = calls + {} WHERE organization_id = {} AND id = {}",
            i64::try_from(calls).unwrap_or(i64::MAX),
            organization,
            id.0
        );
        add.execute(conn).await?;
    }
    Ok(())
}
