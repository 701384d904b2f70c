//! Bounds heavy work: a limit on work in progress, a limit on waiting work, and an immediate refusal of the rest.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest body, in bytes: 10 MiB of attachments in base64, and 2 MiB for the rest.
pub const MAX_BODY: usize = (10 * 1024 * 1024 / 3 + 1) * 4 + 2 * 1024 * 1024;

/// Seconds after which a refused caller may retry.
const RETRY_AFTER: u32 = 2;

/// Too much work is waiting already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("too much is being worked on at the moment; try again after {retry_after} s")]
pub struct Busy {
    /// When to retry, in whole seconds.
    pub retry_after: u32,
}

impl From<document_intake::IntakeBusy> for Busy {
    fn from(busy: document_intake::IntakeBusy) -> Self {
        Self { retry_after: busy.retry_after }
    }
}

/// The permission to work, until it is dropped.
#[derive(Debug)]
pub struct Pass {
    _permit: OwnedSemaphorePermit,
}

/// Admits work up to a limit. The caller chooses the unit: pieces of work, or kilobytes.
#[derive(Debug)]
pub struct Gate {
    at_once: u32,
    free: Arc<Semaphore>,
    places: Semaphore,
}

impl Gate {
    /// A gate for `at_once` units of work in progress, with room for `waiting` units more.
    #[must_use]
    pub fn new(at_once: u32, waiting: u32) -> Self {
        let semaphore =
            |permits: u32| Semaphore::new(usize::try_from(permits).unwrap_or(usize::MAX));
        let at_once = at_once.max(1);
        Self { at_once, free: Arc::new(semaphore(at_once)), places: semaphore(waiting) }
    }

    /// Waits until work of this weight may begin. Work that is heavier than the whole limit runs alone.
    ///
    /// # Errors
    /// [`Busy`], at once, when there is no room to wait.
    pub async fn enter(&self, weight: u32) -> Result<Pass, Busy> {
        let weight = weight.clamp(1, self.at_once);
        if let Ok(permit) = Arc::clone(&self.free).try_acquire_many_owned(weight) {
            return Ok(Pass { _permit: permit });
        }
        let busy = Busy { retry_after: RETRY_AFTER };
        let _place = self.places.try_acquire_many(weight).map_err(|_| busy)?;
        let permit = Arc::clone(&self.free).acquire_many_owned(weight).await.map_err(|_| busy)?;
        Ok(Pass { _permit: permit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::pin::pin;

    fn at_once(gate: &Gate, weight: u32) -> Option<Result<Pass, Busy>> {
        gate.enter(weight).now_or_never()
    }

    #[tokio::test]
    async fn so_much_works_so_much_waits_and_the_rest_is_turned_away() {
        let gate = Gate::new(2, 1);
        let first = at_once(&gate, 1).expect("free").expect("in");
        let _second = at_once(&gate, 1).expect("free").expect("in");
        let mut third = pin!(gate.enter(1));
        assert!(third.as_mut().now_or_never().is_none(), "it waits");
        assert!(at_once(&gate, 1).expect("no room to wait").is_err());
        drop(first);
        let third = third.as_mut().now_or_never();
        assert!(matches!(third, Some(Ok(_))), "{third:?}");
        // the place of a waiter that gave up is free again
        let mut fourth = pin!(gate.enter(1));
        assert!(fourth.as_mut().now_or_never().is_none());
    }

    #[tokio::test]
    async fn what_is_larger_than_all_runs_alone() {
        let gate = Gate::new(10, 10);
        let large = at_once(&gate, 1_000).expect("free").expect("in");
        let mut small = pin!(gate.enter(1));
        assert!(small.as_mut().now_or_never().is_none());
        drop(large);
        assert!(small.as_mut().now_or_never().is_some());
    }

    /// A caller that stops waiting leaves its place to others.
    #[tokio::test]
    async fn a_caller_that_goes_away_takes_no_room() {
        let gate = Gate::new(1, 1);
        let _pass = at_once(&gate, 1).expect("free").expect("in");
        for _ in 0..3 {
            let mut waiting = Box::pin(gate.enter(1));
            assert!(waiting.as_mut().now_or_never().is_none());
        }
    }
}
