//! The pages of invoices: the list, an invoice, its form, and what may be done with it.

pub(in crate::pages) mod actions;
pub(in crate::pages) mod check;
pub(in crate::pages) mod files;
pub(in crate::pages) mod form;
pub(in crate::pages) mod list;
pub(in crate::pages) mod mail;
mod offers;
pub(in crate::pages) mod page;
mod sets;
pub(in crate::pages) mod tables;
