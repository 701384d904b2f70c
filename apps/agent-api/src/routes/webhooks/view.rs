use crate::{
    http::List,
    requests::{
        AttemptOutcomeName, DeliveryStateName, DisabledReasonName, EventTypeName, FailedReasonName,
    },
};
use access::Credential;
use events::EventName;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;
use webhooks::{
    Endpoint,
    deliveries::{Attempt, DeliveryState, GaveUp, Kind},
    endpoints::{Maker, Secrets, Status, Subscription},
    ports::DeliveryRecord,
};

/// A webhook endpoint.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndpointView<'a> {
    /// Its id.
    pub id: Uuid,
    /// Where deliveries go.
    pub url: &'a str,
    /// What it receives.
    #[schema(value_type = Vec<EventTypeName>)]
    pub events: Subscription,
    /// Whether it is sent anything.
    pub enabled: bool,
    /// Since when it is off.
    #[serde(with = "time::serde::rfc3339::option")]
    pub disabled_at: Option<OffsetDateTime>,
    /// Why it is off: failures (15 deliveries in a row have failed), owner, or access_ended (the connection or the
    /// membership that it was made with has ended; who switches it on again is its maker).
    #[schema(value_type = Option<DisabledReasonName>)]
    pub disabled_reason: Option<&'static str>,
    /// Deliveries that failed since the last one that did not.
    pub consecutive_failures: u32,
    /// Who made it, or said last where it leads; null of one that is older than this is kept.
    pub made_by: Option<MakerView>,
    /// When it was registered.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// What signs its deliveries. Shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<&'a str>,
    /// After a rotation: until when the old secret signs too.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub old_secret_signs_until: Option<OffsetDateTime>,
}

impl<'a> EndpointView<'a> {
    /// An endpoint without its secret.
    #[must_use]
    pub fn of(endpoint: &'a Endpoint) -> Self {
        let (disabled_at, disabled_reason) = match endpoint.health.status {
            Status::Active => (None, None),
            Status::Deactivated { at, reason } => (Some(at), Some(reason.name())),
        };
        Self {
            id: endpoint.id.0,
            url: endpoint.url.as_str(),
            events: endpoint.events,
            enabled: endpoint.health.is_active(),
            disabled_at,
            disabled_reason,
            consecutive_failures: endpoint.health.consecutive_failures,
            made_by: endpoint.made_by.map(MakerView::of),
            created_at: endpoint.created_at,
            secret: None,
            old_secret_signs_until: None,
        }
    }

    /// An endpoint with its secret, new or rotated.
    #[must_use]
    pub fn with_secrets(endpoint: &'a Endpoint, secrets: &'a Secrets) -> Self {
        Self {
            secret: Some(secrets.current.expose()),
            old_secret_signs_until: secrets.old.first().map(|old| old.until),
            ..Self::of(endpoint)
        }
    }
}

/// Who made an endpoint: one of the three ids is there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakerView {
    /// The key that it was made with.
    pub key_id: Option<Uuid>,
    /// The connection of the application that made it; the endpoint ends with it.
    pub connection_id: Option<Uuid>,
    /// The person who made it on a page.
    pub user_id: Option<Uuid>,
    /// Whether it is sent the events of the sandbox alone: an application made it that has consent for no more.
    pub sandbox_only: bool,
}

impl MakerView {
    const fn of(by: Maker) -> Self {
        let (mut key_id, mut connection_id, mut user_id) = (None, None, None);
        match by.who {
            Credential::Key(id) => key_id = Some(id.0),
            Credential::Connection(id) => connection_id = Some(id.0),
            Credential::Person(id) => user_id = Some(id.0),
        }
        Self { key_id, connection_id, user_id, sandbox_only: by.is_limited_to_sandbox() }
    }
}

/// The endpoints of an organization, the oldest first: never more than 20.
#[derive(Serialize, ToSchema)]
pub struct EndpointList<'a> {
    pub data: Vec<EndpointView<'a>>,
}

