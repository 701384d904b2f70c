use super::{Owned, WebhookError};
use crate::ports::{Ports, Runtime};
use events::{Body, Event, EventName};
use invoicing::Violations;
use persistence::StoreError;
use webhooks::{
    Delivery, DeliveryId, EndpointId, Owner,
    deliveries::Kind,
    endpoints::{FaultKind, Health},
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore},
};

/// Maximum number of deliveries in one call of [`redeliver_failed`].
pub const REDELIVERED_AT_ONCE: u16 = 100;

/// Queues a delivery again for now, under the same id.
///
/// # Errors
/// [`WebhookError`].
pub async fn redeliver<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
    id: DeliveryId,
) -> Result<DeliveryRecord, WebhookError> {
    let of = of.into();
    let health = of.endpoint(endpoint).await?.health;
    let record = of.database().delivery(of.owner, endpoint, id).await?;
    of.require_plan().await?;
    let again = put_back(of, health, &record.delivery).await?;
    Ok(DeliveryRecord { delivery: again, ..record })
}

async fn put_back<P: Ports>(
    of: Owned<'_, P>,
    health: Health,
    delivery: &Delivery,
) -> Result<Delivery, WebhookError> {
    let again = delivery.redeliver(health, of.now())?;
    of.database().change_delivery(of.owner, delivery, &again).await?;
    let (endpoint, id) = (delivery.endpoint, delivery.id);
    tracing::info!(owner = ?of.owner, endpoint.id = %endpoint, delivery.id = %id, "webhook delivery queued again");
    Ok(again)
}

/// Queues failed deliveries again, newest first; returns how many. Those that another call handles at the same time
/// are skipped.
///
/// # Errors
/// [`WebhookError`].
pub async fn redeliver_failed<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
) -> Result<usize, WebhookError> {
    let of = of.into();
    let (store, owner) = (of.database(), of.owner);
    let health = of.endpoint(endpoint).await?.health;
    of.require_plan().await?;
    let filter = DeliveryFilter { state: Some("failed"), ..DeliveryFilter::default() };
    let failed = store.deliveries(owner, endpoint, &filter, None, REDELIVERED_AT_ONCE).await?;
    let mut taken = 0;
    for record in failed.rows {
        match put_back(of, health, &record.delivery).await {
            Ok(_) => taken += 1,
            // another call handles it, or it was purged in the meantime
            Err(WebhookError::Store(StoreError::Conflict | StoreError::NotFound)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(taken)
}

/// Sends sample data of an event to an endpoint, also while it is disabled, so that its owner can check whether it
/// answers. Without a name it is the first event of the endpoint's subscription.
///
/// # Errors
/// [`WebhookError`].
pub async fn test_send<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
    event: Option<&str>,
) -> Result<DeliveryRecord, WebhookError> {
    let of = of.into();
    let (store, owner, now) = (of.database(), of.owner, of.now());
    let known = of.endpoint(endpoint).await?;
    of.require_plan().await?;
    let organization = of.subject(&known).await?;
    let name = match event {
        Some(text) => named(text, owner)?,
        None => known.events.for_test().ok_or(WebhookError::NeverEmitted)?,
    };
    let (event, body) =
        Event::test_send(name, organization, now)?.ok_or(WebhookError::NeverEmitted)?;
    let id = DeliveryId(of.ports.runtime().new_id());
    let delivery = Delivery::new(id, organization, endpoint, event.name(), Kind::Test, now);
    store.add_test(organization, &delivery, &body).await?;
    tracing::info!(org.id = %organization, endpoint.id = %endpoint, delivery.id = %id, "webhook test event queued");
    Ok(DeliveryRecord { delivery, body: Body::stored(body.into_string()), attempts: Vec::new() })
}

/// Any event that such an endpoint may subscribe to, so that a receiver can be tested before it subscribes.
fn named(text: &str, owner: Owner) -> Result<EventName, Violations> {
    let fault = match text.parse::<EventName>() {
        Ok(name) if owner.may_subscribe(name) => return Ok(name),
        Ok(name) => FaultKind::not_for(owner, name),
        Err(unknown) => FaultKind::UnknownEvent(unknown),
    };
    let mut violations = Violations::new();
    violations.add("event", fault);
    Err(violations)
}
