//! Delivers what is due: a task for each delivery, and no more of them than may run at once.

use crate::{
    flows::webhooks::{Ended, deliver as attempt},
    jobs::Stop,
    wiring::App,
};
use ::webhooks::{Concluded, DeliveryStore, TIMEOUT, Work};
use jobs::error_text;
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Deliveries that are claimed at once, at most.
const BATCH: usize = 64;

/// The longest sleep: of deliveries of other processes nobody tells.
const LONGEST_SLEEP: Duration = Duration::from_millis(500);

/// The shortest: what is due and cannot be claimed is just being claimed by another process.
const SHORTEST_SLEEP: Duration = Duration::from_millis(5);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// Delivers until told to stop; attempts under way are then seen through.
pub async fn deliver(app: App, mut stop: Stop) {
    let slots = Arc::new(Semaphore::new(app.config.webhook_concurrency));
    // or when nobody is left to tell it
    while !*stop.borrow() && stop.has_changed().is_ok() {
        turn(&app, &slots, &mut stop).await;
    }
    let all = u32::try_from(app.config.webhook_concurrency).unwrap_or(u32::MAX);
    let last = TIMEOUT.unsigned_abs() + PAUSE;
    if tokio::time::timeout(last, slots.acquire_many(all)).await.is_err() {
        tracing::warn!("webhooks under way were left to their leases");
    }
}

/// Claims what is due and begins it; sleeps when nothing is. Told to stop, it ends a wait, but no claim:
/// what was claimed and not begun would lie until its lease has run out.
async fn turn(app: &App, slots: &Arc<Semaphore>, stop: &mut Stop) {
    // one slot is waited for, so that nothing is claimed that cannot begin
    let first = tokio::select! {
        _ = stop.changed() => return,
        first = Arc::clone(slots).acquire_owned() => first,
    };
    let Ok(first) = first else { return };
    let free = (slots.available_permits() + 1).min(BATCH);
    let per_endpoint = app.config.webhook_endpoint_concurrency;
    match app.store.claim_due(app.clock.now(), per_endpoint, free).await {
        Ok(works) if works.is_empty() => {
            drop(first);
            let sleep = sleep_for(app).await;
            let rung = app.wake.deliveries_rung();
            tokio::select! {
                _ = stop.changed() => {}
                () = rung => {}
                () = tokio::time::sleep(sleep) => {}
            }
        }
        Ok(works) => {
            let mut permit = Some(first);
            for work in works {
                // as many are free as were claimed: nobody else takes them
                let permit = match permit.take() {
                    Some(permit) => permit,
                    None => match Arc::clone(slots).acquire_owned().await {
                        Ok(permit) => permit,
                        Err(_) => return,
                    },
                };
                begin(app.clone(), work, permit);
            }
        }
        Err(error) => {
            tracing::error!(error = %error_text(&error), "deliveries cannot be claimed");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn sleep_for(app: &App) -> Duration {
    let per_endpoint = app.config.webhook_endpoint_concurrency;
    let now = app.clock.now();
    match app.store.next_due(now, per_endpoint).await {
        Ok(Some(at)) => {
            let wait = Duration::try_from(at - now).unwrap_or(Duration::ZERO);
            wait.clamp(SHORTEST_SLEEP, LONGEST_SLEEP)
        }
        Ok(None) => LONGEST_SLEEP,
        Err(error) => {
            tracing::error!(error = %error_text(&error), "deliveries cannot be read");
            PAUSE
        }
    }
}

fn begin(app: App, work: Work, permit: OwnedSemaphorePermit) {
    tokio::spawn(async move {
        let (id, organization) = (work.delivery.id, work.delivery.organization);
        match attempt(&app.store, &app.webhooks, &app.clock, work).await {
            Ok(Ended::Kept(concluded)) => {
                ended(&concluded);
                if concluded.deactivated {
                    let endpoint = concluded.delivery.endpoint;
                    tracing::warn!(endpoint.id = %endpoint, "webhook endpoint deactivated");
                    // its owner is told by a job
                    app.wake.jobs();
                }
            }
            Ok(Ended::Overtaken) => {
                tracing::warn!(org.id = %organization, delivery.id = %id, "webhook was overtaken");
            }
            // its lease brings it back
            Err(error) => {
                let error = error_text(&error);
                tracing::error!(org.id = %organization, delivery.id = %id, error, "webhook lost");
            }
        }
        drop(permit);
        app.wake.deliveries();
    });
}

fn ended(concluded: &Concluded) {
    let (delivery, attempt) = (&concluded.delivery, &concluded.attempt);
    let labels = [("outcome", attempt.outcome.code()), ("state", delivery.state.name())];
    metrics::counter!("billhook_webhook_attempts_total", &labels).increment(1);
    if attempt.outcome.succeeded() {
        return;
    }
    tracing::info!(
        org.id = %delivery.organization,
        endpoint.id = %delivery.endpoint,
        delivery.id = %delivery.id,
        attempt = attempt.number,
        outcome = attempt.outcome.code(),
        status = attempt.outcome.status(),
        state = delivery.state.name(),
        "webhook failed"
    );
}
