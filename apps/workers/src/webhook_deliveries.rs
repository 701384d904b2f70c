//! Webhook deliveries as a source of claims.

use super::lease_clock::LeaseClock;
use claim_loop::ClaimSource;
use jobs::error_text;
use persistence::StoreError;
use runtime::wiring::App;
use std::{sync::Arc, time::Duration};
use use_cases::webhooks::{Ended, deliver};
use webhooks::{
    deliveries::{Concluded, TIMEOUT},
    ports::{DeliveryStore, Work},
};

/// The waiting deliveries.
pub(super) struct WebhookDeliveries(Arc<App>, LeaseClock);

impl WebhookDeliveries {
    /// The deliveries of this installation.
    pub(super) fn of(app: &Arc<App>) -> Self {
        Self(Arc::clone(app), LeaseClock::default())
    }
}

impl ClaimSource for WebhookDeliveries {
    type Claim = Work;

    const NAME: &'static str = "webhook deliveries";
    const BATCH: usize = 64;
    /// The longest attempt, and a second to store its outcome.
    const GRACE: Duration = TIMEOUT.unsigned_abs().saturating_add(Duration::from_secs(1));

    async fn claim(&self, limit: usize) -> Result<Vec<Work>, StoreError> {
        let per_endpoint = self.0.config.webhook_endpoint_concurrency;
        let now = self.1.now(&self.0).await?;
        self.0.store.claim_due(now, per_endpoint, limit).await
    }

    async fn next_due(&self) -> Result<Option<Duration>, StoreError> {
        let per_endpoint = self.0.config.webhook_endpoint_concurrency;
        let now = self.0.clock.now();
        let next = self.0.store.next_due(now, per_endpoint).await?;
        Ok(next.map(|at| Duration::try_from(at - now).unwrap_or_default()))
    }

    async fn notified(&self) {
        self.0.notifier.deliveries_notified().await;
    }

    async fn work(&self, work: Work) {
        let app = &self.0;
        let (id, organization) = (work.delivery.id, work.delivery.organization);
        match deliver(&**app, work).await {
            Ok(Ended::Kept(concluded)) => {
                record(&concluded);
                if concluded.deactivated {
                    let endpoint = concluded.delivery.endpoint;
                    tracing::warn!(endpoint.id = %endpoint, "webhook endpoint disabled after repeated failures");
                    // a job mails the owner of the endpoint
                    app.notifier.jobs();
                }
            }
            Ok(Ended::Overtaken) => {
                tracing::warn!(org.id = %organization, delivery.id = %id, "webhook attempt not recorded: another worker has concluded the delivery");
            }
            // it is claimed again when its lease runs out
            Err(error) => {
                let error = error_text(&error);
                tracing::warn!(org.id = %organization, delivery.id = %id, error, "webhook attempt not recorded: the delivery is sent again when its lease expires");
            }
        }
    }

    /// Frees the slot for another delivery to the same endpoint.
    fn ended(&self) {
        self.0.notifier.deliveries();
    }
}

/// Counts an attempt, and logs one that failed.
fn record(concluded: &Concluded) {
    let (delivery, attempt) = (&concluded.delivery, &concluded.attempt);
    let labels = [attempt.outcome.code(), delivery.state.name()];
    runtime::metrics::WEBHOOK_ATTEMPTS.add(&labels, 1);
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
        "webhook attempt failed"
    );
}
