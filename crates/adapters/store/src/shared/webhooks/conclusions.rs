//! Conclusions that come at the same time share a transaction: those that come while one is kept wait for
//! it, and are then kept together.

use super::super::sql::*;
use crate::error::backend;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;
use webhooks::{Concluded, DeliveryStore, FinishedAttempt};

/// Attempts that are kept by one transaction, at most.
const BATCH: usize = 64;

/// The conclusions of this process that wait.
#[derive(Clone, Default)]
pub(crate) struct Conclusions(Arc<Mutex<Waiting>>);

type Caller = oneshot::Sender<Result<Concluded>>;

#[derive(Default)]
struct Waiting {
    attempts: Vec<(FinishedAttempt, Caller)>,
    /// Whether a task keeps them.
    is_kept: bool,
}

impl Conclusions {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next batch; none ends the task.
    fn next(&self) -> Option<(Vec<FinishedAttempt>, Vec<Caller>)> {
        let mut waiting = self.waiting();
        let count = waiting.attempts.len().min(BATCH);
        waiting.is_kept = count > 0;
        waiting.is_kept.then(|| waiting.attempts.drain(..count).unzip())
    }
}

/// Kept with those that wait already. A caller that goes away changes nothing.
pub(super) async fn conclude(store: &Backend, attempt: FinishedAttempt) -> Result<Concluded> {
    let (caller, concluded) = oneshot::channel();
    let is_first = {
        let mut waiting = store.conclusions.waiting();
        waiting.attempts.push((attempt, caller));
        !std::mem::replace(&mut waiting.is_kept, true)
    };
    if is_first {
        tokio::spawn(keep_all(store.clone()));
    }
    concluded.await.unwrap_or_else(|_| Err(backend("the conclusion was given up")))
}

async fn keep_all(store: Backend) {
    let mut keeper = Keeper { conclusions: store.conclusions.clone(), is_done: false };
    while let Some((attempts, callers)) = store.conclusions.next() {
        match store.conclude_all(attempts).await {
            Ok(concluded) => {
                for (caller, concluded) in callers.into_iter().zip(concluded) {
                    // one that has gone need not know
                    _ = caller.send(concluded);
                }
            }
            Err(error) => {
                let error = Arc::new(error);
                for caller in callers {
                    _ = caller.send(Err(StoreError::Backend(Box::new(Arc::clone(&error)))));
                }
            }
        }
    }
    keeper.is_done = true;
}

/// When the task is ended with its runtime, those who wait get an error, and the next begins another one.
struct Keeper {
    conclusions: Conclusions,
    is_done: bool,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if !self.is_done {
            *self.conclusions.waiting() = Waiting::default();
        }
    }
}
