//! The pages of contracts: the list, a contract, and the form of a new one.

mod form;
mod list;
mod page;

pub(in crate::pages) use form::{create, new};
pub(in crate::pages) use list::list;
pub(in crate::pages) use page::{cancel, page, pause, resume};
