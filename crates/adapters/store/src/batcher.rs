//! Batches concurrent calls: those that come while a batch is running wait for it, and then form the next batch. A
//! single call is made at once.

use crate::error::backend;
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;
use std::{
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{runtime::Handle, sync::oneshot, time::timeout};

/// How long a batch holds its turn. One that waits for a lock, or on a dead connection, goes on without the turn, so
/// that it does not block other callers.
const PATIENCE: Duration = Duration::from_millis(100);

type Result<T> = std::result::Result<T, StoreError>;
/// The results of several calls, in their order; an error belongs to all of them.
type Made<A> = Result<Vec<Result<A>>>;
type Caller<A> = oneshot::Sender<Result<A>>;
/// The calls of a batch, and their callers.
type Batch<C, A> = (Vec<C>, Vec<Caller<A>>);

/// Spawns the task that makes calls. It should not be on a thread of a caller: that thread may compute for another
/// request, or end, while several callers wait.
pub(crate) type Spawner = Arc<dyn Fn(BoxFuture<'static, ()>) + Send + Sync>;

/// Spawns on the runtime of the first caller, for callers that share one.
pub(crate) fn on_the_callers_runtime() -> Spawner {
    Arc::new(|work| {
        // without a runtime the calls are dropped
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(work);
        }
    })
}

/// Calls of one kind of this process.
pub(crate) struct Batcher<C, A> {
    waiting: Arc<Mutex<Waiting<C, A>>>,
    spawner: Spawner,
    /// The most calls of a batch.
    most: usize,
    /// The most batches in progress, not counting those that have lost their turn.
    at_once: usize,
}

struct Waiting<C, A> {
    calls: Vec<(C, Caller<A>)>,
    under_way: usize,
}

impl<C, A> Clone for Batcher<C, A> {
    fn clone(&self) -> Self {
        let (waiting, spawner) = (Arc::clone(&self.waiting), Arc::clone(&self.spawner));
        Self { waiting, spawner, ..*self }
    }
}

impl<C: Send + 'static, A: Send + 'static> Batcher<C, A> {
    pub(crate) fn new(most: usize, at_once: usize, spawner: &Spawner) -> Self {
        let waiting = Waiting { calls: Vec::new(), under_way: 0 };
        let (waiting, spawner) = (Arc::new(Mutex::new(waiting)), Arc::clone(spawner));
        Self { waiting, spawner, most, at_once }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<C, A>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a call, alone or in a batch, by `make`, which returns the answers in the order of the calls. A cancelled
    /// caller does not affect the others; a call that is made alone is cancelled with it.
    pub(crate) async fn call<M, F>(&self, call: C, make: M) -> Result<A>
    where
        M: Fn(Vec<C>) -> F + Send + 'static,
        F: Future<Output = Made<A>> + Send + 'static,
    {
        let (caller, answer) = oneshot::channel();
        if let Some(first) = self.queue(call, caller) {
            // dropped before its end, it releases the turn
            let service = Service { of: self.clone(), has_ended: false };
            (self.spawner)(service.serve(first, make).boxed());
        }
        answer.await.unwrap_or_else(|_| Err(backend("the call was given up")))
    }

    /// The batch with this call, if a turn is free; otherwise the call waits.
    fn queue(&self, call: C, caller: Caller<A>) -> Option<Batch<C, A>> {
        let mut waiting = self.waiting();
        if waiting.under_way < self.at_once {
            waiting.under_way += 1;
            return Some((vec![call], vec![caller]));
        }
        waiting.calls.push((call, caller));
        None
    }

    /// The next batch; `None` ends the turn.
    fn next(&self) -> Option<Batch<C, A>> {
        let mut waiting = self.waiting();
        let count = waiting.calls.len().min(self.most);
        if count == 0 {
            waiting.under_way -= 1;
            return None;
        }
        Some(waiting.calls.drain(..count).unzip())
    }

    /// Ends a turn that no task takes over. When no other batch is in progress, the waiting callers get an error, and
    /// the next call starts a new batch.
    fn give_up(&self) {
        let mut waiting = self.waiting();
        waiting.under_way -= 1;
        if waiting.under_way == 0 {
            waiting.calls.clear();
        }
    }
}

fn unanswered<A>() -> Result<A> {
    Err(backend("a call has no answer"))
}

/// The task that serves callers until none waits. When it is dropped before its end, with its runtime, it releases the
/// turn.
struct Service<C: Send + 'static, A: Send + 'static> {
    of: Batcher<C, A>,
    has_ended: bool,
}

impl<C: Send + 'static, A: Send + 'static> Service<C, A> {
    async fn serve<M, F>(mut self, first: Batch<C, A>, make: M)
    where
        M: Fn(Vec<C>) -> F + Send + 'static,
        F: Future<Output = Made<A>> + Send + 'static,
    {
        let mut batch = Some(first);
        while let Some((calls, callers)) = batch {
            let mut answered = Box::pin(answer(callers, make(calls)));
            if timeout(PATIENCE, &mut answered).await.is_err() {
                // it goes on, but others do not wait for it
                tokio::spawn(answered);
            }
            batch = self.of.next();
        }
        self.has_ended = true;
    }
}

impl<C: Send + 'static, A: Send + 'static> Drop for Service<C, A> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.of.give_up();
        }
    }
}

