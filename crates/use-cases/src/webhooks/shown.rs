//! Endpoints and deliveries for who looks at them.

use super::{Owned, WebhookError};
use crate::Ports;
use persistence::{Cursor, Page};
use webhooks::{
    Endpoint, EndpointId,
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore, EndpointStore},
};

/// A page of the deliveries of an endpoint, the newest first.
///
/// # Errors
/// [`WebhookError::Store`] for an endpoint that is not the owner's.
pub async fn deliveries<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<DeliveryRecord>, WebhookError> {
    let of = of.into();
    Ok(of.database().deliveries(of.owner, endpoint, filter, after, limit).await?)
}

/// An endpoint, and which secret is its current one ([`webhooks::endpoints::Secrets::mark`]).
///
/// # Errors
/// [`WebhookError::Store`] for an endpoint that is not the owner's.
pub async fn marked_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
) -> Result<(Endpoint, String), WebhookError> {
    let of = of.into();
    let endpoint = of.database().endpoint(of.owner, id).await?;
    let secrets = of.database().secrets(of.owner, id).await?;
    Ok((endpoint, secrets.mark()))
}
