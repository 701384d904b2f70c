//! Webhook endpoints of a partner.

use super::call::PartnerCall;
use crate::{endpoint_operations, routes::views::EndpointView};
use access::OrganizationId;
use agent_requests::{PartnerWebhookBody, WebhookChangeBody};
use api_http::operations;
use serde::Serialize;
use utoipa::ToSchema;
use webhooks::{Endpoint, endpoints::Secrets};

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

endpoint_operations! {
    "/v1/partner/webhooks", "partner": PartnerCall, PartnerEndpoint, PartnerEndpointList;
    /// Registers an endpoint, for all companies or one. The answer carries the signing secret, this once.
    create create_webhook "createPartnerWebhook", PartnerWebhookBody,
        forbidden "FORBIDDEN, or RECENT_SIGN_IN_REQUIRED";
    /// The endpoints, the oldest first.
    list list_webhooks "listPartnerWebhooks";
    /// One endpoint.
    get get_webhook "getPartnerWebhook";
    /// Changes an endpoint's URL, its events, or whether it is on.
    change change_webhook "changePartnerWebhook", (
        content = WebhookChangeBody, description = "Its events are those that partners get",
        example = json!({"events": ["peppol.document.sent"]}),
    );
    /// Gives an endpoint another secret, which the answer carries this once; the old one signs for a while too.
    rotate rotate_webhook_secret "rotatePartnerWebhookSecret", "Rotated",
        forbidden "FORBIDDEN, or RECENT_SIGN_IN_REQUIRED";
    /// Removes an endpoint.
    remove delete_webhook "deletePartnerWebhook";
}
