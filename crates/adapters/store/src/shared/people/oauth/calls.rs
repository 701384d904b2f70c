//! Calls of connections, counted in memory. A moment later they are put into the database, all at once: a call by itself
//! writes nothing for it. A process that is killed loses what it counted since.

use super::super::super::sql::*;
use access::{ConnectionId, OrganizationId};
use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::runtime::Handle;

/// How long what was counted may be in memory only.
const KEPT_AFTER: Duration = Duration::from_secs(1);

type Named = (OrganizationId, ConnectionId);

/// What this process counted and has not kept.
#[derive(Default)]
pub(in super::super::super::super) struct Calls(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    waiting: HashMap<Named, u64>,
    /// Those that are being kept.
    under_way: HashMap<Named, u64>,
    /// Whether a task keeps them.
    is_kept: bool,
}

impl Calls {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one. Whether a task has to be made that keeps it.
    fn add(&self, named: Named) -> bool {
        let mut counts = self.counts();
        *counts.waiting.entry(named).or_default() += 1;
        !mem::replace(&mut counts.is_kept, true)
    }

    /// Those of a connection that are not in the database yet.
    pub(super) fn outside(&self, named: Named) -> u64 {
        let counts = self.counts();
        let of = |some: &HashMap<Named, u64>| some.get(&named).copied().unwrap_or_default();
        of(&counts.waiting) + of(&counts.under_way)
    }

    /// What is to be kept now, always in the same order: two processes that keep the same connections wait for each
    /// other.
    fn take(&self) -> Vec<(Named, u64)> {
        let mut counts = self.counts();
        counts.under_way = mem::take(&mut counts.waiting);
        let mut taken: Vec<_> =
            counts.under_way.iter().map(|(named, calls)| (*named, *calls)).collect();
        taken.sort_unstable_by_key(|((organization, id), _)| (organization.0, id.0));
        taken
    }

    /// They are kept, or were not and wait again. Whether there are some for the task to go on with.
    fn end(&self, is_kept: bool) -> bool {
        let mut counts = self.counts();
        let taken = mem::take(&mut counts.under_way);
        if !is_kept {
            for (named, calls) in taken {
                *counts.waiting.entry(named).or_default() += calls;
            }
        }
        counts.is_kept = !counts.waiting.is_empty();
        counts.is_kept
    }
}

/// Counts a call of a connection.
pub(super) fn count(store: &Backend, named: Named) {
    if store.calls.add(named)
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

async fn keep(store: &Backend, counted: Vec<(Named, u64)>) -> Result<()> {
    let mut transaction = store.begin_relaxed().await?;
    let kept = add_all(transaction.conn(), counted).await;
    transaction.finish(kept).await
}

async fn add_all(conn: &mut Conn, counted: Vec<(Named, u64)>) -> Result<()> {
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
