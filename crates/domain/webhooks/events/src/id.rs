use crate::EventName;
use serde::Serialize;

/// Longest event id, in bytes.
pub(crate) const MAX_EVENT_ID: usize = 200;

/// A text that cannot be an event id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event id has 1 to {MAX_EVENT_ID} visible ASCII characters")]
pub struct InvalidEventId;

/// Says that something can happen only once, `invoice.overdue:<invoice>:<due date>`. An event
/// without one is kept each time.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct EventId(String);

impl EventId {
    /// The id of an event that happens once to a subject.
    ///
    /// # Errors
    /// [`InvalidEventId`].
    pub fn once(name: EventName, subject: &str) -> Result<Self, InvalidEventId> {
        Self::parse(&format!("{name}:{subject}"))
    }

    /// An id that a store kept.
    ///
    /// # Errors
    /// [`InvalidEventId`].
    pub fn parse(text: &str) -> Result<Self, InvalidEventId> {
        let fit =
            (1..=MAX_EVENT_ID).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        fit.then(|| Self(text.to_owned())).ok_or(InvalidEventId)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
