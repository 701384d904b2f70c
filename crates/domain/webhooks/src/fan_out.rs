use crate::{Body, Delivery, DeliveryId, Endpoint, Event, EventId, EventName, Kind, Unwritable};
use access::{OrganizationId, PartnerId};
use time::OffsetDateTime;
use uuid::Uuid;

/// An event to be kept in the transaction of what caused it, with its deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// What it may happen only once under: when the organization's feed has the id already,
    /// neither the event nor its deliveries are kept (specification, Event feed).
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
}

/// The deliveries of an event: one to each of these endpoints that receives it, due at once.
///
/// `managed_by`: the partners that manage the event's organization.
pub fn fan_out(
    event: &NewEvent,
    endpoints: &[Endpoint],
    managed_by: &[PartnerId],
    new_id: &mut dyn FnMut() -> Uuid,
) -> Vec<Delivery> {
    let receives = |e: &&Endpoint| e.receives(event.name, event.organization, managed_by);
    let receivers = endpoints.iter().filter(receives);
    receivers
        .map(|endpoint| {
            let (id, organization) = (DeliveryId(new_id()), event.organization);
            Delivery::new(id, organization, endpoint.id, event.name, Kind::Event, event.at)
        })
        .collect()
}
