//! How much of a list a page shows.

/// Rows of a page of a list.
pub(super) const ROWS: u16 = 50;
