//! What the books know of an invoice beside its document.

use crate::Hold;
use time::OffsetDateTime;
use uuid::Uuid;

/// How an invoice is filed: nothing of it is in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filing {
    /// The contract that it belongs to.
    pub contract_id: Option<Uuid>,
    /// Since when it is put away.
    pub archived_at: Option<OffsetDateTime>,
    /// Since when its accounting period is closed.
    pub locked_at: Option<OffsetDateTime>,
}

impl Filing {
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