/// A delivery with its history.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView<'a> {
    /// Its id, `X-Webhook-Id`.
    pub id: Uuid,
    /// To which endpoint.
    pub webhook_id: Uuid,
    /// Which event.
    #[schema(value_type = EventTypeName, example = "invoice.created")]
    pub event: EventName,
    /// A test send: invented data, tried once.
    pub test: bool,
    #[schema(value_type = DeliveryStateName)]
    pub state: &'static str,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// While it is pending.
    #[serde(with = "time::serde::rfc3339::option")]
    pub next_attempt_at: Option<OffsetDateTime>,
    /// Once it is delivered or failed.
    #[serde(with = "time::serde::rfc3339::option")]
    pub ended_at: Option<OffsetDateTime>,
    /// Why it failed.
    #[schema(value_type = Option<FailedReasonName>)]
    pub failed_reason: Option<&'static str>,
    /// Attempts begun, those before a replay included.
    pub attempt_count: u32,
    /// The body that is sent, byte for byte.
    #[schema(value_type = Object)]
    pub payload: &'a events::Body,
    /// The attempts, the first first; the latest 100. One whose worker died is missing.
    pub attempts: Vec<AttemptView<'a>>,
}

/// An attempt of a delivery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryAttemptView)]
pub struct AttemptView<'a> {
    /// 1, 2, …
    pub number: u32,
    /// When it began; it was signed then.
    #[serde(with = "time::serde::rfc3339")]
    pub started_at: OffsetDateTime,
    /// How long it took.
    pub duration_ms: i64,
    /// The outcome.
    #[schema(value_type = AttemptOutcomeName)]
    pub outcome: &'static str,
    /// What that means.
    pub message: String,
    /// HTTP status of the answer.
    pub status: Option<u16>,
    /// The answer's first 1,000 characters.
    pub answer: Option<&'a str>,
}

impl<'a> DeliveryView<'a> {
    /// A delivery as it is kept.
    #[must_use]
    pub fn of(record: &'a DeliveryRecord) -> Self {
        let delivery = &record.delivery;
        let (next_attempt_at, ended_at, failed_reason) = match delivery.state {
            DeliveryState::Pending { due } => (Some(due), None, None),
            DeliveryState::Delivering { .. } => (None, None, None),
            DeliveryState::Delivered { at } => (None, Some(at), None),
            DeliveryState::Failed { at, why } => (None, Some(at), Some(gave_up(why))),
        };
        Self {
            id: delivery.id.0,
            webhook_id: delivery.endpoint.0,
            event: delivery.event,
            test: delivery.kind == Kind::Test,
            state: delivery.state.name(),
            created_at: delivery.created_at,
            next_attempt_at,
            ended_at,
            failed_reason,
            attempt_count: delivery.attempts,
            payload: &record.body,
            attempts: record.attempts.iter().map(AttemptView::of).collect(),
        }
    }
}

impl<'a> AttemptView<'a> {
    fn of(attempt: &'a Attempt) -> Self {
        let took = (attempt.finished_at - attempt.started_at).whole_milliseconds();
        Self {
            number: attempt.number,
            started_at: attempt.started_at,
            duration_ms: i64::try_from(took).unwrap_or(i64::MAX),
            outcome: attempt.outcome.code(),
            message: attempt.outcome.to_string(),
            status: attempt.outcome.status(),
            answer: match &attempt.outcome {
                webhooks::deliveries::Outcome::Answered { body, .. } => Some(body),
                _ => None,
            },
        }
    }
}

const fn gave_up(why: GaveUp) -> &'static str {
    match why {
        GaveUp::LastAttempt => "last_attempt",
        GaveUp::EndpointDisabled => "endpoint_off",
    }
}

/// A page of deliveries, the newest first.
pub type DeliveryList<'a> = List<DeliveryView<'a>>;
