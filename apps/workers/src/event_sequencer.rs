//! Assigns committed events their sequence numbers in the feed, and creates their deliveries.

use claim_loop::Stop;
use jobs::error_text;
use runtime::wiring::App;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use webhooks::ports::{Backlog, FeedStore};

/// Largest number of events in one transaction.
const BATCH: usize = 1_000;

/// The longest sleep. Events of other processes arrive without a notification.
const LONGEST_SLEEP: Duration = Duration::from_millis(200);

/// The pause between two rounds, so that one transaction sequences many events of a burst. The first event after a
/// silence does not wait for it.
const BREATH: Duration = Duration::from_millis(5);

/// The time between two checks for events that this version does not know.
const LOOK: Duration = Duration::from_secs(60);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Sequences events until asked to stop.
pub(super) async fn sequence_events(app: Arc<App>, mut stop: Stop) {
    let mut last_look = Instant::now();
    while !*stop.borrow() {
        if last_look.elapsed() >= LOOK {
            last_look = Instant::now();
            tell_of_unknown(&app).await;
        }
        tokio::select! {
            _ = stop.changed() => break,
            () = turn(&app) => {}
        }
    }
}

/// Logs the number of events that only another version of the service knows, for example after a rollback.
async fn tell_of_unknown(app: &App) {
    // the next turn logs a failure of the store
    for waiting in app.store.backlog().await.unwrap_or_default() {
        if !waiting.is_known() {
            let Backlog { name, count, since } = &waiting;
            tracing::error!(event = name, count, %since, "event has an unknown name and waits for a version of the service that knows it");
        }
    }
}

/// Sequences the waiting events; sleeps when there are none.
async fn turn(app: &App) {
    match app.store.assign_sequence(BATCH).await {
        Ok(0) => {
            let notified = app.notifier.events_notified();
            tokio::select! { () = notified => {}, () = tokio::time::sleep(LONGEST_SLEEP) => {} }
        }
        Ok(count) => {
            app.notifier.deliveries();
            runtime::metrics::EVENTS.add(&[], count as u64);
            if count < BATCH {
                tokio::time::sleep(BREATH).await;
            }
        }
        Err(error) => {
            tracing::warn!(error = %error_text(&error), "events cannot be placed in the feed: trying again");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
