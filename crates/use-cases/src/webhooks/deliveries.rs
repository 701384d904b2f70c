use super::{WebhookError, plan};
use crate::{Context, Ports, Runtime};
use access::{OrganizationId, Plan};
use events::{Body, Event, EventName};
use invoicing::{InvoiceStore, Violations};
use persistence::StoreError;
use webhooks::{
    Delivery, DeliveryFilter, DeliveryId, DeliveryRecord, DeliveryStore, EndpointId, EndpointStore,
    Kind, NotRedeliverable, Owner, Refused,
};

/// Deliveries that [`redeliver_failed`] takes at once.
pub const REDELIVERED_AT_ONCE: u16 = 100;

async fn require_plan<S: InvoiceStore>(
    store: &S,
    organization: OrganizationId,
) -> Result<(), WebhookError> {
    match plan(store, organization).await? {
        Some(plan) if plan.has_webhooks() => Ok(()),
        plan => Err(WebhookError::Refused(Refused::Plan(plan.unwrap_or(Plan::Free)))),
    }
}

/// Delivers a delivery again, at once, under its id.
///
/// # Errors
/// [`WebhookError`].
pub async fn redeliver<P: Ports>(
    context: &Context<'_, P>,
    endpoint: EndpointId,
    id: DeliveryId,
) -> Result<DeliveryRecord, WebhookError> {
    let (store, organization) = (context.database(), context.organization);
    let owner = Owner::Organization(organization);
    let health = store.endpoint(owner, endpoint).await?.health;
    let record = store.delivery(owner, endpoint, id).await?;
    require_plan(store, organization).await?;
    let again = record.delivery.redeliver(health, context.now())?;
    store.change_delivery(owner, &record.delivery, &again).await?;
    tracing::info!(org.id = %organization, endpoint.id = %endpoint, delivery.id = %id, "redelivered");
    Ok(DeliveryRecord { delivery: again, ..record })
}

/// Delivers those again that failed, the newest of them; says how many. What another call is at already is
/// left to it.
///
/// # Errors
/// [`WebhookError`].
pub async fn redeliver_failed<P: Ports>(
    context: &Context<'_, P>,
    endpoint: EndpointId,
) -> Result<usize, WebhookError> {
    let (store, owner) = (context.database(), Owner::Organization(context.organization));
    let filter = DeliveryFilter { state: Some("failed"), ..DeliveryFilter::default() };
    let failed = store.deliveries(owner, endpoint, &filter, None, REDELIVERED_AT_ONCE).await?;
    let mut taken = 0;
    for record in failed.rows {
        match redeliver(context, endpoint, record.delivery.id).await {
            Ok(_) => taken += 1,
            Err(WebhookError::NotRedeliverable(NotRedeliverable::Delivering)) => {}
            Err(WebhookError::Store(StoreError::Conflict)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(taken)
}

/// Sends invented data of an event to an endpoint, also while it is off: so its owner can see
/// whether it answers again. Without a name it is the first that the endpoint receives.
///
/// # Errors
/// [`WebhookError`].
pub async fn test_send<P: Ports>(
    context: &Context<'_, P>,
    endpoint: EndpointId,
    event: Option<&str>,
) -> Result<DeliveryRecord, WebhookError> {
    let (store, organization, now) = (context.database(), context.organization, context.now());
    let owner = Owner::Organization(organization);
    let known = store.endpoint(owner, endpoint).await?;
    require_plan(store, organization).await?;
    let name = match event {
        Some(text) => named(text, owner)?,
        None => known.events.for_test().ok_or(WebhookError::NeverEmitted)?,
    };
    let (event, body) =
        Event::test_send(name, organization, now)?.ok_or(WebhookError::NeverEmitted)?;
    let id = DeliveryId(context.ports.runtime().new_id());
    let delivery = Delivery::new(id, organization, endpoint, event.name(), Kind::Test, now);
    store.add_test(organization, &delivery, &body).await?;
    tracing::info!(org.id = %organization, endpoint.id = %endpoint, delivery.id = %id, "test send");
    Ok(DeliveryRecord { delivery, body: Body::stored(body.into_string()), attempts: Vec::new() })
}

/// Any event that such an endpoint may subscribe to, so that a receiver can be tried before.
fn named(text: &str, owner: Owner) -> Result<EventName, Violations> {
    let message = match text.parse::<EventName>() {
        Ok(name) if owner.may_subscribe(name) => return Ok(name),
        Ok(name) => format!("{name} is sent to endpoints of partners only"),
        Err(unknown) => unknown.to_string(),
    };
    let mut violations = Violations::new();
    violations.add("event", message);
    Err(violations)
}
