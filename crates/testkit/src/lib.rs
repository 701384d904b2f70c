//! For tests: a store in memory, builders of domain values, and the contract that every store
//! keeps.

pub mod build;
pub mod contract;
pub mod invoices;
mod memory;
pub mod peppol;
pub mod sends;

pub use fixtures;
pub use memory::MemoryStore;
