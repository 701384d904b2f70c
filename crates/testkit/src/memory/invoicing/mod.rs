//! Invoices, and what an organization keeps to issue with.

pub(super) mod changes;
pub(super) mod filing;
pub(super) mod invoices;
pub(super) mod issue;
pub(super) mod overdue;
pub(super) mod payments;
pub(super) mod pdf_log;
pub(super) mod provision;
pub(super) mod rates;
pub(super) mod records;
pub(super) mod usage;
mod views;
