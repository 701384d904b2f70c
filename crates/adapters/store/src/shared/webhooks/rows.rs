//! Rows of webhooks, and the names in them, as values of the domain.

use super::super::sql::*;
use crate::{error::require_known, names};
use access::{OrganizationId, PartnerId};
use events::EventName;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{DeliveryState, GaveUp, Kind},
    endpoints::{DisabledReason, EndpointUrl, Health, Maker, Status, Subscription},
};

/// The columns of `webhook_endpoints`.
pub(super) const ENDPOINT: Fragment = Fragment(
    "id, organization_id, partner_id, only_organization_id, url, events, consecutive_failures,
     off_at, off_reason, made_by, made_by_kind, made_in, created_at",
);

columns! {
    pub(super) struct EndpointRow {
        pub(super) id: Uuid,
        organization_id: Option<Uuid>,
        partner_id: Option<Uuid>,
        only_organization_id: Option<Uuid>,
        url: String,
        events: String,
        consecutive_failures: i64,
        off_at: Option<OffsetDateTime>,
        off_reason: Option<String>,
        made_by: Option<Uuid>,
        made_by_kind: Option<String>,
        made_in: Option<String>,
        created_at: OffsetDateTime,
    }
}

impl EndpointRow {
    pub(super) fn into_domain(self) -> Result<Endpoint> {
        let owner = match (self.organization_id, self.partner_id) {
            (Some(organization), None) => Some(Owner::Organization(OrganizationId(organization))),
            (None, Some(partner)) => Some(Owner::Partner(PartnerId(partner))),
            _ => None,
        };
        let who = names::actor(self.made_by_kind.as_deref(), self.made_by)?;
        let tier = self.made_in.as_deref().map(names::tier).transpose()?;
        let made_by = who.zip(tier).map(|(who, tier)| Maker { who, tier });
        Ok(Endpoint {
            made_by,
            id: EndpointId(self.id),
            owner: require_known("owner of endpoint", &self.id.to_string(), owner)?,
            only: self.only_organization_id.map(OrganizationId),
            events: subscribed(&self.events),
            health: health(self.consecutive_failures, self.off_at, self.off_reason.as_deref())?,
            created_at: self.created_at,
            url: require_known("URL", &self.url.clone(), EndpointUrl::stored(self.url).ok())?,
        })
    }
}

/// The events of an endpoint. Names that another version stored are ignored.
fn subscribed(names: &str) -> Subscription {
    names.split_whitespace().filter_map(|name| name.parse().ok()).collect()
}

/// The names of an endpoint's events, as they are stored.
pub(super) fn names(events: Subscription) -> String {
    let names: Vec<_> = events.iter().map(EventName::as_str).collect();
    names.join(" ")
}

pub(super) fn event_name(text: &str) -> Result<EventName> {
    require_known("event", text, text.parse().ok())
}

/// The columns of [`HealthRow`] of `webhook_endpoints w`.
pub(crate) const HEALTH: Fragment = Fragment("w.consecutive_failures, w.off_at, w.off_reason");

columns! {
    pub(crate) struct HealthRow {
        consecutive_failures: i64,
        off_at: Option<OffsetDateTime>,
        off_reason: Option<String>,
    }
}

impl HealthRow {
    pub(super) fn into_domain(self) -> Result<Health> {
        health(self.consecutive_failures, self.off_at, self.off_reason.as_deref())
    }
}

fn health(failures: i64, off_at: Option<OffsetDateTime>, reason: Option<&str>) -> Result<Health> {
    let status = match (off_at, reason) {
        (None, None) => Status::Active,
        (Some(at), Some(name)) => {
            let reason = require_known("reason", name, DisabledReason::of_name(name))?;
            Status::Deactivated { at, reason }
        }
        (_, reason) => require_known("reason", reason.unwrap_or_default(), None)?,
    };
    Ok(Health { consecutive_failures: number(failures)?, status })
}

/// The columns `off_at` and `off_reason`.
pub(super) const fn off_values(health: Health) -> (Option<OffsetDateTime>, Option<&'static str>) {
    match health.status {
        Status::Active => (None, None),
        Status::Deactivated { at, reason } => (Some(at), Some(reason.name())),
    }
}

/// The columns of `webhook_deliveries d`.
pub(crate) const DELIVERY: Fragment = Fragment(
    "d.organization_id, d.id, d.endpoint_id, d.event, d.source_id IS NULL AS is_test, d.state,
     d.state_at, d.gave_up, d.attempts, d.failures, d.created_at",
);
/// The body of `webhook_deliveries d`.
pub(crate) const BODY: Fragment = Fragment(
    "coalesce(d.test_body, (SELECT payload FROM events e
       WHERE e.organization_id = d.organization_id AND e.id = d.source_id)) AS body",
);

columns! {
    pub(crate) struct DeliveryRow {
        organization_id: Uuid,
        pub(super) id: Uuid,
        pub(super) endpoint_id: Uuid,
        event: String,
        is_test: bool,
        state: String,
        state_at: OffsetDateTime,
        gave_up: Option<String>,
        attempts: i64,
        failures: i64,
        created_at: OffsetDateTime,
    }
}

columns! {
    pub(crate) struct BodyRow {
        pub(super) body: Option<String>,
    }
}

/// A delivery with the health of its endpoint.
pub(crate) type LockedRow = Both<DeliveryRow, HealthRow>;

/// Organization and id of a delivery.
pub(crate) type DeliveryKey = (Uuid, Uuid);

impl DeliveryRow {
    pub(super) const fn key(&self) -> DeliveryKey {
        (self.organization_id, self.id)
    }

    pub(super) fn into_domain(self) -> Result<Delivery> {
        let at = self.state_at;
        let state = match (self.state.as_str(), self.gave_up.as_deref()) {
            ("pending", None) => DeliveryState::Pending { due: at },
            ("delivering", None) => DeliveryState::Delivering { until: at },
            ("delivered", None) => DeliveryState::Delivered { at },
            ("failed", Some("last_attempt")) => {
                DeliveryState::Failed { at, why: GaveUp::LastAttempt }
            }
            ("failed", Some("endpoint_off")) => {
                DeliveryState::Failed { at, why: GaveUp::EndpointDisabled }
            }
            (state, _) => require_known("state of delivery", state, None)?,
        };
        Ok(Delivery {
            id: DeliveryId(self.id),
            organization: OrganizationId(self.organization_id),
            endpoint: EndpointId(self.endpoint_id),
            event: event_name(&self.event)?,
            kind: if self.is_test { Kind::Test } else { Kind::Event },
            state,
            attempts: number(self.attempts)?,
            failures: number(self.failures)?,
            created_at: self.created_at,
        })
    }
}

/// The columns `state`, `state_at`, `gave_up`.
pub(super) fn state_values(
    state: DeliveryState,
) -> (&'static str, OffsetDateTime, Option<&'static str>) {
    let (at, gave_up) = match state {
        DeliveryState::Pending { due: at }
        | DeliveryState::Delivering { until: at }
        | DeliveryState::Delivered { at } => (at, None),
        DeliveryState::Failed { at, why: GaveUp::LastAttempt } => (at, Some("last_attempt")),
        DeliveryState::Failed { at, why: GaveUp::EndpointDisabled } => (at, Some("endpoint_off")),
    };
    (state.name(), at, gave_up)
}

pub(super) fn number(count: i64) -> Result<u32> {
    require_known("count", &count.to_string(), u32::try_from(count).ok())
}
