//! What there is in warehouses.

pub(in crate::pages) mod documents;
pub(in crate::pages) mod items;
pub(in crate::pages) mod levels;
mod lines;
mod names;
pub(in crate::pages) mod warehouses;
