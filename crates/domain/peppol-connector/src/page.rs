//! Lists by keyset.

use time::OffsetDateTime;
use uuid::Uuid;

/// A place in a list that is ordered by time and id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The row's time.
    pub at: OffsetDateTime,
    /// The row's id.
    pub id: Uuid,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Whether more follow.
    pub has_more: bool,
}
