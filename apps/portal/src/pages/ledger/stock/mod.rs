//! The pages of the stock.

pub(in crate::pages) mod document_form;
pub(in crate::pages) mod documents;
pub(in crate::pages) mod inventory;
pub(in crate::pages) mod items;
pub(in crate::pages) mod levels;
mod lines;
pub(in crate::pages) mod movements;
mod names;
pub(in crate::pages) mod warehouses;
