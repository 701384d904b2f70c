//! The ports in memory: what each does, without a database in the way.

mod access;
mod bank_statements;
mod changes;
mod contracts;
mod correspondence;
pub(crate) mod dashboard;
mod expenses;
mod exports;
mod filing;
mod idempotency;
mod invoices;
mod issue;
mod kept;
mod keys;
mod members;
mod network;
mod oauth;
mod offsets;
mod operator;
mod organizations;
mod overdue;
mod page;
mod payments;
mod pdf_log;
mod provider_reports;
mod provision;
mod rates;
mod records;
mod sapi;
mod sends;
mod sign_in;
mod store;
mod tax_reports;
mod usage;
mod webhooks;

pub use store::MemoryStore;
