//! Rows that cannot be read where many tenants' work is taken together: each is left out, counted and
//! logged, so that it holds nobody else up.

use jobs::error_text;
use persistence::StoreError;
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// What such a row was to be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowOf {
    Endpoint,
    Delivery,
    Invoice,
    Entry,
}

const NAMES: [&str; 4] = ["webhook_endpoints", "webhook_deliveries", "invoices", "peppol_entries"];
static LEFT_OUT: [AtomicU64; NAMES.len()] = [const { AtomicU64::new(0) }; NAMES.len()];

/// The value of a row, unless it cannot be read.
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

/// How often rows of a table were left out because they cannot be read, since the process began. The
/// same row counts each time that it was come across.
#[must_use]
pub fn unreadable_rows() -> [(&'static str, u64); NAMES.len()] {
    [RowOf::Endpoint, RowOf::Delivery, RowOf::Invoice, RowOf::Entry]
        .map(|row| (NAMES[row as usize], LEFT_OUT[row as usize].load(Relaxed)))
}
