use crate::states::Links;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// When an invoice is issued, and where its ids come from.
pub struct Issuance<'a> {
    pub now: OffsetDateTime,
    /// The day in Europe/Bratislava.
    pub today: Date,
    /// Makes a new id at each call, which gets its type where it is used.
    pub new_id: Box<dyn FnMut() -> Uuid + Send + 'a>,
    /// For the events.
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
