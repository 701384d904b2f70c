//! Webhook endpoints of a partner, and what was delivered to them.

use crate::{List, Reply, call::PartnerCall};
use access::OrganizationId;
use actix_web::HttpResponse;
use agent_api::routes::views::{DeliveryView, EndpointView, asked, require_secrets_key};
use agent_requests::{
    PartnerWebhookBody, WebhookChangeBody, WebhookTestBody, read_optional, read_with_violations,
};
use api_http::{Body, Data, paging};
use serde::Serialize;
use use_cases::webhooks::{
    WebhookError, change_endpoint, create_endpoint, redeliver, remove_endpoint, rotate_secret,
    test_send,
};
use webhooks::{DeliveryFilter, DeliveryId, DeliveryStore, Endpoint, EndpointStore, Secrets};

/// An endpoint of a partner.
#[derive(Serialize)]
struct PartnerEndpoint<'a> {
    #[serde(flatten)]
    endpoint: EndpointView<'a>,
    /// The only organization that it is for; null: all.
    #[serde(rename = "orgId")]
    only: Option<OrganizationId>,
}

impl<'a> PartnerEndpoint<'a> {
    fn of(endpoint: &'a Endpoint) -> Self {
        Self { endpoint: EndpointView::of(endpoint), only: endpoint.only }
    }

    fn with_secrets(endpoint: &'a Endpoint, secrets: &'a Secrets) -> Self {
        Self { endpoint: EndpointView::with_secrets(endpoint, secrets), only: endpoint.only }
    }
}

pub(crate) async fn list_webhooks(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoints = call.store.endpoints(owner).await.map_err(WebhookError::from)?;
    let data: Vec<_> = endpoints.iter().map(PartnerEndpoint::of).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

pub(crate) async fn create_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (request, found) = read_with_violations::<PartnerWebhookBody>(&bytes);
    let made = create_endpoint(of, &asked(request, found)).await?;
    let view = PartnerEndpoint::with_secrets(&made.endpoint, &made.secrets);
    Ok(HttpResponse::Created().json(view))
}

pub(crate) async fn get_webhook(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoint =
        call.store.endpoint(owner, call.endpoint()?).await.map_err(WebhookError::from)?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

pub(crate) async fn change_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let (request, found) = read_with_violations::<WebhookChangeBody>(&bytes);
    let endpoint = change_endpoint(of, call.endpoint()?, &asked(request, found)).await?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

pub(crate) async fn delete_webhook(call: PartnerCall) -> Reply {
    remove_endpoint(call.owned()?, call.endpoint()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(crate) async fn rotate_webhook_secret(call: PartnerCall) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (endpoint, secrets) = rotate_secret(of, call.endpoint()?, None).await?;
    let view = PartnerEndpoint::with_secrets(&endpoint, &secrets);
    Ok(HttpResponse::Ok().json(view))
}

pub(crate) async fn test_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let event = read_optional::<WebhookTestBody>(&bytes)?;
    let record = test_send(of, call.endpoint()?, event.as_deref()).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}

pub(crate) async fn list_deliveries(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let mut query = call.query()?;
    let (after, limit) = paging::page_parameters(&mut query);
    query.finish()?;
    let any = DeliveryFilter::default();
    let page = call.store.deliveries(owner, call.endpoint()?, &any, after, limit).await;
    let page = page.map_err(WebhookError::from)?;
    let next_after = page.next().map(paging::encode);
    let data: Vec<_> = page.rows.iter().map(DeliveryView::of).collect();
    Ok(HttpResponse::Ok().json(List { data, next_after, has_more: page.has_more }))
}

pub(crate) async fn redeliver_one(call: PartnerCall) -> Reply {
    let delivery = DeliveryId(call.id("deliveryId", "delivery")?);
    let record = redeliver(call.owned()?, call.endpoint()?, delivery).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}
