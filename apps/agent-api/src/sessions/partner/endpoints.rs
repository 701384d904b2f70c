//! Webhook endpoints of a partner.

use super::call::PartnerCall;
use crate::routes::views::{EndpointView, endpoint_request, require_secrets_key};
use access::OrganizationId;
use actix_web::HttpResponse;
use agent_requests::{PartnerWebhookBody, WebhookChangeBody, read_with_violations};
use api_http::{
    Body, Reply,
    error::{ConflictError, ErrorBody, NotFoundError},
    no_content, operations,
};
use serde::Serialize;
use use_cases::webhooks::{
    WebhookError, change_endpoint, create_endpoint, remove_endpoint, rotate_secret,
};
use utoipa::ToSchema;
use webhooks::{Endpoint, endpoints::Secrets, ports::EndpointStore};

operations![
    create_webhook,
    list_webhooks,
    get_webhook,
    change_webhook,
    rotate_webhook_secret,
    delete_webhook
];

/// An endpoint of a partner.
#[derive(Serialize, ToSchema)]
struct PartnerEndpoint<'a> {
    #[serde(flatten)]
    endpoint: EndpointView<'a>,
    /// The only organization that it is for; null: all.
    #[serde(rename = "orgId")]
    #[schema(value_type = Option<Uuid>)]
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

#[derive(Serialize, ToSchema)]
struct PartnerEndpointList<'a> {
    data: Vec<PartnerEndpoint<'a>>,
}

/// Registers an endpoint, for all companies or one. The answer carries the signing secret, this once.
#[utoipa::path(
    post, path = "/v1/partner/webhooks", tag = "partner", operation_id = "createPartnerWebhook",
    request_body = PartnerWebhookBody,
    responses(
        (status = 201, description = "Registered", body = PartnerEndpoint<'static>),
        (status = 403, description = "FORBIDDEN, or RECENT_SIGN_IN_REQUIRED", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = ErrorBody),
        ConflictError,
    ),
)]
async fn create_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (request, found) = read_with_violations::<PartnerWebhookBody>(&bytes);
    let made = create_endpoint(of, &endpoint_request(request, found)).await?;
    let view = PartnerEndpoint::with_secrets(&made.endpoint, &made.secrets);
    Ok(HttpResponse::Created().json(view))
}

/// The endpoints, the oldest first.
#[utoipa::path(
    get, path = "/v1/partner/webhooks", tag = "partner", operation_id = "listPartnerWebhooks",
    responses((status = 200, description = "All of them", body = PartnerEndpointList<'static>)),
)]
async fn list_webhooks(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoints = call.store.endpoints(owner).await.map_err(WebhookError::from)?;
    let data = endpoints.iter().map(PartnerEndpoint::of).collect();
    Ok(HttpResponse::Ok().json(PartnerEndpointList { data }))
}

/// One endpoint.
#[utoipa::path(
    get, path = "/v1/partner/webhooks/{id}", tag = "partner", operation_id = "getPartnerWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses(
        (status = 200, description = "The endpoint", body = PartnerEndpoint<'static>),
        NotFoundError,
    ),
)]
async fn get_webhook(call: PartnerCall) -> Reply {
    let owner = call.owned()?.owner;
    let endpoint =
        call.store.endpoint(owner, call.endpoint()?).await.map_err(WebhookError::from)?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

/// Changes an endpoint's URL, its events, or whether it is on.
#[utoipa::path(
    patch, path = "/v1/partner/webhooks/{id}", tag = "partner",
    operation_id = "changePartnerWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    request_body(
        content = WebhookChangeBody, description = "Its events are those that partners get",
        example = json!({"events": ["peppol.document.sent"]}),
    ),
    responses(
        (status = 200, description = "Changed", body = PartnerEndpoint<'static>),
        NotFoundError, ConflictError,
    ),
)]
async fn change_webhook(call: PartnerCall, Body(bytes): Body) -> Reply {
    let of = call.owned()?;
    let (request, found) = read_with_violations::<WebhookChangeBody>(&bytes);
    let endpoint = change_endpoint(of, call.endpoint()?, &endpoint_request(request, found)).await?;
    Ok(HttpResponse::Ok().json(PartnerEndpoint::of(&endpoint)))
}

/// Gives an endpoint another secret, which the answer carries this once; the old one signs for a while too.
#[utoipa::path(
    post, path = "/v1/partner/webhooks/{id}/rotate-secret", tag = "partner",
    operation_id = "rotatePartnerWebhookSecret",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses(
        (status = 200, description = "Rotated", body = PartnerEndpoint<'static>),
        (status = 403, description = "FORBIDDEN, or RECENT_SIGN_IN_REQUIRED", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE: no BILLHOOK_SECRETS_KEY", body = ErrorBody),
        NotFoundError, ConflictError,
    ),
)]
async fn rotate_webhook_secret(call: PartnerCall) -> Reply {
    let of = call.owned()?;
    require_secrets_key(&call)?;
    let (endpoint, secrets) = rotate_secret(of, call.endpoint()?, None).await?;
    let view = PartnerEndpoint::with_secrets(&endpoint, &secrets);
    Ok(HttpResponse::Ok().json(view))
}

/// Removes an endpoint.
#[utoipa::path(
    delete, path = "/v1/partner/webhooks/{id}", tag = "partner",
    operation_id = "deletePartnerWebhook",
    params(("id" = String, Path, description = "The endpoint's id")),
    responses((status = 204, description = "Removed"), NotFoundError),
)]
async fn delete_webhook(call: PartnerCall) -> Reply {
    remove_endpoint(call.owned()?, call.endpoint()?).await?;
    no_content()
}
