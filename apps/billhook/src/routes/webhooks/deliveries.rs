use super::view::{DeliveryList, DeliveryView};
use crate::{
    error::{ApiError, CallErrors, ConflictError, NotFoundError},
    http::{Body, Caller, Part, Query, Timing, operations, path_id},
    requests::{WebhookTestBody, read_optional},
    routes::paging,
    wiring::App,
};
use access::Scope;
use actix_web::{HttpRequest, HttpResponse, web};
use events::EventName;
use use_cases::webhooks::{WebhookError, redeliver, test_send};
use webhooks::{DeliveryFilter, DeliveryId, DeliveryStore, EndpointId, Owner};

operations![list_deliveries, get_delivery, redeliver_delivery, test_webhook];

/// The states of a delivery ([`webhooks::DeliveryState::name`]).
const STATES: [&str; 4] = ["pending", "delivering", "delivered", "failed"];

/// The deliveries of an endpoint, the newest first, with their attempts. They are kept 90 days.
#[utoipa::path(
    get, path = "/v1/agent/webhooks/{id}/deliveries", tag = "webhooks",
    operation_id = "listWebhookDeliveries",
    params(
        ("id" = String, Path, description = "The endpoint's id"),
        ("event" = Option<String>, Query, description = "Of this event, invoice.created say"),
        ("state" = Option<String>, Query, description = "pending, delivering, delivered or failed"),
        ("after" = Option<String>, Query, description = "next_after of the previous page"),
        ("limit" = Option<u16>, Query, minimum = 1, maximum = 100, description = "Default 50"),
    ),
    responses(
        (status = 200, description = "A page", body = DeliveryList<'static>),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn list_deliveries(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let organization = caller.require(Scope::SettingsUpdate)?;
    let timing = Timing::of(&http);
    let id = EndpointId(path_id(&id, "webhook")?);
    let mut query = Query::of(&http)?;
    let (after, limit) = paging::page_parameters(&mut query);
    let filter = DeliveryFilter {
        event: query
            .read("event", |text| text.parse::<EventName>().map_err(|unknown| unknown.to_string())),
        state: query.one_of("state", &STATES, |name| name),
    };
    query.finish()?;
    let owner = Owner::Organization(organization);
    let page =
        app.store.deliveries(owner, id, &filter, after, limit).await.map_err(WebhookError::from)?;
    let list = DeliveryList {
        next_after: page.next().map(paging::encode),
        has_more: page.has_more,
        data: page.rows.iter().map(DeliveryView::of).collect(),
    };
    Ok(timing.time(Part::Render, || HttpResponse::Ok().json(list)))
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
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn get_delivery(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let organization = caller.require(Scope::SettingsUpdate)?;
    let timing = Timing::of(&http);
    let (endpoint, id) = both(&ids)?;
    let record = app
        .store
        .delivery(Owner::Organization(organization), endpoint, id)
        .await
        .map_err(WebhookError::from)?;
    Ok(timing.time(Part::Render, || HttpResponse::Ok().json(DeliveryView::of(&record))))
}

fn both((endpoint, id): &(String, String)) -> Result<(EndpointId, DeliveryId), ApiError> {
    Ok((EndpointId(path_id(endpoint, "webhook")?), DeliveryId(path_id(id, "delivery")?)))
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
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = crate::error::ErrorBody),
        CallErrors, NotFoundError, ConflictError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn redeliver_delivery(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    ids: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::SettingsUpdate)?;
    let timing = Timing::of(&http);
    let (endpoint, id) = both(&ids)?;
    let record = redeliver(&context, endpoint, id).await?;
    app.wake.deliveries();
    Ok(timing.time(Part::Render, || HttpResponse::Accepted().json(DeliveryView::of(&record))))
}

/// Sends invented data of an event (`data.mode` is `test`): once, and without effect on the
/// endpoint's health. What came of it is in the delivery.
#[utoipa::path(
    post, path = "/v1/agent/webhooks/{id}/test", tag = "webhooks", operation_id = "testWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    request_body(content = Option<WebhookTestBody>, description = "Nothing, or the event"),
    responses(
        (status = 202, description = "It is on its way", body = DeliveryView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = crate::error::ErrorBody),
        CallErrors, NotFoundError,
    ),
    security(("api_key" = [], "organization" = [])),
)]
async fn test_webhook(
    http: HttpRequest,
    caller: Caller,
    app: web::Data<App>,
    id: web::Path<String>,
    Body(bytes): Body,
) -> Result<HttpResponse, ApiError> {
    let context = caller.context(&app, Scope::SettingsUpdate)?;
    let timing = Timing::of(&http);
    let id = EndpointId(path_id(&id, "webhook")?);
    let event = read_optional::<WebhookTestBody>(&bytes)?;
    let record = test_send(&context, id, event.as_deref()).await?;
    app.wake.deliveries();
    Ok(timing.time(Part::Render, || HttpResponse::Accepted().json(DeliveryView::of(&record))))
}
