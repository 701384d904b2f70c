//! What is settled with others and told to the accountant.

pub(super) mod accounting;
pub(super) mod bank_statements;
pub(super) mod contracts;
pub(super) mod correspondence;
pub(super) mod dashboard;
pub(super) mod expenses;
pub(super) mod exports;
pub(super) mod offsets;
pub(super) mod portal_records;
pub(super) mod projects;
pub(super) mod stock;
