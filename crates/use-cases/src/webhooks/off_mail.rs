use crate::Ports;
use access::OrganizationId;
use invoicing::{InvoiceStore, References};
use notifications::{
    Address, AddressError, EndpointOff, Key, KeyError, MailError, Mailer, endpoint_off,
};
use persistence::StoreError;
use webhooks::{EndpointId, EndpointStore, OffReason, Owner, Status};

/// Why the mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum OffMailError {
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

impl OffMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            OffMailError::Mail(MailError::Refused(_))
                | OffMailError::Address(_)
                | OffMailError::Key(_)
        )
    }
}

/// Tells an organization that its endpoint was deactivated, unless it is gone or on again. Sent
/// twice it is the same mail.
///
/// # Errors
/// [`OffMailError`].
pub async fn send_off_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: EndpointId,
) -> Result<(), OffMailError> {
    let (store, base_url) = (ports.database(), ports.base_url());
    let endpoint = match store.endpoint(Owner::Organization(organization), id).await {
        Err(StoreError::NotFound) => return Ok(()),
        endpoint => endpoint?,
    };
    let Status::Deactivated { at, reason: OffReason::Failures } = endpoint.health.status else {
        return Ok(());
    };
    let records = store.issuing_records(organization, &References::default()).await?;
    let to = Address::parse(records.organization.email.as_deref().unwrap_or_default())?;
    let key = Key::parse(&format!("webhook-off-{id}-{}", at.unix_timestamp()))?;
    let request = format!("PATCH {base_url}/v1/agent/webhooks/{id} {{\"enabled\": true}}");
    let letter = endpoint_off(&EndpointOff {
        url: endpoint.url.as_str(),
        at,
        failed: endpoint.health.consecutive_failures,
        request: &request,
    });
    ports.mailer().send(&letter.to(to, key)).await?;
    tracing::info!(org.id = %organization, endpoint.id = %id, "mail of a deactivated webhook sent");
    Ok(())
}
