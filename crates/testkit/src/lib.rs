//! For tests: a store in memory, builders of domain values, and the contract that every store
//! keeps.

pub mod build;
pub mod contract;
mod memory;
pub mod sends;
pub mod peppol;

pub use memory::MemoryStore;
