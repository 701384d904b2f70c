use crate::{Body, Event, EventId, EventName, Unwritable};
use access::OrganizationId;
use time::OffsetDateTime;

/// An event to be kept in the transaction of what caused it. Its deliveries follow when it is given
/// its place in the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// What it may happen only once under: when the organization's feed has the id already,
    /// it is not kept again (specification, Event feed).
    pub id: Option<EventId>,
    /// Whose it is.
    pub organization: OrganizationId,
    pub name: EventName,
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

    /// An event that happens only once to a subject.
    ///
    /// # Errors
    /// See [`Event::body`]; [`Unwritable`] also for a subject that cannot be in an [`EventId`].
    pub fn once(event: &Event, subject: &str) -> Result<Self, Unwritable> {
        let id = EventId::once(event.name(), subject).map_err(Unwritable::because)?;
        Self::of(event, Some(id))
    }

    /// What decides on its deliveries.
    #[must_use]
    pub fn happened(&self) -> EventRef {
        let is_test = self.body.as_str().contains(SANDBOX_MARK);
        EventRef { organization: self.organization, name: self.name, at: self.at, is_test }
    }
}

/// What the body of an event has that happened in the sandbox. A text in one has its quotes escaped, and looks otherwise.
pub const SANDBOX_MARK: &str = r#""mode":"test""#;

/// What of an event decides on its deliveries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRef {
    /// Whose event it is.
    pub organization: OrganizationId,
    pub name: EventName,
    /// When it happened.
    pub at: OffsetDateTime,
    /// Whether it says that it happened in the sandbox.
    pub is_test: bool,
}
