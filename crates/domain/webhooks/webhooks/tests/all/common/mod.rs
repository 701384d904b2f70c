//! What the tests start from.

use access::{OrganizationId, PartnerId};
use events::EventName;
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;
use webhooks::{
    Delivery, DeliveryId, Endpoint, EndpointId, Owner,
    deliveries::{Attempt, Kind, Outcome},
    endpoints::{AddressPolicy, EndpointUrl, Health, SECRET_BYTES, Secret, Subscription},
};

/// Noon of a Saturday.
pub const NOW: OffsetDateTime = datetime!(2026-11-21 12:00 UTC);

/// An organization.
pub const fn organization(n: u128) -> OrganizationId {
    OrganizationId(Uuid::from_u128(n))
}

/// A partner.
pub const fn partner(n: u128) -> PartnerId {
    PartnerId(Uuid::from_u128(n))
}

/// A secret of one repeated byte.
pub fn secret(byte: u8) -> Secret {
    Secret::from_random([byte; SECRET_BYTES])
}

/// An address that is fit.
pub fn url() -> EndpointUrl {
    EndpointUrl::parse("https://hooks.example.com/billhook", AddressPolicy::Public).expect("fit")
}

/// An active endpoint.
pub fn endpoint(n: u128, owner: Owner, events: &[EventName]) -> Endpoint {
    Endpoint {
        id: EndpointId(Uuid::from_u128(n)),
        owner,
        only: None,
        url: url(),
        events: Subscription::of(events),
        health: Health::NEW,
        made_by: None,
        created_at: NOW,
    }
}

/// A delivery that is due.
pub fn delivery(kind: Kind) -> Delivery {
    let (id, endpoint) = (DeliveryId(Uuid::from_u128(7)), EndpointId(Uuid::from_u128(1)));
    Delivery::new(id, organization(1), endpoint, EventName::InvoicePaid, kind, NOW)
}

/// An answer without a body.
pub const fn answered(status: u16) -> Outcome {
    Outcome::Answered { status, body: String::new() }
}

/// The latest attempt of a delivery, with what came of it.
pub fn attempt(delivery: &Delivery, outcome: Outcome, at: OffsetDateTime) -> Attempt {
    Attempt { number: delivery.attempts, started_at: at, finished_at: at, outcome }
}
