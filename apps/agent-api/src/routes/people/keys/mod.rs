//! Keys of the caller's organization or partner.

mod manage;
mod view;

use crate::http::Operation;

pub use view::KeyView;

/// The operations of this folder.
pub(in crate::routes) fn operations() -> Vec<Operation> {
    manage::operations()
}
