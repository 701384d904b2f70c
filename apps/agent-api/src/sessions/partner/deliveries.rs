//! Deliveries to a partner's endpoints.

use super::call::PartnerCall;
use crate::routes::views::{DeliveryList, DeliveryView, EndpointCall};
use actix_web::HttpResponse;
use agent_requests::{WebhookTestBody, read_optional};
use api_http::{
    Body, List, Reply,
    error::{ConflictError, NotFoundError},
    operations, paging,
};
use use_cases::webhooks::{deliveries, redeliver, test_send};
use webhooks::{DeliveryId, ports::DeliveryFilter};

operations![test_webhook, list_deliveries, redeliver_one];

/// Sends invented data of an event, once.
#[utoipa::path(
    post, path = "/v1/partner/webhooks/{id}/test", tag = "partner",
    operation_id = "testPartnerWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    request_body(
        content = Option<WebhookTestBody>, description = "Nothing, or an event that partners get",
        example = json!({"event": "peppol.document.sent"}),
    ),
    responses(
        (status = 202, description = "It is on its way", body = DeliveryView<'static>),
        NotFoundError,
    ),
)]
async fn test_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let event = read_optional::<WebhookTestBody>(&bytes)?;
    let record = test_send(of, call.endpoint()?, event.as_deref()).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}

/// The deliveries of an endpoint, the newest first.
#[utoipa::path(
    get, path = "/v1/partner/webhooks/{id}/deliveries", tag = "partner",
    operation_id = "listPartnerDeliveries",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        paging::Pages,
    ),
    responses((status = 200, description = "A page", body = DeliveryList<'static>), NotFoundError),
)]
async fn list_deliveries(call: PartnerCall) -> Reply {
    let of = call.owned()?;
    let mut query = call.query()?;
    let (after, limit) = paging::Pages::read(&mut query);
    query.finish()?;
    let any = DeliveryFilter::default();
    let page = deliveries(of, call.endpoint()?, &any, after, limit).await?;
    Ok(HttpResponse::Ok().json(List::of(&page, DeliveryView::of)))
}

/// Sends a delivery again.
#[utoipa::path(
    post, path = "/v1/partner/webhooks/{id}/deliveries/{deliveryId}/redeliver", tag = "partner",
    operation_id = "redeliverPartnerWebhook",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        ("deliveryId" = String, Path, description = "The delivery's id"),
    ),
    responses(
        (status = 202, description = "It is on its way", body = DeliveryView<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn redeliver_one(call: PartnerCall) -> Reply {
    let delivery = DeliveryId(call.id("deliveryId", "delivery")?);
    let record = redeliver(call.owned()?, call.endpoint()?, delivery).await?;
    call.notifier.deliveries();
    Ok(HttpResponse::Accepted().json(DeliveryView::of(&record)))
}
