//! Concurrent changes of the same row wait for a turn before they take a connection. However many requests pay one
//! invoice at once, they hold one connection of this process, and other requests have the rest.

use persistence::StoreError;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Mutex as Queue, OwnedMutexGuard},
    time::timeout,
};
use uuid::Uuid;

type Queues = HashMap<Uuid, Arc<Queue<()>>>;

/// The queues of waiting changes, by the id of the row.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    queues: Arc<Mutex<Queues>>,
    patience: Duration,
}

/// A turn, which ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    queues: Arc<Mutex<Queues>>,
    of: Uuid,
    held: Option<OwnedMutexGuard<()>>,
}

/// The turn did not come in time.
#[derive(Debug, thiserror::Error)]
#[error("others have been changing the same for too long")]
struct TooMany;

impl Turns {
    /// Turns for which each change waits at most `patience`.
    pub(super) fn new(patience: Duration) -> Self {
        Self { queues: Arc::default(), patience }
    }

    /// Waits for the turn to change this row.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when it does not come in time.
    pub(super) async fn of(&self, id: Uuid) -> Result<Turn, StoreError> {
        let queue = Arc::clone(whole(&self.queues).entry(id).or_default());
        // also removes an unused queue, when the caller stops waiting
        let mut turn = Turn { queues: Arc::clone(&self.queues), of: id, held: None };
        let held = timeout(self.patience, queue.lock_owned()).await;
        turn.held = Some(held.map_err(|_| StoreError::Unavailable(TooMany.into()))?);
        Ok(turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut queues = whole(&self.queues);
        drop(self.held.take());
        // the reference of the map is the last one when no change waits
        if queues.get(&self.of).is_some_and(|queue| Arc::strong_count(queue) == 1) {
            queues.remove(&self.of);
        }
    }
}

/// Locks the queues. A poisoned lock is used all the same, because each change is complete by itself.
fn whole(queues: &Mutex<Queues>) -> MutexGuard<'_, Queues> {
    queues.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::pin::pin;

    #[tokio::test]
    async fn one_has_its_turn_and_others_do_not_wait_for_it() {
        let turns = Turns::new(Duration::from_secs(60));
        let [one, other] = [1, 2].map(Uuid::from_u128);
        let first = turns.of(one).await.expect("free");
        let mut second = pin!(turns.of(one));
        assert!(second.as_mut().now_or_never().is_none(), "it waits");
        assert!(turns.of(other).now_or_never().is_some_and(|turn| turn.is_ok()), "another thing");
        drop(first);
        let second = second.await.expect("its turn");
        drop(second);
        assert!(whole(&turns.queues).is_empty(), "nothing is remembered");
    }

    #[tokio::test]
    async fn who_waits_too_long_or_goes_away_leaves_nothing_behind() {
        let turns = Turns::new(Duration::ZERO);
        let one = Uuid::from_u128(1);
        let first = turns.of(one).await.expect("free");
        let refused = turns.of(one).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        drop(first);
        assert!(whole(&turns.queues).is_empty());
    }
}
