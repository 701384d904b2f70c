//! What metrics show of the database, kept for a moment.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

/// How long what was read is shown: however often anybody asks, the database is asked no oftener.
const KEPT: Duration = Duration::from_secs(5);

/// The last that was read, and when.
#[derive(Default)]
pub struct Gauges(Mutex<Option<(Instant, Arc<str>)>>);

impl Gauges {
    /// What was read last; what `read` gives where that is too old. One reads, and the others wait for it.
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
