//! Rows, and the names in them, as values of the domain.

use super::Result;
use crate::error::known;
use crate::sql_types::{AsId, AsInstant, BigInt, Bool, Id, Instant, Nullable, Text};
use access::{OrganizationId, PartnerId};
use events::EventName;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, DeliveryState, Endpoint, EndpointId, EndpointUrl, GaveUp, Health, Kind,
    OffReason, Owner, Status, Subscription,
};

/// Of webhook_endpoints.
pub(super) const ENDPOINT: &str = "id, organization_id, partner_id, only_organization_id, url, \
     events, consecutive_failures, off_at, off_reason, created_at";
pub(super) type EndpointColumns = (
    Id,
    Nullable<Id>,
    Nullable<Id>,
    Nullable<Id>,
    Text,
    Text,
    BigInt,
    Nullable<Instant>,
    Nullable<Text>,
    Instant,
);
pub(super) type EndpointRow = (
    Uuid,
    Option<Uuid>,
    Option<Uuid>,
    Option<Uuid>,
    String,
    String,
    i64,
    Option<OffsetDateTime>,
    Option<String>,
    OffsetDateTime,
);

pub(super) fn endpoint(row: EndpointRow) -> Result<Endpoint> {
    let (id, organization, partner, only, url, events, failures, off_at, off_reason, created_at) =
        row;
    let owner = match (organization, partner) {
        (Some(organization), None) => Some(Owner::Organization(OrganizationId(organization))),
        (None, Some(partner)) => Some(Owner::Partner(PartnerId(partner))),
        _ => None,
    };
    Ok(Endpoint {
        id: EndpointId(id),
        owner: known("owner of endpoint", &id.to_string(), owner)?,
        only: only.map(OrganizationId),
        events: events.split_whitespace().map(event_name).collect::<Result<_>>()?,
        health: health((failures, off_at, off_reason))?,
        created_at,
        url: known("URL", &url.clone(), EndpointUrl::stored(url).ok())?,
    })
}

/// The events of an endpoint as they are kept.
pub(super) fn names(events: Subscription) -> String {
    let names: Vec<_> = events.iter().map(EventName::as_str).collect();
    names.join(" ")
}

pub(super) fn event_name(text: &str) -> Result<EventName> {
    known("event", text, text.parse().ok())
}

pub(crate) type HealthColumns = (BigInt, Nullable<Instant>, Nullable<Text>);
pub(crate) type HealthRow = (i64, Option<OffsetDateTime>, Option<String>);

pub(super) fn health((failures, off_at, off_reason): HealthRow) -> Result<Health> {
    let status = match (off_at, off_reason.as_deref()) {
        (None, None) => Status::Active,
        (Some(at), Some("failures")) => Status::Deactivated { at, reason: OffReason::Failures },
        (Some(at), Some("owner")) => Status::Deactivated { at, reason: OffReason::Owner },
        (_, reason) => known("reason", reason.unwrap_or_default(), None)?,
    };
    Ok(Health { consecutive_failures: number(failures)?, status })
}

/// [`HealthColumns`] of webhook_endpoints w.
pub(crate) const HEALTH: &str = "w.consecutive_failures, w.off_at, w.off_reason";

/// The columns of [`HealthColumns`].
pub(super) fn health_values(health: Health) -> (i64, Option<AsInstant>, Option<&'static str>) {
    let (at, reason) = match health.status {
        Status::Active => (None, None),
        Status::Deactivated { at, reason: OffReason::Failures } => (Some(at), Some("failures")),
        Status::Deactivated { at, reason: OffReason::Owner } => (Some(at), Some("owner")),
    };
    (health.consecutive_failures.into(), at.map(AsInstant), reason)
}

/// Of webhook_deliveries d.
pub(crate) const DELIVERY: &str = "d.organization_id, d.id, d.endpoint_id, d.event, \
     d.source_id IS NULL, d.state, d.state_at, d.gave_up, d.attempts, d.failures, d.created_at";
/// The body of webhook_deliveries d.
pub(crate) const BODY: &str = "coalesce(d.test_body, (SELECT payload FROM events e \
     WHERE e.organization_id = d.organization_id AND e.id = d.source_id))";
pub(crate) type DeliveryColumns =
    (Id, Id, Id, Text, Bool, Text, Instant, Nullable<Text>, BigInt, BigInt, Instant);
pub(crate) type DeliveryRow = (
    Uuid,
    Uuid,
    Uuid,
    String,
    bool,
    String,
    OffsetDateTime,
    Option<String>,
    i64,
    i64,
    OffsetDateTime,
);

pub(super) fn delivery(row: DeliveryRow) -> Result<Delivery> {
    let (organization, id, endpoint, event, test, state, at, gave_up, attempts, failures, made) =
        row;
    let state = match (state.as_str(), gave_up.as_deref()) {
        ("pending", None) => DeliveryState::Pending { due: at },
        ("delivering", None) => DeliveryState::Delivering { until: at },
        ("delivered", None) => DeliveryState::Delivered { at },
        ("failed", Some("last_attempt")) => DeliveryState::Failed { at, why: GaveUp::LastAttempt },
        ("failed", Some("endpoint_off")) => DeliveryState::Failed { at, why: GaveUp::EndpointOff },
        (state, _) => known("state of delivery", state, None)?,
    };
    Ok(Delivery {
        id: DeliveryId(id),
        organization: OrganizationId(organization),
        endpoint: EndpointId(endpoint),
        event: event_name(&event)?,
        kind: if test { Kind::Test } else { Kind::Event },
        state,
        attempts: number(attempts)?,
        failures: number(failures)?,
        created_at: made,
    })
}

/// The columns `state`, `state_at`, `gave_up`.
pub(super) fn state_values(
    state: DeliveryState,
) -> (&'static str, AsInstant, Option<&'static str>) {
    let (at, gave_up) = match state {
        DeliveryState::Pending { due: at }
        | DeliveryState::Delivering { until: at }
        | DeliveryState::Delivered { at } => (at, None),
        DeliveryState::Failed { at, why: GaveUp::LastAttempt } => (at, Some("last_attempt")),
        DeliveryState::Failed { at, why: GaveUp::EndpointOff } => (at, Some("endpoint_off")),
    };
    (state.name(), AsInstant(at), gave_up)
}

pub(super) fn number(count: i64) -> Result<u32> {
    known("count", &count.to_string(), u32::try_from(count).ok())
}

/// Organization and id of a delivery, as they are in its row.
pub(crate) type DeliveryKey = (Uuid, Uuid);

pub(super) const fn delivery_key(delivery: &Delivery) -> (AsId, AsId) {
    (AsId(delivery.organization.0), AsId(delivery.id.0))
}
