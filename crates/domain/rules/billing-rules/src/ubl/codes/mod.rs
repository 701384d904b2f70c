//! Values that must come from a code list.

mod check;
mod lists;

pub(super) use check::check;
pub(super) use lists::ALL;
