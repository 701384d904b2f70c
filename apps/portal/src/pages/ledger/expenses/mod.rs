//! The pages of expenses: the list, an expense, and the form of a new one.

mod form;
mod list;
mod page;
mod sets;

pub(in crate::pages) use form::{create, new};
pub(in crate::pages) use list::{list, table};
pub(in crate::pages) use page::{approve, page, pay, reject, undo_payment};
