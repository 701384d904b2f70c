//! What is settled with others and told to the accountant.

pub(super) mod accounting;
pub(super) mod accounting_view;
pub(super) mod bank_statement_view;
pub(super) mod bank_statements;
pub(super) mod contracts;
pub(super) mod correspondence;
pub(super) mod dashboard;
pub(super) mod expense_payments;
pub(super) mod expense_view;
pub(super) mod expenses;
pub(super) mod export_view;
pub(super) mod exports;
pub(super) mod offset_view;
pub(super) mod offsets;
pub(super) mod payment_proposals;
pub(super) mod project_totals;
pub(super) mod projects;
mod put_operations;
pub(super) mod statement_mappings;
pub(super) mod stock;
