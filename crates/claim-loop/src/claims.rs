//! The loop that claims work from the store and sees it through: jobs and webhook deliveries alike.

use crate::Stop;
use jobs::error_text;
use persistence::StoreError;
use std::{future::Future, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest sleep: work of other processes comes without a notification.
const LONGEST_SLEEP: Duration = Duration::from_millis(500);

/// The shortest: what is due and cannot be claimed is just being claimed by another process.
const SHORTEST_SLEEP: Duration = Duration::from_millis(5);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Work that waits in the store and is claimed under a lease. What a process that dies has claimed
/// comes back when the lease runs out.
pub trait ClaimSource: Send + Sync + 'static {
    /// One piece of work.
    type Claim: Send + 'static;

    /// The name of this kind of work in the log.
    const NAME: &'static str;
    /// Claimed at once, at most.
    const BATCH: usize;
    /// How long work in progress may take after the worker was asked to stop.
    const GRACE: Duration;

    /// The name of this source in the log, if there are several of its kind.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// Makes ready what must be in the store before the first claim.
    fn prepare(&self) -> impl Future<Output = Result<(), StoreError>> + Send {
        async { Ok(()) }
    }

    /// Claims what is due, at most `limit`.
    fn claim(
        &self,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Self::Claim>, StoreError>> + Send;

    /// The time until something is due; `None` when nothing is waiting.
    fn next_due(&self) -> impl Future<Output = Result<Option<Duration>, StoreError>> + Send;

    /// Returns when this process has added work.
    fn notified(&self) -> impl Future<Output = ()> + Send;

    /// Sees a claim through to its end in the store.
    fn work(&self, claim: Self::Claim) -> impl Future<Output = ()> + Send;

    /// A claim has ended, and its slot is free.
    fn ended(&self);
}

/// Claims and executes work until asked to stop, with at most `slots` claims at the same time.
pub async fn run_claims<S: ClaimSource>(source: S, slots: usize, mut stop: Stop) {
    let source = Arc::new(source);
    let free = Arc::new(Semaphore::new(slots));
    while let Err(error) = source.prepare().await {
        let source = source.name();
        tracing::warn!(source, error = %error_text(&error), "workers cannot start: trying again");
        tokio::time::sleep(PAUSE).await;
    }
    tracing::info!(source = source.name(), slots, "workers started");
    // a dropped sender counts as a stop
    while !*stop.borrow() && stop.has_changed().is_ok() {
        turn(&source, &free, &mut stop).await;
    }
    let all = u32::try_from(slots).unwrap_or(u32::MAX);
    if tokio::time::timeout(S::GRACE, free.acquire_many(all)).await.is_err() {
        tracing::warn!(
            source = source.name(),
            "unfinished work left to other workers: they take it over when its leases expire"
        );
    }
}

/// Claims what is due and starts it, or sleeps when nothing is due. A stop only ends the sleep: claimed work is
/// started, because it would otherwise wait until its lease expires.
async fn turn<S: ClaimSource>(source: &Arc<S>, free: &Arc<Semaphore>, stop: &mut Stop) {
    // waits for a slot first, so that nothing is claimed that cannot be started
    let first = tokio::select! {
        _ = stop.changed() => return,
        permit = Arc::clone(free).acquire_owned() => permit,
    };
    let Ok(first) = first else { return };
    let limit = (free.available_permits() + 1).min(S::BATCH);
    match source.claim(limit).await {
        Ok(claims) if claims.is_empty() => {
            drop(first);
            sleep(&**source, stop).await;
        }
        Ok(claims) => {
            let mut permit = Some(first);
            for claim in claims {
                // as many slots are free as were claimed: only this loop takes them
                let slot = match permit.take() {
                    Some(permit) => Ok(permit),
                    None => Arc::clone(free).acquire_owned().await,
                };
                let Ok(slot) = slot else { return };
                begin(Arc::clone(source), claim, slot);
            }
        }
        Err(error) => {
            let source = source.name();
            tracing::warn!(source, error = %error_text(&error), "work cannot be claimed: trying again");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Sleeps until something is due, this process has added work, or the worker should stop.
async fn sleep<S: ClaimSource>(source: &S, stop: &mut Stop) {
    let wait = match source.next_due().await {
        Ok(Some(wait)) => wait.clamp(SHORTEST_SLEEP, LONGEST_SLEEP),
        Ok(None) => LONGEST_SLEEP,
        Err(error) => {
            let source = source.name();
            tracing::warn!(source, error = %error_text(&error), "time of the next work cannot be read: trying again");
            PAUSE
        }
    };
    tokio::select! {
        _ = stop.changed() => {}
        () = source.notified() => {}
        () = tokio::time::sleep(wait) => {}
    }
}

fn begin<S: ClaimSource>(source: Arc<S>, claim: S::Claim, slot: OwnedSemaphorePermit) {
    let begun = Begun { source, slot: Some(slot) };
    tokio::spawn(async move {
        let begun = begun;
        begun.source.work(claim).await;
    });
}

/// Work that has begun: its slot is free again when it has ended, however that was.
struct Begun<S: ClaimSource> {
    source: Arc<S>,
    slot: Option<OwnedSemaphorePermit>,
}

impl<S: ClaimSource> Drop for Begun<S> {
    fn drop(&mut self) {
        drop(self.slot.take());
        self.source.ended();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use tokio::sync::{Notify, watch};

    /// Work that takes its time, and counts.
    #[derive(Default)]
    struct Counts {
        waiting: AtomicUsize,
        running: AtomicUsize,
        most: AtomicUsize,
        done: AtomicUsize,
        failing: AtomicUsize,
        panicking: AtomicUsize,
        notify: Notify,
    }

    #[derive(Clone, Default)]
    struct Source(Arc<Counts>);

    impl ClaimSource for Source {
        type Claim = ();

        const NAME: &'static str = "a test";
        const BATCH: usize = 4;
        const GRACE: Duration = Duration::from_secs(5);

        async fn claim(&self, limit: usize) -> Result<Vec<()>, StoreError> {
            assert!(limit <= Self::BATCH);
            let take = |n: usize| n.checked_sub(1);
            if self.0.failing.fetch_update(SeqCst, SeqCst, take).is_ok() {
                return Err(StoreError::backend("no answer"));
            }
            let claimed =
                (0..limit).filter(|_| self.0.waiting.fetch_update(SeqCst, SeqCst, take).is_ok());
            Ok(claimed.map(|_| ()).collect())
        }

        async fn next_due(&self) -> Result<Option<Duration>, StoreError> {
            Ok(None)
        }

        async fn notified(&self) {
            self.0.notify.notified().await;
        }

        async fn work(&self, (): ()) {
            let take = |n: usize| n.checked_sub(1);
            let panics = self.0.panicking.fetch_update(SeqCst, SeqCst, take).is_ok();
            assert!(!panics, "work panics");
            let running = self.0.running.fetch_add(1, SeqCst) + 1;
            self.0.most.fetch_max(running, SeqCst);
            tokio::time::sleep(Duration::from_millis(50)).await;
            self.0.running.fetch_sub(1, SeqCst);
        }

        fn ended(&self) {
            self.0.done.fetch_add(1, SeqCst);
        }
    }

    /// A loop over so much work, and what stops it.
    fn started(
        waiting: usize,
        slots: usize,
    ) -> (Source, watch::Sender<bool>, tokio::task::JoinHandle<()>) {
        let source = Source::default();
        source.0.waiting.store(waiting, SeqCst);
        let (stop, stopping) = watch::channel(false);
        let running = tokio::spawn(run_claims(source.clone(), slots, stopping));
        (source, stop, running)
    }

    async fn until(reached: impl Fn() -> bool) {
        let patience = async {
            while !reached() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), patience).await.expect("in time");
    }

    #[tokio::test]
    async fn all_is_done_and_never_more_at_once_than_there_are_slots() {
        let (source, stop, running) = started(12, 3);
        until(|| source.0.done.load(SeqCst) == 12).await;
        assert_eq!(source.0.most.load(SeqCst), 3);
        stop.send(true).expect("a loop");
        running.await.expect("no panic");
    }

    #[tokio::test]
    async fn work_that_panics_leaves_its_slot() {
        let (source, _stop, _running) = started(0, 1);
        source.0.panicking.store(1, SeqCst);
        source.0.waiting.store(2, SeqCst);
        source.0.notify.notify_one();
        until(|| source.0.done.load(SeqCst) == 2).await;
        assert_eq!(source.0.panicking.load(SeqCst), 0);
    }

    #[tokio::test]
    async fn a_stop_lets_what_was_claimed_finish_and_claims_no_more() {
        let (source, stop, running) = started(6, 2);
        until(|| source.0.running.load(SeqCst) == 2).await;
        stop.send(true).expect("a loop");
        running.await.expect("no panic");
        // the last slot may be free a moment before its end is counted
        until(|| source.0.done.load(SeqCst) == 2).await;
        assert_eq!(source.0.waiting.load(SeqCst), 4);
    }

    #[tokio::test]
    async fn a_loop_whose_workers_are_gone_ends() {
        let (_, stop, running) = started(0, 2);
        drop(stop);
        tokio::time::timeout(Duration::from_secs(5), running)
            .await
            .expect("in time")
            .expect("no panic");
    }

    /// After an error the loop pauses and continues. When nothing is waiting, it sleeps until it is notified.
    #[tokio::test]
    async fn a_store_that_failed_is_asked_again() {
        let (source, _stop, _running) = started(0, 2);
        source.0.failing.store(1, SeqCst);
        source.0.waiting.store(1, SeqCst);
        source.0.notify.notify_one();
        until(|| source.0.done.load(SeqCst) == 1).await;
        assert_eq!(source.0.failing.load(SeqCst), 0);
    }
}
