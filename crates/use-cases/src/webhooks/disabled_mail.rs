use crate::{
    ledger::unsent_mail::UnsentMail, people::organization_mail::mail_to_organization, ports::Ports,
};
use access::OrganizationId;
use notifications::{EndpointDisabled, endpoint_disabled};
use persistence::StoreError;
use webhooks::{
    EndpointId, Owner,
    endpoints::{DisabledReason, Status},
    ports::EndpointStore,
};

/// Tells an organization by mail that its endpoint was disabled, unless it was deleted or enabled again. Repeating it
/// sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_disabled_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: EndpointId,
) -> Result<(), UnsentMail> {
    let (store, base_url) = (ports.database(), ports.base_url());
    let endpoint = match store.endpoint(Owner::Organization(organization), id).await {
        Err(StoreError::NotFound) => return Ok(()),
        endpoint => endpoint?,
    };
    let Status::Deactivated { at, reason: DisabledReason::Failures } = endpoint.health.status
    else {
        return Ok(());
    };
    let key = format!("webhook-off-{id}-{}", at.unix_timestamp());
    let request = format!("PATCH {base_url}/v1/agent/webhooks/{id} {{\"enabled\": true}}");
    let letter = endpoint_disabled(&EndpointDisabled {
        url: endpoint.url.as_str(),
        at,
        failed: endpoint.health.consecutive_failures,
        request: &request,
    });
    mail_to_organization(ports, organization, &key, letter).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "disabled endpoint mail handed to the mail server");
    Ok(())
}
