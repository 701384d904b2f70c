//! Settling and accounting: bank statements, contracts, mail, the dashboard, expenses, exports, set-offs,
//! projects, stock.

pub mod accounting;
mod bank_matching;
pub mod bank_proposals;
pub mod bank_statements;
pub mod bank_waiting;
pub mod contracts;
pub mod correspondence;
pub mod dashboard;
pub mod expenses;
pub mod exports;
pub mod offsets;
pub mod projects;
pub mod statement_mappings;
pub mod stock;
pub mod unsent_mail;
