//! Gives committed events their places in the feed, which makes their deliveries.

use super::Stop;
use crate::wiring::App;
use ::webhooks::FeedStore;
use jobs::error_text;
use std::{sync::Arc, time::Duration};

/// Events that are given places at once, at most.
const BATCH: usize = 1_000;

/// The longest sleep: events of other processes come without a notification.
const LONGEST_SLEEP: Duration = Duration::from_millis(200);

/// The pause between two rounds: of events that come one after the other, many are given places by
/// one transaction. The first after a silence does not wait for it.
const BREATH: Duration = Duration::from_millis(5);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Gives places until asked to stop.
pub(super) async fn sequence_events(app: Arc<App>, mut stop: Stop) {
    while !*stop.borrow() {
        tokio::select! {
            _ = stop.changed() => break,
            () = turn(&app) => {}
        }
    }
}

/// Gives what waits its places; sleeps when nothing does.
async fn turn(app: &App) {
    match app.store.place_events(BATCH).await {
        Ok(0) => {
            let notified = app.wake.events_notified();
            tokio::select! { () = notified => {}, () = tokio::time::sleep(LONGEST_SLEEP) => {} }
        }
        Ok(count) => {
            app.wake.deliveries();
            crate::metrics::EVENTS.add(&[], count as u64);
            if count < BATCH {
                tokio::time::sleep(BREATH).await;
            }
        }
        Err(error) => {
            tracing::error!(error = %error_text(&error), "events cannot be given places");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
