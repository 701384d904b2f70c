use crate::Ports;
use access::OrganizationId;
use invoicing::{InvoiceStore, References};
use notifications::{
    Address, AddressError, DedupKey, EndpointDisabled, KeyError, MailError, Mailer,
    endpoint_disabled,
};
use persistence::StoreError;
use webhooks::{DisabledReason, EndpointId, EndpointStore, Owner, Status};

/// Why the mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum DisabledMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The organization has no usable address.
    #[error("the organization's e-mail address {0}")]
    Address(#[from] AddressError),
    /// The endpoint's id makes no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl DisabledMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            DisabledMailError::Mail(MailError::Refused(_))
                | DisabledMailError::Address(_)
                | DisabledMailError::Key(_)
        )
    }
}

/// Tells an organization that its endpoint was deactivated, unless it is gone or on again. Sent
/// twice it is the same mail.
///
/// # Errors
/// [`DisabledMailError`].
pub async fn send_disabled_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: EndpointId,
) -> Result<(), DisabledMailError> {
    let (store, base_url) = (ports.database(), ports.base_url());
    let endpoint = match store.endpoint(Owner::Organization(organization), id).await {
        Err(StoreError::NotFound) => return Ok(()),
        endpoint => endpoint?,
    };
    let Status::Deactivated { at, reason: DisabledReason::Failures } = endpoint.health.status
    else {
        return Ok(());
    };
    let records = store.issuing_records(organization, &References::default()).await?;
    let to = Address::parse(records.organization.email.as_deref().unwrap_or_default())?;
    let key = DedupKey::parse(&format!("webhook-off-{id}-{}", at.unix_timestamp()))?;
    let request = format!("PATCH {base_url}/v1/agent/webhooks/{id} {{\"enabled\": true}}");
    let letter = endpoint_disabled(&EndpointDisabled {
        url: endpoint.url.as_str(),
        at,
        failed: endpoint.health.consecutive_failures,
        request: &request,
    });
    ports.mailer().send(&letter.to(to, key)).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "mail of a deactivated webhook sent");
    Ok(())
}
