//! Holds, which keep an invoice from being changed.

use crate::{InvoiceId, states::standing::Hold};
use time::OffsetDateTime;

/// When an invoice was archived or locked, and the document that settles it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holds {
    /// When it was archived.
    pub archived_at: Option<OffsetDateTime>,
    /// When it was locked with its accounting period.
    pub locked_at: Option<OffsetDateTime>,
    /// For an advance, the document that settles it.
    pub settled_by: Option<InvoiceId>,
}

impl Holds {
    /// The hold that keeps the invoice from being changed; a lock comes before the archive.
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
