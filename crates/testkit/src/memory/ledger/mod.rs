//! The ledger: expenses, bank statements, set-offs, contracts, projects, stock, mail and exports.

pub(super) mod accounting;
mod bank_statements;
pub(super) mod contracts;
pub(super) mod correspondence;
pub(crate) mod dashboard;
pub(super) mod expenses;
pub(super) mod exports;
pub(super) mod offsets;
mod projects;
pub(super) mod statement_mappings;
pub(super) mod stock;
mod stock_kept;
mod stock_lists;
