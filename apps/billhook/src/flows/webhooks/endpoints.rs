use super::{WebhookError, plan};
use crate::{requests::WebhookRequest, secrets};
use access::OrganizationId;
use invoicing::{InvoiceStore, Violations};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Changes, Endpoint, EndpointId, EndpointStore, Owner, Reach, Refused, Registration, Secret,
    Secrets, change, register,
};

/// How often a change is decided anew when somebody else was faster.
const ATTEMPTS: usize = 5;

/// An endpoint with the secret that is shown this once.
#[derive(Debug)]
pub struct Created {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// What signs its deliveries.
    pub secret: Secret,
}

/// Registers an endpoint of an organization. `found` is what reading the request has found wrong.
///
/// # Errors
/// [`WebhookError`]: first by the plan, then by all that is wrong, then by the number.
pub async fn create_endpoint<S: EndpointStore + InvoiceStore>(
    store: &S,
    organization: OrganizationId,
    request: &WebhookRequest,
    found: Violations,
    reach: Reach,
    now: OffsetDateTime,
) -> Result<Created, WebhookError> {
    let owner = Owner::Organization(organization);
    let registration = Registration {
        owner,
        plan: plan(store, organization).await?,
        url: request.url.as_deref().unwrap_or_default(),
        events: request.events.as_deref(),
        only: None,
        existing: store.endpoints(owner).await?.len(),
    };
    let new = decided(register(&registration, reach), found)?;
    let secret = Secret::from_random(secrets::random()?);
    let id = EndpointId(Uuid::now_v7());
    let endpoint = store.add_endpoint(owner, id, &new, &Secrets::new(secret.clone()), now).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "webhook endpoint registered");
    Ok(Created { endpoint, secret })
}

/// Changes an endpoint: its URL, its events, whether it is on.
///
/// # Errors
/// [`WebhookError`].
pub async fn change_endpoint<S: EndpointStore + InvoiceStore>(
    store: &S,
    organization: OrganizationId,
    id: EndpointId,
    request: &WebhookRequest,
    found: Violations,
    reach: Reach,
    now: OffsetDateTime,
) -> Result<Endpoint, WebhookError> {
    let owner = Owner::Organization(organization);
    let changes = Changes {
        url: request.url.as_deref(),
        events: request.events.as_deref(),
        enabled: request.enabled,
    };
    let mut attempt = 1;
    loop {
        let before = store.endpoint(owner, id).await?;
        let plan = plan(store, organization).await?;
        let after = decided(change(&before, &changes, plan, reach, now), found.clone())?;
        match store.change_endpoint(owner, &before, &after).await {
            Ok(()) => {
                let on = after.health.is_active();
                tracing::info!(org.id = %organization, endpoint.id = %id, on, "webhook endpoint changed");
                return Ok(after);
            }
            // a delivery may just have ended
            Err(StoreError::Conflict) if attempt < ATTEMPTS => attempt += 1,
            Err(error) => return Err(error.into()),
        }
    }
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
pub async fn rotate_secret<S: EndpointStore + InvoiceStore>(
    store: &S,
    organization: OrganizationId,
    id: EndpointId,
    now: OffsetDateTime,
) -> Result<(Endpoint, Secrets), WebhookError> {
    let owner = Owner::Organization(organization);
    let endpoint = store.endpoint(owner, id).await?;
    let plan = plan(store, organization).await?;
    if !plan.is_some_and(access::Plan::has_webhooks) {
        return Err(WebhookError::Refused(Refused::Plan(plan.unwrap_or(access::Plan::Free))));
    }
    let before = store.secrets(owner, id).await?;
    let after = before.rotate(Secret::from_random(secrets::random()?), now)?;
    store.change_secrets(owner, id, &before, &after).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "webhook secret rotated");
    Ok((endpoint, after))
}
