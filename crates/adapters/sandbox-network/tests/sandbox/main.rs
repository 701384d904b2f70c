//! The sandbox network on the store in memory and on SQLite.

mod between;
mod contract;
mod directory;
mod failing_store;
mod outcomes;
mod receipts;
mod setup;
mod tax_authority;
