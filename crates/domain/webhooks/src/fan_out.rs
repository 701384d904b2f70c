use crate::{Body, Delivery, DeliveryId, Endpoint, Event, EventId, EventName, Kind, Unwritable};
use access::{OrganizationId, PartnerId};
use time::OffsetDateTime;
use uuid::Uuid;

/// An event to be kept in the transaction of what caused it. Its deliveries follow when it is given
/// its place in the feed ([`crate::FeedStore::place_events`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// What it may happen only once under: when the organization's feed has the id already,
    /// it is not kept again (specification, Event feed).
    pub id: Option<EventId>,
    /// Whose it is.
    pub organization: OrganizationId,
    /// Its name.
    pub name: EventName,
    /// Its JSON.
    pub body: Body,
    /// When it happened.
    pub at: OffsetDateTime,
}

impl NewEvent {
    /// An event with its one serialisation.
    ///
    /// # Errors
    /// See [`Event::body`].
    pub fn of(event: &Event, id: Option<EventId>) -> Result<Self, Unwritable> {
        let (organization, name, at) = (event.organization, event.name(), event.at);
        Ok(Self { id, organization, name, body: event.body()?, at })
    }

    /// What decides on its deliveries.
    #[must_use]
    pub const fn happened(&self) -> Happened {
        Happened { organization: self.organization, name: self.name, at: self.at }
    }
}

/// What of an event decides on its deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Happened {
    /// Whose event it is.
    pub organization: OrganizationId,
    /// Its name.
    pub name: EventName,
    /// When it happened.
    pub at: OffsetDateTime,
}

/// The deliveries of an event: one to each of these endpoints that receives it, due at once. A store
/// asks when it gives the event its place in the feed ([`crate::FeedStore::place_events`]).
///
/// `managed_by`: the partners that manage the event's organization.
pub fn fan_out<'a>(
    event: Happened,
    endpoints: impl IntoIterator<Item = &'a Endpoint>,
    managed_by: &[PartnerId],
    new_id: &mut dyn FnMut() -> Uuid,
) -> Vec<Delivery> {
    let receives = |e: &&Endpoint| e.receives(event.name, event.organization, managed_by);
    let receivers = endpoints.into_iter().filter(receives);
    receivers
        .map(|endpoint| {
            let (id, organization) = (DeliveryId(new_id()), event.organization);
            Delivery::new(id, organization, endpoint.id, event.name, Kind::Event, event.at)
        })
        .collect()
}
