use super::{Owned, WebhookError};
use crate::{
    people::secrets::id_of_form,
    ports::{Ports, Runtime},
    retry::retry_on_conflict,
};
use access::OrganizationId;
use idempotency::Scope;
use invoicing::Violations;
use persistence::StoreError;
use webhooks::{
    Endpoint, EndpointId, Owner,
    endpoints::{Changes, Refused, Registration, Secret, Secrets, change, register},
    ports::{AddEndpointError, EndpointStore},
};

/// A parsed request for an endpoint, with the violations found in it.
#[derive(Debug, Clone, Default)]
pub struct EndpointRequest {
    /// `url`: the target URL.
    pub url: Option<String>,
    /// `events`: names of events to subscribe to.
    pub events: Option<Vec<String>>,
    /// `enabled`: whether it gets deliveries.
    pub enabled: Option<bool>,
    /// `orgId`: only events of this organization.
    pub only: Option<OrganizationId>,
    /// Violations found while the request was parsed.
    pub found: Violations,
    /// The key of the form that sends it, which may be submitted twice.
    pub once: Option<String>,
}

/// A new endpoint with its secret, which is shown only once.
#[derive(Debug)]
pub struct Created {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The secrets that sign its deliveries.
    pub secrets: Secrets,
}

/// Creates an endpoint.
///
/// # Errors
/// [`WebhookError`], checked in this order: the caller, the plan, all violations, the number of endpoints.
pub async fn create_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    request: &EndpointRequest,
) -> Result<Created, WebhookError> {
    let of = of.into();
    of.require_proof()?;
    let (store, owner, runtime) = (of.database(), of.owner, of.ports.runtime());
    let id = match &request.once {
        None => EndpointId(runtime.new_id()),
        Some(once) => free_id(of, once).await?,
    };
    let only = match request.only {
        Some(only) => Some((only, of.manages(only).await?)),
        None => None,
    };
    let registration = Registration {
        owner,
        plan: of.plan().await?,
        url: request.url.as_deref().unwrap_or_default(),
        events: request.events.as_deref(),
        only,
        existing: store.endpoints(owner).await?.len(),
        made_by: of.by,
    };
    let new = decided(register(&registration, of.ports.webhook_reach()), request.found.clone())?;
    let secrets = Secrets::new(Secret::from_random(runtime.random()?));
    let now = of.now();
    let endpoint = match store.add_endpoint(owner, id, &new, &secrets, now).await {
        // the other submit came first
        Err(AddEndpointError::Store(StoreError::Taken(_))) => {
            return Err(WebhookError::AlreadyMade);
        }
        added => added?,
    };
    tracing::info!(?owner, endpoint.id = %id, "webhook endpoint registered");
    Ok(Created { endpoint, secrets })
}

/// The id of the endpoint that this form creates, if it is free.
async fn free_id<P: Ports>(of: Owned<'_, P>, once: &str) -> Result<EndpointId, WebhookError> {
    let owner = match of.owner {
        Owner::Organization(id) => Scope::Organization(id),
        Owner::Partner(id) => Scope::Partner(id),
    };
    let id = EndpointId(id_of_form("webhook endpoint", owner, once));
    match of.database().endpoint(of.owner, id).await {
        Err(StoreError::NotFound) => Ok(id),
        found => found.map_err(WebhookError::from).and(Err(WebhookError::AlreadyMade)),
    }
}

/// Changes an endpoint's URL, events or enabled flag. A new URL needs the same proof as a new endpoint.
///
/// # Errors
/// [`WebhookError`].
pub async fn change_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
    request: &EndpointRequest,
) -> Result<Endpoint, WebhookError> {
    // a delivery may end at the same time
    let of = of.into();
    let after = retry_on_conflict(|| decide_and_change(of, id, request)).await?;
    let on = after.health.is_active();
    tracing::info!(owner = ?of.owner, endpoint.id = %id, on, "webhook endpoint changed");
    Ok(after)
}

async fn decide_and_change<P: Ports>(
    of: Owned<'_, P>,
    id: EndpointId,
    request: &EndpointRequest,
) -> Result<Endpoint, WebhookError> {
    let (store, owner) = (of.database(), of.owner);
    let changes = Changes {
        url: request.url.as_deref(),
        events: request.events.as_deref(),
        enabled: request.enabled,
        by: of.by,
    };
    let before = of.endpoint(id).await?;
    if changes.take_over(&before) {
        of.require_proof()?;
    }
    let plan = of.plan().await?;
    let (reach, now) = (of.ports.webhook_reach(), of.now());
    let after = decided(change(&before, &changes, plan, reach, now), request.found.clone())?;
    store.change_endpoint(owner, &before, &after).await?;
    Ok(after)
}

/// Deletes an endpoint with its deliveries.
///
/// # Errors
/// [`WebhookError`].
pub async fn remove_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
) -> Result<(), WebhookError> {
    let of = of.into();
    of.require_known(id).await?;
    of.database().remove_endpoint(of.owner, id).await?;
    tracing::info!(owner = ?of.owner, endpoint.id = %id, "webhook endpoint removed");
    Ok(())
}

/// Joins the decision with the violations found while parsing: a refusal by the plan comes first, and all violations
/// are reported together.
fn decided<T>(decision: Result<T, Refused>, mut found: Violations) -> Result<T, WebhookError> {
    match decision {
        Err(refused @ Refused::Plan(_)) => Err(refused.into()),
        Err(Refused::Invalid(faults)) => {
            for fault in faults {
                found.add(fault.field, fault.kind);
            }
            Err(found.into())
        }
        other => {
            found.into_result()?;
            Ok(other?)
        }
    }
}

/// Replaces the current secret by a new one; the old one keeps signing for a day. A form names the secret that it
/// replaces by [`Secrets::mark`], so a repeated submit rotates only once.
///
/// # Errors
/// [`WebhookError`]; [`WebhookError::AlreadyRotated`] for the second submit.
pub async fn rotate_secret<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
    replaces: Option<&str>,
) -> Result<(Endpoint, Secrets), WebhookError> {
    let of = of.into();
    of.require_proof()?;
    let (store, owner) = (of.database(), of.owner);
    let endpoint = of.endpoint(id).await?;
    of.require_plan().await?;
    let before = store.secrets(owner, id).await?;
    if replaces.is_some_and(|mark| mark != before.mark()) {
        return Err(WebhookError::AlreadyRotated);
    }
    let secret = Secret::from_random(of.ports.runtime().random()?);
    let after = before.rotate(secret, of.now())?;
    match store.change_secrets(owner, id, &before, &after).await {
        // the other submit came first
        Err(StoreError::Conflict) if replaces.is_some() => {
            return Err(WebhookError::AlreadyRotated);
        }
        changed => changed?,
    }
    tracing::info!(?owner, endpoint.id = %id, "webhook secret rotated");
    Ok((endpoint, after))
}
