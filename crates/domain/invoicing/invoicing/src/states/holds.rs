//! What keeps an invoice from being changed.

use crate::{InvoiceId, states::standing::Hold};
use time::OffsetDateTime;

/// Since when an invoice is archived or locked, and what settles it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holds {
    /// Since when it is put away.
    pub archived_at: Option<OffsetDateTime>,
    /// Since when its accounting period is closed.
    pub locked_at: Option<OffsetDateTime>,
    /// Of an advance the document that settles it.
    pub settled_by: Option<InvoiceId>,
}

impl Holds {
    /// What keeps the invoice from being changed; a lock before the archive.
    #[must_use]
    pub const fn hold(&self) -> Option<Hold> {
        match (self.locked_at, self.archived_at, self.settled_by) {
            (Some(_), ..) => Some(Hold::Locked),
            (None, Some(_), _) => Some(Hold::Archived),
            (None, None, Some(_)) => Some(Hold::Settled),
            (None, None, None) => None,
        }
    }
}
