use super::view::{DeliveryList, DeliveryView};
use crate::{
    error::{ApiError, ConflictError, ErrorBody, NotFoundError},
    http::{Body, Call, List, Reply, operations},
    requests::{DeliveryStateName, EventTypeName, WebhookTestBody, read_optional},
    routes::paging,
};
use access::Scope;
use actix_web::http::StatusCode;
use events::EventName;
use use_cases::webhooks::{deliveries, known_delivery, redeliver, test_send};
use webhooks::{DeliveryId, EndpointId, deliveries::DeliveryState, ports::DeliveryFilter};

operations![list_deliveries, get_delivery, redeliver_delivery, test_webhook];

/// The deliveries of an endpoint, the newest first, with their attempts. They are kept 90 days.
#[utoipa::path(
    get, path = "/v1/agent/webhooks/{id}/deliveries", tag = "webhooks",
    operation_id = "listWebhookDeliveries",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        ("event" = Option<EventTypeName>, Query, description = "Of this event"),
        ("state" = Option<DeliveryStateName>, Query, description = "In this state"),
        paging::Pages,
    ),
    responses((status = 200, description = "A page", body = DeliveryList<'static>), NotFoundError),
)]
async fn list_deliveries(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    let (mut query, after, limit) = call.page_query()?;
    let filter = DeliveryFilter {
        event: query.read("event", |text| text.parse::<EventName>()),
        state: query.one_of("state", &DeliveryState::NAMES, |name| name),
    };
    query.finish()?;
    let page = deliveries(&context, id, &filter, after, limit).await?;
    call.ok(List::of(&page, DeliveryView::of))
}

/// One delivery.
#[utoipa::path(
    get, path = "/v1/agent/webhooks/{id}/deliveries/{deliveryId}", tag = "webhooks",
    operation_id = "getWebhookDelivery",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        ("deliveryId" = String, Path, description = "The delivery's id"),
    ),
    responses(
        (status = 200, description = "The delivery", body = DeliveryView<'static>),
        NotFoundError,
    ),
)]
async fn get_delivery(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let (endpoint, id) = ids(&call)?;
    let record = known_delivery(&context, endpoint, id).await?;
    call.ok(DeliveryView::of(&record))
}

/// The endpoint and the delivery of the path.
fn ids(call: &Call) -> Result<(EndpointId, DeliveryId), ApiError> {
    let endpoint = EndpointId(call.id("id", "webhook")?);
    Ok((endpoint, DeliveryId(call.id("deliveryId", "delivery")?)))
}

/// Delivers a delivery again, under the same id, with a new round of attempts.
#[utoipa::path(
    post, path = "/v1/agent/webhooks/{id}/deliveries/{deliveryId}/redeliver", tag = "webhooks",
    operation_id = "redeliverWebhook",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        ("deliveryId" = String, Path, description = "The delivery's id"),
    ),
    responses(
        (status = 202, description = "It is on its way", body = DeliveryView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn redeliver_delivery(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let (endpoint, id) = ids(&call)?;
    let record = redeliver(&context, endpoint, id).await?;
    call.notifier.deliveries();
    call.reply(StatusCode::ACCEPTED, DeliveryView::of(&record))
}

/// Sends invented data of an event (`data.mode` is `test`): once, and without effect on the
/// endpoint's health. The outcome is in the delivery.
#[utoipa::path(
    post, path = "/v1/agent/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    request_body(content = Option<WebhookTestBody>, description = "Nothing, or the event"),
    responses(
        (status = 202, description = "It is on its way", body = DeliveryView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        NotFoundError,
    ),
)]
async fn test_webhook(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    let event = read_optional::<WebhookTestBody>(&bytes)?;
    let record = test_send(&context, id, event.as_deref()).await?;
    call.notifier.deliveries();
    call.reply(StatusCode::ACCEPTED, DeliveryView::of(&record))
}
