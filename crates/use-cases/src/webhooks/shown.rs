//! Reads endpoints and deliveries.

use super::{Owned, WebhookError};
use crate::ports::Ports;
use persistence::{Cursor, Page};
use webhooks::{
    DeliveryId, Endpoint, EndpointId,
    ports::{DeliveryFilter, DeliveryRecord, DeliveryStore, EndpointStore},
};

/// The endpoints, oldest first.
///
/// # Errors
/// Storage failures.
pub async fn endpoints<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
) -> Result<Vec<Endpoint>, WebhookError> {
    let of = of.into();
    let mut all = of.database().endpoints(of.owner).await?;
    all.retain(|endpoint| of.may_know(endpoint));
    Ok(all)
}

/// Loads one endpoint.
///
/// # Errors
/// [`WebhookError::Store`] for an endpoint of another owner.
pub async fn known_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
) -> Result<Endpoint, WebhookError> {
    Ok(of.into().endpoint(id).await?)
}

/// Loads one delivery.
///
/// # Errors
/// [`WebhookError::Store`] for a delivery of another owner.
pub async fn known_delivery<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
    id: DeliveryId,
) -> Result<DeliveryRecord, WebhookError> {
    let of = of.into();
    of.require_known(endpoint).await?;
    Ok(of.database().delivery(of.owner, endpoint, id).await?)
}

/// A page of the deliveries of an endpoint, newest first.
///
/// # Errors
/// [`WebhookError::Store`] for an endpoint of another owner.
pub async fn deliveries<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<DeliveryRecord>, WebhookError> {
    let of = of.into();
    of.require_known(endpoint).await?;
    Ok(of.database().deliveries(of.owner, endpoint, filter, after, limit).await?)
}

/// Loads an endpoint, and the mark of its current secret ([`webhooks::endpoints::Secrets::mark`]).
///
/// # Errors
/// [`WebhookError::Store`] for an endpoint of another owner.
pub async fn marked_endpoint<'a, P: Ports + 'a>(
    of: impl Into<Owned<'a, P>> + Send,
    id: EndpointId,
) -> Result<(Endpoint, String), WebhookError> {
    let of = of.into();
    let endpoint = of.endpoint(id).await?;
    let secrets = of.database().secrets(of.owner, id).await?;
    Ok((endpoint, secrets.mark()))
}
