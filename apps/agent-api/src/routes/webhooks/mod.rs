//! Webhook endpoints, their deliveries, and the event feed.

mod deliveries;
pub(super) mod endpoint_operations;
mod endpoints;
mod feed;
pub(super) mod view;

use crate::http::Operation;

/// The operations of this folder.
pub(super) fn operations() -> Vec<Operation> {
    let files = [endpoints::operations(), deliveries::operations(), feed::operations()];
    files.into_iter().flatten().collect()
}
