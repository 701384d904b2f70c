//! A short-lived cache of the metrics that are read from the database.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

/// How long a read is cached: the database is asked no more often than this.
const KEPT: Duration = Duration::from_secs(5);

/// The last read and its time.
#[derive(Default)]
pub struct Gauges(Mutex<Option<(Instant, Arc<str>)>>);

impl Gauges {
    /// The cached text, or that of `read` when the cached one is too old. One caller reads, and the others wait for
    /// it.
    pub(crate) async fn kept_or(&self, read: impl Future<Output = Arc<str>>) -> Arc<str> {
        let mut last = self.0.lock().await;
        if let Some((_, text)) = last.as_ref().filter(|(at, _)| at.elapsed() < KEPT) {
            return Arc::clone(text);
        }
        let text = read.await;
        *last = Some((Instant::now(), Arc::clone(&text)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;

    #[tokio::test]
    async fn what_was_read_is_shown_again() {
        let gauges = Gauges::default();
        assert_eq!(&*gauges.kept_or(ready("first".into())).await, "first");
        assert_eq!(&*gauges.kept_or(ready("second".into())).await, "first");
        let before = Instant::now().checked_sub(KEPT).expect("a machine that has run so long");
        *gauges.0.lock().await = Some((before, "first".into()));
        assert_eq!(&*gauges.kept_or(ready("second".into())).await, "second");
    }
}
