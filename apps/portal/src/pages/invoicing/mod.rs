//! The pages of invoices, and of the records that invoices are issued with.

pub(super) mod bank_accounts;
pub(super) mod customers;
pub(super) mod invoices;
pub(super) mod party;
pub(super) mod plan;
pub(super) mod search;
pub(super) mod terms;
