//! The pages of the ledger: expenses, bank statements, set-offs, contracts, projects, stock, exports and the start page.

pub(super) mod bank_statements;
pub(super) mod contracts;
pub(super) mod dashboard;
pub(super) mod expenses;
pub(super) mod exports;
pub(super) mod offsets;
pub(super) mod payment_proposals;
pub(super) mod projects;
pub(super) mod statement_mappings;
pub(super) mod stock;
