//! The bodies of the webhook operations, as the OpenAPI document shows them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An endpoint to register.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookBody {
    /// https, port 443 or 8443
    #[schema(max_length = 2048, example = "https://hooks.example.com/billhook")]
    pub url: String,
    /// Names of the catalogue
    #[schema(min_items = 1, max_items = 100, example = json!(["invoice.created", "peppol.document.received"]))]
    pub events: Vec<String>,
}

/// What shall be changed: at least one.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookChangeBody {
    #[schema(required = false, max_length = 2048)]
    pub url: String,
    /// All of them anew
    #[schema(required = false, min_items = 1, max_items = 100)]
    pub events: Vec<String>,
    /// Switch it on (again) or off
    #[schema(required = false)]
    pub enabled: bool,
}

/// What a test send shall carry.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookTestBody {
    /// The first of the endpoint's events by default
    #[schema(required = false, example = "invoice.paid")]
    pub event: String,
}

/// A page of the event feed.
#[derive(Serialize, ToSchema)]
pub struct FeedPageBody {
    pub data: Vec<FeedItemBody>,
    /// Pass it as after: at once while has_more, later for what is new
    pub next_after: Option<String>,
    pub has_more: bool,
}

/// An event of the feed.
#[derive(Serialize, ToSchema)]
pub struct FeedItemBody {
    /// An increasing number
    #[schema(example = "7")]
    pub id: String,
    /// What happens only once under this id
    #[schema(required = false)]
    pub event_id: String,
    pub org_id: Uuid,
    /// The webhook's body, byte for byte
    pub payload: PayloadBody,
}

#[derive(Serialize, ToSchema)]
pub struct PayloadBody {
    #[schema(example = "invoice.created")]
    pub event: String,
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// orgId, and what belongs to the event
    #[schema(value_type = Object)]
    pub data: (),
}
