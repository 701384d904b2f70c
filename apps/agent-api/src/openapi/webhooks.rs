//! Answers of the webhook operations that the domain writes, as the OpenAPI document shows them.

use crate::requests::EventTypeName;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

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
    #[schema(value_type = EventTypeName, example = "invoice.created")]
    pub event: String,
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// orgId, and what belongs to the event
    #[schema(value_type = Object)]
    pub data: (),
}
