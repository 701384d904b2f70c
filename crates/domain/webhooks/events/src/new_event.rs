use crate::{Body, Event, EventId, EventName, Unwritable};
use persistence::ids::OrganizationId;
use time::OffsetDateTime;

/// An event to be kept in the transaction of what caused it. Its deliveries follow when it is given
/// its place in the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The id of an event that happens only once: when the organization's feed has it already, the event is not stored
    /// again (specification, Event feed).
    pub id: Option<EventId>,
    /// The organization of the event.
    pub organization: OrganizationId,
    pub name: EventName,
    pub body: Body,
    /// The time of the event.
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

    /// An event that happens only once to a subject.
    ///
    /// # Errors
    /// See [`Event::body`]; [`Unwritable`] also for a subject that cannot be in an [`EventId`].
    pub fn once(event: &Event, subject: &str) -> Result<Self, Unwritable> {
        let id = EventId::once(event.name(), subject).map_err(Unwritable::because)?;
        Self::of(event, Some(id))
    }

    /// The reference that decides on its deliveries.
    #[must_use]
    pub fn happened(&self) -> EventRef {
        let is_test = self.body.as_str().contains(SANDBOX_MARK);
        EventRef { organization: self.organization, name: self.name, at: self.at, is_test }
    }
}

/// The mark in the body of a sandbox event. Texts in a body have their quotes escaped, so they never contain it.
pub const SANDBOX_MARK: &str = r#""mode":"test""#;

/// The part of an event that decides on its deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRef {
    /// The organization of the event.
    pub organization: OrganizationId,
    pub name: EventName,
    /// The time of the event.
    pub at: OffsetDateTime,
    /// Whether it says that it happened in the sandbox.
    pub is_test: bool,
}
