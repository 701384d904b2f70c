//! Payments that a bank statement suggests, and that a person confirms.

mod invoice;
mod open;

pub(in crate::pages) use invoice::{choose, page as invoice_page};
pub(in crate::pages) use open::{accept, open, refuse};
