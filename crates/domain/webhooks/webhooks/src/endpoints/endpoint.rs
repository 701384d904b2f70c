//! Endpoints: their owners, subscriptions, registration and deactivation.

use super::{health::Health, maker::Maker, subscription::Subscription, url::EndpointUrl};
use access::{OrganizationId, PartnerId};
use events::{EventName, EventRef};
use persistence::typed_id;
use time::OffsetDateTime;

typed_id!(
    /// The id of an endpoint.
    EndpointId
);

/// The owner of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// A company, for its own events.
    Organization(OrganizationId),
    /// A partner, for the organizations that it manages.
    Partner(PartnerId),
}

impl Owner {
    /// Whether its endpoints may subscribe to an event (specification, Delivery for companies
    /// and partners).
    #[must_use]
    pub const fn may_subscribe(self, name: EventName) -> bool {
        match self {
            Owner::Organization(_) => name.for_companies(),
            Owner::Partner(_) => name.for_partners(),
        }
    }
}

/// A registered address that events are sent to. Its secrets are stored separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The id of the endpoint.
    pub id: EndpointId,
    /// The owner of the endpoint.
    pub owner: Owner,
    /// For a partner's endpoint: the only organization whose events it receives.
    pub only: Option<OrganizationId>,
    /// The URL that deliveries are sent to.
    pub url: EndpointUrl,
    /// The events that the endpoint is subscribed to.
    pub events: Subscription,
    /// Whether deliveries are sent to it, and its failures in a row.
    pub health: Health,
    /// Who set its URL; `None` for an endpoint that is older than this field.
    pub made_by: Option<Maker>,
    /// When it was registered.
    pub created_at: OffsetDateTime,
}

impl Endpoint {
    /// Whether it receives events of the sandbox only.
    #[must_use]
    pub fn is_limited_to_sandbox(&self) -> bool {
        self.made_by.is_some_and(Maker::is_limited_to_sandbox)
    }

    /// Whether it receives an event of an organization that these partners manage.
    #[must_use]
    pub fn receives(
        &self,
        EventRef { organization, name, is_test, .. }: EventRef,
        managed_by: &[PartnerId],
    ) -> bool {
        let reached = match self.owner {
            Owner::Organization(own) => own == organization,
            Owner::Partner(partner) => {
                managed_by.contains(&partner) && self.only.is_none_or(|only| only == organization)
            }
        };
        reached
            && (is_test || !self.is_limited_to_sandbox())
            && self.health.is_active()
            && self.events.has(name)
            && self.owner.may_subscribe(name)
    }
}
