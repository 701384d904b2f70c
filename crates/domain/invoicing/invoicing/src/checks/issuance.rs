use crate::states::Links;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The time of issuing an invoice, and the source of its ids.
pub struct Issuance<'a> {
    pub now: OffsetDateTime,
    /// The date in Europe/Bratislava.
    pub today: Date,
    /// Makes a new id at each call; the caller gives it its type.
    pub new_id: Box<dyn FnMut() -> Uuid + Send + 'a>,
    /// The links for events.
    pub links: Links,
}

impl<'a> Issuance<'a> {
    /// Issuing at this time, without links.
    #[must_use]
    pub fn at(now: OffsetDateTime, new_id: impl FnMut() -> Uuid + Send + 'a) -> Self {
        let (new_id, links) = (Box::new(new_id), Links::default());
        Self { now, today: service_day::date(now), new_id, links }
    }
}
