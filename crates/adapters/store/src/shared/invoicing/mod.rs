//! Invoices, and what an organization keeps to issue with.

pub(in super::super) mod invoices;
pub(in super::super) mod usage;
