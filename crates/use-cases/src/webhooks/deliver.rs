use crate::ports::{Ports, Runtime};
use persistence::StoreError;
use webhooks::{
    deliveries::{Attempt, Concluded},
    ports::{DeliveryStore, Sender, Work},
    signing::SignedRequest,
};

/// The result of an attempt.
#[derive(Debug)]
pub enum Ended {
    /// The outcome was stored.
    Kept(Box<Concluded>),
    /// Another worker has taken over, or the endpoint was deleted: nothing was stored.
    Overtaken,
}

/// Makes one attempt of a claimed delivery, signed now, and stores its outcome.
///
/// # Errors
/// Storage failures. The delivery is retried after its lease expires; the receiver can deduplicate by its id.
pub async fn deliver<P: Ports>(ports: &P, work: Work) -> Result<Ended, StoreError> {
    let runtime = ports.runtime();
    let Work { delivery, endpoint, secrets, body } = work;
    let started_at = runtime.now();
    let request = SignedRequest::new(&delivery, endpoint.url, &secrets, body, started_at);
    let outcome = ports.webhooks().send(&request).await;
    let finished_at = runtime.now();
    tracing::debug!(
        org.id = %delivery.organization,
        endpoint.id = %endpoint.id,
        delivery.id = %delivery.id,
        attempt = delivery.attempts,
        outcome = outcome.code(),
        status = outcome.status(),
        "webhook attempt made"
    );
    let attempt = Attempt { number: delivery.attempts, started_at, finished_at, outcome };
    match ports.database().conclude(delivery.organization, delivery.id, attempt).await {
        Ok(concluded) => Ok(Ended::Kept(Box::new(concluded))),
        Err(StoreError::Conflict | StoreError::NotFound) => Ok(Ended::Overtaken),
        Err(error) => Err(error),
    }
}
