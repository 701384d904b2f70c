//! Measures the database time of a task, at the one place that all calls pass, in [`crate::Store`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

tokio::task_local! {
    static SPENT: DatabaseTime;
}

/// The time and the number of store calls of some work. Clones share the counts.
#[derive(Debug, Clone, Default)]
pub struct DatabaseTime(Arc<Counted>);

#[derive(Debug, Default)]
struct Counted {
    nanos: AtomicU64,
    calls: AtomicU64,
}

impl DatabaseTime {
    /// Runs work whose calls are counted here.
    pub async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        SPENT.scope(self.clone(), work).await
    }

    /// The time counted so far.
    #[must_use]
    pub fn spent(&self) -> Duration {
        Duration::from_nanos(self.0.nanos.load(Relaxed))
    }

    /// How many calls of the store were counted so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.0.calls.load(Relaxed)
    }
}

/// Counts a call, if it runs inside [`DatabaseTime::during`].
pub(crate) async fn counted<T>(call: impl Future<Output = T>) -> T {
    let began = Instant::now();
    let result = call.await;
    let nanos = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
    // outside of it there is no counter
    let _ = SPENT.try_with(|DatabaseTime(counted)| {
        counted.nanos.fetch_add(nanos, Relaxed);
        counted.calls.fetch_add(1, Relaxed);
    });
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn calls_count_for_the_work_that_makes_them() {
        let pause = || tokio::time::sleep(Duration::from_millis(5));
        counted(pause()).await;
        let (one, other) = (DatabaseTime::default(), DatabaseTime::default());
        one.during(async {
            counted(pause()).await;
            pause().await;
            counted(pause()).await;
        })
        .await;
        assert!(one.spent() >= Duration::from_millis(10), "{:?}", one.spent());
        assert_eq!(one.calls(), 2);
        assert_eq!((other.spent(), other.calls()), (Duration::ZERO, 0));
    }
}
