//! Whether the service can work now: the last check of the database, cached for a moment.

use crate::wiring::App;
use std::{
    error::Error,
    time::{Duration, Instant},
};
use tokio::{sync::Mutex, time::timeout};

/// How long a check is cached, so that no more often than this a test row is written.
const KEPT: Duration = Duration::from_secs(3);

/// How long to wait for the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last result and its time.
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    /// Whether the database answers, has the schema of this version, and accepts a write. One caller checks, and the
    /// others wait for its result. The reason of a failure is logged.
    pub async fn is_ready(&self, app: &App) -> bool {
        self.kept_or(found(app)).await
    }

    async fn kept_or(&self, find: impl Future<Output = bool>) -> bool {
        let mut last = self.0.lock().await;
        if let Some((_, is_ready)) = last.filter(|(at, _)| at.elapsed() < KEPT) {
            return is_ready;
        }
        let is_ready = find.await;
        *last = Some((Instant::now(), is_ready));
        is_ready
    }
}

async fn found(app: &App) -> bool {
    let asked = async {
        app.store.check_ready().await?;
        app.store.check_writable(app.clock.now()).await?;
        Ok::<_, Box<dyn Error + Send + Sync>>(())
    };
    match timeout(PATIENCE, asked).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            let error = jobs::error_text(&*error);
            tracing::warn!(error, "service is not ready: the database does not take a change");
            false
        }
        Err(_) => {
            tracing::warn!("service is not ready: the database does not answer in time");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;

    #[tokio::test]
    async fn what_was_found_is_shown_for_a_moment() {
        let readiness = Readiness::default();
        assert!(!readiness.kept_or(ready(false)).await);
        assert!(!readiness.kept_or(ready(true)).await, "kept");
        let before = Instant::now().checked_sub(KEPT).expect("a machine that has run so long");
        *readiness.0.lock().await = Some((before, false));
        assert!(readiness.kept_or(ready(true)).await);
    }
}
