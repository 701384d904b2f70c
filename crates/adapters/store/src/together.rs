//! Calls that come at the same time are made together: those that come while others are made wait
//! for them, and are then one call. A call that comes alone is made at once, by its caller.

use crate::error::backend;
use persistence::StoreError;
use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{runtime::Handle, sync::oneshot, time::timeout};

/// How long calls keep their turn: those that wait for a lock, or on a connection that has died, go on
/// without it, and keep nobody else waiting.
const PATIENCE: Duration = Duration::from_millis(100);

type Result<T> = std::result::Result<T, StoreError>;
/// What comes of several calls, in their order; an error is that of all.
type Made<A> = Result<Vec<Result<A>>>;
type Caller<A> = oneshot::Sender<Result<A>>;

/// Calls of one kind of this process.
pub(crate) struct Together<C, A> {
    waiting: Arc<Mutex<Waiting<C, A>>>,
    /// Calls that are made as one, at most.
    most: usize,
    /// How many such are under way, beside those that have lost their turn.
    at_once: usize,
}

struct Waiting<C, A> {
    calls: Vec<(C, Caller<A>)>,
    under_way: usize,
}

impl<C, A> Clone for Together<C, A> {
    fn clone(&self) -> Self {
        Self { waiting: Arc::clone(&self.waiting), ..*self }
    }
}

impl<C: Send + 'static, A: Send + 'static> Together<C, A> {
    pub(crate) fn new(most: usize, at_once: usize) -> Self {
        let waiting = Waiting { calls: Vec::new(), under_way: 0 };
        Self { waiting: Arc::new(Mutex::new(waiting)), most, at_once }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<C, A>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a call, alone or with others, by `make`, whose answers are in the order of the calls. A
    /// caller that goes away changes nothing for the others.
    pub(crate) async fn call<M, F>(&self, call: C, make: M) -> Result<A>
    where
        M: Fn(Vec<C>) -> F + Send + 'static,
        F: Future<Output = Made<A>> + Send + 'static,
    {
        match self.queue(call) {
            Ok(answer) => answer.await.unwrap_or_else(|_| Err(backend("the call was given up"))),
            Err(call) => {
                let mut made = pin!(make(vec![call]));
                // ends after the call, or with its caller
                let turn = Turn { of: self.clone(), make: Some(make) };
                let made = match timeout(PATIENCE, &mut made).await {
                    Ok(made) => made,
                    Err(_) => {
                        drop(turn);
                        made.await
                    }
                };
                made?.into_iter().next().unwrap_or_else(unanswered)
            }
        }
    }

    /// Where its answer comes, or the call itself when it is its caller's turn.
    fn queue(&self, call: C) -> std::result::Result<oneshot::Receiver<Result<A>>, C> {
        let mut waiting = self.waiting();
        if waiting.under_way < self.at_once {
            waiting.under_way += 1;
            return Err(call);
        }
        let (caller, answer) = oneshot::channel();
        waiting.calls.push((call, caller));
        Ok(answer)
    }

    /// The next calls to be made; none ends the turn.
    fn next(&self) -> Option<(Vec<C>, Vec<Caller<A>>)> {
        let mut waiting = self.waiting();
        let count = waiting.calls.len().min(self.most);
        if count == 0 {
            waiting.under_way -= 1;
            return None;
        }
        Some(waiting.calls.drain(..count).unzip())
    }

    fn end_if_nobody_waits(&self) -> bool {
        let mut waiting = self.waiting();
        let is_over = waiting.calls.is_empty();
        waiting.under_way -= usize::from(is_over);
        is_over
    }

    /// Ends a turn that nobody can take over: when no other is under way, those who wait get an error,
    /// and the next begins anew.
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

/// A caller's turn. When it ends, whoever waits is served by a task.
struct Turn<C: Send + 'static, A: Send + 'static, M, F>
where
    M: Fn(Vec<C>) -> F + Send + 'static,
    F: Future<Output = Made<A>> + Send + 'static,
{
    of: Together<C, A>,
    make: Option<M>,
}

impl<C: Send + 'static, A: Send + 'static, M, F> Drop for Turn<C, A, M, F>
where
    M: Fn(Vec<C>) -> F + Send + 'static,
    F: Future<Output = Made<A>> + Send + 'static,
{
    fn drop(&mut self) {
        if self.of.end_if_nobody_waits() {
            return;
        }
        // dropped unserved, it gives the turn up
        let service = Service { of: self.of.clone(), has_ended: false };
        if let Some((make, runtime)) = self.make.take().zip(Handle::try_current().ok()) {
            runtime.spawn(service.serve(make));
        }
    }
}

/// The task that serves callers until none waits. Dropped before its end, with its runtime, it gives
/// the turn up.
struct Service<C: Send + 'static, A: Send + 'static> {
    of: Together<C, A>,
    has_ended: bool,
}

impl<C: Send + 'static, A: Send + 'static> Service<C, A> {
    async fn serve<M, F>(mut self, make: M)
    where
        M: Fn(Vec<C>) -> F + Send + 'static,
        F: Future<Output = Made<A>> + Send + 'static,
    {
        while let Some((calls, callers)) = self.of.next() {
            let mut made = Box::pin(make(calls));
            match timeout(PATIENCE, &mut made).await {
                Ok(made) => answer_all(callers, made),
                // it goes on, and others need not wait for it
                Err(_) => drop(tokio::spawn(async move { answer_all(callers, made.await) })),
            }
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

fn answer_all<A>(callers: Vec<Caller<A>>, made: Made<A>) {
    match made {
        Ok(answers) => {
            let answers = answers.into_iter().chain(std::iter::repeat_with(unanswered));
            for (caller, answer) in callers.into_iter().zip(answers) {
                // one that has gone need not know
                _ = caller.send(answer);
            }
        }
        Err(error) => tell_all(callers, error),
    }
}

/// Each gets the error in a box of its own.
fn tell_all<A>(callers: Vec<Caller<A>>, error: StoreError) {
    let is_unavailable = matches!(error, StoreError::Unavailable(_));
    let error = Arc::new(error);
    for caller in callers {
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

    /// Doubles numbers, slowly, and says which were doubled together.
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
        let (together, batches) = (Together::new(3, 1), Arc::default());
        let calls = (1..=6).map(|call| together.call(call, doubling(&batches)));
        let answers = futures_util::future::join_all(calls).await;
        let answers: Vec<u32> = answers.into_iter().map(|answer| answer.expect("one")).collect();
        assert_eq!(answers, [2, 4, 6, 8, 10, 12]);
        assert_eq!(*batches.lock().expect("a lock"), [vec![1], vec![2, 3, 4], vec![5, 6]]);
        // and from the beginning again
        assert_eq!(together.call(7, doubling(&batches)).await.expect("one"), 14);
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_hinders_nobody() {
        let (together, batches) = (Together::new(3, 1), Arc::default());
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
        let together: Together<u64, u64> = Together::new(3, 1);
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
        let (together, batches) = (Together::new(3, 1), Arc::default());
        let calls = [1, 13, 3, 4].map(|call| together.call(call, doubling(&batches)));
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers[0].is_ok());
        for answer in &answers[1..] {
            assert!(matches!(answer, Err(StoreError::Unavailable(_))));
        }
        assert_eq!(together.call(7, doubling(&batches)).await.expect("one"), 14);
    }
}
