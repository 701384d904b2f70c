use super::{
    endpoint_operations::{EndpointCall, endpoint_request},
    view::{EndpointList, EndpointView},
};
use crate::{
    error::{ConflictError, ErrorBody, NotFoundError},
    http::{Call, Reply, operations},
    requests::{WebhookBody, WebhookChangeBody, WebhookRequest},
};
use invoicing::Violations;
use use_cases::webhooks::change_endpoint;

operations![
    create_webhook,
    list_webhooks,
    get_webhook,
    change_webhook,
    enable_webhook,
    delete_webhook,
    rotate_webhook_secret
];

crate::endpoint_operations! {
    "/v1/agent/webhooks", "webhooks": Call, EndpointView, EndpointList;
    /// Registers an endpoint. The answer carries the signing secret, this once.
    create create_webhook "createWebhook", WebhookBody,
        forbidden "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE";
    /// The endpoints, the oldest first.
    list list_webhooks "listWebhooks";
    /// One endpoint.
    get get_webhook "getWebhook";
    /// Changes an endpoint's URL, its events, or whether it is on.
    change change_webhook "changeWebhook", (content = WebhookChangeBody),
        forbidden "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE";
    /// Makes a new signing secret, shown this once; the old one signs beside it for 24 hours.
    rotate rotate_webhook_secret "rotateWebhookSecret", "The new secret",
        forbidden "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE";
    /// Removes an endpoint with its secrets and its deliveries.
    remove delete_webhook "deleteWebhook";
}

/// Switches an endpoint on again: the same as a change with `enabled`.
#[utoipa::path(
    post, path = "/v1/agent/webhooks/{id}/enable", tag = "webhooks", operation_id = "enableWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses(
        (status = 200, description = "On", body = EndpointView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn enable_webhook(call: Call) -> Reply {
    let request = WebhookRequest { enabled: Some(true), ..WebhookRequest::default() };
    let request = endpoint_request(request, Violations::new());
    let endpoint = change_endpoint(call.owned()?, call.endpoint()?, &request).await?;
    call.ok(EndpointView::of(&endpoint))
}
