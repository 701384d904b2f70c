//! Gives committed events their places in the feed, which makes their deliveries.

use claim_loop::Stop;
use jobs::error_text;
use runtime::wiring::App;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use webhooks::ports::{Backlog, FeedStore};

/// Events that are given places at once, at most.
const BATCH: usize = 1_000;

/// The longest sleep: events of other processes come without a notification.
const LONGEST_SLEEP: Duration = Duration::from_millis(200);

/// The pause between two rounds: of events that come one after the other, many are given places by
/// one transaction. The first after a silence does not wait for it.
const BREATH: Duration = Duration::from_millis(5);

/// Between two looks for events that this version does not know.
const LOOK: Duration = Duration::from_secs(60);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Gives places until asked to stop.
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

/// Logs events that wait for another version of the service, for example after a rollback.
async fn tell_of_unknown(app: &App) {
    // a failure is logged by the next turn
    for waiting in app.store.backlog().await.unwrap_or_default() {
        if !waiting.is_known() {
            let Backlog { name, count, since } = &waiting;
            tracing::error!(event = name, count, %since, "event has an unknown name and waits for a version of the service that knows it");
        }
    }
}

/// Gives what waits its places; sleeps when nothing does.
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
