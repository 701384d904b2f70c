use crate::{Delivery, DeliveryId, Endpoint, deliveries::delivery::Kind};
use access::PartnerId;
use events::EventRef;

/// The deliveries of an event: one, due at once, to each of these endpoints that receives it. The store calls this
/// when it assigns the event its place in the feed ([`crate::ports::FeedStore::assign_sequence`]).
///
/// `managed_by`: the partners that manage the event's organization.
pub fn fan_out<'a>(
    event: EventRef,
    endpoints: impl IntoIterator<Item = &'a Endpoint>,
    managed_by: &[PartnerId],
    new_id: &mut dyn FnMut() -> DeliveryId,
) -> Vec<Delivery> {
    let receives = |endpoint: &&Endpoint| endpoint.receives(event, managed_by);
    let receivers = endpoints.into_iter().filter(receives);
    receivers
        .map(|endpoint| {
            let (id, organization) = (new_id(), event.organization);
            Delivery::new(id, organization, endpoint.id, event.name, Kind::Event, event.at)
        })
        .collect()
}
