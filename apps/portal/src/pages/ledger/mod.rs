//! What is settled with others and told to the accountant.

pub(super) mod contract;
pub(super) mod contracts;
pub(super) mod expense_form;
mod expense_sets;
pub(super) mod expenses;
pub(super) mod exports;
pub(super) mod offsets;
pub(super) mod overview;
pub(super) mod projects;
pub(super) mod proposal_invoice;
pub(super) mod proposals;
pub(super) mod statement_mappings;
pub(super) mod statements;
pub(super) mod stock;
pub(super) mod year_chart;