async fn answer<A>(mut callers: Vec<Caller<A>>, made: impl Future<Output = Made<A>>) {
    let made = match &mut callers[..] {
        [alone] => tokio::select! { biased; () = alone.closed() => return, made = made => made },
        _ => made.await,
    };
    answer_all(callers, made);
}

fn answer_all<A>(callers: Vec<Caller<A>>, made: Made<A>) {
    match made {
        Ok(answers) => {
            let answers = answers.into_iter().chain(std::iter::repeat_with(unanswered));
            for (caller, answer) in callers.into_iter().zip(answers) {
                // a caller that is gone needs no answer
                _ = caller.send(answer);
            }
        }
        Err(error) => tell_all(callers, error),
    }
}

/// A single caller gets the error itself; several get it boxed.
fn tell_all<A>(callers: Vec<Caller<A>>, error: StoreError) {
    let several = match <[_; 1]>::try_from(callers) {
        Ok([alone]) => return drop(alone.send(Err(error))),
        Err(several) => several,
    };
    let is_unavailable = matches!(error, StoreError::Unavailable(_));
    let error = Arc::new(error);
    for caller in several {
        let shared = Box::new(Arc::clone(&error));
        _ = caller.send(Err(match is_unavailable {
            true => StoreError::Unavailable(shared),
            false => StoreError::Backend(shared),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::sleep;

    /// Doubles numbers, slowly, and records which were doubled together.
    fn doubling(
        batches: &Arc<Mutex<Vec<Vec<u32>>>>,
    ) -> impl Fn(Vec<u32>) -> std::pin::Pin<Box<dyn Future<Output = Made<u32>> + Send>> + Send + use<>
    {
        let batches = Arc::clone(batches);
        move |calls| {
            let batches = Arc::clone(&batches);
            Box::pin(async move {
                sleep(Duration::from_millis(20)).await;
                batches.lock().expect("a lock").push(calls.clone());
                match calls.contains(&13) {
                    true => Err(StoreError::Unavailable("13".into())),
                    false => Ok(calls.into_iter().map(|call| Ok(call * 2)).collect()),
                }
            })
        }
    }

    #[tokio::test]
    async fn calls_that_come_meanwhile_are_one_and_each_gets_its_answer() {
        let (together, batches) = (Batcher::new(3, 1, &on_the_callers_runtime()), Arc::default());
        let calls = (1..=6).map(|call| together.call(call, doubling(&batches)));
        let answers = futures_util::future::join_all(calls).await;
        let answers: Vec<u32> = answers.into_iter().map(|answer| answer.expect("one")).collect();
        assert_eq!(answers, [2, 4, 6, 8, 10, 12]);
        assert_eq!(*batches.lock().expect("a lock"), [vec![1], vec![2, 3, 4], vec![5, 6]]);
        // and a new batch starts again
        assert_eq!(together.call(7, doubling(&batches)).await.expect("one"), 14);
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_hinders_nobody() {
        let (together, batches) = (Batcher::new(3, 1, &on_the_callers_runtime()), Arc::default());
        let gone = Box::pin(together.call(1, doubling(&batches)));
        let mut waiting = Box::pin(together.call(2, doubling(&batches)));
        let (gone, other) = (gone, &mut waiting);
        let first =
            tokio::time::timeout(Duration::from_millis(5), async { tokio::join!(gone, other) });
        assert!(first.await.is_err());
        assert_eq!(waiting.await.expect("the other"), 4);
        assert_eq!(together.call(7, doubling(&batches)).await.expect("one"), 14);
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_takes_long_keeps_nobody_waiting() {
        let together: Batcher<u64, u64> = Batcher::new(3, 1, &on_the_callers_runtime());
        let wait = |calls: Vec<u64>| async move {
            for call in &calls {
                sleep(Duration::from_secs(*call)).await;
            }
            Ok(calls.into_iter().map(Ok).collect())
        };
        let mut long = Box::pin(together.call(60, wait));
        let begun = tokio::time::Instant::now();
        let mut served = Box::pin(together.call(60, wait));
        assert!(timeout(Duration::from_millis(1), &mut long).await.is_err());
        assert!(timeout(Duration::from_millis(1), &mut served).await.is_err());
        assert!(timeout(Duration::from_millis(200), &mut long).await.is_err());
        assert_eq!(together.call(0, wait).await.expect("one"), 0);
        assert!(begun.elapsed() < Duration::from_secs(1));
        assert_eq!(long.await.expect("one"), 60);
        assert_eq!(served.await.expect("one"), 60);
        assert_eq!(together.call(7, wait).await.expect("one"), 7);
    }

    #[tokio::test]
    async fn an_error_is_that_of_all_who_asked_together() {
        let (together, batches) = (Batcher::new(3, 1, &on_the_callers_runtime()), Arc::default());
        let calls = [1, 13, 3, 4].map(|call| together.call(call, doubling(&batches)));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers[0].is_ok());
        for answer in &answers[1..] {
            assert!(matches!(answer, Err(StoreError::Unavailable(_))));
        }
        assert_eq!(together.call(7, doubling(&batches)).await.expect("one"), 14);
    }

    #[tokio::test]
    async fn the_error_of_a_call_that_was_alone_is_its_own() {
        let together: Batcher<(), ()> = Batcher::new(3, 1, &on_the_callers_runtime());
        let refused = || async { Err(StoreError::Taken("numbers".into())) };
        let calls = [(); 2].map(|()| together.call((), move |_| refused()));
        for refused in futures_util::future::join_all(calls).await {
            assert!(matches!(refused, Err(StoreError::Taken(_))), "{refused:?}");
        }
    }

    #[tokio::test]
    async fn no_more_are_made_at_once_than_may_be() {
        let together: Batcher<(), ()> = Batcher::new(1, 4, &on_the_callers_runtime());
        let counts: Arc<Mutex<(usize, usize)>> = Arc::default();
        let counted = Arc::clone(&counts);
        let make = move |_: Vec<()>| {
            let counts = Arc::clone(&counted);
            async move {
                let begun = |(now, most): &mut (usize, usize)| {
                    *now += 1;
                    *most = (*most).max(*now);
                };
                begun(&mut counts.lock().expect("a lock"));
                sleep(Duration::from_millis(20)).await;
                counts.lock().expect("a lock").0 -= 1;
                Ok(vec![Ok(())])
            }
        };
        let calls = (0..30).map(|_| together.call((), make.clone()));
        let made = futures_util::future::join_all(calls).await;
        assert!(made.iter().all(std::result::Result::is_ok));
        assert_eq!(*counts.lock().expect("a lock"), (0, 4));
    }

    /// This is what happens when the thread of a server computes for another request.
    #[test]
    fn a_caller_whose_thread_stands_still_keeps_nobody_waiting() {
        let threads = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_time()
            .build()
            .expect("threads");
        let on = threads.handle().clone();
        let spawner: Spawner = Arc::new(move |work| drop(on.spawn(work)));
        let (together, batches) = (Batcher::new(3, 1, &spawner), Arc::default());
        let (make, of) = (doubling(&batches), together.clone());
        let (called, has_called) = std::sync::mpsc::channel();
        let (served, are_served) = std::sync::mpsc::channel();
        let stands_still = std::thread::spawn(move || {
            let alone = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            alone.block_on(async {
                let mut call = Box::pin(of.call(1, make));
                assert!((&mut call).now_or_never().is_none());
                called.send(()).expect("sent");
                are_served.recv_timeout(Duration::from_secs(20)).expect("the others are served");
            });
        });
        has_called.recv().expect("the first call");
        let others = (2..=4).map(|call| together.call(call, doubling(&batches)));
        let others = threads.block_on(futures_util::future::join_all(others));
        let others: Vec<u32> = others.into_iter().map(|answer| answer.expect("one")).collect();
        assert_eq!(others, [4, 6, 8]);
        served.send(()).expect("sent");
        stands_still.join().expect("it ended");
    }
}
