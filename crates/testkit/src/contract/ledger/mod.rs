//! What is settled with others and told to the accountant.

pub mod bank_statements;
pub mod contracts;
pub mod correspondence;
pub mod dashboard;
pub mod expenses;
pub mod exports;
pub mod offsets;
pub mod payables;
pub mod projects;
pub mod proposals;
pub mod reopened_lines;
pub mod statement_mappings;
pub mod stock;
pub mod taken_back;
pub mod whole_life;
