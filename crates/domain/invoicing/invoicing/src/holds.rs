//! What keeps an invoice from being changed.

use crate::standing::Hold;
use time::OffsetDateTime;

/// Since when an invoice is archived or locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holds {
    /// Since when it is put away.
    pub archived_at: Option<OffsetDateTime>,
    /// Since when its accounting period is closed.
    pub locked_at: Option<OffsetDateTime>,
}

impl Holds {
    /// What keeps the invoice from being changed; a lock before the archive.
    #[must_use]
    pub const fn hold(&self) -> Option<Hold> {
        match (self.locked_at, self.archived_at) {
            (Some(_), _) => Some(Hold::Locked),
            (None, Some(_)) => Some(Hold::Archived),
            (None, None) => None,
        }
    }
}
