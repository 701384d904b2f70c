//! What an organization has, where, and what it cost.

mod documents;
mod items;
mod levels;
mod movements;
mod warehouses;

use crate::http::Operation;

/// In the order in which a newcomer needs them.
pub(in crate::routes) fn operations() -> Vec<Operation> {
    let files = [
        warehouses::operations(),
        items::operations(),
        documents::operations(),
        levels::operations(),
        movements::operations(),
    ];
    files.into_iter().flatten().collect()
}
