//! Rows that cannot be read where work of many tenants is loaded together: each is left out, counted and logged, so
//! that it does not block the others.

use jobs::error_text;
use persistence::StoreError;
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// The table of such a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowOf {
    Endpoint,
    Delivery,
    Invoice,
    Entry,
}

const NAMES: [&str; 4] = ["webhook_endpoints", "webhook_deliveries", "invoices", "peppol_entries"];
static LEFT_OUT: [AtomicU64; NAMES.len()] = [const { AtomicU64::new(0) }; NAMES.len()];

/// The value of a row; `None` when it cannot be read.
pub(crate) fn readable<T>(
    row: RowOf,
    id: impl fmt::Display,
    read: Result<T, StoreError>,
) -> Option<T> {
    read.map_err(|error| leave_out(row, id, &error)).ok()
}

/// Counts and logs a row that is left out.
pub(crate) fn leave_out(row: RowOf, id: impl fmt::Display, error: &StoreError) {
    LEFT_OUT[row as usize].fetch_add(1, Relaxed);
    let error = error_text(error);
    tracing::error!(table = NAMES[row as usize], row.id = %id, error, "row cannot be read and is left out");
}

/// How often rows of a table were left out because they cannot be read, since the process started. The same row counts
/// each time it is read.
#[must_use]
pub fn unreadable_rows() -> [(&'static str, u64); NAMES.len()] {
    [RowOf::Endpoint, RowOf::Delivery, RowOf::Invoice, RowOf::Entry]
        .map(|row| (NAMES[row as usize], LEFT_OUT[row as usize].load(Relaxed)))
}
