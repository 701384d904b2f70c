//! Contracts by which invoices recur.

mod manage;
mod read;
mod view;

use crate::http::Operation;

/// The operations of this folder.
pub(in crate::routes) fn operations() -> Vec<Operation> {
    let files = [manage::operations(), read::operations()];
    files.into_iter().flatten().collect()
}
