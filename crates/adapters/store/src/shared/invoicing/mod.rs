//! Invoices, and the records that they are issued with.

pub(in super::super) mod invoices;
pub(in super::super) mod usage;
