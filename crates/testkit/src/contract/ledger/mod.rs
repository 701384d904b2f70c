//! What is settled with others and told to the accountant.

pub mod accounting_links;
pub mod accounting_noticed;
pub mod accounting_postings;
mod accounting_setup;
pub mod bank_statements;
pub mod contracts;
pub mod correspondence;
pub mod dashboard;
pub mod expenses;
pub mod exported_documents;
pub mod exports;
pub mod lines_at_once;
pub mod offsets;
pub mod payables;
mod project_setup;
pub mod project_totals;
pub mod projects;
pub mod projects_named;
pub mod proposals;
pub mod reopened_lines;
pub mod returned_lines;
pub mod statement_mappings;
pub mod stock;
pub mod stock_levels;
mod stock_setup;
pub mod taken_back;
pub mod whole_life;
