use super::{WebhookError, plan};
use crate::{Context, Ports, Runtime, retry::retry_on_conflict, secrets::id_of_form};
use invoicing::Violations;
use persistence::StoreError;
use webhooks::{
    AddEndpointError, Changes, Endpoint, EndpointId, EndpointStore, Owner, Refused, Registration,
    Secret, Secrets, change, register,
};

/// An endpoint as it was asked for, with what reading the request has found wrong.
#[derive(Debug, Clone, Default)]
pub struct EndpointRequest {
    /// `url`.
    pub url: Option<String>,
    /// `events`.
    pub events: Option<Vec<String>>,
    /// `enabled`.
    pub enabled: Option<bool>,
    /// What is wrong with it.
    pub found: Violations,
    /// The key of the form that asks, which may be sent twice.
    pub once: Option<String>,
}

/// An endpoint with the secret that is shown this once.
#[derive(Debug)]
pub struct Created {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// What signs its deliveries.
    pub secret: Secret,
}

/// Registers an endpoint of an organization.
///
/// # Errors
/// [`WebhookError`]: first by the plan, then by all that is wrong, then by the number.
pub async fn create_endpoint<P: Ports>(
    context: &Context<'_, P>,
    request: &EndpointRequest,
) -> Result<Created, WebhookError> {
    let (store, organization) = (context.database(), context.organization);
    let runtime = context.ports.runtime();
    let owner = Owner::Organization(organization);
    let id = match &request.once {
        None => EndpointId(runtime.new_id()),
        Some(once) => free_id(context, once).await?,
    };
    let registration = Registration {
        owner,
        plan: plan(store, organization).await?,
        url: request.url.as_deref().unwrap_or_default(),
        events: request.events.as_deref(),
        only: None,
        existing: store.endpoints(owner).await?.len(),
    };
    let new =
        decided(register(&registration, context.ports.webhook_reach()), request.found.clone())?;
    let secret = Secret::from_random(runtime.random()?);
    let (secrets, now) = (Secrets::new(secret.clone()), context.now());
    let endpoint = match store.add_endpoint(owner, id, &new, &secrets, now).await {
        // the other click came first
        Err(AddEndpointError::Store(StoreError::Taken(_))) => {
            return Err(WebhookError::AlreadyMade);
        }
        added => added?,
    };
    tracing::info!(org.id = %organization, endpoint.id = %id, "webhook endpoint registered");
    Ok(Created { endpoint, secret })
}

/// The id of what this form makes.
async fn free_id<P: Ports>(
    context: &Context<'_, P>,
    once: &str,
) -> Result<EndpointId, WebhookError> {
    let organization = context.organization;
    let id = EndpointId(id_of_form("webhook endpoint", organization.0, once));
    match context.database().endpoint(Owner::Organization(organization), id).await {
        Err(StoreError::NotFound) => Ok(id),
        found => found.map_err(WebhookError::from).and(Err(WebhookError::AlreadyMade)),
    }
}

/// Changes an endpoint: its URL, its events, whether it is on.
///
/// # Errors
/// [`WebhookError`].
pub async fn change_endpoint<P: Ports>(
    context: &Context<'_, P>,
    id: EndpointId,
    request: &EndpointRequest,
) -> Result<Endpoint, WebhookError> {
    // a delivery may end at the same time
    let after = retry_on_conflict(|| decide_and_change(context, id, request)).await?;
    let on = after.health.is_active();
    tracing::info!(
        org.id = %context.organization, endpoint.id = %id, on, "webhook endpoint changed"
    );
    Ok(after)
}

async fn decide_and_change<P: Ports>(
    context: &Context<'_, P>,
    id: EndpointId,
    request: &EndpointRequest,
) -> Result<Endpoint, WebhookError> {
    let (store, organization) = (context.database(), context.organization);
    let owner = Owner::Organization(organization);
    let changes = Changes {
        url: request.url.as_deref(),
        events: request.events.as_deref(),
        enabled: request.enabled,
    };
    let before = store.endpoint(owner, id).await?;
    let plan = plan(store, organization).await?;
    let (reach, now) = (context.ports.webhook_reach(), context.now());
    let after = decided(change(&before, &changes, plan, reach, now), request.found.clone())?;
    store.change_endpoint(owner, &before, &after).await?;
    Ok(after)
}

/// Removes an endpoint with its deliveries.
///
/// # Errors
/// [`WebhookError`].
pub async fn remove_endpoint<P: Ports>(
    context: &Context<'_, P>,
    id: EndpointId,
) -> Result<(), WebhookError> {
    let organization = context.organization;
    context.database().remove_endpoint(Owner::Organization(organization), id).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "webhook endpoint removed");
    Ok(())
}

/// The decision with what reading has found wrong: the plan comes first, and all that is wrong is
/// said at once.
fn decided<T>(decision: Result<T, Refused>, mut found: Violations) -> Result<T, WebhookError> {
    match decision {
        Err(refused @ Refused::Plan(_)) => Err(refused.into()),
        Err(Refused::Invalid(faults)) => {
            for fault in faults {
                found.add(fault.field, fault.kind.to_string());
            }
            Err(found.into())
        }
        other => {
            found.into_result()?;
            Ok(other?)
        }
    }
}

/// Puts a new secret in the place of the current one, which goes on signing for a day.
///
/// # Errors
/// [`WebhookError`].
pub async fn rotate_secret<P: Ports>(
    context: &Context<'_, P>,
    id: EndpointId,
) -> Result<(Endpoint, Secrets), WebhookError> {
    let (store, organization) = (context.database(), context.organization);
    let owner = Owner::Organization(organization);
    let endpoint = store.endpoint(owner, id).await?;
    let plan = plan(store, organization).await?;
    if !plan.is_some_and(access::Plan::has_webhooks) {
        return Err(WebhookError::Refused(Refused::Plan(plan.unwrap_or(access::Plan::Free))));
    }
    let before = store.secrets(owner, id).await?;
    let secret = Secret::from_random(context.ports.runtime().random()?);
    let after = before.rotate(secret, context.now())?;
    store.change_secrets(owner, id, &before, &after).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "webhook secret rotated");
    Ok((endpoint, after))
}
