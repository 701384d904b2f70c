use super::view::{EndpointList, EndpointView};
use crate::{
    error::{ApiError, ConflictError, ErrorBody, NotFoundError, no_secrets_key},
    http::{Body, Call, Reply, no_content, operations},
    requests::{WebhookBody, WebhookChangeBody, WebhookRequest, read_with_violations},
};
use access::{OrganizationId, Scope};
use actix_web::http::StatusCode;
use invoicing::Violations;
use runtime::wiring::App;
use use_cases::webhooks::{
    EndpointRequest, change_endpoint, create_endpoint, endpoints, known_endpoint, remove_endpoint,
    rotate_secret,
};
use webhooks::EndpointId;

operations![
    create_webhook,
    list_webhooks,
    get_webhook,
    change_webhook,
    enable_webhook,
    delete_webhook,
    rotate_webhook_secret
];

/// Registers an endpoint. The answer carries the signing secret, this once.
#[utoipa::path(
    post, path = "/v1/agent/webhooks", tag = "webhooks", operation_id = "createWebhook",
    request_body = WebhookBody,
    responses(
        (status = 201, description = "Registered", body = EndpointView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = ErrorBody),
        ConflictError,
    ),
)]
async fn create_webhook(call: Call, Body(bytes): Body) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    require_secrets_key(&call)?;
    let (request, found) = read_with_violations::<WebhookBody>(&bytes);
    let created = create_endpoint(&context, &endpoint_request(request, found)).await?;
    let view = EndpointView::with_secrets(&created.endpoint, &created.secrets);
    call.reply(StatusCode::CREATED, view)
}

/// The request for a use case, with the violations that parsing found.
pub fn endpoint_request(
    WebhookRequest { url, events, enabled, only }: WebhookRequest,
    found: Violations,
) -> EndpointRequest {
    EndpointRequest { url, events, enabled, only: only.map(OrganizationId), found, once: None }
}

/// Secrets are kept encrypted, or not at all.
///
/// # Errors
/// Where no key for them is set.
pub fn require_secrets_key(app: &App) -> Result<(), ApiError> {
    app.secrets_key.as_ref().map(|_| ()).ok_or_else(no_secrets_key)
}

/// The endpoints, the oldest first.
#[utoipa::path(
    get, path = "/v1/agent/webhooks", tag = "webhooks", operation_id = "listWebhooks",
    responses((status = 200, description = "All of them", body = EndpointList<'static>)),
)]
async fn list_webhooks(call: Call) -> Reply {
    let endpoints = endpoints(&call.context(Scope::SettingsUpdate)?).await?;
    let list = EndpointList { data: endpoints.iter().map(EndpointView::of).collect() };
    call.ok(list)
}

/// One endpoint.
#[utoipa::path(
    get, path = "/v1/agent/webhooks/{id}", tag = "webhooks", operation_id = "getWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses(
        (status = 200, description = "The endpoint", body = EndpointView<'static>),
        NotFoundError,
    ),
)]
async fn get_webhook(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    let endpoint = known_endpoint(&context, id).await?;
    call.ok(EndpointView::of(&endpoint))
}

/// Changes an endpoint's URL, its events, or whether it is on.
#[utoipa::path(
    patch, path = "/v1/agent/webhooks/{id}", tag = "webhooks", operation_id = "changeWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    request_body = WebhookChangeBody,
    responses(
        (status = 200, description = "Changed", body = EndpointView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn change_webhook(call: Call, Body(bytes): Body) -> Reply {
    let (request, found) = read_with_violations::<WebhookChangeBody>(&bytes);
    changed(&call, request, found).await
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
    changed(&call, request, Violations::new()).await
}

async fn changed(call: &Call, request: WebhookRequest, found: Violations) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    let endpoint = change_endpoint(&context, id, &endpoint_request(request, found)).await?;
    call.ok(EndpointView::of(&endpoint))
}

/// Removes an endpoint with its secrets and its deliveries.
#[utoipa::path(
    delete, path = "/v1/agent/webhooks/{id}", tag = "webhooks", operation_id = "deleteWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses((status = 204, description = "Removed"), NotFoundError),
)]
async fn delete_webhook(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    remove_endpoint(&context, id).await?;
    no_content()
}

/// Makes a new signing secret, shown this once; the old one signs beside it for 24 hours.
#[utoipa::path(
    post, path = "/v1/agent/webhooks/{id}/rotate-secret", tag = "webhooks",
    operation_id = "rotateWebhookSecret",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses(
        (status = 200, description = "The new secret", body = EndpointView<'static>),
        (status = 403, description = "FORBIDDEN or PLAN_FEATURE_UNAVAILABLE", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn rotate_webhook_secret(call: Call) -> Reply {
    let context = call.context(Scope::SettingsUpdate)?;
    let id = EndpointId(call.id("id", "webhook")?);
    require_secrets_key(&call)?;
    let (endpoint, secrets) = rotate_secret(&context, id, None).await?;
    call.ok(EndpointView::with_secrets(&endpoint, &secrets))
}
