//! Organizations, their registration in the network, and claims.

mod claim;
mod enroll;
mod make;
mod read;
pub(in crate::routes) mod view;

use crate::http::Operation;

/// The operations of this folder.
pub(in crate::routes) fn operations() -> Vec<Operation> {
    let files = [make::operations(), read::operations(), enroll::operations(), claim::operations()];
    files.into_iter().flatten().collect()
}
